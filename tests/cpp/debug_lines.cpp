// What a host draws: circles and arrows as lines on the level plane of either engine, and the first hit of a ray.
#include "phalanx.hpp"

#include "check.h"

#include <cmath>

using phalanx::DebugLine;
using phalanx::Vec3d;

namespace {

double distance(const Vec3d& a, const Vec3d& b) {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

std::vector<DebugLine> lines_of(const phalanx::DebugPen& pen, const PhxDebugItem& item) {
    std::vector<DebugLine> lines;
    pen.draw(item, [&](const DebugLine& line) { lines.push_back(line); });
    return lines;
}

void a_circle_is_a_closed_level_ring_of_its_radius() {
    for (const phalanx::Frame frame : {phalanx::Frame::Unreal, phalanx::Frame::Unity}) {
        PhxDebugItem item{};
        item.kind = PHX_DEBUG_KIND_CIRCLE, item.radius = 40, item.color = 0x11223344;
        item.from[0] = 100, item.from[1] = 200, item.from[2] = 300;
        const Vec3d middle = frame == phalanx::Frame::Unity ? Vec3d{100, 205, 300} : Vec3d{100, 200, 305};
        const std::vector<DebugLine> lines = lines_of(phalanx::DebugPen(frame, 5, 12), item);
        CHECK(lines.size() == 12);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            CHECK(std::fabs(distance(lines[i].from, middle) - 40) < 1e-9 && lines[i].color == 0x11223344);
            CHECK((frame == phalanx::Frame::Unity ? lines[i].from.y : lines[i].from.z) == (frame == phalanx::Frame::Unity ? 205 : 305));
            CHECK(distance(lines[i].to, lines[(i + 1) % lines.size()].from) == 0);
            CHECK(distance(lines[i].from, lines[i].to) > 1);
        }
    }
}

void an_arrow_has_a_shaft_and_two_barbs_behind_its_head() {
    PhxDebugItem item{};
    item.kind = PHX_DEBUG_KIND_ARROW, item.radius = 30;
    item.from[0] = 10, item.to[0] = 610, item.to[1] = 800, item.to[2] = 50;
    const std::vector<DebugLine> lines = lines_of(phalanx::DebugPen(phalanx::Frame::Unreal, 5), item);
    CHECK(lines.size() == 3);
    CHECK(distance(lines[0].from, {10, 0, 5}) == 0 && distance(lines[0].to, {610, 800, 55}) == 0);
    for (std::size_t barb : {std::size_t(1), std::size_t(2)}) {
        CHECK(distance(lines[barb].from, lines[0].to) == 0 && lines[barb].to.z == 55);
        // Behind the head, as seen along the shaft.
        CHECK((lines[barb].to.x - 610) * 600 + (lines[barb].to.y - 800) * 800 < 0);
    }
    CHECK(std::fabs(distance(lines[1].to, lines[2].to) - 30) < 1e-9);
}

void an_arrow_to_its_own_tail_has_no_barbs_and_an_unknown_kind_no_lines() {
    PhxDebugItem item{};
    item.kind = PHX_DEBUG_KIND_ARROW, item.radius = 30, item.to[2] = 90;
    CHECK(lines_of(phalanx::DebugPen(phalanx::Frame::Unreal, 0), item).size() == 1);
    item.kind = 99;
    CHECK(lines_of(phalanx::DebugPen(phalanx::Frame::Unreal, 0), item).empty());
}

void channels_are_read_from_the_left() {
    const std::uint32_t color = 0x12345678;
    CHECK(phalanx::channel(color, 0) == 0x12 && phalanx::channel(color, 1) == 0x34 && phalanx::channel(color, 2) == 0x56);
    CHECK(phalanx::channel(color, 3) == 0x78);
}

void what_a_call_queued_is_drawn() {
    const phalanx::Context context(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(1));
    CHECK(context.debug_enable(PHX_DEBUG_CATEGORY_START | PHX_DEBUG_CATEGORY_ARROW | PHX_DEBUG_CATEGORY_GOAL).succeeded());
    const std::vector<Vec3d> places = {{0, 0, 0}, {100, 0, 0}, {200, 0, 0}};
    phalanx::FormationDesc order = context.order(phalanx::Shape::Grid).center_at(3000, 0, 0);
    order.debug_mask = PHX_DEBUG_CATEGORY_START | PHX_DEBUG_CATEGORY_ARROW | PHX_DEBUG_CATEGORY_GOAL;
    (void)context.form_up(phalanx::Agents(places), order);
    std::vector<PhxDebugItem> items(20);
    std::uint64_t count = 0;
    CHECK(context.debug_poll(phalanx::Span<PhxDebugItem>(items), count).succeeded() && count == 9);
    const phalanx::DebugPen pen(phalanx::Frame::Unreal, 5, 16);
    std::size_t lines = 0;
    for (std::size_t i = 0; i < count; ++i) pen.draw(items[i], [&](const DebugLine&) { ++lines; });
    CHECK(lines == 3 * (16 + 3 + 16));
}

struct Met {
    std::uint32_t kind;
    double height;
};

PhxHit first_of(const std::vector<Met>& all) {
    PhxHit hit{};
    phalanx::set_first(hit, all, [](const Met& met) { return met.kind; }, [](const Met& met, PhxHit& to) {
        phalanx::set_ground(to, {1, 2, met.height}, {0, 0, 1});
    });
    return hit;
}

void the_first_hit_that_counts_decides() {
    CHECK(first_of({}).kind == PHX_HIT_NONE && first_of({{PHX_HIT_NONE, 9}}).kind == PHX_HIT_NONE);
    const PhxHit ground = first_of({{PHX_HIT_NONE, 9}, {PHX_HIT_GROUND, 7}, {PHX_HIT_OBSTACLE, 5}, {PHX_HIT_GROUND, 3}});
    CHECK(ground.kind == PHX_HIT_GROUND && ground.point[2] == 7 && ground.normal[2] == 1);
    CHECK(first_of({{PHX_HIT_OBSTACLE, 8}, {PHX_HIT_GROUND, 7}}).kind == PHX_HIT_OBSTACLE);
}

void a_ray_ends_as_far_below_its_origin_as_it_is_long() {
    PhxRay ray{};
    ray.origin[0] = 1, ray.origin[1] = 2, ray.origin[2] = 1003, ray.direction[2] = -1, ray.length = 2000;
    const Vec3d end = phalanx::ray_end(ray);
    CHECK(end.x == 1 && end.y == 2 && end.z == -997);
}

} // namespace

int main() {
    a_circle_is_a_closed_level_ring_of_its_radius();
    an_arrow_has_a_shaft_and_two_barbs_behind_its_head();
    an_arrow_to_its_own_tail_has_no_barbs_and_an_unknown_kind_no_lines();
    channels_are_read_from_the_left();
    what_a_call_queued_is_drawn();
    the_first_hit_that_counts_decides();
    a_ray_ends_as_far_below_its_origin_as_it_is_long();
    phalanx::shutdown();
    return 0;
}
