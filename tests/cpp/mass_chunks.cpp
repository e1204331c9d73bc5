// A stand-in for Unreal's Mass: 2,000 entities in chunks of uneven length, each chunk an array per kind of fragment, some
// without the optional ones. Gathered as segments and mustered by squad, the call gives what it gives for flat arrays.
#include "phalanx.hpp"

#include "check.h"

#include <cstring>

using phalanx::Vec3d;

namespace {

// As Mass has it: a rotation before the place, and none of it public in the engine.
struct TransformFragment {
    double rotation[4];
    Vec3d translation;
    double padding, scale[4];
};
struct RadiusFragment {
    float radius;
};
struct MemberFragment {
    std::uint64_t id;
    std::int32_t squad;
    std::uint8_t rank;
    bool alive;
};
struct GoalFragment {
    std::uint16_t before;
    Vec3d goal;
    std::uint32_t slot;
    std::uint8_t outcome;
};

struct Chunk {
    std::vector<TransformFragment> transforms;
    std::vector<RadiusFragment> radii; // empty where the archetype has none
    std::vector<MemberFragment> members;
    std::vector<GoalFragment> goals;
};

constexpr std::size_t ARMY = 2000;
constexpr std::uint16_t GUARD = 0xBEEF;

// Chunks of 1 to 176 entities; each third chunk lacks radii when asked to.
std::vector<Chunk> chunks_of(std::size_t count, std::int32_t squads, bool some_lack_radii) {
    std::vector<Chunk> chunks;
    for (std::size_t next = 0; next < count;) {
        const std::size_t length = std::min(count - next, chunks.size() * 61 % 176 + 1);
        const bool has_radii = !some_lack_radii || chunks.size() % 3 != 2;
        Chunk chunk;
        for (std::size_t i = next; i < next + length; ++i) {
            chunk.transforms.push_back({{0, 0, 0, 1}, {double(i * 7919 % 4001), double(i * 104729 % 3001), double(i % 5)}, 0, {1, 1, 1, 0}});
            if (has_radii) chunk.radii.push_back({i % 9 == 0 ? 70.0f : 34.0f});
            chunk.members.push_back({i * 3 + 7, std::int32_t(i * 31 % 97) % squads, std::uint8_t(i % 3), i % 50 != 0});
            chunk.goals.push_back({GUARD, {-1, -1, -1}, 0, 0xFF});
        }
        chunks.push_back(std::move(chunk));
        next += length;
    }
    return chunks;
}

phalanx::FormationDesc order_of(const phalanx::Context& context, std::int32_t squad) {
    return context.order(squad % 2 == 0 ? phalanx::Shape::Grid : phalanx::Shape::Triangle).center_at(9000, 9000.0 * squad, 0).face(1, 0, 0);
}

// The members of one squad in flat arrays, made without anything that is under test.
struct Flat {
    std::vector<Vec3d> places;
    std::vector<float> radii;
    std::vector<std::uint64_t> ids;
    std::vector<std::uint8_t> ranks, alive;

