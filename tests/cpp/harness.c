/* The C surface as a C program uses it: life of a context, results, errors that write nothing, struct sizes of other versions,
 * stale handles, and a custom allocator that gets back every block. */
#include "check.h"

#include <math.h>

#ifdef _WIN32
/* Microsoft's runtime has C11's function under another name, and memory from it goes back by a function of its own. */
#include <malloc.h>
static void* aligned_block(size_t alignment, size_t size) { return _aligned_malloc(size, alignment); }
static void free_block(void* block) { _aligned_free(block); }
#else
static void* aligned_block(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }
static void free_block(void* block) { free(block); }
#endif

enum { AGENTS = 25 };

static double places[AGENTS][3], goals[AGENTS][3];

/* What the allocator gave out and got back. The library calls it on one thread here: contexts have thread_count 1. */
typedef struct {
    uint64_t blocks, bytes, calls;
} Ledger;

static void* allocate(void* user, uint64_t size, uint64_t alignment) {
    Ledger* ledger = user;
    const uint64_t whole = (size + alignment - 1) / alignment * alignment;
    ledger->blocks += 1, ledger->bytes += size, ledger->calls += 1;
    return aligned_block(alignment, whole);
}

static void release(void* user, void* pointer, uint64_t size, uint64_t alignment) {
    Ledger* ledger = user;
    (void)alignment;
    ledger->blocks -= 1, ledger->bytes -= size;
    free_block(pointer);
}

static uint64_t make_context(uint32_t frame) {
    PhxContextDesc desc;
    uint64_t context = 0;
    CHECK(phx_context_desc_init(&desc, sizeof desc, frame) == PHX_OK);
    desc.thread_count = 1;
    CHECK(phx_context_create(&desc, &context) == PHX_OK);
    CHECK(context != 0);
    return context;
}

static void describe(uint64_t context, PhxAgents* agents, PhxFormationDesc* order, PhxFormationOut* out) {
    for (int i = 0; i < AGENTS; ++i) {
        places[i][0] = i % 5 * 137.0, places[i][1] = i / 5 * 91.0, places[i][2] = 7.0;
        goals[i][0] = goals[i][1] = goals[i][2] = -1.0;
    }
    CHECK(phx_agents_init(agents, sizeof *agents) == PHX_OK);
    agents->count = AGENTS;
    agents->locations.data = places, agents->locations.count = AGENTS, agents->locations.scalar = PHX_SCALAR_F64;
    CHECK(phx_formation_desc_init(context, order, sizeof *order, PHX_SHAPE_GRID) == PHX_OK);
    order->center[0] = 5000.0, order->center[1] = 1000.0, order->center[2] = 30.0;
    CHECK(phx_formation_out_init(out, sizeof *out) == PHX_OK);
    out->goals.data = goals, out->goals.count = AGENTS, out->goals.scalar = PHX_SCALAR_F64;
}

static int goals_untouched(void) {
    for (int i = 0; i < AGENTS; ++i) {
        if (goals[i][0] != -1.0 || goals[i][1] != -1.0 || goals[i][2] != -1.0) return 0;
    }
    return 1;
}

static void the_header_fits_the_library(void) {
    CHECK(phx_abi_version() == PHX_ABI_VERSION);
    CHECK(phx_check_abi(PHX_ABI_VERSION, PHX_LAYOUT_HASH, NULL, 0) == PHX_OK);
    CHECK_ERROR(phx_check_abi(PHX_ABI_VERSION + 1, PHX_LAYOUT_HASH, NULL, 0), PHX_E_ABI, "abi");
    uint32_t size = sizeof(PhxContextDesc);
    CHECK(phx_check_abi(PHX_ABI_VERSION, PHX_LAYOUT_HASH, &size, 1) == PHX_OK);
    size = 8;
    CHECK_ERROR(phx_check_abi(PHX_ABI_VERSION, PHX_LAYOUT_HASH, &size, 1), PHX_E_ABI, "PhxContextDesc");
    CHECK(strlen(phx_version_string()) >= 5);
    CHECK(strcmp(phx_status_name(PHX_OK), "PHX_OK") == 0);
    CHECK(strcmp(phx_status_name(PHX_E_BUSY), "PHX_E_BUSY") == 0);
    CHECK(strcmp(phx_status_name(-4711), "unknown status") == 0);
}

