// An order in C++ by the header-only layer. It fails by its exit code where something is amiss.
#include "phalanx.hpp"

#include <cstring>

int main() {
    if (std::strcmp(phx_version_string(), EXPECTED_VERSION) != 0) return 1;
    std::vector<phalanx::Vec3d> positions;
    for (int i = 0; i < 100; ++i) positions.push_back({i * 37.0, i % 7 * 90.0, 0.0});

    phalanx::Context context(phalanx::Frame::Unreal);
    auto order = context.order(phalanx::Shape::Circle).center_at(5000, 0, 0).face(1, 0, 0);
    auto formation = context.form_up(phalanx::Agents(positions), order);
    double sum = 0;
    for (const phalanx::Vec3d& goal : formation.goals) sum += goal.x;
    const double middle = sum / double(positions.size());
    return formation.status.succeeded() && middle > 4900 && middle < 5100 ? 0 : 2;
}
