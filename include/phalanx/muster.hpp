// Muster: the members of one squad, gathered from wherever the host keeps them into flat arrays, and their answers given
// back one to one. For armies that lie in chunks of several squads each, as in Unreal's Mass; see Segments for one army.
#ifndef PHALANX_MUSTER_HPP
#define PHALANX_MUSTER_HPP

#include "description.hpp"
#include "status.hpp"
#include "view.hpp"

#include <type_traits>
#include <utility>
#include <vector>

namespace phalanx {

// One agent. What the host does not know of it keeps its default.
struct Member {
    Vec3d location{};
    // Unique, and the same on every machine of a lockstep game.
    std::uint64_t unique_id = 0;
    // In the caller's unit.
    float radius = 34.0f;
    float speed = 1.0f;
    // Its slot in an earlier call.
    std::uint32_t previous_slot = PHX_SLOT_NONE;
    std::uint8_t rank = 0;
    bool can_fly = false;
    bool eligible = true;
    bool z_frozen = false;
};

// What a call says about one agent.
struct Answer {
    Vec3d goal;
    std::uint32_t slot;
    std::uint32_t ring;
    Outcome outcome;
    // PHX_FLAG bits.
    std::uint8_t flags;
};

// Handle: how the host finds a member again; a pointer into its chunk, or an id. Cleared and filled again, it keeps its memory.
template <class Handle> class Muster {
public:
    void clear() {
        handles_.clear(), locations_.clear(), ids_.clear(), radii_.clear(), speeds_.clear(), previous_slots_.clear();
        ranks_.clear(), can_fly_.clear(), eligible_.clear(), z_frozen_.clear();
        anybody_had_a_slot_ = false;
    }
    void reserve(std::size_t members) {
        handles_.reserve(members), locations_.reserve(members), ids_.reserve(members), radii_.reserve(members);
        speeds_.reserve(members), previous_slots_.reserve(members);
        ranks_.reserve(members), can_fly_.reserve(members), eligible_.reserve(members), z_frozen_.reserve(members);
    }

    void add(const Handle& handle, const Member& member) {
        handles_.push_back(handle);
        locations_.push_back(member.location);
        ids_.push_back(member.unique_id);
        radii_.push_back(member.radius);
        speeds_.push_back(member.speed);
        previous_slots_.push_back(member.previous_slot);
        ranks_.push_back(member.rank);
        can_fly_.push_back(member.can_fly);
        eligible_.push_back(member.eligible);
        z_frozen_.push_back(member.z_frozen);
        anybody_had_a_slot_ = anybody_had_a_slot_ || member.previous_slot != PHX_SLOT_NONE;
    }

    std::size_t size() const { return handles_.size(); }
    const std::vector<Handle>& handles() const { return handles_; }
    const std::vector<Vec3d>& locations() const { return locations_; }

    // The squad as a call takes it; its views show the arrays of this muster, until it changes.
    Agents agents() const {
        Agents agents(locations_);
        agents.unique_ids = view(ids_);
        agents.radii = view(radii_);
        agents.speeds = view(speeds_);
        agents.ranks = view(ranks_);
        agents.can_fly = view(can_fly_);
        agents.eligible = view(eligible_);
        agents.z_frozen = view(z_frozen_);
        if (anybody_had_a_slot_) agents.previous_slots = view(previous_slots_);
        return agents;
    }

    // Gives each member its answer, in the order in which they were added: give(handle, answer). PHX_E_LENGTH_MISMATCH, and
    // nothing is given, unless there is one answer for each; the status of a formation that failed, likewise.
    template <class Give> PHALANX_STATUS_MATTERS Status scatter(const Formation& formation, Give&& give) const {
        if (!formation.status.succeeded()) return formation.status;
        if (formation.goals.size() != size()) {
            return detail::fail(PHX_E_LENGTH_MISMATCH, "scatter: the formation is not as long as the muster");
        }
        for (std::size_t i = 0; i < size(); ++i) {
            give(handles_[i], Answer{formation.goals[i], formation.slots[i], formation.rings[i], formation.outcome(i), formation.flags[i]});
        }
        return Status();
    }

private:
    std::vector<Handle> handles_;
    std::vector<Vec3d> locations_;
    std::vector<std::uint64_t> ids_;
    std::vector<float> radii_, speeds_;
    std::vector<std::uint32_t> previous_slots_;
    std::vector<std::uint8_t> ranks_, can_fly_, eligible_, z_frozen_;
    bool anybody_had_a_slot_ = false;
};

} // namespace phalanx

#endif
