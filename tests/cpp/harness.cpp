// The C++ wrapper: views from containers, results, grounds from lambdas, exceptions, the parts, and both engines' frames.
#include "phalanx.hpp"

#include "check.h"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <type_traits>

using phalanx::Vec3d;
using phalanx::Vec3f;

static_assert(!std::is_constructible_v<phalanx::Agents, std::vector<Vec3d>>, "a temporary would be gone before the call");
static_assert(!std::is_copy_constructible_v<phalanx::Context> && std::is_nothrow_move_constructible_v<phalanx::Context>);

namespace {

phalanx::Context one_thread(phalanx::Frame frame) {
    return phalanx::Context(phalanx::ContextDesc(frame).threads(1));
}

std::vector<Vec3d> block(int count) {
    std::vector<Vec3d> places;
    for (int i = 0; i < count; ++i) places.push_back({i % 8 * 112.0, i / 8 * 144.0, 16.0});
    return places;
}

// The error that a call throws; its text names `part`.
template <class Call> void check_throws(int line, std::int32_t status, const char* part, Call&& call) {
    try {
        call();
    } catch (const phalanx::Error& error) {
        if (error.status().number() == status && std::strstr(error.what(), part) != nullptr &&
            std::strstr(error.what(), error.status_name()) == error.what()) {
            return;
        }
        check_failed(__FILE__, line, error.what());
    }
    check_failed(__FILE__, line, "nothing was thrown");
}
#define CHECK_THROWS(status, part, call) check_throws(__LINE__, status, part, [&] { call; })

void an_army_forms_up_in_three_lines() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    const std::vector<Vec3d> places = block(40);
    const phalanx::Formation formation =
        context.form_up(phalanx::Agents(places), context.order(phalanx::Shape::Circle).center_at(9000, 500, 0).face(0, 1, 0));
    CHECK(formation.status.number() == PHX_OK && !formation.status.partial());
    CHECK(formation.goals.size() == 40 && formation.report.placed == 40);
    for (std::size_t i = 0; i < 40; ++i) {
        CHECK(formation.outcome(i) == phalanx::Outcome::Placed && formation.flags[i] == PHX_FLAG_DEFAULTED);
        CHECK(formation.slots[i] < formation.report.slots_made && formation.rings[i] != PHX_SLOT_NONE);
        for (std::size_t j = 0; j < i; ++j) CHECK(formation.slots[i] != formation.slots[j]);
    }
}

// The same army in Unreal's and in Unity's axes ends at the same places. Lengths are multiples of 1/8, so that both the
// change of unit (1/128) and floats hold them exactly.
void both_engines_get_the_same_formation() {
    phalanx::Context unreal = one_thread(phalanx::Frame::Unreal);
    phalanx::ContextDesc settings = phalanx::ContextDesc(phalanx::Frame::Unity).threads(1);
    settings.unit_scale = 1.0 / 128.0;
    phalanx::Context unity(settings);
    const std::vector<Vec3d> places = block(50);
    std::vector<Vec3f> turned;
    for (const Vec3d& p : places) turned.push_back({float(p.y / 128), float(p.z / 128), float(p.x / 128)});
    for (phalanx::Shape shape : {phalanx::Shape::Grid, phalanx::Shape::Circle, phalanx::Shape::Triangle}) {
        for (bool keep : {false, true}) {
            phalanx::FormationDesc first = unreal.order(shape).center_at(4096, -1024, 64).face(1, 0, 0).space(96, 128);
            phalanx::FormationDesc second = unity.order(shape).center_at(-8, 0.5, 32).face(Vec3f{0, 0, 1}).space(0.75, 1);
            if (keep) first.keep_formation(), second.keep_formation();
            const phalanx::Formation a = unreal.form_up(phalanx::Agents(places), first);
            std::vector<Vec3f> goals(turned.size());
            std::vector<std::uint32_t> slots(turned.size());
            phalanx::FormationOut out(goals);
            out.slots = phalanx::view(slots);
            unity.form_up(phalanx::Agents(turned), second, phalanx::NoGround{}, out);
            CHECK(a.slots == slots);
            for (std::size_t i = 0; i < goals.size(); ++i) {
                CHECK(std::fabs(goals[i].z * 128.0 - a.goals[i].x) < 0.01 && std::fabs(goals[i].x * 128.0 - a.goals[i].y) < 0.01);
                CHECK(goals[i].y * 128.0 == a.goals[i].z);
            }
        }
    }
}

