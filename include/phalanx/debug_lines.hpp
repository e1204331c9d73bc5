// Debug lines: what a host draws for the items of Context::debug_poll, as straight lines.
#ifndef PHALANX_DEBUG_LINES_HPP
#define PHALANX_DEBUG_LINES_HPP

#include "description.hpp"

#include <cmath>
#include <vector>

namespace phalanx {

// A line in the context's axes and unit.
struct DebugLine {
    Vec3d from, to;
    // 0xRRGGBBAA.
    std::uint32_t color;
};

// One of its four channels, 0 red to 3 alpha.
constexpr std::uint8_t channel(std::uint32_t color, unsigned index) {
    return static_cast<std::uint8_t>(color >> (24 - 8 * index) & 0xFF);
}

// Draws circles with a number of corners, and arrows with a head, all of them lifted off the ground.
class DebugPen {
public:
    // up: the number of the axis that points up, 0 for x to 2 for z. lift: along it, in the caller's unit; negative where the
    // negative axis points up. corners: at least 3.
    DebugPen(unsigned up, double lift, unsigned corners) : up_(up % 3), lift_(lift) {
        const unsigned count = corners < 3 ? 3 : corners;
        for (unsigned corner = 0; corner < count; ++corner) {
            const double angle = 6.283185307179586 * corner / count;
            corners_.push_back({std::cos(angle), std::sin(angle)});
        }
    }
    // In the axes of an engine.
    DebugPen(Frame frame, double lift, unsigned corners = 16) : DebugPen(frame == Frame::Unity ? 1u : 2u, lift, corners) {}

    // Calls line(DebugLine) for each line of an item. Items of a kind that is not known here have none.
    template <class Line> void draw(const PhxDebugItem& item, Line&& line) const {
        if (item.kind == PHX_DEBUG_KIND_CIRCLE) draw_circle(item, line);
        if (item.kind == PHX_DEBUG_KIND_ARROW) draw_arrow(item, line);
    }

private:
    struct Level { double first, second; };

    // The two axes that are not up.
    unsigned first() const { return (up_ + 1) % 3; }
    unsigned second() const { return (up_ + 2) % 3; }

    Vec3d lifted(const double (&place)[3], const Level& moved) const {
        double to[3] = {place[0], place[1], place[2]};
        to[up_] += lift_, to[first()] += moved.first, to[second()] += moved.second;
        return {to[0], to[1], to[2]};
    }

    template <class Line> void draw_circle(const PhxDebugItem& item, Line& line) const {
        const double radius = static_cast<double>(item.radius);
        const auto corner = [&](std::size_t index) {
            const Level& at = corners_[index % corners_.size()];
            return lifted(item.from, {radius * at.first, radius * at.second});
        };
        for (std::size_t index = 0; index < corners_.size(); ++index) line(DebugLine{corner(index), corner(index + 1), item.color});
    }

    template <class Line> void draw_arrow(const PhxDebugItem& item, Line& line) const {
        const Vec3d head = lifted(item.to, {0, 0});
        line(DebugLine{lifted(item.from, {0, 0}), head, item.color});
        const Level shaft = {item.to[first()] - item.from[first()], item.to[second()] - item.from[second()]};
        const double length = std::sqrt(shaft.first * shaft.first + shaft.second * shaft.second);
        const double radius = static_cast<double>(item.radius);
        // No wider than the agent, and no longer than a quarter of the way.
        const double barb = radius < length / 4 ? radius : length / 4;
        if (!(barb > 0)) return;
        const Level along = {shaft.first / length * barb, shaft.second / length * barb};
        for (const double side : {0.5, -0.5}) {
            const Level back = {-along.first - side * along.second, -along.second + side * along.first};
            line(DebugLine{head, lifted(item.to, back), item.color});
        }
    }

    unsigned up_;
    double lift_;
    std::vector<Level> corners_;
};

} // namespace phalanx

#endif
