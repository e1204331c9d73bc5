// A hundred agents form up in C++.
//
//   cargo build --release
//   g++ -std=c++17 -I include examples/cpp/first_formation.cpp target/release/libphalanx.a -pthread -ldl -lm -o first_formation
#include "phalanx.hpp"

#include <cstdio>

int main() try {
    std::vector<phalanx::Vec3d> positions;                                      // any type with x, y, z; centimetres
    for (int i = 0; i < 100; ++i) positions.push_back({i * 37.0, i % 7 * 90.0, 0.0});

    phalanx::Context context(phalanx::Frame::Unreal);                           // X forward, Y right, Z up
    phalanx::FormationDesc order = context.order(phalanx::Shape::Grid).center_at(5000, 0, 0).face(1, 0, 0);
    phalanx::Formation formation = context.form_up(phalanx::Agents(positions), order);

    for (std::size_t i = 0; i < 5; ++i) {
        std::printf("agent %zu goes to %.0f %.0f\n", i, formation.goals[i].x, formation.goals[i].y);
    }
    std::printf("%s: the longest walk is %.0f\n", formation.status.name(), formation.report.longest_walk);
} catch (const phalanx::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
