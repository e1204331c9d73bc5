// Many threads on one context: each gets what it would get alone, a shared ground keeps each call's exception to that call,
// and debug items come out whole and in the order of their keys.
#include "phalanx.hpp"

#include "check.h"

#include <atomic>
#include <cstring>
#include <stdexcept>
#include <thread>

using phalanx::Vec3d;

namespace {

constexpr std::size_t CALLERS = 6;

std::vector<Vec3d> army(std::size_t which) {
    std::vector<Vec3d> places;
    for (std::size_t i = 0; i < 40 + 5 * which; ++i) places.push_back({double(i * 71 % 37) * 50, double(i * 43 % 29) * 60, double(which)});
    return places;
}

phalanx::FormationDesc order_of(const phalanx::Context& context, std::size_t which) {
    constexpr phalanx::Shape shapes[] = {phalanx::Shape::Grid, phalanx::Shape::Circle, phalanx::Shape::Triangle};
    return context.order(shapes[which % 3]).center_at(3000.0 + 100.0 * double(which), -400, 0).face(1, 2, 0);
}

// A slope with a lake; its callable may be called on any thread.
std::int32_t slope(phalanx::Span<const PhxRay> rays, phalanx::Span<PhxHit> hits) {
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const double x = rays[i].origin[0], y = rays[i].origin[1];
        if (x > 2900 && x < 3100 && y > -500 && y < -420) continue;
        phalanx::set_ground(hits[i], {x, y, x / 4}, {-1, 0, 4});
    }
    return 0;
}

bool same(const phalanx::Formation& a, const phalanx::Formation& b) {
    return a.status == b.status && a.slots == b.slots && a.rings == b.rings && a.outcomes == b.outcomes && a.goals.size() == b.goals.size() &&
           std::memcmp(a.goals.data(), b.goals.data(), a.goals.size() * sizeof(Vec3d)) == 0;
}

template <class Work> void on_all_threads(Work work) {
    std::vector<std::thread> threads;
    for (std::size_t which = 0; which < CALLERS; ++which) threads.emplace_back([&work, which] { work(which); });
    for (std::thread& thread : threads) thread.join();
}

void calls_at_the_same_time_do_not_disturb_one_another() {
    std::vector<phalanx::Formation> alone;
    {
        const phalanx::Context context(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(1));
        const phalanx::Ground ground(context, slope);
        for (std::size_t which = 0; which < CALLERS; ++which) {
            const std::vector<Vec3d> places = army(which);
            alone.push_back(context.form_up(phalanx::Agents(places), order_of(context, which), ground));
        }
    }
    const phalanx::Context shared(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(3));
    phalanx::Ground ground(shared, slope);
    ground.flags = PHX_GROUND_THREAD_SAFE;
    std::atomic<std::size_t> equal{0};
    on_all_threads([&](std::size_t which) {
        const std::vector<Vec3d> places = army(which);
        for (int round = 0; round < 5; ++round) {
            equal += same(shared.form_up(phalanx::Agents(places), order_of(shared, which), ground), alone[which]);
        }
    });
    CHECK(equal == 5 * CALLERS);
}

// Every second caller marks its rays' place; there the shared ground throws.
void an_exception_comes_out_of_the_call_whose_ground_threw() {
    const phalanx::Context context(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(2));
    const phalanx::Ground ground(context, [](const PhxRay& ray, PhxHit& hit) {
        if (ray.origin[0] < 0) throw std::runtime_error("west of the map");
        phalanx::set_ground(hit, {ray.origin[0], ray.origin[1], 0}, {0, 0, 1});
    });
    std::atomic<std::size_t> right{0};
    on_all_threads([&](std::size_t which) {
        const std::vector<Vec3d> places = army(which);
        const bool west = which % 2 == 1;
        const phalanx::FormationDesc order = context.order(phalanx::Shape::Grid).center_at(west ? -9000 : 9000, 0, 0);
        for (int round = 0; round < 5; ++round) {
            bool threw = false;
            try {
                context.form_up(phalanx::Agents(places), order, ground);
            } catch (const std::runtime_error&) {
                threw = true;
            }
            right += threw == west;
        }
    });
    CHECK(right == 5 * CALLERS);
}

void debug_items_come_whole_and_in_call_order() {
    const phalanx::Context context(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(2));
    context.debug_enable(PHX_DEBUG_CATEGORY_ARROW | PHX_DEBUG_CATEGORY_GOAL);
    std::vector<phalanx::Formation> formations(CALLERS);
    std::vector<std::vector<Vec3d>> places(CALLERS);
    std::uint64_t expected = 0;
    for (std::size_t which = 0; which < CALLERS; ++which) {
        places[which] = army(which);
        phalanx::FormationDesc order = order_of(context, which);
        order.debug_mask = PHX_DEBUG_CATEGORY_ARROW | PHX_DEBUG_CATEGORY_START; // START is not enabled
        order.debug_key = which;
        formations[which] = context.form_up(phalanx::Agents(places[which]), order);
        expected += places[which].size();
    }
    std::vector<PhxDebugItem> some(32);
    std::uint64_t count = 0, dropped = 1, taken = 0, key = 0, within = 0;
    phalanx::Status status;
    do {
        status = context.debug_poll(some, count, &dropped);
        CHECK(dropped == 0);
        for (std::uint64_t i = 0; i < count; ++i, ++taken, ++within) {
            const PhxDebugItem& item = some[std::size_t(i)];
            if (item.key != key) CHECK(item.key == key + 1 && within == places[std::size_t(key)].size());
            if (item.key != key) key = item.key, within = 0;
            CHECK(item.category == PHX_DEBUG_CATEGORY_ARROW && item.kind == PHX_DEBUG_KIND_ARROW);
            const Vec3d& from = places[std::size_t(key)][std::size_t(within)];
            const Vec3d& to = formations[std::size_t(key)].goals[std::size_t(within)];
            CHECK(item.from[0] == from.x && item.from[1] == from.y && item.to[0] == to.x && item.to[1] == to.y);
            CHECK(item.from[2] == from.z + 5.0);
        }
    } while (status.more());
    CHECK(taken == expected);

    // Bounded: what does not fit is counted.
    context.debug_enable(PHX_DEBUG_CATEGORY_ARROW, 10);
    phalanx::FormationDesc order = order_of(context, 0);
    order.debug_mask = PHX_DEBUG_CATEGORY_ARROW;
    context.form_up(phalanx::Agents(places[0]), order);
    context.debug_poll(some, count, &dropped);
    CHECK(count == 10 && dropped == places[0].size() - 10);
    context.debug_poll(some, count, &dropped);
    CHECK(count == 0 && dropped == 0);
}

} // namespace

int main() {
    calls_at_the_same_time_do_not_disturb_one_another();
    an_exception_comes_out_of_the_call_whose_ground_threw();
    debug_items_come_whole_and_in_call_order();
    phalanx::shutdown();
    return 0;
}
