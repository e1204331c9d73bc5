// Descriptions: the structs of phalanx.h that set themselves to the library's defaults. Their fields stay public; what
// each means stands in phalanx.h.
#ifndef PHALANX_DESCRIPTION_HPP
#define PHALANX_DESCRIPTION_HPP

#include "status.hpp"
#include "view.hpp"

#include <vector>

namespace phalanx {

// In whose axes and unit a context speaks.
enum class Frame : std::uint32_t { Unreal = PHX_FRAME_UNREAL, Unity = PHX_FRAME_UNITY, Custom = PHX_FRAME_CUSTOM };

// What a formation looks like. Polygon rings are Circle with corners.
enum class Shape : std::uint32_t {
    Grid = PHX_SHAPE_GRID,
    Circle = PHX_SHAPE_CIRCLE,
    Triangle = PHX_SHAPE_TRIANGLE,
    Line = PHX_SHAPE_LINE,
    Column = PHX_SHAPE_COLUMN,
    Hollow = PHX_SHAPE_HOLLOW,
    Staggered = PHX_SHAPE_STAGGERED,
    V = PHX_SHAPE_V,
    EchelonLeft = PHX_SHAPE_ECHELON_LEFT,
    EchelonRight = PHX_SHAPE_ECHELON_RIGHT,
    Points = PHX_SHAPE_POINTS,
};

// What became of an agent.
enum class Outcome : std::uint8_t {
    Placed = PHX_OUTCOME_PLACED,
    Relocated = PHX_OUTCOME_RELOCATED,
    Overflow = PHX_OUTCOME_OVERFLOW,
    Overlap = PHX_OUTCOME_OVERLAP,
    Stacked = PHX_OUTCOME_STACKED,
    Ineligible = PHX_OUTCOME_INELIGIBLE,
    BadPosition = PHX_OUTCOME_BAD_POSITION,
};

namespace detail {

// Writes a vector of any known type into three doubles.
template <class V> void copy_vector(double (&to)[3], const V& from) {
    static_assert(vector_scalar<V> != 0, "a type that begins with three floats or doubles; see VectorScalar");
    const auto* scalars = reinterpret_cast<const typename VectorScalar<V>::type*>(&from);
    for (std::size_t axis = 0; axis < 3; ++axis) to[axis] = static_cast<double>(scalars[axis]);
}

} // namespace detail

// What a context is made from.
struct ContextDesc : PhxContextDesc {
    explicit ContextDesc(Frame axes) : PhxContextDesc{} {
        (void)detail::checked(phx_context_desc_init(this, sizeof(PhxContextDesc), static_cast<std::uint32_t>(axes)));
    }
    // 0: one per core. 1: none but the caller's own.
    ContextDesc& threads(std::uint32_t count) { return thread_count = count, *this; }
    // All parallel work runs on the host's threads, through its two hooks; workers: how many, the caller's included.
    ContextDesc& run_on(PhxEnqueueFn take, PhxFinishFn wait, void* host, std::uint32_t workers) {
        return enqueue = take, finish = wait, scheduler_user = host, worker_count = workers, *this;
    }
};

// The army. Assign views to its fields: agents.radii = phalanx::view(radii), agents.ranks = phalanx::view(ranks).
struct Agents : PhxAgents {
    Agents() : PhxAgents{} { (void)detail::checked(phx_agents_init(this, sizeof(PhxAgents))); }
    // As many agents as there are locations: a view, or a contiguous container of vectors.
    explicit Agents(const PhxVec3View& where) : Agents() { stand_at(where); }
    template <class C, class = detail::ElementOf<const C>> explicit Agents(const C& where) : Agents(PhxVec3View(view(where))) {}
    // A temporary would be gone before the call.
    template <class C, class = detail::ElementOf<const C>> explicit Agents(const C&& where) = delete;

    // Sets the locations, and the number of agents to theirs.
    Agents& stand_at(const PhxVec3View& where) { return locations = where, count = where.count, *this; }
};

// The order. Made by Context::order, which knows the unit and the axes.
struct FormationDesc : PhxFormationDesc {
    FormationDesc() : PhxFormationDesc{} {}

