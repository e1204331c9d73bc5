/* The scenarios whose output bytes are stored as hashes in tests/goldens/c_surface.txt. Every language that calls the library
 * computes them from this text: integers, multiplication by powers of two and floor, so that all get the same inputs.
 *
 * NUMBERS   state = 1 (64 bits, wrapping). A draw: state = state * 6364136223846793005 + 1442695040888963407; its value is
 *           state >> 33.
 * ARMY      160 agents. Agent i draws in this order: x = (draw % 16384) * 0.25 - 2048; y likewise; z = (draw % 1024) * 0.125;
 *           radius of the table {30, 30, 30, 30, 30, 45, 45, 110} at draw % 8; can_fly = draw % 8 == 0;
 *           eligible = draw % 32 != 0; z_frozen = draw % 16 == 0. unique id = (i + 1) * 11400714819323198485, wrapping.
 * BLOCKERS  one circle at (3100, -1900, 0) with radius 60.
 * ORDER     the defaults of the shape, and: center (3000, -2000, 100), direction (3, 1, 0), slot_count_margin 1.25.
 * EXTRAS    RANKS: agent i has rank i % 3. SPEEDS: agent i has speed 1 + (i % 4) * 0.25. REAR: hole_policy REAR_RANK.
 *           BOUND: want_bound 1. TWICE: a second call whose center is (3500, -2000, 100), whose previous_slots are the slots
 *           of the first and whose previous_slot_count is its slot_target; its results are hashed.
 * POINTS    200: point i is 480 - 96 * floor(i / 20) to the front and 112 * (i % 20) - 1064 to the right.
 * GROUND    at (x, y): cx = floor(x / 512), cy = floor(y / 512), kind = (7 * cx + 13 * cy) modulo 16, never negative.
 *           0: obstacle. 1: nothing. Else ground at z = floor(x / 64) * 4 + floor(y / 32) * 2, normal (0, 0, 1), but
 *           (3, 0, 1) where kind is 2.
 * FRAMES    All this is X forward, Y right, Z up, centimetres, as doubles (UNREAL). In UNITY it is (y, z, x), all lengths
 *           divided by 128, as floats; the ground multiplies by 128 first.
 * HASH      FNV-1a-64 over the bytes, little-endian, of: goals (3 doubles or floats each), slots, rings, outcomes, flags,
 *           each for all agents by their index; then the report from its field bits to its field longest_walk. */
#ifndef PHALANX_TEST_GOLDEN_SCENARIO_H
#define PHALANX_TEST_GOLDEN_SCENARIO_H

#include "check.h"

#include <math.h>
#include <stddef.h>

#define GOLDEN_AGENTS 160

typedef struct {
    const char* name;
    uint32_t frame, shape, segments, mode;
    double turn, offset; /* keep_rotate_degrees, offset in centimetres */
    uint32_t extras;
} GoldenScenario;

enum { GOLDEN_RANKS = 1, GOLDEN_SPEEDS = 2, GOLDEN_REAR = 4, GOLDEN_BOUND = 8, GOLDEN_TWICE = 16, GOLDEN_POINTS = 200 };

