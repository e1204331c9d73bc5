// The parts of an order through the C++ wrapper give the bytes whose hashes are stored in tests/goldens/parts.txt (or argv[1]).
// Every language that wraps the parts computes them from this text, which builds on that of golden_scenario.h.
//
// FRAME     UNITY, floats. ARMY, GROUND and ORDER are those of golden_scenario.h, without its blocker.
// SHAPES    grid, circle, triangle, hollow: one hash for each.
// CAPSULES  agent i: radius 0.25 + (i % 5) / 16, height (i % 3) / 2, scale 1 + (i % 2) / 2, collider multiplier 1 + (i % 4) / 4,
//           avoidance 1 + (i % 3) / 2 and 1.25, rotation (1, 0, 0, 1) where i is odd, else (0, 0, 0, 1), collider rotation
//           (0, 0, 1, 1) where i % 3 is 0, else (0, 0, 0, 1), a collider where i % 7 is not 0. FROM_AVOIDANCE, multiplier 1.5.
// STEPS     Each hashes what it gives, in this order.
//           1 radii of the capsules. 2 slot target and extra for them (64 bits each). 3 aspect for 160 members with them.
//           4 slots for 160: rings. 5 two growths of 50 each: count after each (64 bits). 6 validate all slots: states, places.
//           7 assign the army to these places: goals, slots, rings, outcomes, flags, report as in golden_scenario.h.
//           8 resolve goals that stand where agent i stands, moved by the center: goals, outcomes.
//           9 drag along (2048, -3072), (3072, -2048), (2048, -1024) at height 0, from the order with its shape GRID: shape,
//           center, direction, spacing, count (64 bits), places.
//           10 two squads of the first and the last 80 agents, both with the order, on the ground: goals of each.
#include "phalanx.hpp"

#include "check.h"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>

using phalanx::Vec3d;
using phalanx::Vec3f;
using phalanx::view;

namespace {

constexpr std::size_t agents_count = 160;
constexpr double unit = 0.0078125;

Vec3d to_frame(const Vec3d& place) {
    return {place.y * unit, place.z * unit, place.x * unit};
}
Vec3f narrow(const Vec3d& place) {
    return {static_cast<float>(place.x), static_cast<float>(place.y), static_cast<float>(place.z)};
}

struct Army {
    std::vector<Vec3f> places;
    std::vector<float> radii;
    std::vector<std::uint64_t> ids;
    std::vector<std::uint8_t> can_fly, eligible, z_frozen;

    Army() {
        constexpr float widths[8] = {30, 30, 30, 30, 30, 45, 45, 110};
        std::uint64_t state = 1;
        const auto draw = [&state] {
            state = state * 6364136223846793005u + 1442695040888963407u;
            return state >> 33;
        };
        const auto length = [&draw](std::uint64_t steps, double step) { return static_cast<double>(draw() % steps) * step; };
        for (std::uint64_t i = 0; i < agents_count; ++i) {
            const double x = length(16384, 0.25) - 2048, y = length(16384, 0.25) - 2048, z = length(1024, 0.125);
            places.push_back(narrow(to_frame({x, y, z})));
            radii.push_back(static_cast<float>(static_cast<double>(widths[draw() % 8]) * unit));
            can_fly.push_back(draw() % 8 == 0);
            eligible.push_back(draw() % 32 != 0);
            z_frozen.push_back(draw() % 16 == 0);
            ids.push_back((i + 1) * 11400714819323198485u);
        }
    }