    // Where the formation's center goes, in the context's axes.
    FormationDesc& center_at(double x, double y, double z) { return center[0] = x, center[1] = y, center[2] = z, *this; }
    template <class V> FormationDesc& center_at(const V& place) { return detail::copy_vector(center, place), *this; }
    // Where its front looks, of any length. All zero: from the army to the center.
    FormationDesc& face(double x, double y, double z) { return direction[0] = x, direction[1] = y, direction[2] = z, *this; }
    template <class V> FormationDesc& face(const V& towards) { return detail::copy_vector(direction, towards), *this; }
    // Pitch along the front and in depth, in the caller's unit.
    FormationDesc& space(double front, double depth) { return spacing[0] = front, spacing[1] = depth, *this; }
    // Frontage and depth of every shape but circles and points.
    FormationDesc& within(double front, double depth) { return region[0] = front, region[1] = depth, *this; }
    // Circle: rings with 3 to 32 straight edges; 0: round.
    FormationDesc& corners(std::uint32_t count) { return segments = count, *this; }
    // Points: the slots, relative to the center, as if the formation faced forward: a view, or a contiguous container of
    // vectors that outlives the call.
    FormationDesc& take_points(const PhxVec3View& where) { return points = where, *this; }
    template <class C, class = detail::ElementOf<const C>> FormationDesc& take_points(const C& where) {
        return take_points(PhxVec3View(view(where)));
    }
    template <class C, class = detail::ElementOf<const C>> FormationDesc& take_points(const C&& where) = delete;
    // Grid, line and column: front rows full, what is left centred in the last.
    FormationDesc& fill_from_the_front() { return hole_policy = PHX_HOLE_POLICY_REAR_RANK, *this; }
    // The report proves a lower bound of the cost.
    FormationDesc& prove_bound() { return want_bound = 1, *this; }
    // Keeps the layout of an earlier call while it suits: that call's report. Its slots go into Agents::previous_slots.
    FormationDesc& continue_from(const PhxFormationReport& earlier) { return previous_slot_count = earlier.slot_target, *this; }
    // Nobody changes places; the whole turns by degrees, clockwise as seen from above.
    FormationDesc& keep_formation(double turn_degrees = 0.0) {
        return mode = PHX_MODE_KEEP_FORMATION, keep_rotate_degrees = turn_degrees, *this;
    }
    // Everybody gets a slot of the shape (the default).
    FormationDesc& reform_the_line() { return mode = PHX_MODE_REFORM_THE_LINE, *this; }
    // As many slots as fit the region or the outer radius, instead of as many as the agents need.
    FormationDesc& fixed() { return sizing = PHX_SIZING_FIXED, *this; }
};

// Where the results go. Assign views to its fields; each but goals may be left out.
struct FormationOut : PhxFormationOut {
    FormationOut() : PhxFormationOut{} { (void)detail::checked(phx_formation_out_init(this, sizeof(PhxFormationOut))); }
    // Goals into a view, or into a contiguous container with one vector per agent.
    explicit FormationOut(const PhxVec3ViewMut& where) : FormationOut() { goals = where; }
    template <class C, class = detail::ElementOf<C>> explicit FormationOut(C& where) : FormationOut(PhxVec3ViewMut(view(where))) {}
};

// What a call did.
struct FormationReport : PhxFormationReport {
    FormationReport() : PhxFormationReport{} {
        (void)detail::checked(phx_formation_report_init(this, sizeof(PhxFormationReport)));
    }
};

// The agents' capsules, for Context::radii.
struct Capsules : PhxCapsules {
    Capsules() : PhxCapsules{} { (void)detail::checked(phx_capsules_init(this, sizeof(PhxCapsules))); }
};

// How radii follow from capsules.
struct RadiusDesc : PhxRadiusDesc {
    RadiusDesc() : PhxRadiusDesc{} { (void)detail::checked(phx_radius_desc_init(this, sizeof(PhxRadiusDesc))); }
};

// Where the growth of a layout goes on.
struct Growth : PhxGrowth {
    Growth() : PhxGrowth{} { (void)detail::checked(phx_growth_init(this, sizeof(PhxGrowth))); }
};

// The whole answer of Context::form_up; element i belongs to agent i. Handed in again, it keeps its memory.
struct Formation {
    // Without exceptions: negative when the call failed, and nothing else is valid then.
    Status status;
    std::vector<Vec3d> goals;
    // Number of the slot, or PHX_SLOT_NONE.
    std::vector<std::uint32_t> slots;
    // Ring of the slot from 0 inside, or PHX_SLOT_NONE.
    std::vector<std::uint32_t> rings;
    std::vector<std::uint8_t> outcomes;
    // PHX_FLAG bits.
    std::vector<std::uint8_t> flags;
    FormationReport report;

    Outcome outcome(std::size_t agent) const { return static_cast<Outcome>(outcomes[agent]); }
};

// One of the squads of Context::form_up_many, and afterwards its answer. Handed in again, it keeps its memory.
struct Squad {
    Agents agents;
    FormationDesc desc;
    Formation formation;
};

// The answer of Context::slot_target.
struct SlotTarget {
    Status status;
    std::uint64_t slots = 0;
    // Those of them that members wider than the pitch block.
    std::uint64_t extra = 0;
};

// The answer of Context::slots: places in order of their number, the ring of each, and where growth goes on.
struct Slots {
    Status status;
    std::vector<Vec3d> places;
    std::vector<std::uint32_t> rings;
    Growth growth;
};

} // namespace phalanx

#endif
