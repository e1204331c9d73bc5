// Context: the handle of the library, and every call that is made on it.
#ifndef PHALANX_CONTEXT_HPP
#define PHALANX_CONTEXT_HPP

#include "description.hpp"
#include "ground.hpp"
#include "status.hpp"
#include "view.hpp"

#include <vector>

namespace phalanx {

namespace detail {

// Views of a formation's vectors, made as long as there are agents.
inline FormationOut outputs_of(Formation& formation, std::size_t count) {
    formation.goals.resize(count);
    formation.slots.resize(count);
    formation.rings.resize(count);
    formation.outcomes.resize(count);
    formation.flags.resize(count);
    FormationOut out(formation.goals);
    out.slots = view(formation.slots);
    out.rings = view(formation.rings);
    out.outcomes = view(formation.outcomes);
    out.flags = view(formation.flags);
    return out;
}

} // namespace detail

// Threads, buffers and debug queue of one host. Moved, not copied; destroyed with the object. All calls may be made from
// many threads at the same time. `ground` is a Ground, a PhxGround, or NoGround{}.
class Context {
public:
    // No context: every call answers PHX_E_BAD_HANDLE.
    Context() noexcept = default;
#ifndef PHALANX_NO_EXCEPTIONS
    // In the axes and the unit of an engine, with one thread per core.
    explicit Context(Frame frame) : Context(ContextDesc(frame)) {}
    explicit Context(const PhxContextDesc& desc) { create(desc, *this); }
#endif
    Context(Context&& other) noexcept : handle_(std::exchange(other.handle_, 0)) {}
    Context& operator=(Context&& other) noexcept {
        if (this != &other) {
            phx_context_destroy(handle_);
            handle_ = std::exchange(other.handle_, 0);
        }
        return *this;
    }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    // A context that is in use elsewhere at this time is left to phx_shutdown.
    ~Context() { phx_context_destroy(handle_); }

    // Checks that header and library fit, and makes a context; what `into` held before is destroyed.
    PHALANX_STATUS_MATTERS static Status create(const PhxContextDesc& desc, Context& into) {
        const Status fits = check_abi();
        if (!fits.succeeded()) return fits;
        Context made;
        const Status status = detail::checked(phx_context_create(&desc, &made.handle_));
        into = std::move(made);
        return status;
    }

    // Destroys it now, and says whether that went well: PHX_E_BUSY while a call is inside.
    PHALANX_STATUS_MATTERS Status destroy() {
        const Status status = detail::checked(phx_context_destroy(handle_));
        if (status.succeeded()) handle_ = 0;
        return status;
    }

    // The handle for calls of phalanx.h; 0 is none. Stays owned.
    std::uint64_t handle() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != 0; }

    // An order with the defaults of a shape in this context's unit and axes. Without exceptions, one that could not be made
    // has struct_size 0, which every call refuses.
    FormationDesc order(Shape shape) const {
        FormationDesc desc;
        (void)detail::checked(phx_formation_desc_init(handle_, &desc, sizeof(PhxFormationDesc), static_cast<std::uint32_t>(shape)));
        return desc;
    }

    // Orders an army into a formation. The results come in vectors.
    template <class G = NoGround>
    Formation form_up(const PhxAgents& agents, const PhxFormationDesc& desc, const G& ground = G()) const {
        Formation formation;
        (void)form_up(agents, desc, ground, formation);
        return formation;
    }

    // The same into vectors that are used again: once they have been as long, nothing is allocated.
    template <class G>
    PHALANX_STATUS_MATTERS Status form_up(const PhxAgents& agents, const PhxFormationDesc& desc, const G& ground, Formation& into) const {
        const FormationOut out = detail::outputs_of(into, static_cast<std::size_t>(agents.count));
        return into.status = form_up(agents, desc, ground, out, &into.report);
    }

    // The same into the caller's own views. Allocates nothing here, and in the library only while its buffers grow.
    template <class G>
    PHALANX_STATUS_MATTERS Status form_up(const PhxAgents& agents, const PhxFormationDesc& desc, const G& ground,
                                          const PhxFormationOut& out, PhxFormationReport* report = nullptr) const {
        return detail::with_ground(ground, [&](const PhxGround* probed) {
            return phx_formation_form_up(handle_, &agents, &desc, probed, &out, report);
        });
    }