void every_kind_of_container_can_be_lent() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    struct Upper {
        double X, Y, Z;
    };
    const std::vector<Vec3d> places = block(12);
    std::vector<Upper> upper;
    std::vector<std::array<float, 3>> arrays;
    std::vector<double> flat;
    double plain[12][3];
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Vec3d& p = places[i];
        upper.push_back({p.x, p.y, p.z});
        arrays.push_back({float(p.x), float(p.y), float(p.z)});
        flat.insert(flat.end(), {p.x, p.y, p.z});
        plain[i][0] = p.x, plain[i][1] = p.y, plain[i][2] = p.z;
    }
    const phalanx::FormationDesc order = context.order(phalanx::Shape::Grid).center_at(places[5]).keep_formation(90);
    const std::vector<std::uint32_t> expected = context.form_up(phalanx::Agents(places), order).slots;
    CHECK(context.form_up(phalanx::Agents(upper), order).slots == expected);
    CHECK(context.form_up(phalanx::Agents(arrays), order).slots == expected);
    CHECK(context.form_up(phalanx::Agents(plain), order).slots == expected);
    CHECK(context.form_up(phalanx::Agents(phalanx::triples(flat)), order).slots == expected);
    CHECK(context.form_up(phalanx::Agents(phalanx::view(places.data(), places.size())), order).slots == expected);
    const std::vector<Vec3d> nobody;
    CHECK(context.form_up(phalanx::Agents(nobody), order).goals.empty());
}

void a_lambda_answers_for_the_ground() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    const std::vector<Vec3d> places = block(30);
    const phalanx::Agents agents(places);
    const phalanx::FormationDesc order = context.order(phalanx::Shape::Grid).center_at(2000, 0, 0);
    // Ground rises by a tenth to the east; everything with y > 120 is water.
    const auto answer = [](const PhxRay& ray, PhxHit& hit) {
        if (ray.origin[1] > 120.0) return;
        phalanx::set_ground(hit, {ray.origin[0], ray.origin[1], ray.origin[0] / 8}, {-1, 0, 8});
    };
    const phalanx::Formation one = context.form_up(agents, order, phalanx::Ground(context, answer));
    std::size_t batches = 0;
    const phalanx::Ground batched(context, [&](phalanx::Span<const PhxRay> rays, phalanx::Span<PhxHit> hits) {
        ++batches;
        for (std::size_t i = 0; i < rays.size(); ++i) answer(rays[i], hits[i]);
        return 0;
    });
    const phalanx::Formation many = context.form_up(agents, order, batched);
    CHECK(one.slots == many.slots && many.report.probe_batches == batches && many.report.slots_dropped > 0);
    for (const Vec3d& goal : many.goals) CHECK(goal.y <= 120.0 && goal.z == goal.x / 8);
    phalanx::Ground steep(context, answer);
    steep.max_slope_degrees = 1.0;
    CHECK(context.form_up(agents, order, steep).report.overflow == 30);
}

void what_a_ground_throws_comes_out_of_the_call() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    const std::vector<Vec3d> places = block(9);
    std::vector<Vec3d> goals(places.size(), Vec3d{-1, -1, -1});
    const phalanx::FormationOut out(goals);
    const phalanx::FormationDesc order = context.order(phalanx::Shape::Grid);
    const phalanx::Ground broken(context, [](const PhxRay&, PhxHit&) { throw std::out_of_range("no such tile"); });
    bool thrown = false;
    try {
        context.form_up(phalanx::Agents(places), order, broken, out);
    } catch (const std::out_of_range& error) {
        thrown = std::strcmp(error.what(), "no such tile") == 0;
    }
    CHECK(thrown && goals[0].x == -1);
    const phalanx::Ground stopping(context, [](const PhxRay&, PhxHit&) { return -5; });
    CHECK_THROWS(PHX_E_CALLBACK, "-5", context.form_up(phalanx::Agents(places), order, stopping));
    const phalanx::Ground nested(context, [&](const PhxRay&, PhxHit&) { (void)context.order(phalanx::Shape::Grid); });
    CHECK_THROWS(PHX_E_BUSY, "callback", context.form_up(phalanx::Agents(places), order, nested));
    CHECK(context.form_up(phalanx::Agents(places), order).status.number() == PHX_OK);
}

