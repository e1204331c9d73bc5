// Unreal's pattern: an asynchronous trace answers a frame later, one hit at a time and in any order, while the library's own
// threads work on the job. A frame polls, sends traces, and hands in what came back.
//
//   cargo build --release
//   g++ -std=c++17 -I include examples/cpp/async_traces.cpp target/release/libphalanx.a -pthread -ldl -lm -o async_traces
#include "phalanx.hpp"

#include <cstdio>
#include <utility>

// Stands for UWorld::AsyncLineTraceByChannel: answers what was asked in the frame before, last ray first.
class World {
public:
    void trace_next_frame(const PhxRay& ray) { asked_.push_back(ray); }

    // Calls `done` for every trace of the last frame.
    template <class Done> void tick(Done done) {
        std::vector<PhxRay> answered = std::move(in_flight_);
        in_flight_ = std::move(asked_);
        asked_.clear();
        while (!answered.empty()) {
            const PhxRay& ray = answered.back();
            PhxHit hit{};
            hit.id = ray.id;
            const double x = ray.origin[0] - 5000, y = ray.origin[1];
            if (x > 300) {
                phalanx::set_obstacle(hit); // a wall
            } else {
                phalanx::set_ground(hit, {ray.origin[0], y, 0.1 * y}, {0, -0.1f, 1});
            }
            done(hit);
            answered.pop_back();
        }
    }

private:
    std::vector<PhxRay> asked_, in_flight_;
};

int main() try {
    std::vector<phalanx::Vec3d> places;
    for (int i = 0; i < 300; ++i) places.push_back({i % 20 * 110.0, i / 20 * 110.0, 0});
    const phalanx::Context context(phalanx::Frame::Unreal);
    const phalanx::GroundRules rules(context);
    phalanx::Job job(context, phalanx::Agents(places), context.order(phalanx::Shape::Grid).center_at(5000, 0, 0), rules);

    World world;
    std::vector<PhxRay> rays;
    std::vector<PhxHit> hits;
    int frame = 0;
    for (phalanx::Status status = job.poll(); status.in_progress() || status.needs_traces(); status = job.poll(), ++frame) {
        hits.clear();
        world.tick([&](const PhxHit& hit) { hits.push_back(hit); });
        job.submit_hits(hits);
        job.take_rays(rays);
        for (const PhxRay& ray : rays) world.trace_next_frame(ray);
    }
    phalanx::Formation formation;
    job.finish(formation);
    std::printf("%d agents placed after %d batches of traces; the first goes to (%.0f, %.0f, %.0f)\n", int(formation.report.placed),
                int(formation.report.probe_batches), formation.goals[0].x, formation.goals[0].y, formation.goals[0].z);
    return formation.report.placed == 300 && frame > 0 ? 0 : 1;
} catch (const phalanx::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