    // Orders several squads at once, each where the earlier ones leave room. The results come in each squad's vectors.
    template <class G = NoGround> PHALANX_STATUS_MATTERS Status form_up_many(Span<Squad> squads, const G& ground = G()) const {
        std::vector<FormationOut> outs;
        std::vector<PhxSquad> items;
        outs.reserve(squads.size());
        items.reserve(squads.size());
        for (Squad& squad : squads) {
            outs.push_back(detail::outputs_of(squad.formation, static_cast<std::size_t>(squad.agents.count)));
            items.push_back({&squad.agents, &squad.desc, &outs.back(), &squad.formation.report});
        }
        const Status status = form_up_many(Span<const PhxSquad>(items.data(), items.size()), ground);
        for (Squad& squad : squads) squad.formation.status = status.partial() ? status_of(squad.formation.report) : status;
        return status;
    }

    // The same from the squads of phalanx.h, into the caller's own views: {&agents, &desc, &out, &report}, report or nullptr.
    template <class G = NoGround> PHALANX_STATUS_MATTERS Status form_up_many(Span<const PhxSquad> squads, const G& ground = G()) const {
        return detail::with_ground(ground, [&](const PhxGround* probed) {
            return phx_formation_form_up_many(handle_, squads.data(), sizeof(PhxSquad), squads.size(), probed);
        });
    }

    // Fills an order from a drawn line: `desc`, a copy of the same original for each call. The places of a bent line go into
    // `points`, which the order then shows: they must stay until it is carried out. Handed in again, they keep their memory.
    PHALANX_STATUS_MATTERS Status drag(const PhxVec3View& line, const PhxAgents& agents, PhxFormationDesc& desc,
                                       std::vector<Vec3d>& points) const {
        points.resize(points.capacity());
        std::uint64_t count = 0;
        Status status = drag(line, agents, desc, view(points), count);
        if (status.more()) {
            points.resize(static_cast<std::size_t>(count));
            status = drag(line, agents, desc, view(points), count);
        }
        points.resize(status.succeeded() ? static_cast<std::size_t>(count) : 0);
        return status;
    }

    // The same into the caller's view, which a bent line alone fills and the order then shows; count: its places, 0 for a
    // straight line and a click. PHX_MORE: the view is too short, and only `count` was written.
    PHALANX_STATUS_MATTERS Status drag(const PhxVec3View& line, const PhxAgents& agents, PhxFormationDesc& desc,
                                       const PhxVec3ViewMut& points, std::uint64_t& count) const {
        PhxFormationDesc drawn = desc;
        // With a shape of its own points, a bent line could not be told from a click.
        if (desc.shape == PHX_SHAPE_POINTS) drawn.shape = PHX_SHAPE_GRID;
        const std::uint32_t clicked = drawn.shape;
        drawn.points = PhxVec3View{points.data, points.count, points.stride, points.scalar};
        const Status status = detail::checked(phx_formation_drag(handle_, &line, &agents, &drawn));
        if (!status.succeeded()) return status;
        const bool bent = drawn.shape == PHX_SHAPE_POINTS;
        count = bent || status.more() ? drawn.points.count : 0;
        if (status.more()) return status;
        if (!bent) drawn.points = desc.points;
        if (drawn.shape == clicked) drawn.shape = desc.shape;
        desc = drawn;
        return status;
    }

    // The circle that each agent's capsule needs, one radius per element of `radii`.
    PHALANX_STATUS_MATTERS Status radii(const PhxCapsules& capsules, const PhxRadiusDesc& desc, Span<float> radii) const {
        return detail::checked(phx_formation_radii(handle_, &capsules, &desc, radii.data(), radii.size()));
    }

    // How many slots an order asks for; one radius for each member.
    SlotTarget slot_target(const PhxFormationDesc& desc, const PhxF32View& radii) const {
        SlotTarget target;
        target.status = detail::checked(phx_formation_slot_target(handle_, &desc, &radii, &target.slots, &target.extra));
        return target;
    }

    // Width to depth of the layout for `count` members, without laying it out; radii may be fewer, or absent ({}).
    PHALANX_STATUS_MATTERS Status aspect(const PhxFormationDesc& desc, const PhxF32View& radii, std::size_t count, double& aspect) const {
        return detail::checked(phx_formation_aspect(handle_, &desc, &radii, count, &aspect));
    }

    // The slots of an order's first layout, before jitter and ground.
    Slots slots(const PhxFormationDesc& desc, std::size_t target) const {
        Slots slots;
        std::uint64_t count = 0;
        slots.status = this->slots(desc, target, PhxVec3ViewMut{}, nullptr, count);
        if (!slots.status.more()) return slots;
        slots.places.resize(static_cast<std::size_t>(count));
        slots.rings.resize(static_cast<std::size_t>(count));
        slots.status = this->slots(desc, target, view(slots.places), slots.rings.data(), count, &slots.growth);
        return slots;
    }