void errors_are_exceptions_with_the_librarys_text() {
    phalanx::Context context = one_thread(phalanx::Frame::Unity);
    const std::vector<Vec3d> places = block(9);
    const phalanx::Agents agents(places);
    phalanx::FormationDesc order = context.order(phalanx::Shape::Grid);
    order.spacing[0] = -1;
    CHECK_THROWS(PHX_E_INVALID_ARGUMENT, "spacing", context.form_up(agents, order));
    CHECK_THROWS(PHX_E_INVALID_ARGUMENT, "shape is 12", context.order(static_cast<phalanx::Shape>(12)));
    phalanx::ContextDesc odd(phalanx::Frame::Custom);
    odd.forward_axis = odd.up_axis = PHX_AXIS_NEGATIVE_Y;
    CHECK_THROWS(PHX_E_INVALID_ARGUMENT, "axis", phalanx::Context made(odd));
    CHECK_THROWS(PHX_E_BAD_HANDLE, "", phalanx::Context().order(phalanx::Shape::Grid));

    phalanx::Context moved = std::move(context);
    CHECK(moved && !context);
    moved = one_thread(phalanx::Frame::Unity);
    CHECK(moved.order(phalanx::Shape::Grid).spacing[0] == 1.0);
    moved.destroy();
    CHECK(!moved);
}

void results_are_written_into_memory_that_is_there() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    const std::vector<Vec3d> places = block(32);
    const phalanx::Agents agents(places);
    const phalanx::FormationDesc order = context.order(phalanx::Shape::Triangle);
    phalanx::Formation formation;
    context.form_up(agents, order, phalanx::NoGround{}, formation);
    const Vec3d* goals = formation.goals.data();
    const std::vector<std::uint32_t> slots = formation.slots;
    CHECK(context.form_up(agents, order, phalanx::NoGround{}, formation).number() == PHX_OK);
    CHECK(formation.goals.data() == goals && formation.slots == slots);
}

void the_parts_can_be_called_alone() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    const std::vector<float> heights = {100, 100}, caps = {30, 40};
    const std::vector<std::array<double, 4>> turned = {{0, 0, 0, 1}, {std::sqrt(0.5), 0, 0, std::sqrt(0.5)}}; // the second lies
    phalanx::Capsules capsules;
    capsules.heights = phalanx::view(heights);
    capsules.radii = phalanx::view(caps);
    capsules.rotations = phalanx::view(turned);
    std::vector<float> radii(2);
    context.radii(capsules, phalanx::RadiusDesc(), radii);
    CHECK(radii[0] == 30.0f && std::fabs(radii[1] - 90.0f) < 0.001f);

    const std::vector<float> wide(100, 80.0f);
    const phalanx::FormationDesc order = context.order(phalanx::Shape::Grid).within(2000, 1000);
    const phalanx::SlotTarget target = context.slot_target(order, phalanx::view(wide));
    CHECK(target.extra == 800 && target.slots == 900);
    double aspect = 0;
    context.aspect(order, {}, 10, aspect);
    CHECK(aspect == 2.5); // 5 x 2

    phalanx::Slots slots = context.slots(order, 10);
    CHECK(slots.places.size() == 10 && slots.rings.size() == 10 && slots.growth.emitted == 10);
    CHECK(slots.places[0].x == 50 && slots.places[0].y == -200);
    context.grow(order, 4, slots);
    CHECK(slots.places.size() == 15 && slots.places[10].x == -150); // one more row, behind

    std::vector<std::uint8_t> states(slots.places.size());
    const phalanx::Ground ground(context, [](const PhxRay& ray, PhxHit& hit) {
        if (ray.origin[1] < -150) return phalanx::set_obstacle(hit);
        if (ray.origin[1] < 150) phalanx::set_ground(hit, {ray.origin[0], ray.origin[1], 7}, {0, 0, 1});
    });
    context.validate(order, ground, phalanx::view(slots.places), states);
    CHECK(states[0] == PHX_SLOT_STATE_BLOCKED && states[1] == PHX_SLOT_STATE_OK && states[4] == PHX_SLOT_STATE_VOID);
    CHECK(slots.places[0].z == 0 && slots.places[1].z == 7);

    const std::vector<Vec3d> places = {{0, 0, 0}, {0, 500, 0}};
    const std::vector<Vec3d> brought = {{90, 400, 0}, {90, 0, 0}};
    std::vector<Vec3d> goals(2);
    phalanx::FormationOut out(goals);
    std::vector<std::uint32_t> taken(2);
    out.slots = phalanx::view(taken);
    context.assign(phalanx::Agents(places), order, phalanx::view(brought), out);
    CHECK(taken[0] == 1 && taken[1] == 0 && goals[0].y == 0);

    std::vector<std::uint8_t> outcomes(2);
    goals = {{0, 0, 0}, {0, 300, 0}};
    context.resolve_goals(order, ground, phalanx::Agents(places), phalanx::view(goals), outcomes);
    CHECK(outcomes[0] == PHX_OUTCOME_PLACED && outcomes[1] == PHX_OUTCOME_RELOCATED && goals[1].y < 150);
    CHECK_THROWS(PHX_E_LENGTH_MISMATCH, "outcomes",
                 context.resolve_goals(order, ground, phalanx::Agents(places), phalanx::view(goals), phalanx::Span(outcomes.data(), 1)));
}