    Flat(const std::vector<Chunk>& chunks, std::int32_t squad) {
        for (const Chunk& chunk : chunks) {
            for (std::size_t i = 0; i < chunk.members.size(); ++i) {
                if (chunk.members[i].squad != squad) continue;
                places.push_back(chunk.transforms[i].translation);
                radii.push_back(chunk.radii.empty() ? 34.0f : chunk.radii[i].radius);
                ids.push_back(chunk.members[i].id);
                ranks.push_back(chunk.members[i].rank);
                alive.push_back(chunk.members[i].alive);
            }
        }
    }
    phalanx::Formation form_up(const phalanx::Context& context, const phalanx::FormationDesc& order) const {
        phalanx::Agents agents(places);
        agents.radii = phalanx::view(radii), agents.unique_ids = phalanx::view(ids);
        agents.ranks = phalanx::view(ranks), agents.eligible = phalanx::view(alive);
        return context.form_up(agents, order);
    }
};

bool same(const Vec3d& a, const Vec3d& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Every member of a squad has the answer of the flat call, in the order of the chunks; the others were not touched.
void check_goals(const std::vector<Chunk>& chunks, std::int32_t squad, const phalanx::Formation& flat, bool with_slots) {
    std::size_t next = 0;
    for (const Chunk& chunk : chunks) {
        for (std::size_t i = 0; i < chunk.members.size(); ++i) {
            CHECK(chunk.goals[i].before == GUARD);
            if (chunk.members[i].squad != squad) continue;
            CHECK(same(chunk.goals[i].goal, flat.goals[next]));
            if (with_slots) CHECK(chunk.goals[i].slot == flat.slots[next] && chunk.goals[i].outcome == flat.outcomes[next]);
            ++next;
        }
    }
    CHECK(next == flat.goals.size());
}

void segments_of_uneven_chunks_give_the_flat_result(const phalanx::Context& context) {
    std::vector<Chunk> chunks = chunks_of(ARMY, 1, false);
    CHECK(chunks.size() > 15);
    phalanx::Segments<const Vec3d> places;
    phalanx::Segments<const float> radii;
    phalanx::Segments<const std::uint64_t> ids;
    phalanx::Segments<const std::uint8_t> ranks;
    phalanx::Segments<const bool> alive;
    phalanx::Segments<Vec3d> goals;
    phalanx::Segments<std::uint32_t> slots;
    phalanx::Segments<std::uint8_t> outcomes;
    for (Chunk& chunk : chunks) {
        const Chunk& read = chunk;
        places.add(phalanx::member_view(read.transforms, &TransformFragment::translation));
        radii.add(phalanx::member_view(read.radii, &RadiusFragment::radius));
        ids.add(phalanx::member_view(read.members, &MemberFragment::id));
        ranks.add(phalanx::member_view(read.members, &MemberFragment::rank));
        alive.add(phalanx::member_view(read.members, &MemberFragment::alive));
        goals.add(phalanx::member_view(chunk.goals, &GoalFragment::goal));
        slots.add(phalanx::member_view(chunk.goals, &GoalFragment::slot));
        outcomes.add(phalanx::member_view(chunk.goals, &GoalFragment::outcome));
    }
    const Flat flat(chunks, 0);
    std::vector<Vec3d> packed_places;
    std::vector<float> packed_radii;
    std::vector<std::uint64_t> packed_ids;
    std::vector<std::uint8_t> packed_ranks, packed_alive;
    phalanx::gather(places, packed_places), phalanx::gather(radii, packed_radii), phalanx::gather(ids, packed_ids);
    phalanx::gather(ranks, packed_ranks);
    // std::vector<bool> has no elements to lend, so this one is gathered by hand.
    for (const phalanx::View<const bool>& piece : alive.pieces()) {
        for (std::size_t i = 0; i < piece.size(); ++i) packed_alive.push_back(piece[i]);
    }
    phalanx::Agents agents(packed_places);
    agents.radii = phalanx::view(packed_radii), agents.unique_ids = phalanx::view(packed_ids);
    agents.ranks = phalanx::view(packed_ranks), agents.eligible = phalanx::view(packed_alive);
    const phalanx::Formation formation = context.form_up(agents, order_of(context, 0));
    CHECK(phalanx::scatter(formation.goals, goals).succeeded() && phalanx::scatter(formation.slots, slots).succeeded());
    CHECK(phalanx::scatter(formation.outcomes, outcomes).succeeded());
    check_goals(chunks, 0, flat.form_up(context, order_of(context, 0)), true);
}

using Muster = phalanx::Muster<GoalFragment*>;

// As a processor does it: over all chunks once, each entity to its squad.
std::vector<Muster> muster(std::vector<Chunk>& chunks, std::int32_t squads) {
    std::vector<Muster> musters{std::size_t(squads)};
    for (Chunk& chunk : chunks) {
        for (std::size_t i = 0; i < chunk.members.size(); ++i) {
            phalanx::Member member;
            member.location = chunk.transforms[i].translation;
            if (!chunk.radii.empty()) member.radius = chunk.radii[i].radius;
            member.unique_id = chunk.members[i].id;
            member.rank = chunk.members[i].rank;
            member.eligible = chunk.members[i].alive;
            musters[std::size_t(chunk.members[i].squad)].add(&chunk.goals[i], member);
        }
    }
    return musters;
}

void give(GoalFragment* fragment, const phalanx::Answer& answer) {
    fragment->goal = answer.goal, fragment->slot = answer.slot, fragment->outcome = std::uint8_t(answer.outcome);
}

void mustered_squads_give_the_flat_results(const phalanx::Context& context) {
    for (const bool some_lack_radii : {false, true}) {
        const std::int32_t squads = 5;
        std::vector<Chunk> chunks = chunks_of(ARMY, squads, some_lack_radii);
        std::vector<Muster> musters = muster(chunks, squads);
        // Squad 3 has no order.
        for (const std::int32_t squad : {0, 1, 2, 4}) {
            const Muster& of_squad = musters[std::size_t(squad)];
            const phalanx::Formation formation = context.form_up(of_squad.agents(), order_of(context, squad));
            CHECK(of_squad.size() > 100 && of_squad.scatter(formation, give).succeeded());
        }
        for (const std::int32_t squad : {0, 1, 2, 4}) {
            check_goals(chunks, squad, Flat(chunks, squad).form_up(context, order_of(context, squad)), true);
        }
        for (const GoalFragment* goal : musters[3].handles()) CHECK(goal->goal.x == -1 && goal->outcome == 0xFF);
    }
}

void many_squads_in_one_call_are_scattered_to_their_own_members(const phalanx::Context& context) {
    const std::int32_t count = 4;
    std::vector<Chunk> chunks = chunks_of(ARMY, count, true);
    std::vector<Muster> musters = muster(chunks, count);
    std::vector<phalanx::Squad> squads(static_cast<std::size_t>(count));
    for (std::int32_t squad = 0; squad < count; ++squad) {
        squads[std::size_t(squad)].agents = musters[std::size_t(squad)].agents();
        squads[std::size_t(squad)].desc = order_of(context, squad);
    }
    CHECK(context.form_up_many(phalanx::Span<phalanx::Squad>(squads)).succeeded());
    for (std::int32_t squad = 0; squad < count; ++squad) {
        const phalanx::Formation& formation = squads[std::size_t(squad)].formation;
        CHECK(musters[std::size_t(squad)].scatter(formation, give).succeeded());
        check_goals(chunks, squad, formation, true);
        CHECK(formation.report.placed + formation.report.ineligible == formation.goals.size());
    }
}

void the_order_of_the_chunks_does_not_matter(const phalanx::Context& context) {
    std::vector<Chunk> chunks = chunks_of(ARMY, 1, false);
    std::vector<Chunk> reversed(chunks.rbegin(), chunks.rend());
    for (std::vector<Chunk>* army : {&chunks, &reversed}) {
        const std::vector<Muster> musters = muster(*army, 1);
        CHECK(musters[0].scatter(context.form_up(musters[0].agents(), order_of(context, 0)), give).succeeded());
    }
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        const Chunk& other = reversed[chunks.size() - 1 - chunk];
        for (std::size_t i = 0; i < other.goals.size(); ++i) CHECK(same(chunks[chunk].goals[i].goal, other.goals[i].goal));
    }
}

// A second order that continues the first keeps everybody's slot; a cleared muster forgets the earlier slots.
void earlier_slots_go_back_in(const phalanx::Context& context) {
    std::vector<Chunk> chunks = chunks_of(300, 1, false);
    std::vector<Muster> musters = muster(chunks, 1);
    const phalanx::Formation first = context.form_up(musters[0].agents(), order_of(context, 0));
    CHECK(musters[0].agents().previous_slots.count == 0 && musters[0].scatter(first, give).succeeded());
    musters[0].clear();
    CHECK(musters[0].size() == 0 && musters[0].agents().count == 0);
    for (Chunk& chunk : chunks) {
        for (std::size_t i = 0; i < chunk.members.size(); ++i) {
            phalanx::Member member;
            member.location = chunk.goals[i].goal, member.radius = chunk.radii[i].radius, member.unique_id = chunk.members[i].id;
            member.rank = chunk.members[i].rank, member.eligible = chunk.members[i].alive;
            member.previous_slot = chunk.goals[i].slot;
            musters[0].add(&chunk.goals[i], member);
        }
    }
    phalanx::FormationDesc order = order_of(context, 0).continue_from(first.report);
    const phalanx::Formation second = context.form_up(musters[0].agents(), order);
    CHECK(second.slots == first.slots);
}

void a_formation_of_another_length_is_given_to_nobody(const phalanx::Context& context) {
    std::vector<Chunk> chunks = chunks_of(20, 1, false);
    const std::vector<Muster> musters = muster(chunks, 1);
    phalanx::Formation formation = context.form_up(musters[0].agents(), order_of(context, 0));
    formation.goals.pop_back();
    try {
        (void)musters[0].scatter(formation, give);
        CHECK(false);
    } catch (const phalanx::Error& error) {
        CHECK(error.status().number() == PHX_E_LENGTH_MISMATCH);
    }
    phalanx::Formation failed;
    failed.status = phalanx::Status(PHX_E_BUSY);
    CHECK(musters[0].scatter(failed, give).number() == PHX_E_BUSY);
    for (const GoalFragment* goal : musters[0].handles()) CHECK(goal->goal.x == -1);
}

} // namespace

int main() {
    {
        const phalanx::Context context(phalanx::ContextDesc(phalanx::Frame::Unreal).threads(2));
        segments_of_uneven_chunks_give_the_flat_result(context);
        mustered_squads_give_the_flat_results(context);
        many_squads_in_one_call_are_scattered_to_their_own_members(context);
        the_order_of_the_chunks_does_not_matter(context);
        earlier_slots_go_back_in(context);
        a_formation_of_another_length_is_given_to_nobody(context);
    }
    phalanx::shutdown();
    return 0;
}
