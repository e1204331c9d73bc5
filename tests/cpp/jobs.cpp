// Jobs in C++: same bytes as the direct call, rays answered frames later and by other threads, and objects that clean up.
#include "phalanx.hpp"

#include "check.h"

#include <algorithm>
#include <cstring>
#include <thread>

using phalanx::Vec3d;

namespace {

std::vector<Vec3d> army(std::size_t count) {
    std::vector<Vec3d> places;
    for (std::size_t i = 0; i < count; ++i) places.push_back({double(i * 71 % 37) * 50, double(i * 43 % 29) * 60, 0});
    return places;
}

// A slope with a lake and a wall.
void answer(const PhxRay& ray, PhxHit& hit) {
    const double x = ray.origin[0], y = ray.origin[1];
    hit = PhxHit{};
    hit.id = ray.id;
    if (x > 3200 && x < 3400) return;
    if (y > -500 && y < -420) return phalanx::set_obstacle(hit);
    phalanx::set_ground(hit, {x, y, x / 4}, {-1, 0, 4});
}

bool same(const phalanx::Formation& a, const phalanx::Formation& b) {
    return a.status == b.status && a.slots == b.slots && a.rings == b.rings && a.outcomes == b.outcomes && a.flags == b.flags &&
           a.goals.size() == b.goals.size() && std::memcmp(a.goals.data(), b.goals.data(), a.goals.size() * sizeof(Vec3d)) == 0 &&
           std::memcmp(static_cast<const PhxFormationReport*>(&a.report), &b.report, sizeof(PhxFormationReport)) == 0;
}

struct Scene {
    explicit Scene(std::uint32_t threads, std::size_t count = 90)
        : context(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(threads)), places(army(count)), agents(places),
          order(context.order(phalanx::Shape::Grid).center_at(3000, -200, 0).face(1, 2, 0)), ground(context, answer) {
        context.form_up(agents, order, ground, direct);
    }

    phalanx::Context context;
    std::vector<Vec3d> places;
    phalanx::Agents agents;
    phalanx::FormationDesc order;
    phalanx::Ground<void (*)(const PhxRay&, PhxHit&)> ground;
    phalanx::Formation direct;
};

// One frame takes the rays, the next answers them, in another order.
void a_job_gives_what_the_direct_call_gives() {
    for (std::uint32_t threads : {1u, 3u}) {
        Scene scene(threads);
        phalanx::Job job(scene.context, scene.agents, scene.order, scene.ground);
        std::vector<PhxRay> rays;
        std::vector<PhxHit> hits;
        int frames = 0;
        phalanx::JobInfo info;
        for (phalanx::Status status; (status = job.poll(info)).in_progress() || status.needs_traces(); ++frames) {
            CHECK(info.agents == 90 && info.progress < 1);
            // Of the last frame.
            std::reverse(hits.begin(), hits.end());
            if (!hits.empty()) job.submit_hits(hits);
            hits.clear();
            if (threads == 1) job.step(std::chrono::microseconds(200));
            job.take_rays(rays);
            for (const PhxRay& ray : rays) answer(ray, hits.emplace_back());
        }
        CHECK(frames > 1);
        phalanx::Formation formation;
        CHECK(job.finish(formation) == scene.direct.status && same(formation, scene.direct) && !job);
    }
}

void hits_may_come_from_another_thread_while_this_one_waits() {
    Scene scene(1);
    const phalanx::Job begun(scene.context, scene.agents, scene.order, scene.ground);
    std::thread engine([&] {
        std::vector<PhxRay> rays;
        std::vector<PhxHit> hits;
        for (phalanx::Status status; (status = begun.poll()).in_progress() || status.needs_traces();) {
            hits.clear();
            begun.take_rays(rays);
            for (const PhxRay& ray : rays) answer(ray, hits.emplace_back());
            begun.submit_hits(hits);
            std::this_thread::yield();
        }
    });
    while (begun.wait().needs_traces()) std::this_thread::yield();
    engine.join();
    CHECK(begun.poll() == scene.direct.status);
}

void a_job_that_is_dropped_or_replaced_is_gone() {
    Scene scene(2, 400);
    std::uint64_t handle = 0;
    {
        phalanx::Job job(scene.context, scene.agents, scene.order);
        handle = job.handle();
    }
    CHECK(phx_job_poll(scene.context.handle(), handle, nullptr) == PHX_E_BAD_HANDLE);
    phalanx::Job job(scene.context, scene.agents, scene.order);
    handle = job.handle();
    phalanx::Job other(scene.context, scene.agents, scene.order, scene.ground);
    job = std::move(other);
    CHECK(!other && phx_job_poll(scene.context.handle(), handle, nullptr) == PHX_E_BAD_HANDLE);
    CHECK(job.wait().needs_traces());
}

void errors_name_what_is_wrong_and_leave_the_job_where_it_can_be_finished() {
    Scene scene(1);
    phalanx::Job job(scene.context, scene.agents, scene.order);
    CHECK(job.step().number() == PHX_OK);
    const phalanx::FormationOut nothing;
    try {
        (void)job.finish(nothing);
        CHECK(!"it has no goals");
    } catch (const phalanx::Error& error) {
        CHECK(error.status().number() == PHX_E_LENGTH_MISMATCH && job);
    }
    job.cancel();
    phalanx::Formation formation;
    try {
        job.finish(formation);
        CHECK(!"it was cancelled");
    } catch (const phalanx::Error& error) {
        CHECK(error.status().number() == PHX_E_CANCELLED && std::strstr(error.what(), "cancelled") && !job);
    }
    CHECK(phalanx::Job().handle() == 0 && !phalanx::Job());
}

} // namespace

int main() {
    a_job_gives_what_the_direct_call_gives();
    hits_may_come_from_another_thread_while_this_one_waits();
    a_job_that_is_dropped_or_replaced_is_gone();
    errors_name_what_is_wrong_and_leave_the_job_where_it_can_be_finished();
    return 0;
}