void the_callers_own_points_are_slots() {
    phalanx::Context context = one_thread(phalanx::Frame::Unity);
    const std::vector<Vec3f> template_points = {{-2, 0, 1}, {0, 0, 3}, {2, 0, 1}}; // right, up, forward
    const std::vector<Vec3f> places = {{3, 0, 2}, {-3, 0, 2}, {0, 0, 5}};
    phalanx::FormationDesc order = context.order(phalanx::Shape::Points).take_points(template_points).center_at(20, 1, 0);
    const phalanx::Formation ahead = context.form_up(phalanx::Agents(places), order);
    CHECK(ahead.slots == (std::vector<std::uint32_t>{2, 0, 1}));
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3f& point = template_points[ahead.slots[i]];
        CHECK(ahead.goals[i].x == 20 + point.x && ahead.goals[i].y == 1 && ahead.goals[i].z == point.z);
    }
    const phalanx::Slots turned = context.slots(order.face(1, 0, 0), 3); // forward becomes right
    CHECK(turned.places[1].x == 23 && turned.places[1].z == 0 && turned.places[0].x == 21 && turned.places[0].z == 2);
}

void a_column_fills_from_the_front() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    const std::vector<Vec3d> places = block(7);
    phalanx::FormationDesc order = context.order(phalanx::Shape::Column).within(400, 0).fill_from_the_front().face(1, 0, 0);
    std::vector<double> last;
    for (const Vec3d& goal : context.form_up(phalanx::Agents(places), order).goals) {
        if (goal.x < 0) last.push_back(std::fabs(goal.y));
    }
    CHECK(last.size() == 3 && last[0] + last[1] + last[2] == 200);
}

void a_drawn_line_fills_an_order() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    const std::vector<Vec3d> places = block(9);
    const phalanx::Agents agents(places);
    const std::vector<Vec3f> own = {{0, -80, 0}, {0, 80, 0}};
    const phalanx::FormationDesc original = context.order(phalanx::Shape::Points).take_points(own);
    std::vector<Vec3d> points;

    phalanx::FormationDesc order = original;
    const std::vector<Vec3d> straight = {{4000, 0, 0}, {4000, 800, 0}};
    CHECK(context.drag(phalanx::view(straight), agents, order, points).number() == PHX_OK && points.empty());
    CHECK(order.shape == PHX_SHAPE_LINE && order.direction[0] == 1 && order.points.data == own.data());
    for (const Vec3d& goal : context.form_up(agents, order).goals) CHECK(goal.x == 4000 && goal.y >= 0 && goal.y <= 800);

    order = original;
    const std::vector<Vec3d> bent = {{4000, 0, 0}, {4400, 400, 0}, {4000, 800, 0}};
    CHECK(context.drag(phalanx::view(bent), agents, order, points).number() == PHX_OK);
    CHECK(order.shape == PHX_SHAPE_POINTS && points.size() >= 9 && order.points.data == points.data());
    CHECK(order.points.count == points.size());
    const phalanx::Formation formation = context.form_up(agents, order);
    CHECK(formation.report.placed == 9 && formation.report.lattice_width == points.size());
    const Vec3d* kept = points.data();
    order = original;
    context.drag(phalanx::view(bent), agents, order, points);
    CHECK(points.data() == kept && context.form_up(agents, order).slots == formation.slots);

    order = original;
    const std::vector<Vec3d> click = {{4000, 0, 0}};
    context.drag(phalanx::view(click), agents, order, points);
    CHECK(order.shape == PHX_SHAPE_POINTS && order.points.data == own.data() && order.points.count == 2 && points.empty());
    CHECK(order.center[0] == 4000);
    CHECK_THROWS(PHX_E_INVALID_ARGUMENT, "line.count is 0", context.drag({}, agents, order, points));
}