static void a_grid_stands_around_its_center(void) {
    const uint64_t context = make_context(PHX_FRAME_UNREAL);
    PhxAgents agents;
    PhxFormationDesc order;
    PhxFormationOut out;
    PhxFormationReport report;
    describe(context, &agents, &order, &out);
    CHECK(phx_formation_report_init(&report, sizeof report) == PHX_OK);
    CHECK(phx_formation_form_up(context, &agents, &order, NULL, &out, &report) == PHX_OK);
    CHECK(report.placed == AGENTS && report.slots_made >= AGENTS && report.probes == 0);
    for (int i = 0; i < AGENTS; ++i) {
        CHECK(goals[i][2] == 30.0);
        CHECK(fabs(goals[i][0] - 5000.0) <= 500.0 && fabs(goals[i][1] - 1000.0) <= 500.0);
        for (int j = 0; j < i; ++j) CHECK(hypot(goals[i][0] - goals[j][0], goals[i][1] - goals[j][1]) >= 99.999);
    }
    agents.count = agents.locations.count = out.goals.count = 0;
    CHECK(phx_formation_form_up(context, &agents, &order, NULL, &out, NULL) == PHX_OK);
    CHECK(phx_context_destroy(context) == PHX_OK);
}

static int32_t refuse(void* user, const PhxRay* ray, PhxHit* hit) {
    (void)ray, (void)hit;
    return *(int32_t*)user;
}

static void an_error_names_what_is_wrong_and_writes_nothing(void) {
    const uint64_t context = make_context(PHX_FRAME_UNREAL);
    PhxAgents agents, agents_kept;
    PhxFormationDesc order, order_kept;
    PhxFormationOut out, out_kept;
    PhxFormationReport report;
    describe(context, &agents, &order, &out);
    CHECK(phx_formation_report_init(&report, sizeof report) == PHX_OK);
    report.placed = 4711;
    agents_kept = agents, order_kept = order, out_kept = out;
#define WRONG(change, status, part)                                                                        \
    do {                                                                                                   \
        agents = agents_kept, order = order_kept, out = out_kept;                                          \
        change;                                                                                            \
        CHECK_ERROR(phx_formation_form_up(context, &agents, &order, NULL, &out, &report), status, part);   \
        CHECK(goals_untouched() && report.placed == 4711);                                                 \
    } while (0)
    WRONG(order.spacing[1] = 0.0, PHX_E_INVALID_ARGUMENT, "spacing");
    WRONG(order.center[0] = NAN, PHX_E_INVALID_ARGUMENT, "center");
    WRONG(order.segments = 2, PHX_E_INVALID_ARGUMENT, "desc.segments is 2");
    WRONG(order.mode = 9, PHX_E_INVALID_ARGUMENT, "desc.mode is 9");
    WRONG(order.reserved = 1, PHX_E_INVALID_ARGUMENT, "desc.reserved");
    WRONG(order.struct_size = 3, PHX_E_ABI, "desc.struct_size is 3");
    WRONG(out.goals.count = AGENTS - 1, PHX_E_LENGTH_MISMATCH, "goals");
    WRONG(out.goals.stride = 20, PHX_E_INVALID_ARGUMENT, "goals.stride is 20");
    WRONG(out.goals.data = places, PHX_E_INVALID_ARGUMENT, "share bytes");
    WRONG(out.goals.data = NULL, PHX_E_NULL_POINTER, "goals");
    WRONG(agents.locations.count = AGENTS + 1, PHX_E_LENGTH_MISMATCH, "agents.locations");
    WRONG(agents.locations.scalar = 3, PHX_E_INVALID_ARGUMENT, "agents.locations.scalar");
    WRONG(agents.count = (uint64_t)1 << 40, PHX_E_CAPACITY, "agents.count");
    WRONG(places[3][0] = 1e9, PHX_E_OUT_OF_RANGE, "too far from the centroid");
    places[3][0] = 3 * 137.0;
#undef WRONG
    agents = agents_kept, order = order_kept, out = out_kept;
    CHECK_ERROR(phx_formation_form_up(context, NULL, &order, NULL, &out, NULL), PHX_E_NULL_POINTER, "agents");
    CHECK_ERROR(phx_formation_form_up(context, &agents, NULL, NULL, &out, NULL), PHX_E_NULL_POINTER, "desc");
    CHECK_ERROR(phx_formation_form_up(context, &agents, &order, NULL, NULL, NULL), PHX_E_NULL_POINTER, "out");

    PhxGround ground;
    int32_t answer = -77;
    CHECK(phx_ground_init(context, &ground, sizeof ground) == PHX_OK);
    CHECK_ERROR(phx_formation_form_up(context, &agents, &order, &ground, &out, NULL), PHX_E_NULL_POINTER, "raycast");
    ground.raycast = refuse;
    ground.user = &answer;
    CHECK_ERROR(phx_formation_form_up(context, &agents, &order, &ground, &out, NULL), PHX_E_CALLBACK, "-77");
    CHECK(goals_untouched());

    char text[8];
    const uint64_t needed = phx_last_error(NULL, 0);
    CHECK(needed > sizeof text && phx_last_error(text, sizeof text) == needed && strlen(text) == sizeof text - 1);
    CHECK(phx_formation_form_up(context, &agents, &order, NULL, &out, NULL) == PHX_OK);
    CHECK(phx_context_destroy(context) == PHX_OK);
}

