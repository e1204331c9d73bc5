// Computes the scene's order without the engine, from terrain.csv alone, and replays the scene's own answers: both must give
// the hash that the scene gave. Arguments: terrain.csv, the scene's record of rays and answers, its hash.
#include "native/march_order.hpp"

#include "check.h"

#include <algorithm>
#include <cinttypes>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace {

constexpr std::size_t soldiers = 500;

// As start_of in march.gd; each number is a whole 32nd, which a float holds.
std::vector<phalanx::Vec3f> army() {
    std::vector<phalanx::Vec3f> places;
    for (int index = 0; index < int(soldiers); ++index) {
        places.push_back({float(index * 7919 % 1601) / 32.0f - 25.0f, 0.0f, float(index * 6007 % 1217) / 32.0f + 12.0f});
    }
    return places;
}

// A body of the terrain, and the plain between them.
struct Body {
    std::string kind;
    double center_x, center_z, half_x, half_z, height;

    bool is_tent() const { return kind == "roof" || kind == "ridge"; }
    bool is_obstacle() const { return kind == "house" || kind == "rock"; }
    bool covers(double x, double z) const { return std::abs(x - center_x) < half_x && std::abs(z - center_z) < half_z; }
    double height_at(double x) const { return is_tent() ? height * (1.0 - std::abs(x - center_x) / half_x) : height; }
};

std::vector<Body> read_terrain(const char* path) {
    std::ifstream file(path);
    std::string line, cell;
    std::getline(file, line);
    std::vector<Body> bodies;
    while (std::getline(file, line)) {
        std::istringstream cells(line);
        Body body;
        char comma;
        std::getline(cells, body.kind, ',');
        cells >> body.center_x >> comma >> body.center_z >> comma >> body.half_x >> comma >> body.half_z >> comma >> body.height;
        CHECK(bool(cells));
        bodies.push_back(body);
    }
    CHECK(bodies.size() > 4);
    return bodies;
}

// The highest body below a ray; bodies do not overlap.
void answer(const std::vector<Body>& terrain, const PhxRay& ray, PhxHit& hit) {
    const double x = ray.origin[0], z = ray.origin[2];
    const auto under = std::find_if(terrain.begin(), terrain.end(), [&](const Body& body) { return body.covers(x, z); });
    if (under == terrain.end()) return phalanx::set_ground(hit, {x, 0.0, z}, {0, 1, 0});
    if (under->is_obstacle()) return phalanx::set_obstacle(hit);
    phalanx::Vec3f normal{0, 1, 0};
    if (under->is_tent()) normal.x = float(std::copysign(under->height / under->half_x, x - under->center_x));
    phalanx::set_ground(hit, {x, march::rounded_height(under->height_at(x)), z}, normal);
}

struct Answered {
    PhxRay ray;
    PhxHit hit;
};

// By ray id.
std::vector<Answered> read_record(const char* path) {
    std::FILE* file = std::fopen(path, "r");
    CHECK(file != nullptr);
    std::vector<Answered> record;
    Answered one{};
    double length, normal[3];
    while (std::fscanf(file, "%" SCNu64 " %la %la %la %la %u %la %la %la %la", &one.ray.id, &one.ray.origin[0], &one.ray.origin[1],
                       &one.ray.origin[2], &length, &one.hit.kind, &one.hit.point[1], &normal[0], &normal[1], &normal[2]) == 10) {
        one.ray.length = float(length);
        one.hit.id = one.ray.id;
        one.hit.point[0] = one.ray.origin[0], one.hit.point[2] = one.ray.origin[2];
        for (int axis = 0; axis < 3; ++axis) one.hit.normal[axis] = float(normal[axis]);
        record.push_back(one);
    }
    std::fclose(file);
    std::sort(record.begin(), record.end(), [](const Answered& a, const Answered& b) { return a.ray.id < b.ray.id; });
    for (std::size_t at = 0; at < record.size(); ++at) CHECK(record[at].ray.id == at);
    return record;
}

// The engine met what the terrain says, at every ray.
void the_scene_is_the_terrain(const std::vector<Body>& terrain, const std::vector<Answered>& record) {
    for (const Answered& one : record) {
        PhxHit expected{};
        answer(terrain, one.ray, expected);
        if (expected.kind != one.hit.kind || (expected.kind == PHX_HIT_GROUND && expected.point[1] != one.hit.point[1])) {
            std::fprintf(stderr, "ray %" PRIu64 " at %f %f: the scene says kind %u height %f, the terrain kind %u height %f\n", one.ray.id,
                         one.ray.origin[0], one.ray.origin[2], one.hit.kind, one.hit.point[1], expected.kind, expected.point[1]);
            std::exit(1);
        }
    }
}

// The direct call, on ground that is computed: nothing of the engine takes part.
std::uint64_t computed(const std::vector<Body>& terrain) {
    const phalanx::Context context(march::godot_axes(1));
    const std::vector<phalanx::Vec3f> places = army();
    const phalanx::Ground ground(context, [&](const PhxRay& ray, PhxHit& hit) { answer(terrain, ray, hit); });
    march::Results results(soldiers);
    const phalanx::Agents agents(places);
    const phalanx::FormationOut out = results.out(phalanx::view(results.goals));
    const phalanx::Status status = context.form_up(agents, march::order_in(context), ground, out, &results.report);
    CHECK(status.succeeded());
    // The order is one that the ground decides about: slots fell to it, and everybody stands.
    CHECK(results.report.slots_dropped > 20 && results.report.probe_batches > 1);
    CHECK(results.report.placed == soldiers);
    return results.hash();
}

// The job again, with the engine's answers, in one batch at a time: it asks the very rays that the scene was asked.
std::uint64_t replayed(const std::vector<Answered>& record) {
    const phalanx::Context context(march::godot_axes(2));
    const std::vector<phalanx::Vec3f> places = army();
    phalanx::Job job(context, phalanx::Agents(places), march::order_in(context), phalanx::GroundRules(context));
    std::vector<PhxRay> rays;
    std::vector<PhxHit> hits;
    std::size_t asked = 0;
    while (job.wait().needs_traces()) {
        job.take_rays(rays);
        hits.clear();
        for (const PhxRay& ray : rays) {
            CHECK(ray.id < record.size());
            const Answered& one = record[ray.id];
            CHECK(std::memcmp(ray.origin, one.ray.origin, sizeof ray.origin) == 0 && ray.length == one.ray.length);
            hits.push_back(one.hit);
        }
        asked += rays.size();
        job.submit_hits(hits);
    }
    CHECK(asked == record.size());
    march::Results results(soldiers);
    CHECK(job.finish(results.out(phalanx::view(results.goals)), &results.report).succeeded());
    return results.hash();
}

} // namespace

int main(int count, char** arguments) {
    CHECK(count == 4);
    const std::vector<Body> terrain = read_terrain(arguments[1]);
    const std::vector<Answered> record = read_record(arguments[2]);
    const std::uint64_t scene = std::strtoull(arguments[3], nullptr, 16);
    the_scene_is_the_terrain(terrain, record);
    std::printf("scene %016" PRIx64 ", replayed %016" PRIx64 ", computed %016" PRIx64 "\n", scene, replayed(record), computed(terrain));
    CHECK(replayed(record) == scene);
    CHECK(computed(terrain) == scene);
}