    phalanx::Agents agents(std::size_t first, std::size_t count) const {
        phalanx::Agents agents(view(places.data() + first, count));
        agents.radii = view(radii.data() + first, count);
        agents.unique_ids = view(ids.data() + first, count);
        agents.can_fly = view(can_fly.data() + first, count);
        agents.eligible = view(eligible.data() + first, count);
        agents.z_frozen = view(z_frozen.data() + first, count);
        return agents;
    }
};

void answer(const PhxRay& ray, PhxHit& hit) {
    const double x = ray.origin[2] / unit, y = ray.origin[0] / unit;
    const auto cell = [](double along) { return static_cast<std::int64_t>(std::floor(along / 512)); };
    const std::int64_t kind = ((7 * cell(x) + 13 * cell(y)) % 16 + 16) % 16;
    if (kind == 0) phalanx::set_obstacle(hit);
    if (kind < 2) return;
    const Vec3d normal = to_frame({kind == 2 ? 3.0 : 0.0, 0, 1});
    phalanx::set_ground(hit, to_frame({x, y, std::floor(x / 64) * 4 + std::floor(y / 32) * 2}), narrow(normal));
}

class Hash {
public:
    template <class T> void add(const T* first, std::size_t count) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(first);
        for (std::size_t at = 0; at < count * sizeof(T); ++at) value_ = (value_ ^ bytes[at]) * 0x100000001b3u;
    }
    template <class T> void add(const std::vector<T>& all) { add(all.data(), all.size()); }
    void add_number(std::uint64_t number) { add(&number, 1); }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

void add_radii(const phalanx::Context& context, const phalanx::FormationDesc& order, Hash& hash) {
    std::vector<float> caps, heights, scales, multipliers, x, y;
    std::vector<std::array<float, 4>> turned, collider;
    std::vector<std::uint8_t> has;
    for (std::size_t i = 0; i < agents_count; ++i) {
        caps.push_back(0.25f + static_cast<float>(i % 5) * 0.0625f);
        heights.push_back(static_cast<float>(i % 3) * 0.5f);
        scales.push_back(1 + static_cast<float>(i % 2) * 0.5f);
        multipliers.push_back(1 + static_cast<float>(i % 4) * 0.25f);
        x.push_back(1 + static_cast<float>(i % 3) * 0.5f);
        y.push_back(1.25f);
        turned.push_back({i % 2 == 1 ? 1.0f : 0.0f, 0, 0, 1});
        collider.push_back({0, 0, i % 3 == 0 ? 1.0f : 0.0f, 1});
        has.push_back(i % 7 != 0);
    }
    phalanx::Capsules capsules;
    capsules.radii = view(caps), capsules.heights = view(heights), capsules.scales = view(scales);
    capsules.collider_multipliers = view(multipliers), capsules.avoidance_x = view(x), capsules.avoidance_y = view(y);
    capsules.rotations = view(turned), capsules.collider_rotations = view(collider), capsules.has_collider = view(has);
    phalanx::RadiusDesc desc;
    desc.source = PHX_RADIUS_FROM_AVOIDANCE;
    desc.size_multiplier = 1.5;
    std::vector<float> radii(agents_count);
    context.radii(capsules, desc, radii);
    hash.add(radii);

    const phalanx::SlotTarget target = context.slot_target(order, view(radii));
    hash.add_number(target.slots), hash.add_number(target.extra);
    double aspect = 0;
    context.aspect(order, view(radii), agents_count, aspect);
    hash.add(&aspect, 1);
}

void add_formation(const std::vector<Vec3f>& goals, const phalanx::Formation& rest, Hash& hash) {
    hash.add(goals), hash.add(rest.slots), hash.add(rest.rings), hash.add(rest.outcomes), hash.add(rest.flags);
    const auto* report = reinterpret_cast<const unsigned char*>(static_cast<const PhxFormationReport*>(&rest.report));
    const std::size_t first = offsetof(PhxFormationReport, bits);
    hash.add(report + first, offsetof(PhxFormationReport, longest_walk) + sizeof(double) - first);
}

std::uint64_t hash_of(phalanx::Shape shape, std::uint32_t threads) {
    const phalanx::Context context(phalanx::ContextDesc(phalanx::Frame::Unity).threads(threads));
    const phalanx::Ground ground(context, answer);
    const Army army;
    const phalanx::Agents all = army.agents(0, agents_count);
    const Vec3d center = to_frame({3000, -2000, 100});
    phalanx::FormationDesc order = context.order(shape).center_at(center).face(to_frame({3, 1, 0}));
    order.slot_count_margin = 1.25;
    Hash hash;
    add_radii(context, order, hash);

    phalanx::Slots slots = context.slots(order, agents_count);
    hash.add(slots.rings);
    for (int round = 0; round < 2; ++round) {
        context.grow(order, 50, slots);
        hash.add_number(slots.places.size());
    }
    // As floats from here on, which is what the other languages have.
    std::vector<Vec3f> places;
    for (const Vec3d& place : slots.places) places.push_back(narrow(place));
    std::vector<std::uint8_t> states(places.size());
    context.validate(order, ground, view(places), states);
    hash.add(states), hash.add(places);

    phalanx::Formation assigned;
    std::vector<Vec3f> goals(agents_count);
    phalanx::FormationOut out = phalanx::detail::outputs_of(assigned, agents_count);
    out.goals = view(goals);
    context.assign(all, order, view(places), out, &assigned.report);
    add_formation(goals, assigned, hash);

    for (std::size_t i = 0; i < agents_count; ++i) {
        const Vec3f& from = army.places[i];
        goals[i] = narrow({static_cast<double>(from.x) + center.x, static_cast<double>(from.y) + center.y, static_cast<double>(from.z) + center.z});
    }
    std::vector<std::uint8_t> outcomes(agents_count);
    context.resolve_goals(order, ground, all, view(goals), outcomes);
    hash.add(goals), hash.add(outcomes);

    phalanx::FormationDesc drawn = order;
    drawn.shape = PHX_SHAPE_GRID;
    std::vector<Vec3f> line, along(1024);
    for (const Vec3d& point : {Vec3d{2048, -3072, 0}, Vec3d{3072, -2048, 0}, Vec3d{2048, -1024, 0}}) line.push_back(narrow(to_frame(point)));
    std::uint64_t count = 0;
    CHECK(context.drag(view(line), all, drawn, view(along), count).number() == PHX_OK && count >= agents_count);
    hash.add(&drawn.shape, 1), hash.add(drawn.center, 3), hash.add(drawn.direction, 3), hash.add(drawn.spacing, 2);
    hash.add_number(count), hash.add(along.data(), static_cast<std::size_t>(count));

    const phalanx::Agents first = army.agents(0, 80), last = army.agents(80, 80);
    std::vector<Vec3f> of_first(80), of_last(80);
    const phalanx::FormationOut to_first(of_first), to_last(of_last);
    const std::vector<PhxSquad> squads = {{&first, &order, &to_first, nullptr}, {&last, &order, &to_last, nullptr}};
    context.form_up_many(phalanx::Span<const PhxSquad>(squads), ground);
    hash.add(of_first), hash.add(of_last);
    return hash.value();
}

std::uint64_t stored_hash(const char* path, const char* wanted) {
    char line[256], name[64];
    unsigned long long hash = 0;
    std::FILE* file = std::fopen(path, "r");
    CHECK(file != nullptr);
    while (std::fgets(line, sizeof line, file) != nullptr) {
        if (std::sscanf(line, "%63s %llx", name, &hash) == 2 && std::strcmp(name, wanted) == 0) {
            std::fclose(file);
            return hash;
        }
    }
    check_failed(__FILE__, __LINE__, wanted);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const char* path = argc > 1 ? argv[1] : "tests/goldens/parts.txt";
    struct Case {
        const char* name;
        phalanx::Shape shape;
    };
    for (const Case& one : {Case{"grid", phalanx::Shape::Grid}, Case{"circle", phalanx::Shape::Circle},
                            Case{"triangle", phalanx::Shape::Triangle}, Case{"hollow", phalanx::Shape::Hollow}}) {
        const std::uint64_t stored = stored_hash(path, one.name);
        for (const std::uint32_t threads : {1u, 4u}) {
            const std::uint64_t hash = hash_of(one.shape, threads);
            if (hash != stored) std::fprintf(stderr, "%s with %u threads: %016llx\n", one.name, threads, static_cast<unsigned long long>(hash));
            CHECK(hash == stored);
        }
    }
    phalanx::shutdown();
    return 0;
}