static void a_drawn_line_fills_an_order(void) {
    const uint64_t context = make_context(PHX_FRAME_UNREAL);
    PhxAgents agents;
    PhxFormationDesc original, order;
    PhxFormationOut out;
    describe(context, &agents, &original, &out);
    double drawn[3][3] = {{3000.0, 2000.0, 0.0}, {4000.0, 2500.0, 0.0}, {5000.0, 2000.0, 0.0}};
    PhxVec3View line;
    memset(&line, 0, sizeof line);
    line.data = drawn, line.count = 2, line.scalar = PHX_SCALAR_F64;
    order = original;
    CHECK(phx_formation_drag(context, &line, &agents, &order) == PHX_OK);
    CHECK(order.shape == PHX_SHAPE_LINE && order.center[0] == 3500.0 && order.center[1] == 2250.0);
    CHECK(order.direction[1] > 0.0 && order.points.count == 0);

    /* Three points that bend: first how many places, then the places. */
    line.count = 3;
    order = original;
    CHECK(phx_formation_drag(context, &line, &agents, &order) == PHX_MORE);
    CHECK(order.points.count >= AGENTS && order.shape == original.shape && order.center[0] == original.center[0]);
    float spots[200][3] = {{0}};
    const uint64_t needed = order.points.count;
    order = original;
    order.points.data = spots, order.points.count = 200, order.points.scalar = PHX_SCALAR_F32;
    CHECK(phx_formation_drag(context, &line, &agents, &order) == PHX_OK);
    CHECK(order.shape == PHX_SHAPE_POINTS && order.points.count == needed);
    CHECK(phx_formation_form_up(context, &agents, &order, NULL, &out, NULL) == PHX_OK);
    for (int i = 0; i < AGENTS; ++i) CHECK(goals[i][1] > 1000.0);

    drawn[1][1] = NAN;
    order = original;
    CHECK_ERROR(phx_formation_drag(context, &line, &agents, &order), PHX_E_NOT_FINITE, "line[1]");
    CHECK(memcmp(&order, &original, sizeof order) == 0);
    CHECK_ERROR(phx_formation_drag(context, NULL, &agents, &order), PHX_E_NULL_POINTER, "line");
    CHECK_ERROR(phx_formation_drag(context, &line, NULL, &order), PHX_E_NULL_POINTER, "agents");
    CHECK_ERROR(phx_formation_drag(context, &line, &agents, NULL), PHX_E_NULL_POINTER, "desc");
    CHECK(phx_context_destroy(context) == PHX_OK);
}

static void squads_form_up_beside_one_another(void) {
    const uint64_t context = make_context(PHX_FRAME_UNREAL);
    PhxAgents agents;
    PhxFormationDesc order;
    PhxFormationOut out, second_out;
    PhxFormationReport report;
    static double second_goals[AGENTS][3];
    describe(context, &agents, &order, &out);
    second_out = out;
    second_out.goals.data = second_goals;
    CHECK(phx_formation_report_init(&report, sizeof report) == PHX_OK);
    PhxSquad squads[2] = {{&agents, &order, &out, NULL}, {&agents, &order, &second_out, &report}};
    CHECK(phx_formation_form_up_many(context, squads, sizeof squads[0], 2, NULL) == PHX_OK);
    CHECK(report.placed == AGENTS && report.slots_dropped > 0);
    for (int i = 0; i < AGENTS; ++i) {
        for (int j = 0; j < AGENTS; ++j) CHECK(hypot(goals[i][0] - second_goals[j][0], goals[i][1] - second_goals[j][1]) >= 68.0);
    }
    describe(context, &agents, &order, &out);
    squads[1].out = &out;
    CHECK_ERROR(phx_formation_form_up_many(context, squads, sizeof squads[0], 2, NULL), PHX_E_INVALID_ARGUMENT, "squads[1]");
    squads[1].out = NULL;
    CHECK_ERROR(phx_formation_form_up_many(context, squads, sizeof squads[0], 2, NULL), PHX_E_NULL_POINTER, "squads[1]: out");
    CHECK_ERROR(phx_formation_form_up_many(context, NULL, sizeof squads[0], 2, NULL), PHX_E_NULL_POINTER, "squads");
    CHECK_ERROR(phx_formation_form_up_many(context, squads, 8, 2, NULL), PHX_E_ABI, "item_size");
    CHECK(goals_untouched());
    CHECK(phx_context_destroy(context) == PHX_OK);
}

