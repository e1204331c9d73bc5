// A host with a data race: its ground says that it may be asked on any thread, and counts without a lock. Whoever watches the
// threads must see it; else their silence about the other programs would say nothing.
#include "phalanx.hpp"

#include <cstdio>
#include <thread>
#include <vector>

int main() {
    const phalanx::Context context(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(4));
    long asked = 0;
    phalanx::Ground ground(context, [&asked](const PhxRay& ray, PhxHit& hit) {
        if (++asked % 64 == 0) std::this_thread::yield();
        phalanx::set_ground(hit, {ray.origin[0], ray.origin[1], 0}, {0, 0, 1});
    });
    ground.flags = PHX_GROUND_THREAD_SAFE;
    std::vector<phalanx::Vec3d> places;
    for (int i = 0; i < 8000; ++i) places.push_back({double(i % 90) * 100, double(i / 90) * 100, 0});
    (void)context.form_up(phalanx::Agents(places), context.order(phalanx::Shape::Grid), ground);
    std::printf("%ld rays\n", asked);
}
