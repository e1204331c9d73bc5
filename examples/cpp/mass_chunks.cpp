// An army that lies in chunks of structs, as in Unreal's Mass: positions are gathered, goals go back into the fragments, and a
// lambda stands for the engine's ray casts.
//
//   cargo build --release
//   g++ -std=c++17 -I include examples/cpp/mass_chunks.cpp target/release/libphalanx.a -pthread -ldl -lm -o mass_chunks
#include "phalanx.hpp"

#include <cmath>
#include <cstdio>

struct Fragment {
    phalanx::Vec3d position;
    phalanx::Vec3d goal;
    float radius;
};
using Chunk = std::vector<Fragment>;

// What a processor keeps from frame to frame; filled again, it allocates nothing.
struct March {
    phalanx::Segments<phalanx::Vec3d> positions, goals;
    phalanx::Segments<float> radii;
    std::vector<phalanx::Vec3d> packed_positions;
    std::vector<float> packed_radii;
    phalanx::Formation formation;
};

static void march(phalanx::Context& context, std::vector<Chunk>& chunks, const phalanx::FormationDesc& order, March& march) {
    march.positions.clear(), march.radii.clear(), march.goals.clear();
    for (Chunk& chunk : chunks) {
        march.positions.add(phalanx::member_view(chunk, &Fragment::position));
        march.radii.add(phalanx::member_view(chunk, &Fragment::radius));
        march.goals.add(phalanx::member_view(chunk, &Fragment::goal));
    }
    phalanx::gather(march.positions, march.packed_positions);
    phalanx::gather(march.radii, march.packed_radii);

    phalanx::Agents agents(march.packed_positions);
    agents.radii = phalanx::view(march.packed_radii);
    // Rolling hills, and a pond of five metres around (5000, 0).
    phalanx::Ground hills(context, [](phalanx::Span<const PhxRay> rays, phalanx::Span<PhxHit> hits) {
        for (std::size_t i = 0; i < rays.size(); ++i) {
            const double x = rays[i].origin[0] - 5000, y = rays[i].origin[1];
            if (x * x + y * y < 500.0 * 500.0) continue;
            phalanx::set_ground(hits[i], {rays[i].origin[0], y, 100 * std::sin(x / 900)}, {float(-std::cos(x / 900) / 9), 0, 1});
        }
    });
    context.form_up(agents, order, hills, march.formation);
    phalanx::scatter(march.formation.goals, march.goals);
}

int main() try {
    std::vector<Chunk> chunks = {Chunk(60), Chunk(60), Chunk(17)};
    int next = 0;
    for (Chunk& chunk : chunks) {
        for (Fragment& fragment : chunk) {
            fragment = {{next % 12 * 110.0, next / 12 * 110.0, 0}, {}, next % 10 == 0 ? 80.0f : 34.0f};
            ++next;
        }
    }
    phalanx::Context context(phalanx::Frame::Unreal);
    March kept;
    march(context, chunks, context.order(phalanx::Shape::Grid).center_at(5000, 0, 0), kept);
    for (std::size_t at = 0; at < chunks.size(); ++at) {
        const phalanx::Vec3d& goal = chunks[at].back().goal;
        std::printf("the last of chunk %zu goes to %.0f %.0f %.0f\n", at, goal.x, goal.y, goal.z);
    }
    const phalanx::FormationReport& report = kept.formation.report;
    std::printf("%s: %llu placed, %llu slots fell into the pond\n", kept.formation.status.name(),
                static_cast<unsigned long long>(report.placed), static_cast<unsigned long long>(report.slots_dropped));
} catch (const phalanx::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