static const GoldenScenario GOLDEN_SCENARIOS[] = {
    {"grid_reform", PHX_FRAME_UNREAL, PHX_SHAPE_GRID, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"grid_keep", PHX_FRAME_UNREAL, PHX_SHAPE_GRID, 0, PHX_MODE_KEEP_FORMATION, 0.0, 0.0, 0},
    {"circle_reform", PHX_FRAME_UNREAL, PHX_SHAPE_CIRCLE, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"circle_keep_turned", PHX_FRAME_UNREAL, PHX_SHAPE_CIRCLE, 0, PHX_MODE_KEEP_FORMATION, 30.0, 0.0, 0},
    {"hexagon_reform", PHX_FRAME_UNREAL, PHX_SHAPE_CIRCLE, 6, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"hexagon_keep", PHX_FRAME_UNREAL, PHX_SHAPE_CIRCLE, 6, PHX_MODE_KEEP_FORMATION, -90.0, 0.0, 0},
    {"triangle_reform", PHX_FRAME_UNREAL, PHX_SHAPE_TRIANGLE, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"triangle_keep_turned", PHX_FRAME_UNREAL, PHX_SHAPE_TRIANGLE, 0, PHX_MODE_KEEP_FORMATION, 180.0, 0.0, 0},
    {"grid_reform_jittered", PHX_FRAME_UNREAL, PHX_SHAPE_GRID, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 16.0, 0},
    {"grid_reform_unity", PHX_FRAME_UNITY, PHX_SHAPE_GRID, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"circle_keep_turned_unity", PHX_FRAME_UNITY, PHX_SHAPE_CIRCLE, 0, PHX_MODE_KEEP_FORMATION, 30.0, 0.0, 0},
    {"line_reform_ranked", PHX_FRAME_UNREAL, PHX_SHAPE_LINE, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, GOLDEN_RANKS},
    {"column_reform_rear_unity", PHX_FRAME_UNITY, PHX_SHAPE_COLUMN, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, GOLDEN_REAR},
    {"hollow_reform", PHX_FRAME_UNREAL, PHX_SHAPE_HOLLOW, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"staggered_reform_jittered", PHX_FRAME_UNREAL, PHX_SHAPE_STAGGERED, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 16.0, 0},
    {"v_reform", PHX_FRAME_UNREAL, PHX_SHAPE_V, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"echelon_left_reform", PHX_FRAME_UNREAL, PHX_SHAPE_ECHELON_LEFT, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"echelon_right_reform_unity", PHX_FRAME_UNITY, PHX_SHAPE_ECHELON_RIGHT, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"points_reform", PHX_FRAME_UNREAL, PHX_SHAPE_POINTS, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"points_reform_unity", PHX_FRAME_UNITY, PHX_SHAPE_POINTS, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, 0},
    {"grid_reform_ranked_rear", PHX_FRAME_UNREAL, PHX_SHAPE_GRID, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0,
     GOLDEN_RANKS | GOLDEN_REAR},
    {"circle_reform_ranked", PHX_FRAME_UNREAL, PHX_SHAPE_CIRCLE, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, GOLDEN_RANKS},
    {"grid_reform_speeds_bound", PHX_FRAME_UNREAL, PHX_SHAPE_GRID, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0,
     GOLDEN_SPEEDS | GOLDEN_BOUND},
    {"grid_reform_twice", PHX_FRAME_UNREAL, PHX_SHAPE_GRID, 0, PHX_MODE_REFORM_THE_LINE, 0.0, 0.0, GOLDEN_TWICE},
};
#define GOLDEN_SCENARIO_COUNT (sizeof GOLDEN_SCENARIOS / sizeof GOLDEN_SCENARIOS[0])

typedef struct {
    double place[GOLDEN_AGENTS][3];
    float radius[GOLDEN_AGENTS];
    uint64_t id[GOLDEN_AGENTS];
    uint8_t can_fly[GOLDEN_AGENTS], eligible[GOLDEN_AGENTS], z_frozen[GOLDEN_AGENTS];
} GoldenArmy;

