// An army that lies in structs and in chunks: read and written in place with strides, or gathered and scattered one to one.
#include "phalanx.hpp"

#include "check.h"

using phalanx::Vec3d;

namespace {

// As a Mass fragment: what the library reads and what it writes stand side by side with what it must leave alone.
struct Fragment {
    std::uint64_t id;
    Vec3d position;
    float radius;
    std::uint8_t alive;
    std::uint8_t outcome;
    std::uint16_t guard;
    Vec3d goal;
    std::uint32_t slot;
    std::uint32_t canary;
};

constexpr std::uint16_t GUARD = 0xBEEF;
constexpr std::uint32_t CANARY = 0xDEADBEEF;

std::vector<Fragment> fragments(std::size_t count) {
    std::vector<Fragment> made(count);
    for (std::size_t i = 0; i < count; ++i) {
        Fragment& fragment = made[i];
        fragment.id = 1000 - i;
        fragment.position = {double(i * 53 % 17) * 80, double(i * 29 % 13) * 95, 0};
        fragment.radius = i % 9 == 0 ? 90.0f : 30.0f;
        fragment.alive = i % 11 != 0;
        fragment.outcome = 0xFF, fragment.guard = GUARD, fragment.slot = 0, fragment.canary = CANARY;
        fragment.goal = {-1, -1, -1};
    }
    return made;
}

bool untouched(const Fragment& now, const Fragment& before) {
    return now.id == before.id && now.position.x == before.position.x && now.position.y == before.position.y &&
           now.position.z == before.position.z && now.radius == before.radius && now.alive == before.alive && now.guard == GUARD &&
           now.canary == CANARY;
}

bool same(const Vec3d& a, const Vec3d& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

phalanx::FormationDesc order_of(const phalanx::Context& context) {
    return context.order(phalanx::Shape::Grid).center_at(4000, 300, 0).face(1, 1, 0);
}

void members_of_structs_are_read_and_written_in_place(const phalanx::Context& context) {
    const std::vector<Fragment> before = fragments(70);
    std::vector<Fragment> army = before;
    phalanx::Agents agents(phalanx::member_view(army, &Fragment::position));
    agents.radii = phalanx::member_view(army, &Fragment::radius);
    agents.unique_ids = phalanx::member_view(army, &Fragment::id);
    agents.eligible = phalanx::member_view(army, &Fragment::alive);
    phalanx::FormationOut out(phalanx::member_view(army, &Fragment::goal));
    out.outcomes = phalanx::member_view(army, &Fragment::outcome);
    out.slots = phalanx::member_view(army, &Fragment::slot);
    context.form_up(agents, order_of(context), phalanx::NoGround{}, out);

    // The same from packed arrays.
    std::vector<Vec3d> places;
    std::vector<float> radii;
    std::vector<std::uint64_t> ids;
    std::vector<std::uint8_t> alive;
    for (const Fragment& f : before) places.push_back(f.position), radii.push_back(f.radius), ids.push_back(f.id), alive.push_back(f.alive);
    phalanx::Agents packed(places);
    packed.radii = phalanx::view(radii);
    packed.unique_ids = phalanx::view(ids);
    packed.eligible = phalanx::view(alive);
    const phalanx::Formation formation = context.form_up(packed, order_of(context));
    CHECK(formation.report.ineligible == 7);
    for (std::size_t i = 0; i < army.size(); ++i) {
        CHECK(untouched(army[i], before[i]));
        CHECK(same(army[i].goal, formation.goals[i]) && army[i].slot == formation.slots[i] && army[i].outcome == formation.outcomes[i]);
    }

    // In place: goals over another member is fine, goals over the positions that are read is not.
    phalanx::FormationOut clash(phalanx::member_view(army, &Fragment::position));
    try {
        context.form_up(agents, order_of(context), phalanx::NoGround{}, clash);
        CHECK(false);
    } catch (const phalanx::Error& error) {
        CHECK(error.status().number() == PHX_E_INVALID_ARGUMENT);
    }
    for (std::size_t i = 0; i < army.size(); ++i) CHECK(untouched(army[i], before[i]));
}

void chunks_are_gathered_and_scattered_one_to_one(const phalanx::Context& context) {
    const std::vector<Fragment> whole = fragments(64);
    // Five chunks of different length, one of them empty.
    std::vector<std::vector<Fragment>> chunks;
    std::size_t next = 0;
    for (std::size_t length : {17u, 1u, 0u, 30u, 16u}) {
        chunks.emplace_back(whole.begin() + std::ptrdiff_t(next), whole.begin() + std::ptrdiff_t(next + length));
        next += length;
    }
    phalanx::Segments<const Vec3d> positions;
    phalanx::Segments<const float> radii;
    phalanx::Segments<const std::uint64_t> ids;
    phalanx::Segments<Vec3d> goals;
    for (std::vector<Fragment>& chunk : chunks) {
        const std::vector<Fragment>& read = chunk;
        positions.add(phalanx::member_view(read, &Fragment::position));
        radii.add(phalanx::member_view(read, &Fragment::radius));
        ids.add(phalanx::member_view(read, &Fragment::id));
        goals.add(phalanx::member_view(chunk, &Fragment::goal));
    }
    CHECK(positions.size() == whole.size() && goals.pieces().size() == chunks.size());

    std::vector<Vec3d> packed_positions;
    std::vector<float> packed_radii;
    std::vector<std::uint64_t> packed_ids;
    phalanx::gather(positions, packed_positions);
    phalanx::gather(radii, packed_radii);
    phalanx::gather(ids, packed_ids);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        CHECK(same(packed_positions[i], whole[i].position) && packed_ids[i] == whole[i].id && packed_radii[i] == whole[i].radius);
    }
    phalanx::Agents agents(packed_positions);
    agents.radii = phalanx::view(packed_radii);
    agents.unique_ids = phalanx::view(packed_ids);
    const phalanx::Formation formation = context.form_up(agents, order_of(context));
    phalanx::scatter(formation.goals, goals);
    next = 0;
    for (const std::vector<Fragment>& chunk : chunks) {
        for (const Fragment& fragment : chunk) {
            CHECK(same(fragment.goal, formation.goals[next]) && untouched(fragment, whole[next]));
            ++next;
        }
    }
    CHECK(next == whole.size());

    const std::vector<Vec3d> short_by_one(whole.size() - 1, Vec3d{-7, -7, -7});
    try {
        phalanx::scatter(short_by_one, goals);
        CHECK(false);
    } catch (const phalanx::Error& error) {
        CHECK(error.status().number() == PHX_E_LENGTH_MISMATCH && chunks[0][0].goal.x != -7);
    }
}

} // namespace

int main() {
    {
        const phalanx::Context context(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(1));
        members_of_structs_are_read_and_written_in_place(context);
        chunks_are_gathered_and_scattered_one_to_one(context);
    }
    phalanx::shutdown();
    return 0;
}