    // The same into the caller's view. PHX_MORE: it is too short, and only `count` was written.
    PHALANX_STATUS_MATTERS Status slots(const PhxFormationDesc& desc, std::size_t target, const PhxVec3ViewMut& places,
                                        std::uint32_t* rings, std::uint64_t& count, PhxGrowth* growth = nullptr) const {
        return detail::checked(phx_formation_slots(handle_, &desc, target, &places, rings, &count, growth));
    }

    // Adds whole edges, rows or rings to a layout until it has `wanted` slots more: their places go to the end of
    // slots.places. The rings of the new slots are not known: slots.rings keeps its length.
    PHALANX_STATUS_MATTERS Status grow(const PhxFormationDesc& desc, std::size_t wanted, Slots& slots) const {
        std::uint64_t count = 0;
        slots.status = grow(desc, wanted, slots.growth, PhxVec3ViewMut{}, count);
        if (!slots.status.more()) return slots.status;
        const std::size_t before = slots.places.size();
        slots.places.resize(before + static_cast<std::size_t>(count));
        const View<Vec3d> added(slots.places.data() + before, static_cast<std::size_t>(count));
        return slots.status = grow(desc, wanted, slots.growth, added, count);
    }

    // The same into the caller's view. PHX_MORE: it is too short, and only `count` was written.
    PHALANX_STATUS_MATTERS Status grow(const PhxFormationDesc& desc, std::size_t wanted, PhxGrowth& growth,
                                       const PhxVec3ViewMut& places, std::uint64_t& count) const {
        return detail::checked(phx_formation_grow(handle_, &desc, wanted, &growth, &places, &count));
    }

    // Tries slots against the ground and snaps those that can be stood on; one PHX_SLOT_STATE number for each.
    template <class G>
    PHALANX_STATUS_MATTERS Status validate(const PhxFormationDesc& desc, const G& ground, const PhxVec3ViewMut& slots,
                                           Span<std::uint8_t> states) const {
        return detail::with_ground(ground, [&](const PhxGround* probed) {
            return phx_formation_validate(handle_, &desc, probed, &slots, states.data(), states.size());
        });
    }

    // Assigns an army to slots that the caller brings.
    PHALANX_STATUS_MATTERS Status assign(const PhxAgents& agents, const PhxFormationDesc& desc, const PhxVec3View& slots,
                                         const PhxFormationOut& out, PhxFormationReport* report = nullptr) const {
        return detail::checked(phx_formation_assign(handle_, &agents, &desc, &slots, &out, report));
    }

    // Moves goals that cannot be stood on to where they can; outcomes: one for each agent, or none at all ({}).
    template <class G>
    PHALANX_STATUS_MATTERS Status resolve_goals(const PhxFormationDesc& desc, const G& ground, const PhxAgents& agents,
                                                const PhxVec3ViewMut& goals, Span<std::uint8_t> outcomes) const {
        if (outcomes.size() != 0 && outcomes.size() != agents.count) {
            return detail::fail(PHX_E_LENGTH_MISMATCH, "outcomes is not as long as there are agents");
        }
        return detail::with_ground(ground, [&](const PhxGround* probed) {
            return phx_formation_resolve_goals(handle_, &desc, probed, &agents, &goals, outcomes.data());
        });
    }

    // Queues these PHX_DEBUG_CATEGORY bits from now on, of those that an order's debug_mask asks for; capacity: items that
    // may wait, 0 = the default.
    PHALANX_STATUS_MATTERS Status debug_enable(std::uint32_t categories, std::uint64_t capacity = 0) const {
        return detail::checked(phx_debug_enable(handle_, categories, capacity));
    }

    // Takes out as many items as fit. PHX_MORE: others wait. dropped: those for which there was no room since the last poll.
    PHALANX_STATUS_MATTERS Status debug_poll(Span<PhxDebugItem> items, std::uint64_t& count, std::uint64_t* dropped = nullptr) const {
        return detail::checked(phx_debug_poll(handle_, items.data(), sizeof(PhxDebugItem), items.size(), &count, dropped));
    }

private:
    // Whether everybody of one squad has a place of his own.
    static Status status_of(const PhxFormationReport& report) {
        const bool partial = report.overflow + report.overlap + report.stacked != 0 || (report.bits & PHX_REPORT_ANCHOR_INVALID) != 0;
        return Status(partial ? PHX_PARTIAL : PHX_OK);
    }

    std::uint64_t handle_ = 0;
};

} // namespace phalanx

#endif