static void structs_of_newer_callers_are_taken_when_their_tail_is_zero(void) {
    const uint64_t context = make_context(PHX_FRAME_UNREAL);
    PhxAgents agents;
    PhxFormationDesc order;
    PhxFormationOut out;
    describe(context, &agents, &order, &out);
    struct {
        PhxFormationDesc known;
        uint64_t tail[2];
    } newer;
    struct {
        PhxFormationReport known;
        uint64_t tail[2], beyond;
    } report;
    memset(&newer, 0xAB, sizeof newer);
    memset(&report, 0xAB, sizeof report);
    CHECK(phx_formation_desc_init(context, &newer.known, sizeof newer, PHX_SHAPE_CIRCLE) == PHX_OK);
    CHECK(newer.known.struct_size == sizeof newer && newer.tail[0] == 0 && newer.tail[1] == 0);
    CHECK(phx_formation_report_init(&report.known, sizeof(PhxFormationReport) + sizeof report.tail) == PHX_OK);
    CHECK(phx_formation_form_up(context, &agents, &newer.known, NULL, &out, &report.known) == PHX_OK);
    CHECK(report.known.placed == AGENTS && report.tail[0] == 0 && report.beyond == 0xABABABABABABABABu);
    newer.tail[1] = 1;
    CHECK_ERROR(phx_formation_form_up(context, &agents, &newer.known, NULL, &out, NULL), PHX_E_ABI, "desc");
    CHECK(phx_context_destroy(context) == PHX_OK);
}

static void a_handle_is_stale_once_its_context_is_gone(void) {
    const uint64_t first = make_context(PHX_FRAME_UNREAL);
    PhxFormationDesc order;
    CHECK(phx_context_destroy(first) == PHX_OK);
    CHECK_ERROR(phx_context_destroy(first), PHX_E_BAD_HANDLE, "");
    const uint64_t second = make_context(PHX_FRAME_UNITY);
    CHECK(second != first);
    CHECK_ERROR(phx_formation_desc_init(first, &order, sizeof order, PHX_SHAPE_GRID), PHX_E_BAD_HANDLE, "");
    CHECK_ERROR(phx_debug_enable(12345, 0, 0), PHX_E_BAD_HANDLE, "");
    CHECK(phx_formation_desc_init(second, &order, sizeof order, PHX_SHAPE_GRID) == PHX_OK);
    CHECK(order.spacing[0] == 1.0 && order.direction[2] == 1.0);
    CHECK(phx_context_destroy(second) == PHX_OK);
    CHECK(phx_context_destroy(0) == PHX_OK);
}

static void a_repeated_call_allocates_nothing(const Ledger* ledger) {
    const uint64_t context = make_context(PHX_FRAME_UNREAL);
    PhxAgents agents;
    PhxFormationDesc order;
    PhxFormationOut out;
    describe(context, &agents, &order, &out);
    for (int warm = 0; warm < 3; ++warm) CHECK(phx_formation_form_up(context, &agents, &order, NULL, &out, NULL) == PHX_OK);
    const uint64_t calls = ledger->calls;
    CHECK(calls > 0);
    for (int again = 0; again < 10; ++again) CHECK(phx_formation_form_up(context, &agents, &order, NULL, &out, NULL) == PHX_OK);
    CHECK(ledger->calls == calls);
    Ledger other = {0, 0, 0};
    CHECK_ERROR(phx_set_allocator(allocate, release, &other), PHX_E_BUSY, "context");
    CHECK(phx_context_destroy(context) == PHX_OK);
}

int main(void) {
    Ledger ledger = {0, 0, 0};
    CHECK_ERROR(phx_set_allocator(allocate, NULL, NULL), PHX_E_NULL_POINTER, "release");
    CHECK(phx_set_allocator(allocate, release, &ledger) == PHX_OK);
    the_header_fits_the_library();
    a_grid_stands_around_its_center();
    an_error_names_what_is_wrong_and_writes_nothing();
    a_drawn_line_fills_an_order();
    squads_form_up_beside_one_another();
    structs_of_newer_callers_are_taken_when_their_tail_is_zero();
    a_handle_is_stale_once_its_context_is_gone();
    a_repeated_call_allocates_nothing(&ledger);
    if (ledger.blocks != 0) fprintf(stderr, "%llu blocks are out\n", (unsigned long long)ledger.blocks);
    CHECK(ledger.blocks == 0 && ledger.bytes == 0);
    CHECK(phx_shutdown() == PHX_OK);
    CHECK(phx_shutdown() == PHX_OK);
    return 0;
}
