// What the scene's native script and the reference program have in common: the axes, the order, and the hash of what comes out.
#ifndef PHALANX_GODOT_MARCH_ORDER_HPP
#define PHALANX_GODOT_MARCH_ORDER_HPP

#include "phalanx.hpp"

#include <cmath>
#include <cstddef>

namespace march {

// Godot's axes: right-handed, Y up, -Z forward, metres.
inline phalanx::ContextDesc godot_axes(std::uint32_t threads) {
    phalanx::ContextDesc desc(phalanx::Frame::Custom);
    desc.forward_axis = PHX_AXIS_NEGATIVE_Z;
    desc.up_axis = PHX_AXIS_Y;
    desc.handedness = PHX_HANDED_RIGHT;
    desc.unit_scale = 0.01;
    return desc.threads(threads);
}

// A block, 1.25 m from man to man, among the terraces, houses and rocks of terrain.csv.
inline phalanx::FormationDesc order_in(const phalanx::Context& context) {
    phalanx::FormationDesc order = context.order(phalanx::Shape::Grid);
    return order.center_at(0.0, 0.0, -18.0).face(0.0, 0.0, -1.0).space(1.25, 1.25).within(40.0, 20.0);
}

// Physics engines are not the same to the last bit on every machine: a game that wants the same goals everywhere rounds what
// they answer, by more than they err: to 1/64 m.
inline double rounded_height(double height) {
    return std::floor(height * 64.0 + 0.5) / 64.0;
}

// What an order gave, and where the library writes it. Goals are floats, as Godot's vectors are.
struct Results {
    explicit Results(std::size_t count) : goals(count), slots(count), rings(count), outcomes(count), flags(count) {}

    // The outputs; the goals go to `where`, so that an engine's own array can take them.
    phalanx::FormationOut out(const phalanx::View<phalanx::Vec3f>& where) {
        phalanx::FormationOut views(where);
        views.slots = phalanx::view(slots);
        views.rings = phalanx::view(rings);
        views.outcomes = phalanx::view(outcomes);
        views.flags = phalanx::view(flags);
        return views;
    }

    // FNV-1a-64 over goals, slots, rings, outcomes, flags, and the report from its field bits to its field longest_walk.
    std::uint64_t hash() const {
        const std::size_t first = offsetof(PhxFormationReport, bits);
        const std::size_t end = offsetof(PhxFormationReport, longest_walk) + sizeof report.longest_walk;
        const PhxFormationReport& plain = report;
        std::uint64_t hash = 0xcbf29ce484222325u;
        hash = add(hash, goals.data(), goals.size() * sizeof goals[0]);
        hash = add(hash, slots.data(), slots.size() * sizeof slots[0]);
        hash = add(hash, rings.data(), rings.size() * sizeof rings[0]);
        hash = add(hash, outcomes.data(), outcomes.size());
        hash = add(hash, flags.data(), flags.size());
        return add(hash, reinterpret_cast<const unsigned char*>(&plain) + first, end - first);
    }

    std::vector<phalanx::Vec3f> goals;
    std::vector<std::uint32_t> slots, rings;
    std::vector<std::uint8_t> outcomes, flags;
    phalanx::FormationReport report;

private:
    static std::uint64_t add(std::uint64_t hash, const void* bytes, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) hash = (hash ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001b3u;
        return hash;
    }
};

} // namespace march

#endif