static uint64_t golden_draw(uint64_t* state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

static void golden_army(GoldenArmy* army) {
    static const float radii[8] = {30, 30, 30, 30, 30, 45, 45, 110};
    uint64_t state = 1;
    for (uint64_t i = 0; i < GOLDEN_AGENTS; ++i) {
        army->place[i][0] = (double)(golden_draw(&state) % 16384) * 0.25 - 2048.0;
        army->place[i][1] = (double)(golden_draw(&state) % 16384) * 0.25 - 2048.0;
        army->place[i][2] = (double)(golden_draw(&state) % 1024) * 0.125;
        army->radius[i] = radii[golden_draw(&state) % 8];
        army->can_fly[i] = golden_draw(&state) % 8 == 0;
        army->eligible[i] = golden_draw(&state) % 32 != 0;
        army->z_frozen[i] = golden_draw(&state) % 16 == 0;
        army->id[i] = (i + 1) * 11400714819323198485u;
    }
}

/* From X forward, Y right, Z up in centimetres to a frame's axes and unit, and back. */
static void golden_to_frame(uint32_t frame, const double from[3], double to[3]) {
    const int unity = frame == PHX_FRAME_UNITY;
    for (int axis = 0; axis < 3; ++axis) to[axis] = unity ? from[(axis + 1) % 3] * 0.0078125 : from[axis];
}
static void golden_from_frame(uint32_t frame, const double from[3], double to[3]) {
    const int unity = frame == PHX_FRAME_UNITY;
    for (int axis = 0; axis < 3; ++axis) to[axis] = unity ? from[(axis + 2) % 3] * 128.0 : from[axis];
}

static int32_t golden_ground(void* user, const PhxRay* rays, PhxHit* hits, uint64_t count) {
    const uint32_t frame = *(const uint32_t*)user;
    for (uint64_t i = 0; i < count; ++i) {
        double at[3], normal[3] = {0, 0, 1}, turned[3];
        golden_from_frame(frame, rays[i].origin, at);
        const int64_t cx = (int64_t)floor(at[0] / 512.0), cy = (int64_t)floor(at[1] / 512.0);
        const int64_t kind = ((7 * cx + 13 * cy) % 16 + 16) % 16;
        if (kind < 2) {
            hits[i].kind = kind == 0 ? PHX_HIT_OBSTACLE : PHX_HIT_NONE;
            continue;
        }
        at[2] = floor(at[0] / 64.0) * 4.0 + floor(at[1] / 32.0) * 2.0;
        if (kind == 2) normal[0] = 3.0;
        hits[i].kind = PHX_HIT_GROUND;
        golden_to_frame(frame, at, hits[i].point);
        golden_to_frame(frame, normal, turned);
        for (int axis = 0; axis < 3; ++axis) hits[i].normal[axis] = (float)turned[axis];
    }
    return 0;
}

static uint64_t golden_fnv(uint64_t hash, const void* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) hash = (hash ^ ((const unsigned char*)bytes)[i]) * 0x100000001b3u;
    return hash;
}