void ranks_speeds_and_earlier_slots_are_lent_as_other_views() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    struct Soldier {
        Vec3d place;
        std::uint8_t rank;
        float speed;
    };
    std::vector<Soldier> soldiers;
    for (int i = 0; i < 10; ++i) soldiers.push_back({{i * 120.0, 0, 0}, std::uint8_t(i < 5 ? 0 : 7), i == 3 ? 0.0f : 1.0f});
    phalanx::Agents agents(phalanx::member_view(soldiers, &Soldier::place));
    agents.ranks = phalanx::member_view(soldiers, &Soldier::rank);
    agents.speeds = phalanx::member_view(soldiers, &Soldier::speed);
    phalanx::FormationDesc order = context.order(phalanx::Shape::Line).within(400, 200).center_at(5000, 0, 0).prove_bound();
    const phalanx::Formation first = context.form_up(agents, order);
    for (std::size_t i = 0; i < 10; ++i) {
        CHECK((first.goals[i].x == 5000) == (i < 5));
        CHECK(((first.flags[i] & PHX_FLAG_BAD_SPEED) != 0) == (i == 3));
    }
    CHECK(first.report.lower_bound > 0 && first.report.slot_target == 10);
    agents.previous_slots = phalanx::view(first.slots);
    CHECK(context.form_up(agents, order.continue_from(first.report)).slots == first.slots);
    CHECK(order.previous_slot_count == 10);
}

void squads_form_up_beside_one_another() {
    phalanx::Context context = one_thread(phalanx::Frame::Unreal);
    const std::vector<Vec3d> near = block(20), far = block(12);
    const phalanx::FormationDesc order = context.order(phalanx::Shape::Grid).center_at(5000, 0, 0);
    phalanx::FormationDesc small = order;
    small.within(200, 200).fixed().center_at(9000, 0, 0);
    std::vector<phalanx::Squad> squads(3);
    squads[0].agents = phalanx::Agents(near), squads[0].desc = order;
    squads[1].agents = phalanx::Agents(far), squads[1].desc = order;
    squads[2].agents = phalanx::Agents(far), squads[2].desc = small;
    CHECK(context.form_up_many(phalanx::Span<phalanx::Squad>(squads)).partial());
    CHECK(squads[0].formation.status.number() == PHX_OK && squads[1].formation.status.number() == PHX_OK);
    CHECK(squads[2].formation.status.partial() && squads[2].formation.report.overflow == 8);
    CHECK(squads[0].formation.goals.size() == 20 && squads[1].formation.report.slots_dropped > 0);
    for (const Vec3d& a : squads[0].formation.goals) {
        for (const Vec3d& b : squads[1].formation.goals) CHECK(std::hypot(a.x - b.x, a.y - b.y) >= 2 * 34.0);
    }

    std::vector<Vec3d> goals(20), others(12);
    const phalanx::FormationOut first(goals), second(others);
    phalanx::FormationReport report;
    const std::vector<PhxSquad> items = {{&squads[0].agents, &order, &first, nullptr}, {&squads[1].agents, &order, &second, &report}};
    CHECK(context.form_up_many(phalanx::Span<const PhxSquad>(items)).number() == PHX_OK);
    CHECK(report.placed == 12 && others[3].x == squads[1].formation.goals[3].x && goals[7].y == squads[0].formation.goals[7].y);
    squads[1].desc.spacing[0] = 0;
    CHECK_THROWS(PHX_E_INVALID_ARGUMENT, "squads[1]: desc.spacing", context.form_up_many(phalanx::Span<phalanx::Squad>(squads)));
}

} // namespace

int main() {
    phalanx::check_abi();
    CHECK(std::string(phalanx::version()) == phx_version_string() && phalanx::version()[0] != 0);
    an_army_forms_up_in_three_lines();
    both_engines_get_the_same_formation();
    every_kind_of_container_can_be_lent();
    a_lambda_answers_for_the_ground();
    what_a_ground_throws_comes_out_of_the_call();
    errors_are_exceptions_with_the_librarys_text();
    results_are_written_into_memory_that_is_there();
    the_parts_can_be_called_alone();
    the_callers_own_points_are_slots();
    a_column_fills_from_the_front();
    a_drawn_line_fills_an_order();
    ranks_speeds_and_earlier_slots_are_lent_as_other_views();
    squads_form_up_beside_one_another();
    phalanx::shutdown();
    return 0;
}
