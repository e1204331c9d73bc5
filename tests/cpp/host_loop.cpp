// A host's own parallel loop: each item of the library's work runs once, and the bytes are those of one thread.
#include "phalanx.hpp"

#include "check.h"

#include <atomic>
#include <cstring>
#include <thread>

using phalanx::Vec3d;

namespace {

// Counts what it is given, and runs it on as many threads as it has pieces to give to each.
struct ThreadedLoop {
    std::atomic<std::uint64_t>* calls;
    template <class Body> void operator()(std::uint32_t pieces, Body body) const {
        ++*calls;
        std::vector<std::thread> threads;
        for (std::uint32_t first = 1; first < 3; ++first) {
            threads.emplace_back([=] {
                for (std::uint32_t piece = first; piece < pieces; piece += 3) body(piece);
            });
        }
        for (std::uint32_t piece = 0; piece < pieces; piece += 3) body(piece);
        for (std::thread& thread : threads) thread.join();
    }
};

// A lake in a plain; rays are what a single order has answered on many threads.
phalanx::Formation order(const phalanx::Context& context) {
    std::vector<Vec3d> places;
    for (std::size_t i = 0; i < 6000; ++i) places.push_back({double(i * 7919 % 6007), double(i * 104729 % 5003), 0});
    phalanx::Ground ground(context, [](const PhxRay& ray, PhxHit& hit) {
        const double x = ray.origin[0] - 9000, y = ray.origin[1];
        if (x * x + y * y > 90000) phalanx::set_ground(hit, {ray.origin[0], y, 7}, {0, 0, 1});
    });
    ground.flags = PHX_GROUND_THREAD_SAFE;
    return context.form_up(phalanx::Agents(places), context.order(phalanx::Shape::Grid).center_at(9000, 0, 0), ground);
}

void the_bytes_are_those_of_one_thread() {
    const phalanx::Formation expected = order(phalanx::Context(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(1)));
    CHECK(expected.report.slots_dropped > 0);
    std::atomic<std::uint64_t> calls{0};
    phalanx::HostLoop loop(3, ThreadedLoop{&calls});
    phalanx::ContextDesc desc(phalanx::Frame::Unreal);
    loop.serve(desc);
    const phalanx::Formation formation = order(phalanx::Context(desc));
    CHECK(calls > 0);
    CHECK(formation.slots == expected.slots);
    CHECK(std::memcmp(formation.goals.data(), expected.goals.data(), expected.goals.size() * sizeof(Vec3d)) == 0);
}

struct Counted {
    std::vector<std::uint32_t> times;
    std::uint64_t shortest = UINT64_MAX, pieces = 0;
};

void count_items(void* task, std::uint64_t begin, std::uint64_t end, std::uint32_t) {
    Counted& counted = *static_cast<Counted*>(task);
    CHECK(begin < end && end <= counted.times.size());
    for (std::uint64_t item = begin; item < end; ++item) ++counted.times[std::size_t(item)];
    ++counted.pieces;
    if (end != counted.times.size() && end - begin < counted.shortest) counted.shortest = end - begin;
}

void ranges_cover_every_item_once_and_none_is_shorter_than_the_grain() {
    auto plain = [](std::uint32_t pieces, auto body) {
        for (std::uint32_t piece = 0; piece < pieces; ++piece) body(piece);
    };
    for (const std::uint32_t workers : {0u, 1u, 3u, 64u}) {
        phalanx::HostLoop loop(workers, plain);
        phalanx::ContextDesc desc(phalanx::Frame::Unreal);
        loop.serve(desc);
        for (const std::uint64_t count : {0u, 1u, 2u, 7u, 64u, 1000u}) {
            for (const std::uint64_t grain : {0u, 1u, 3u, 64u, 5000u}) {
                Counted counted;
                counted.times.resize(std::size_t(count));
                CHECK(desc.enqueue(desc.scheduler_user, count_items, &counted, count, grain) == nullptr);
                for (const std::uint32_t times : counted.times) CHECK(times == 1);
                CHECK(counted.shortest >= grain && counted.pieces <= std::uint64_t(workers == 0 ? 1 : workers) * 4);
            }
        }
    }
}

} // namespace

int main() {
    the_bytes_are_those_of_one_thread();
    ranges_cover_every_item_once_and_none_is_shorter_than_the_grain();
    phalanx::shutdown();
    return 0;
}