/* Runs a scenario and hashes what comes out. */
static uint64_t golden_hash(const GoldenScenario* scenario, uint32_t threads) {
    static GoldenArmy army;
    const int unity = scenario->frame == PHX_FRAME_UNITY;
    const double unit = unity ? 0.0078125 : 1.0;
    uint32_t frame = scenario->frame;
    golden_army(&army);

    uint64_t context = 0;
    PhxContextDesc settings;
    CHECK(phx_context_desc_init(&settings, sizeof settings, frame) == PHX_OK);
    settings.thread_count = threads;
    CHECK(phx_context_create(&settings, &context) == PHX_OK);

    static double doubles[GOLDEN_AGENTS][3];
    static float floats[GOLDEN_AGENTS][3], radii[GOLDEN_AGENTS];
    for (int i = 0; i < GOLDEN_AGENTS; ++i) {
        golden_to_frame(frame, army.place[i], doubles[i]);
        for (int axis = 0; axis < 3; ++axis) floats[i][axis] = (float)doubles[i][axis];
        radii[i] = (float)(army.radius[i] * unit);
    }
    static uint8_t ranks[GOLDEN_AGENTS];
    static float speeds[GOLDEN_AGENTS];
    for (int i = 0; i < GOLDEN_AGENTS; ++i) {
        ranks[i] = (uint8_t)(i % 3);
        speeds[i] = 1.0f + (float)(i % 4) * 0.25f;
    }
    static double points[GOLDEN_POINTS][3];
    static float float_points[GOLDEN_POINTS][3];
    for (int i = 0; i < GOLDEN_POINTS; ++i) {
        const double point[3] = {480.0 - 96.0 * (i / 20), 112.0 * (i % 20) - 1064.0, 0.0};
        golden_to_frame(frame, point, points[i]);
        for (int axis = 0; axis < 3; ++axis) float_points[i][axis] = (float)points[i][axis];
    }
    PhxCircle blocker;
    const double stands[3] = {3100.0, -1900.0, 0.0}, center[3] = {3000.0, -2000.0, 100.0}, ahead[3] = {3.0, 1.0, 0.0};
    golden_to_frame(frame, stands, blocker.center);
    blocker.radius = (float)(60.0 * unit);
    blocker.reserved = 0;

    const uint32_t scalar = unity ? PHX_SCALAR_F32 : PHX_SCALAR_F64;
    PhxAgents agents;
    CHECK(phx_agents_init(&agents, sizeof agents) == PHX_OK);
    agents.count = GOLDEN_AGENTS;
    agents.locations.data = unity ? (const void*)floats : (const void*)doubles;
    agents.locations.count = GOLDEN_AGENTS;
    agents.locations.scalar = scalar;
    agents.radii.data = radii, agents.radii.count = GOLDEN_AGENTS;
    agents.unique_ids.data = army.id, agents.unique_ids.count = GOLDEN_AGENTS;
    agents.can_fly.data = army.can_fly, agents.can_fly.count = GOLDEN_AGENTS;
    agents.eligible.data = army.eligible, agents.eligible.count = GOLDEN_AGENTS;
    agents.z_frozen.data = army.z_frozen, agents.z_frozen.count = GOLDEN_AGENTS;
    agents.blockers.data = &blocker, agents.blockers.count = 1;
    if (scenario->extras & GOLDEN_RANKS) agents.ranks.data = ranks, agents.ranks.count = GOLDEN_AGENTS;
    if (scenario->extras & GOLDEN_SPEEDS) agents.speeds.data = speeds, agents.speeds.count = GOLDEN_AGENTS;

    PhxFormationDesc order;
    CHECK(phx_formation_desc_init(context, &order, sizeof order, scenario->shape) == PHX_OK);
    golden_to_frame(frame, center, order.center);
    golden_to_frame(frame, ahead, order.direction);
    order.slot_count_margin = 1.25;
    order.segments = scenario->segments;
    order.mode = scenario->mode;
    order.keep_rotate_degrees = scenario->turn;
    order.offset = scenario->offset * unit;
    if (scenario->extras & GOLDEN_REAR) order.hole_policy = PHX_HOLE_POLICY_REAR_RANK;
    order.want_bound = (scenario->extras & GOLDEN_BOUND) != 0;
    if (scenario->shape == PHX_SHAPE_POINTS) {
        order.points.data = unity ? (const void*)float_points : (const void*)points;
        order.points.count = GOLDEN_POINTS;
        order.points.scalar = scalar;
    }

    PhxGround ground;
    CHECK(phx_ground_init(context, &ground, sizeof ground) == PHX_OK);
    ground.raycast_batch = golden_ground;
    ground.user = &frame;

    static uint32_t slots[GOLDEN_AGENTS], rings[GOLDEN_AGENTS];
    static uint8_t outcomes[GOLDEN_AGENTS], flags[GOLDEN_AGENTS];
    PhxFormationOut out;
    CHECK(phx_formation_out_init(&out, sizeof out) == PHX_OK);
    static double goals[GOLDEN_AGENTS][3]; /* room for floats too */
    out.goals.data = goals, out.goals.count = GOLDEN_AGENTS;
    out.goals.scalar = scalar;
    out.slots.data = slots, out.slots.count = GOLDEN_AGENTS;
    out.rings.data = rings, out.rings.count = GOLDEN_AGENTS;
    out.outcomes.data = outcomes, out.outcomes.count = GOLDEN_AGENTS;
    out.flags.data = flags, out.flags.count = GOLDEN_AGENTS;
    PhxFormationReport report;
    CHECK(phx_formation_report_init(&report, sizeof report) == PHX_OK);

    CHECK(phx_formation_form_up(context, &agents, &order, &ground, &out, &report) >= 0);
    if (scenario->extras & GOLDEN_TWICE) {
        static uint32_t previous[GOLDEN_AGENTS];
        const double next[3] = {3500.0, -2000.0, 100.0};
        memcpy(previous, slots, sizeof previous);
        agents.previous_slots.data = previous, agents.previous_slots.count = GOLDEN_AGENTS;
        order.previous_slot_count = report.slot_target;
        golden_to_frame(frame, next, order.center);
        CHECK(phx_formation_form_up(context, &agents, &order, &ground, &out, &report) >= 0);
    }
    CHECK(phx_context_destroy(context) == PHX_OK);

    const size_t first = offsetof(PhxFormationReport, bits), last = offsetof(PhxFormationReport, longest_walk);
    uint64_t hash = 0xcbf29ce484222325u;
    hash = golden_fnv(hash, goals, (unity ? sizeof(float) : sizeof(double)) * 3 * GOLDEN_AGENTS);
    hash = golden_fnv(hash, slots, sizeof slots);
    hash = golden_fnv(hash, rings, sizeof rings);
    hash = golden_fnv(hash, outcomes, sizeof outcomes);
    hash = golden_fnv(hash, flags, sizeof flags);
    return golden_fnv(hash, (const char*)&report + first, last + sizeof report.longest_walk - first);
}

#endif
