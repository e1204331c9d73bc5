/* Phalanx: formations on real ground for RTS and crowd games.
 *
 * This header is generated from the library's sources; it is also the manual. The conventions below hold for every
 * function; what a function adds stands with it.
 *
 * STATUS      Functions return a status: 0 success, positive information, negative an error. An error leaves a text that
 *             names the argument, the index and the value (phx_last_error, per thread). Nothing is written on an error.
 *
 * AXES, UNITS Positions and directions are in the axes of the context's frame: UNREAL x forward, y right, z up,
 *             centimetres; UNITY z forward, x right, y up, metres; CUSTOM as its description says. Lengths are in the
 *             caller's unit. A unit scale s (UNREAL 1, UNITY 0.01) turns default lengths, given in centimetres, into it.
 *             Angles are degrees. "Right" and "clockwise" are as a viewer from above sees them.
 *
 * STRUCTS     Fixed width, no hidden padding on 64-bit targets; reserved fields are 0. All but the frozen ones begin with
 *             struct_size and are set by their _init, which is told sizeof the struct. A larger struct than the library
 *             knows must be zero in its tail; a smaller one is an older caller's, gets defaults for what it lacks, and
 *             nothing is written past it. Every pointer must be aligned as its type.
 *
 * VIEWS       Arrays are read and written where they lie, through views with a stride: a NativeArray<float3> (stride 12),
 *             an array of FVector (stride 24), or one member of an array of structs (stride = sizeof that struct). Stride
 *             0 means packed. Data is aligned to its scalar. An output may not share bytes with an input or another
 *             output; two members of one array of structs share none. A view has at most 67,108,864 elements.
 *
 * OWNERSHIP   The library keeps no pointer to the caller's memory after a call. What it makes is named by 64-bit handles:
 *             0 is none, and a handle stays invalid once its object is gone (PHX_E_BAD_HANDLE).
 *
 * THREADS     A context has a pool of its own, or runs all parallel work on the host's threads through two hooks, or (with
 *             thread_count 1) on the calling thread alone. All calls on a context may run at the same time. Memory that a call reads or writes must not be written by
 *             another thread meanwhile. PHX_E_BUSY: re-entry from a callback on the same context, or destroying what is
 *             in use. No lock is held during a callback. Callbacks come on the calling thread only, unless their flags
 *             say that they are thread-safe. A callback must not throw or jump out.
 *
 * JOBS        Work that spans frames, for hosts that answer rays a frame later or give time in slices: phx_job_form_up
 *             begins one and shows its states. A job never calls back; it ends with the bytes of the direct call.
 *
 * DETERMINISM Same inputs with unique ids, same bytes: for any number of threads, any order of the inputs and on every
 *             platform. The thread's floating-point state (rounding, flush-to-zero) is set to the default inside a call
 *             and restored after it and during callbacks.
 *
 * MEMORY      A repeated call of the same size allocates nothing (the library's own thread pool may take a block now and
 *             then).
 *             phx_set_allocator routes the library's memory through the host, and says what it does not cover.
 *
 * DEFECTS     A panic of the library is caught at its edge (PHX_E_PANIC); the context is poisoned then, and everything on
 *             it but phx_context_destroy answers PHX_E_POISONED. On WebAssembly it traps. */


#ifndef PHALANX_H
#define PHALANX_H

#include <stdint.h>

/*
 Success.
 */
#define PHX_OK 0

/*
 Success, but somebody ended OVERFLOW, OVERLAP or STACKED, or the center cannot be stood on; the report says more.
 */
#define PHX_PARTIAL 1

/*
 A job is under way: there is work left, or another thread is at it.
 */
#define PHX_IN_PROGRESS 2

/*
 A job waits for hits: phx_job_take_rays gives out its rays, phx_job_submit_hits takes the answers.
 */
#define PHX_NEEDS_TRACES 3

/*
 There is more than fits: a writer whose capacity is short wrote nothing and tells the count it needs; a debug poll
 left items for the next one.
 */
#define PHX_MORE 4

/*
 A required pointer is NULL.
 */
#define PHX_E_NULL_POINTER -1

/*
 A parameter lies outside what its documentation allows.
 */
#define PHX_E_INVALID_ARGUMENT -2

/*
 Two buffers that belong together differ in length.
 */
#define PHX_E_LENGTH_MISMATCH -3

/*
 A handle that was never given out, or whose object is gone.
 */
#define PHX_E_BAD_HANDLE -4

/*
 A number that must be finite is not.
 */
#define PHX_E_NOT_FINITE -5

/*
 More items than the library takes.
 */
#define PHX_E_CAPACITY -6

/*
 Re-entry from a callback on the same context, or an object that is in use.
 */
#define PHX_E_BUSY -7

/*
 The caller's build and the library disagree on a struct.
 */
#define PHX_E_ABI -8

/*
 The job was cancelled.
 */
#define PHX_E_CANCELLED -9

/*
 Memory, or a thread, could not be had.
 */
#define PHX_E_OUT_OF_MEMORY -10

/*
 The context saw a panic and takes no more calls but phx_context_destroy.
 */
#define PHX_E_POISONED -11

/*
 A defect of the library was caught at its edge; the context is poisoned.
 */
#define PHX_E_PANIC -12

/*
 A callback stopped the call (its number stands in the text) or gave an answer that cannot be used.
 */
#define PHX_E_CALLBACK -13

/*
 A number does not fit the range in which the library computes, or an output's scalar type.
 */
#define PHX_E_OUT_OF_RANGE -14

/*
 Known, but not to be had in this build.
 */
#define PHX_E_UNSUPPORTED -15

/*
 The version of the C surface. It changes only when an old caller can no longer use a new library.
 */
#define PHX_ABI_VERSION 1

/*
 FNV-1a-64 over the offsets and sizes of all fields and structs of this header on 64-bit targets, in the order of
 PhxStructIndex; fields that are added to the end of a struct later do not change it.
 */
#define PHX_LAYOUT_HASH 6951508395785311505

/*
 Log level: nothing.
 */
#define PHX_LOG_NONE 0

/*
 Log level: the text of each call on the context that fails.
 */
#define PHX_LOG_ERROR 1

/*
 Log level: also calls that return PHX_PARTIAL, with the counts.
 */
#define PHX_LOG_WARNING 2

/*
 Frame: X forward, Y right, Z up, left-handed, centimetres (unit scale 1).
 */
#define PHX_FRAME_UNREAL 1

/*
 Frame: Z forward, X right, Y up, left-handed, metres (unit scale 0.01).
 */
#define PHX_FRAME_UNITY 2

/*
 Frame: as forward_axis, up_axis and handedness say (unit scale 1 unless set).
 */
#define PHX_FRAME_CUSTOM 3

/*
 Axis of a custom frame: +X.
 */
#define PHX_AXIS_X 1

/*
 Axis of a custom frame: +Y.
 */
#define PHX_AXIS_Y 2

/*
 Axis of a custom frame: +Z.
 */
#define PHX_AXIS_Z 3

/*
 Axis of a custom frame: -X.
 */
#define PHX_AXIS_NEGATIVE_X 4

/*
 Axis of a custom frame: -Y.
 */
#define PHX_AXIS_NEGATIVE_Y 5

/*
 Axis of a custom frame: -Z.
 */
#define PHX_AXIS_NEGATIVE_Z 6

/*
 Handedness of a custom frame: left, as Unreal and Unity.
 */
#define PHX_HANDED_LEFT 1

/*
 Handedness of a custom frame: right, as Godot and glTF.
 */
#define PHX_HANDED_RIGHT 2

/*
 Contexts that may exist at the same time.
 */
#define PHX_MAX_CONTEXTS 256

/*
 Most threads that a context can be asked for.
 */
#define PHX_MAX_THREADS 1024

/*
 Scalar type of a view: 32-bit float.
 */
#define PHX_SCALAR_F32 1

/*
 Scalar type of a view: 64-bit float.
 */
#define PHX_SCALAR_F64 2

/*
 Hit kind: nothing that counts.
 */
#define PHX_HIT_NONE 0

/*
 Hit kind: ground; point and normal are set.
 */
#define PHX_HIT_GROUND 1

/*
 Hit kind: something that nobody can stand on.
 */
#define PHX_HIT_OBSTACLE 2

/*
 Ground flag: the callback may be called from several threads of the context at the same time.
 */
#define PHX_GROUND_THREAD_SAFE 1

/*
 Shape: rows and columns. FIT_AGENTS: in the proportions of the region. FIXED: floor(region / spacing) columns and rows.
 */
#define PHX_SHAPE_GRID 1

/*
 Shape: rings, the first at least inner_radius wide; with segments 3 to 32, rings of that many straight edges. FIXED: up
 to outer_radius.
 */
#define PHX_SHAPE_CIRCLE 2

/*
 Shape: a wedge with its apex to the front. FIXED: floor(region / spacing) + 1 rows, by the smaller of the two.
 */
#define PHX_SHAPE_TRIANGLE 3

/*
 Shape: a wide front of few rows. The first row runs through the center and spans region[0] from its first slot to its
 last, the others stand behind it. FIT_AGENTS: wider where it would need more than floor(region[1] / spacing[1]) rows.
 FIXED: floor(region[0] / spacing[0]) + 1 columns, and that many rows.
 */
#define PHX_SHAPE_LINE 4

/*
 Shape: floor(region[0] / spacing[0]) columns of any depth. FIXED: as GRID.
 */
#define PHX_SHAPE_COLUMN 5

/*
 Shape: ranks around an empty middle, which begins inner_radius from the center along both axes; with inner_radius 0 it
 is half as wide and deep as the whole. FIT_AGENTS: as many ranks as it takes, in the proportions of the region where
 inner_radius is 0. FIXED: the outline of the GRID, ranks inwards. Filled from the outside.
 */
#define PHX_SHAPE_HOLLOW 6

/*
 Shape: a GRID whose odd rows stand half a pitch to the right.
 */
#define PHX_SHAPE_STAGGERED 7

/*
 Shape: the outline of a wedge, two arms behind one leader. FIXED: as TRIANGLE.
 */
#define PHX_SHAPE_V 8

/*
 Shape: a slanting file whose tail is behind to the left of its leader. FIXED: as TRIANGLE.
 */
#define PHX_SHAPE_ECHELON_LEFT 9

/*
 Shape: a slanting file whose tail is behind to the right of its leader. FIXED: as TRIANGLE.
 */
#define PHX_SHAPE_ECHELON_RIGHT 10

/*
 Shape: the caller's own points, all of them, whatever the sizing; a slot's number is its point's. Nothing grows. Those
 near the center are taken first, in bands as wide as the smaller spacing.
 */
#define PHX_SHAPE_POINTS 11

/*
 Mode: the army moves (and turns) as a rigid whole; nobody changes places.
 */
#define PHX_MODE_KEEP_FORMATION 1

/*
 Mode: everybody gets a slot of the shape.
 */
#define PHX_MODE_REFORM_THE_LINE 2

/*
 Sizing: as many slots as the agents need; the region only sets the aspect ratio.
 */
#define PHX_SIZING_FIT_AGENTS 1

/*
 Sizing: as many slots as fit the region or the outer radius.
 */
#define PHX_SIZING_FIXED 2

/*
 Ring rule: neighbours are at least a pitch apart in a straight line.
 */
#define PHX_RING_RULE_CHORD 1

/*
 Ring rule: neighbours are at least a pitch apart along the arc; bodies may overlap on small rings.
 */
#define PHX_RING_RULE_ARC 2

/*
 Polygon rule: polygonal rings.
 */
#define PHX_POLYGON_RULE_RINGS 1

/*
 Polygon rule: circular rings, clipped by the polygon.
 */
#define PHX_POLYGON_RULE_CLIP 2

/*
 Hole policy: more slots than agents leave their holes on the outer rings.
 */
#define PHX_HOLE_POLICY_RINGS 1

/*
 Hole policy: GRID, LINE and COLUMN leave them in the last row, which is centred, and grow behind; others as RINGS.
 */
#define PHX_HOLE_POLICY_REAR_RANK 2

/*
 Effort: no exchange of two agents would shorten the walks; no bound.
 */
#define PHX_EFFORT_QUICK 1

/*
 Effort: within half a percent of the optimum.
 */
#define PHX_EFFORT_GOOD 2

/*
 Effort: the optimum, proved.
 */
#define PHX_EFFORT_EXACT 3

/*
 Cost of a walk: squared distance with both sides centred, so that how far the army marches does not matter.
 */
#define PHX_COST_SQUARED 1

/*
 Cost of a walk: plain distance, not centred.
 */
#define PHX_COST_EUCLID 2

/*
 No slot, no ring.
 */
#define PHX_SLOT_NONE 4294967295

/*
 Outcome: it has its slot, or its translated place.
 */
#define PHX_OUTCOME_PLACED 0

/*
 Outcome: its translated place could not be stood on; it got another.
 */
#define PHX_OUTCOME_RELOCATED 1

/*
 Outcome: no slot was left; its goal is the center.
 */
#define PHX_OUTCOME_OVERFLOW 2

/*
 Outcome: it has a slot but overlaps somebody there.
 */
#define PHX_OUTCOME_OVERLAP 3

/*
 Outcome: no free place was found; it shares the anchor.
 */
#define PHX_OUTCOME_STACKED 4

/*
 Outcome: it does not take part; its goal is the center.
 */
#define PHX_OUTCOME_INELIGIBLE 5

/*
 Outcome: its position is not finite, so it does not take part; its goal is the center.
 */
#define PHX_OUTCOME_BAD_POSITION 6

/*
 Agent flag: some input was missing and a default stands in.
 */
#define PHX_FLAG_DEFAULTED 1

/*
 Agent flag: the radius was negative or not a number and counts as 0.
 */
#define PHX_FLAG_BAD_RADIUS 2

/*
 Agent flag: another member has the same unique id.
 */
#define PHX_FLAG_DUPLICATE_ID 4

/*
 Agent flag: the speed was not positive or not finite and counts as 1.
 */
#define PHX_FLAG_BAD_SPEED 8

/*
 Report bit: the direction was too short or not finite; the front faces from the army to the center.
 */
#define PHX_REPORT_DIRECTION_DEFAULTED 1

/*
 Report bit: the center's own column cannot be stood on; translated goals were left where they are.
 */
#define PHX_REPORT_ANCHOR_INVALID 2

/*
 Report bit: the slots are nearer to one another than the bodies are wide.
 */
#define PHX_REPORT_TOO_TIGHT 4

/*
 Report bit: the slot target was cut to 1,048,576.
 */
#define PHX_REPORT_SLOTS_CUT 8

/*
 Most squads that one call takes.
 */
#define PHX_MAX_SQUADS 4096

/*
 Radius source: the capsule alone.
 */
#define PHX_RADIUS_FROM_COLLIDER 1

/*
 Radius source: the capsule, widened by the longer axis of the avoidance ellipse.
 */
#define PHX_RADIUS_FROM_AVOIDANCE 2

/*
 Slot state: it can be stood on.
 */
#define PHX_SLOT_STATE_OK 0

/*
 Slot state: there is an obstacle, or the ground is too steep.
 */
#define PHX_SLOT_STATE_BLOCKED 1

/*
 Slot state: there is no ground.
 */
#define PHX_SLOT_STATE_VOID 2

/*
 Slot state: the call had no probes left to ask with (PhxGround.max_probes).
 */
#define PHX_SLOT_STATE_NOT_PROBED 3

/*
 Jobs of one context that may be begun and not finished at the same time.
 */
#define PHX_MAX_JOBS 16384

/*
 Job kind: phx_job_form_up.
 */
#define PHX_JOB_FORM_UP 1

/*
 Job state: there is work, and no thread does it.
 */
#define PHX_JOB_STATE_READY 1

/*
 Job state: a thread works on it.
 */
#define PHX_JOB_STATE_WORKING 2

/*
 Job state: it waits for hits.
 */
#define PHX_JOB_STATE_NEEDS_TRACES 3

/*
 Job state: its results can be had.
 */
#define PHX_JOB_STATE_DONE 4

/*
 Budget of a step, and time of a wait: no end but that of the work.
 */
#define PHX_NO_LIMIT 4294967295

/*
 Debug category: circles where the members stand.
 */
#define PHX_DEBUG_CATEGORY_START 1

/*
 Debug category: arrows from there to the goals.
 */
#define PHX_DEBUG_CATEGORY_ARROW 2

/*
 Debug category: circles at the goals.
 */
#define PHX_DEBUG_CATEGORY_GOAL 4

/*
 Debug item kind: a flat circle.
 */
#define PHX_DEBUG_KIND_CIRCLE 1

/*
 Debug item kind: an arrow.
 */
#define PHX_DEBUG_KIND_ARROW 2

/*
 The order of the sizes that phx_check_abi takes.
 */
typedef enum PhxStructIndex {
    /*
     PhxContextDesc.
     */
    PHX_STRUCT_INDEX_CONTEXT_DESC = 0,
    /*
     PhxVec3View.
     */
    PHX_STRUCT_INDEX_VEC3_VIEW = 1,
    /*
     PhxVec3ViewMut.
     */
    PHX_STRUCT_INDEX_VEC3_VIEW_MUT = 2,
    /*
     PhxQuatView.
     */
    PHX_STRUCT_INDEX_QUAT_VIEW = 3,
    /*
     PhxF32View.
     */
    PHX_STRUCT_INDEX_F32_VIEW = 4,
    /*
     PhxU64View.
     */
    PHX_STRUCT_INDEX_U64_VIEW = 5,
    /*
     PhxU32View.
     */
    PHX_STRUCT_INDEX_U32_VIEW = 6,
    /*
     PhxU8View.
     */
    PHX_STRUCT_INDEX_U8_VIEW = 7,
    /*
     PhxU32ViewMut.
     */
    PHX_STRUCT_INDEX_U32_VIEW_MUT = 8,
    /*
     PhxU8ViewMut.
     */
    PHX_STRUCT_INDEX_U8_VIEW_MUT = 9,
    /*
     PhxCircle.
     */
    PHX_STRUCT_INDEX_CIRCLE = 10,
    /*
     PhxCircleView.
     */
    PHX_STRUCT_INDEX_CIRCLE_VIEW = 11,
    /*
     PhxRay.
     */
    PHX_STRUCT_INDEX_RAY = 12,
    /*
     PhxHit.
     */
    PHX_STRUCT_INDEX_HIT = 13,
    /*
     PhxGround.
     */
    PHX_STRUCT_INDEX_GROUND = 14,
    /*
     PhxAgents.
     */
    PHX_STRUCT_INDEX_AGENTS = 15,
    /*
     PhxFormationDesc.
     */
    PHX_STRUCT_INDEX_FORMATION_DESC = 16,
    /*
     PhxFormationOut.
     */
    PHX_STRUCT_INDEX_FORMATION_OUT = 17,
    /*
     PhxFormationReport.
     */
    PHX_STRUCT_INDEX_FORMATION_REPORT = 18,
    /*
     PhxSquad.
     */
    PHX_STRUCT_INDEX_SQUAD = 19,
    /*
     PhxDebugItem.
     */
    PHX_STRUCT_INDEX_DEBUG_ITEM = 20,
    /*
     PhxCapsules.
     */
    PHX_STRUCT_INDEX_CAPSULES = 21,
    /*
     PhxRadiusDesc.
     */
    PHX_STRUCT_INDEX_RADIUS_DESC = 22,
    /*
     PhxGrowth.
     */
    PHX_STRUCT_INDEX_GROWTH = 23,
    /*
     PhxJobInfo.
     */
    PHX_STRUCT_INDEX_JOB_INFO = 24,
} PhxStructIndex;

/*
 Gives `size` bytes (never 0) at a multiple of `alignment` (a power of two, at least 16), or NULL.
 Called on any thread, several at a time; must not throw and must not call the library.
 */
typedef void *(*PhxAllocFn)(void *user, uint64_t size, uint64_t alignment);

/*
 Takes back a block with the size and alignment that it was asked for with. Called on any thread, several at a time;
 must not throw and must not call the library.
 */
typedef void (*PhxFreeFn)(void *user, void *pointer, uint64_t size, uint64_t alignment);

/*
 Takes a message: `level` is a PHX_LOG number, `message` a NUL-terminated UTF-8 text that is valid during the callback.
 Called on the thread whose call it is about, with no lock held. It must not throw and may not call the same context
 (PHX_E_BUSY).
 */
typedef void (*PhxLogFn)(void *user, uint32_t level, const char *message);

/*
 Runs the items begin to end - 1 of a task. The host calls it with the task that enqueue was given, from any threads
 at the same time, so that together the calls cover 0 to count - 1. worker: the number of the host's thread; not used
 for anything that decides a result. It never throws.
 */
typedef void (*PhxTaskFn)(void *task, uint64_t begin, uint64_t end, uint32_t worker);

/*
 Takes work for the host's threads: run must be called for all items 0 to count - 1 of task, in ranges of any size
 (grain: the least size that is worth a thread), before or after this returns. Returns what finish is to be called
 with, or NULL when everything has run already; then finish is not called. Called on any thread that calls the
 context, and from inside a task. It must not throw.
 */
typedef void *(*PhxEnqueueFn)(void *user, PhxTaskFn run, void *task, uint64_t count, uint64_t grain);

/*
 Returns when all ranges of the task with this handle have run and none is running. task is gone afterwards. While it
 waits it may run other work on this thread, calls on the same context included. It must not throw.
 */
typedef void (*PhxFinishFn)(void *user, void *handle);

/*
 What a context is made from. Set by phx_context_desc_init.
 */
typedef struct PhxContextDesc {
    /*
     Bytes of this struct, set by phx_context_desc_init.
     */
    uint32_t struct_size;
    /*
     PHX_FRAME number: the axes in which every position and direction of this context's calls is given and returned.
     */
    uint32_t frame;
    /*
     CUSTOM: PHX_AXIS number of the axis that points forward. Ignored otherwise. Default: X.
     */
    uint32_t forward_axis;
    /*
     CUSTOM: PHX_AXIS number of the axis that points up. Ignored otherwise. Default: Z.
     */
    uint32_t up_axis;
    /*
     CUSTOM: PHX_HANDED number. Ignored otherwise. Default: LEFT.
     */
    uint32_t handedness;
    /*
     Threads that work on a call: 0 = one per core (default), 1 = the calling thread and no other (none is started),
     at most PHX_MAX_THREADS. Results do not depend on it. Unless it is 1, jobs get up to as many threads of their own,
     started when there are jobs to work on.
     */
    uint32_t thread_count;
    /*
     Centimetres to the caller's unit: 1 for UNREAL and CUSTOM, 0.01 for UNITY. Scales every default length.
     Positive and finite.
     */
    double unit_scale;
    /*
     Called with messages, or NULL (default). On every thread that calls the context.
     */
    PhxLogFn log;
    /*
     Handed to log.
     */
    void *log_user;
    /*
     PHX_LOG number: the least important level that log gets. Default: WARNING.
     */
    uint32_t log_level;
    /*
     PHX_DEBUG_CATEGORY bits that are queued (see phx_debug_enable). Default: 0.
     */
    uint32_t debug_categories;
    /*
     Debug items that may wait for phx_debug_poll; 0 = 65,536 (default), at most 16,777,216.
     */
    uint64_t debug_capacity;
    /*
     The host's scheduler: both of enqueue and finish, or both NULL (default). With them all parallel work of the
     context runs on the host's threads and none is ever started here, whatever thread_count says.
     */
    PhxEnqueueFn enqueue;
    /*
     See enqueue.
     */
    PhxFinishFn finish;
    /*
     Handed to enqueue and finish.
     */
    void *scheduler_user;
    /*
     Threads of the host that may run ranges at the same time, the caller's included: 1 to PHX_MAX_THREADS. 0
     (default) with hooks: as many as the machine has cores. It decides how work is cut, never a result.
     */
    uint32_t worker_count;
    /*
     Zero.
     */
    uint32_t reserved;
} PhxContextDesc;

/*
 A vertical probe in the context's axes. Frozen.
 */
typedef struct PhxRay {
    /*
     Top end.
     */
    double origin[3];
    /*
     Unit vector, straight down.
     */
    float direction[3];
    /*
     How far it reaches.
     */
    float length;
    /*
     Counts up from 0 within one call of the library.
     */
    uint64_t id;
} PhxRay;

/*
 What a ray met first, in the context's axes. Arrives all zero (kind NONE) but with the ray's id, which must stay.
 Frozen.
 */
typedef struct PhxHit {
    /*
     GROUND: where.
     */
    double point[3];
    /*
     GROUND: the surface's normal, of any length.
     */
    float normal[3];
    /*
     PHX_HIT number.
     */
    uint32_t kind;
    /*
     The ray's id.
     */
    uint64_t id;
} PhxHit;

/*
 Answers one ray. A negative return stops the call with PHX_E_CALLBACK; any other means that hit is set.
 May not call the same context (PHX_E_BUSY) and must not throw.
 */
typedef int32_t (*PhxRaycastFn)(void *user, const struct PhxRay *ray, struct PhxHit *hit);

/*
 Answers count rays, one hit to each in their order. A negative return stops the call with PHX_E_CALLBACK; any other means that
 all hits are set. May not call the same context (PHX_E_BUSY) and must not throw.
 */
typedef int32_t (*PhxRaycastBatchFn)(void *user, const struct PhxRay *rays, struct PhxHit *hits, uint64_t count);

/*
 Where one can stand: a callback that answers vertical probes, and what its answers mean. Set by phx_ground_init.
 No lock of the library is held during a callback, and the thread has the host's own floating-point state.
 */
typedef struct PhxGround {
    /*
     Bytes of this struct, set by phx_ground_init.
     */
    uint32_t struct_size;
    /*
     PHX_GROUND flags. Default: 0, callbacks come on the calling thread only.
     */
    uint32_t flags;
    /*
     Answers one ray; NULL if raycast_batch is set.
     */
    PhxRaycastFn raycast;
    /*
     Answers many rays; preferred when both are set.
     */
    PhxRaycastBatchFn raycast_batch;
    /*
     Handed to the callbacks.
     */
    void *user;
    /*
     Steepest ground that can be stood on, at least 0; from 90 on any. Default: 45.
     */
    double max_slope_degrees;
    /*
     Ends of a probe, relative to the probed place, in any order; different and finite. Default: -1000 and 1000 unit scales.
     */
    double range[2];
    /*
     Step of the searches for a free place; 0 = the smaller spacing (default).
     */
    double search_step;
    /*
     Rings of the search around a blocked goal, at most 1024. Default: 8.
     */
    uint32_t max_search_rings;
    /*
     0.
     */
    uint32_t reserved;
    /*
     Rays that one call may ask; 0 = 4 per member and 65,536 (default).
     */
    uint64_t max_probes;
} PhxGround;

/*
 Positions or directions to be read: three scalars each, in the context's axes. Frozen.
 */
typedef struct PhxVec3View {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    const void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     PHX_SCALAR number; ignored when count is 0.
     */
    uint32_t scalar;
} PhxVec3View;

/*
 32-bit floats to be read. Frozen.
 */
typedef struct PhxF32View {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    const void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     0.
     */
    uint32_t reserved;
} PhxF32View;

/*
 64-bit numbers to be read. Frozen.
 */
typedef struct PhxU64View {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    const void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     0.
     */
    uint32_t reserved;
} PhxU64View;

/*
 Bytes to be read. Frozen.
 */
typedef struct PhxU8View {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    const void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     0.
     */
    uint32_t reserved;
} PhxU8View;

/*
 32-bit numbers to be read. Frozen.
 */
typedef struct PhxU32View {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    const void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     0.
     */
    uint32_t reserved;
} PhxU32View;

/*
 Circles to be read: PhxCircle each. Frozen.
 */
typedef struct PhxCircleView {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    const void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     0.
     */
    uint32_t reserved;
} PhxCircleView;

/*
 The army. Set by phx_agents_init; all views absent. Element i of each view belongs to agent i. A view may be absent
 (count 0) or shorter than count: what is missing falls back, and outputs and report say so. A longer one is
 PHX_E_LENGTH_MISMATCH. Nobody may write to the memory of a view while a call runs, from its callbacks neither: packed
 arrays are read where they lie.
 */
typedef struct PhxAgents {
    /*
     Bytes of this struct, set by phx_agents_init.
     */
    uint32_t struct_size;
    /*
     0.
     */
    uint32_t reserved;
    /*
     Number of agents: at most 67,108,864, of which at most 1,048,576 may take part.
     */
    uint64_t count;
    /*
     Where they are. Not finite: the agent does not take part (BAD_POSITION). Missing: the centroid of the others.
     */
    struct PhxVec3View locations;
    /*
     How wide they are. Negative or not a number: 0, flagged. Missing: 34 unit scales.
     */
    struct PhxF32View radii;
    /*
     Who they are: with unique ids the result does not depend on the order of the agents. Missing: the index.
     */
    struct PhxU64View unique_ids;
    /*
     Non-zero: belongs to the air layer, which is assigned apart and stands on no ground. Missing: 0.
     */
    struct PhxU8View can_fly;
    /*
     Non-zero: takes part. Missing: 1.
     */
    struct PhxU8View eligible;
    /*
     GRID, LINE, COLUMN, TRIANGLE and CIRCLE: who stands in front (CIRCLE: outside), the lowest rank first. The slots are
     the same as without. Missing: 0. All equal: no effect.
     */
    struct PhxU8View ranks;
    /*
     Non-zero: keeps its own height. Missing: 0.
     */
    struct PhxU8View z_frozen;
    /*
     How fast they are, 1 being the usual speed: the walks of the slow weigh more. Not positive or not finite: 1, flagged.
     Missing: 1. All equal: no effect.
     */
    struct PhxF32View speeds;
    /*
     Their slots (PhxFormationOut.slots) in an earlier call with the same shape and measures. Everybody keeps his slot, but
     those who move up where somebody fell, and two whose exchange would halve the longer of their walks. PHX_SLOT_NONE or
     missing: he had none. Goes with PhxFormationDesc.previous_slot_count. Absent: who stands where is found anew.
     */
    struct PhxU32View previous_slots;
    /*
     Circles that are taken by others, in any number; ground layer only.
     */
    struct PhxCircleView blockers;
} PhxAgents;

/*
 The order. Set by phx_formation_desc_init. Lengths in the caller's unit, positions and directions in the context's
 axes, angles in degrees. A field that is out of its range is PHX_E_INVALID_ARGUMENT, whatever the shape.
 */
typedef struct PhxFormationDesc {
    /*
     Bytes of this struct, set by phx_formation_desc_init.
     */
    uint32_t struct_size;
    /*
     PHX_SHAPE number.
     */
    uint32_t shape;
    /*
     PHX_MODE number. Default: REFORM_THE_LINE.
     */
    uint32_t mode;
    /*
     PHX_SIZING number. Default: FIT_AGENTS.
     */
    uint32_t sizing;
    /*
     Where the formation's center goes. Finite. Default: 0.
     */
    double center[3];
    /*
     Where the front faces, any length; height is ignored. Shorter than 1e-4 or not finite: from the army to the
     center. Default: forward.
     */
    double direction[3];
    /*
     Pitch along the front, and in depth. Positive. Default: 100 unit scales each.
     */
    double spacing[2];
    /*
     Frontage and depth of every shape but CIRCLE and POINTS. Finite. Default: 1000 and 500 unit scales.
     */
    double region[2];
    /*
     CIRCLE: least radius of the first ring. HOLLOW: half the width of the empty middle. Finite. Default: 0.
     */
    double inner_radius;
    /*
     CIRCLE, FIXED: bound of the rings. Finite. Default: 500 unit scales.
     */
    double outer_radius;
    /*
     POINTS: the slots, 1 to 1,048,576 places relative to the center, in the context's axes, as if the formation faced
     the frame's forward axis; they turn with direction. Finite; height does not matter. Default: absent.
     */
    struct PhxVec3View points;
    /*
     Circle: 0 for round rings (default), 3 to 32 for a polygon with that many corners.
     */
    uint32_t segments;
    /*
     Circle: PHX_RING_RULE number. Default: CHORD.
     */
    uint32_t ring_rule;
    /*
     Polygon: PHX_POLYGON_RULE number. Default: RINGS.
     */
    uint32_t polygon_rule;
    /*
     PHX_HOLE_POLICY number. Default: RINGS.
     */
    uint32_t hole_policy;
    /*
     Non-zero: FIXED shapes grow too when ground drops slots. Default: 0.
     */
    uint32_t grow_fixed;
    /*
     Non-zero: the report gets a lower bound of the cost. EXACT gives one in any case. Default: 0.
     */
    uint32_t want_bound;
    /*
     Slots per member, 1 to 8. Default: 1.
     */
    double slot_count_margin;
    /*
     Factor on every radius, at least 0. Default: 1.
     */
    double size_multiplier;
    /*
     KEEP_FORMATION: turn, clockwise as seen from above. Finite. Default: 0, which is exact.
     */
    double keep_rotate_degrees;
    /*
     Length by which each slot is displaced in a direction of its own, at least 0. Default: 0.
     */
    double offset;
    /*
     Auction: nearest slots per agent, at most 1024. Default: 16.
     */
    uint32_t k_near;
    /*
     Auction: stride-sampled slots per agent, at most 1024. Default: 8.
     */
    uint32_t k_strat;
    /*
     PHX_EFFORT number. Default: GOOD.
     */
    uint32_t effort;
    /*
     PHX_COST number. Default: SQUARED.
     */
    uint32_t cost;
    /*
     FIT_AGENTS, with PhxAgents.previous_slots: PhxFormationReport.slot_target of the earlier call, whose layout is kept
     while everybody finds a slot on it and at least 85 % of it are needed. 0: the layout follows from the agents
     (default).
     */
    uint64_t previous_slot_count;
    /*
     PHX_DEBUG_CATEGORY bits to draw, of those that the context has enabled. Default: 0.
     */
    uint32_t debug_mask;
    /*
     0.
     */
    uint32_t reserved;
    /*
     Orders the debug items of calls that run at the same time, and is handed out with them. Default: 0.
     */
    uint64_t debug_key;
} PhxFormationDesc;

/*
 Positions to be written (and read, where a function says so): three scalars each. Frozen.
 */
typedef struct PhxVec3ViewMut {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     PHX_SCALAR number; ignored when count is 0.
     */
    uint32_t scalar;
} PhxVec3ViewMut;

/*
 32-bit numbers to be written. Frozen.
 */
typedef struct PhxU32ViewMut {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     0.
     */
    uint32_t reserved;
} PhxU32ViewMut;

/*
 Bytes to be written. Frozen.
 */
typedef struct PhxU8ViewMut {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     0.
     */
    uint32_t reserved;
} PhxU8ViewMut;

/*
 Where the results go. Set by phx_formation_out_init; all views absent. Element i belongs to agent i. A view must have
 exactly as many elements as there are agents (else PHX_E_LENGTH_MISMATCH); each but goals may be absent. Written only
 when the call succeeds.
 */
typedef struct PhxFormationOut {
    /*
     Bytes of this struct, set by phx_formation_out_init.
     */
    uint32_t struct_size;
    /*
     0.
     */
    uint32_t reserved;
    /*
     Where to go.
     */
    struct PhxVec3ViewMut goals;
    /*
     Number of the slot, or PHX_SLOT_NONE.
     */
    struct PhxU32ViewMut slots;
    /*
     Ring of the slot from 0 inside, or PHX_SLOT_NONE.
     */
    struct PhxU32ViewMut rings;
    /*
     PHX_OUTCOME number.
     */
    struct PhxU8ViewMut outcomes;
    /*
     PHX_FLAG bits.
     */
    struct PhxU8ViewMut flags;
} PhxFormationOut;

/*
 What a call did. Set by phx_formation_report_init.
 */
typedef struct PhxFormationReport {
    /*
     Bytes of this struct, set by phx_formation_report_init.
     */
    uint32_t struct_size;
    /*
     PHX_REPORT bits.
     */
    uint32_t bits;
    /*
     Agents with PHX_OUTCOME_PLACED.
     */
    uint64_t placed;
    /*
     Agents with PHX_OUTCOME_RELOCATED.
     */
    uint64_t relocated;
    /*
     Agents with PHX_OUTCOME_OVERFLOW.
     */
    uint64_t overflow;
    /*
     Agents with PHX_OUTCOME_OVERLAP.
     */
    uint64_t overlap;
    /*
     Agents with PHX_OUTCOME_STACKED.
     */
    uint64_t stacked;
    /*
     Agents with PHX_OUTCOME_INELIGIBLE.
     */
    uint64_t ineligible;
    /*
     Agents with PHX_OUTCOME_BAD_POSITION.
     */
    uint64_t bad_position;
    /*
     Members whose location was missing.
     */
    uint64_t defaulted_locations;
    /*
     Members whose radius was missing.
     */
    uint64_t defaulted_radii;
    /*
     Members whose unique id was missing.
     */
    uint64_t defaulted_ids;
    /*
     Slots that were asked for, or those of the earlier call whose layout was kept: what previous_slot_count takes the
     next time.
     */
    uint64_t slot_target;
    /*
     Slots of the first layout.
     */
    uint64_t slots_made;
    /*
     Slots that could not be stood on.
     */
    uint64_t slots_dropped;
    /*
     Slots that growth added, dropped ones included.
     */
    uint64_t slots_grown;
    /*
     Columns of the first layout, or slots of its widest row or ring.
     */
    uint32_t lattice_width;
    /*
     Rows or rings of the first layout.
     */
    uint32_t lattice_height;
    /*
     Width to depth of the first layout in lengths; 1 if degenerate.
     */
    double lattice_aspect;
    /*
     Batches of rays that were asked.
     */
    uint64_t probe_batches;
    /*
     Rays that were asked.
     */
    uint64_t probes;
    /*
     SQUARED: summed squared walks with both sides centred, in square units; EUCLID: summed walks.
     */
    double cost;
    /*
     What cost cannot fall below on the slots that are used, as long as each radius and each rank keeps its slots; proved
     where want_bound or EXACT ask for it, else 0.
     */
    double lower_bound;
    /*
     Longest walk on the plane, from where an agent stands to its goal.
     */
    double longest_walk;
} PhxFormationReport;

/*
 One squad of phx_formation_form_up_many: the parameters that it would have in phx_formation_form_up. Its size is passed
 to the call.
 */
typedef struct PhxSquad {
    /*
     Who they are, not NULL. Its blockers are those that stand there besides the squads of the call.
     */
    const struct PhxAgents *agents;
    /*
     Their order, not NULL.
     */
    const struct PhxFormationDesc *desc;
    /*
     Where their results go, not NULL.
     */
    const struct PhxFormationOut *out;
    /*
     What was done for them, or NULL if not wanted.
     */
    struct PhxFormationReport *report;
} PhxSquad;

/*
 Rotations to be read: quaternions x, y, z, w in the context's axes, of any length but 0. Frozen.
 */
typedef struct PhxQuatView {
    /*
     The first element, aligned to its scalar. NULL only when count is 0.
     */
    const void *data;
    /*
     Number of elements; 0 = absent.
     */
    uint64_t count;
    /*
     Bytes from one element to the next: 0 = packed, else at least the element and a multiple of its scalar.
     */
    uint32_t stride;
    /*
     PHX_SCALAR number; ignored when count is 0.
     */
    uint32_t scalar;
} PhxQuatView;

/*
 The agents' capsules. Set by phx_capsules_init; all views absent. Element i of each view belongs to agent i. A view
 may be absent or shorter than the number of agents: what is missing has its default. A longer one is
 PHX_E_LENGTH_MISMATCH.
 */
typedef struct PhxCapsules {
    /*
     Bytes of this struct, set by phx_capsules_init.
     */
    uint32_t struct_size;
    /*
     0.
     */
    uint32_t reserved;
    /*
     Length of the shaft, between the centres of the caps. Missing: 0, a ball.
     */
    struct PhxF32View heights;
    /*
     Radius of the caps. Missing: the agent has no collider and counts as 34 unit scales wide.
     */
    struct PhxF32View radii;
    /*
     Scale of the body. Missing: 1.
     */
    struct PhxF32View scales;
    /*
     Factor on the caps, not on the shaft. Missing: 1.
     */
    struct PhxF32View collider_multipliers;
    /*
     First axis of the avoidance ellipse, as a factor on the body. Missing: 1.
     */
    struct PhxF32View avoidance_x;
    /*
     Second axis of the avoidance ellipse; as many as of the first. Missing: 1.
     */
    struct PhxF32View avoidance_y;
    /*
     Rotation of the agent. A capsule that is not rotated stands upright. Missing: none.
     */
    struct PhxQuatView rotations;
    /*
     Rotation of the collider within the agent. Missing: none.
     */
    struct PhxQuatView collider_rotations;
    /*
     0: the agent has no collider. Missing: it has one if it has a radius.
     */
    struct PhxU8View has_collider;
} PhxCapsules;

/*
 How radii are computed. Set by phx_radius_desc_init.
 */
typedef struct PhxRadiusDesc {
    /*
     Bytes of this struct, set by phx_radius_desc_init.
     */
    uint32_t struct_size;
    /*
     PHX_RADIUS number. Default: FROM_COLLIDER.
     */
    uint32_t source;
    /*
     Factor on every radius, at least 0 and finite. Default: 1. An order has a size_multiplier too: set one of them.
     */
    double size_multiplier;
} PhxRadiusDesc;

/*
 Where the growth of a lattice goes on: plain data that the caller keeps. Set by phx_growth_init, filled by
 phx_formation_slots, moved on by phx_formation_grow. Goes with the description that it was made with.
 */
typedef struct PhxGrowth {
    /*
     Bytes of this struct, set by phx_growth_init.
     */
    uint32_t struct_size;
    /*
     The next ring or row; of GRID and STAGGERED the next edge: 0 back, 1 right, 2 front, 3 left.
     */
    uint32_t next;
    /*
     Columns and rows of the first layout; twice the rows for a triangle; 0 for rings and POINTS.
     */
    int32_t origin[2];
    /*
     GRID, STAGGERED, HOLLOW: first and last column, in the first layout's numbering.
     */
    int32_t columns[2];
    /*
     GRID, STAGGERED, HOLLOW: first and last row, row 0 being the first layout's front.
     */
    int32_t rows[2];
    /*
     Per edge (back, right, front, left; only the first for other shapes): rounds in which nothing of it could be used.
     At 2 it is skipped. The caller counts them.
     */
    uint8_t barren_rounds[4];
    /*
     0.
     */
    uint32_t reserved;
    /*
     Slots so far, growth included.
     */
    uint64_t emitted;
} PhxGrowth;

/*
 What a poll tells of a job. Set by phx_job_info_init.
 */
typedef struct PhxJobInfo {
    /*
     Bytes of this struct, set by phx_job_info_init.
     */
    uint32_t struct_size;
    /*
     PHX_JOB number: what it does.
     */
    uint32_t kind;
    /*
     PHX_JOB_STATE number.
     */
    uint32_t state;
    /*
     How much is done, 0 to 1: a rough estimate that never falls; 1 only when the job is done.
     */
    float progress;
    /*
     Agents that it is about.
     */
    uint64_t agents;
    /*
     Rays that wait for phx_job_take_rays.
     */
    uint64_t rays_to_take;
    /*
     Rays that wait for their hits, those to be taken included.
     */
    uint64_t rays_to_answer;
    /*
     Rays asked so far, answered ones included.
     */
    uint64_t rays_asked;
    /*
     Batches of rays asked so far.
     */
    uint64_t batches;
} PhxJobInfo;

/*
 One thing to draw, in the context's axes and unit. Its size is passed to phx_debug_poll.
 */
typedef struct PhxDebugItem {
    /*
     PHX_DEBUG_KIND number.
     */
    uint32_t kind;
    /*
     PHX_DEBUG_CATEGORY bit.
     */
    uint32_t category;
    /*
     Middle of the circle, or tail of the arrow.
     */
    double from[3];
    /*
     Head of the arrow; the middle again for a circle.
     */
    double to[3];
    /*
     Radius of the circle, or of the agent whose arrow it is.
     */
    float radius;
    /*
     0xRRGGBBAA.
     */
    uint32_t color;
    /*
     debug_key of the order that it belongs to.
     */
    uint64_t key;
} PhxDebugItem;

/*
 A circle on the ground that is taken: a member of another squad, standing. Frozen.
 */
typedef struct PhxCircle {
    /*
     Its middle, in the context's axes; its height does not matter.
     */
    double center[3];
    /*
     How wide it is, at least 0.
     */
    float radius;
    /*
     0.
     */
    uint32_t reserved;
} PhxCircle;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The name of a status, such as "PHX_E_BUSY"; "unknown status" for any other number.
 Returns a static, NUL-terminated ASCII text, never NULL. Any thread, any time; allocates nothing.
 */
const char *phx_status_name(int32_t status);

/*
 The text of the last call on this thread that failed: it names the argument, the index and the value. A call that
 succeeds leaves it alone; before the first failure it is empty.

 buffer: `capacity` bytes, or NULL when `capacity` is 0. Gets as much of the UTF-8 text as fits, always
 NUL-terminated when `capacity` is not 0.
 Returns the bytes that the whole text needs, its NUL included (1 when there is no text; never more than 1024).
 Works on any thread, at any time, also when a context is poisoned. Allocates nothing.
 */
uint64_t phx_last_error(char *buffer, uint64_t capacity);

/*
 Sends the library's memory through the host's functions from now on; allocate and release both NULL: through the C
 runtime again. Blocks that are already out go back to where they came from, so a replaced hook must stay loaded
 until phx_shutdown, which forgets all hooks (what is still out then is never touched by release again).

 Set it before anything else is called. The library asks for 16 bytes per block more than it uses, and remembers there
 whose block it is. When the hook answers NULL for a buffer whose size the caller chose, the call returns
 PHX_E_OUT_OF_MEMORY; anywhere else the process is aborted.

 Not covered: stacks of threads, what the system's thread start takes, texts on a thread's stack, and memory of the
 host's callbacks. A few small blocks of the thread pool and of locks live as long as the process: the hook's memory
 must stay readable until then.

 allocate, release: both given or both NULL, else PHX_E_NULL_POINTER. user: any, handed back.
 PHX_E_BUSY while a context exists, PHX_E_CAPACITY after 16 hooks without a shutdown, PHX_E_UNSUPPORTED in a build
 without the feature allocation_hook. Not to be called while another thread is inside the library. Allocates nothing.
 */
int32_t phx_set_allocator(PhxAllocFn allocate, PhxFreeFn release, void *user);

/*
 The version of the library such as "1.2.3": static, NUL-terminated, never NULL. Any thread, any time; allocates
 nothing.
 */
const char *phx_version_string(void);

/*
 Ends the library's work: destroys all contexts, joins their threads and forgets all hooks. May be called twice, and
 the library may be used again afterwards; handles from before stay invalid.

 Jobs are cancelled and dropped with their contexts; only for a thread of a context that works on one does it wait, until
 that thread sees the cancellation. A context that is inside a call (of another thread, or of this one when called from a
 callback) can't be destroyed: then PHX_E_BUSY, the other contexts are gone, hooks stay, and a later call finishes the work.
 Not to be called while another thread sets the allocator.
 */
int32_t phx_shutdown(void);

/*
 The version of the C surface that the library has: compare with PHX_ABI_VERSION of the header.
 Any thread, any time; allocates nothing.
 */
uint32_t phx_abi_version(void);

/*
 Checks that the caller was built against structs that this library can take. Call it once after loading:
 phx_check_abi(PHX_ABI_VERSION, PHX_LAYOUT_HASH, sizes, count).

 struct_sizes: sizeof of each struct in the order of PhxStructIndex, not NULL unless count is 0. count: how many of
 them; fewer than the library knows is an older caller, more are ignored.
 layout_hash: of this library's header, or of an older one with count structs.
 PHX_E_ABI naming what differs: another version or hash, a struct smaller than its first version or larger than the
 library knows, a frozen struct of another size. PHX_E_NULL_POINTER, PHX_E_INVALID_ARGUMENT (alignment). Any thread;
 allocates nothing unless it fails.
 */
int32_t phx_check_abi(uint32_t abi, uint64_t layout_hash, const uint32_t *struct_sizes, uint32_t count);

/*
 Sets a description to the defaults of a frame.

 desc: struct_size bytes, not NULL. struct_size: sizeof(PhxContextDesc). frame: PHX_FRAME number.
 PHX_E_NULL_POINTER, PHX_E_ABI (struct_size), PHX_E_INVALID_ARGUMENT (frame, alignment). Any thread; allocates
 nothing.
 */
int32_t phx_context_desc_init(struct PhxContextDesc *desc, uint32_t struct_size, uint32_t frame);

/*
 Makes a context: threads, buffers and debug queue of one host. Nearly every other call names one. Calls on one
 context may run at the same time from many threads.

 desc: not NULL. out_context: gets the handle (never 0), not NULL. Destroy it with phx_context_destroy.
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (a field is out of its range), PHX_E_CAPACITY (there are
 PHX_MAX_CONTEXTS already), PHX_E_OUT_OF_MEMORY (a thread could not be started). Any thread. Allocates, and starts
 threads unless thread_count is 1 or the description has scheduler hooks.
 */
int32_t phx_context_create(const struct PhxContextDesc *desc, uint64_t *out_context);

/*
 Destroys a context: cancels and drops its jobs, joins its threads and frees its memory. Works on a poisoned context too.
 Where one of its threads works on a job, it waits until that thread sees the cancellation.

 context: a handle. 0 does nothing and succeeds.
 PHX_E_BAD_HANDLE, PHX_E_BUSY (a call is inside it, on another thread or around this callback). Any thread.
 */
int32_t phx_context_destroy(uint64_t context);

/*
 Sets a ground description to the defaults in the context's unit. Set a callback, and user if it needs one.

 ground: struct_size bytes, not NULL. struct_size: sizeof(PhxGround).
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_BAD_HANDLE, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
 */
int32_t phx_ground_init(uint64_t context, struct PhxGround *ground, uint32_t struct_size);

/*
 Sets an army to nobody, with all views absent.

 agents: struct_size bytes, not NULL. struct_size: sizeof(PhxAgents).
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
 */
int32_t phx_agents_init(struct PhxAgents *agents, uint32_t struct_size);

/*
 Sets an order to the defaults of a shape in the context's unit and axes. Set center, and direction unless it shall
 follow from the march.

 desc: struct_size bytes, not NULL. struct_size: sizeof(PhxFormationDesc). shape: PHX_SHAPE number.
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_BAD_HANDLE, PHX_E_INVALID_ARGUMENT (shape, alignment). Any thread; allocates
 nothing.
 */
int32_t phx_formation_desc_init(uint64_t context, struct PhxFormationDesc *desc, uint32_t struct_size, uint32_t shape);

/*
 Sets outputs to absent.

 out: struct_size bytes, not NULL. struct_size: sizeof(PhxFormationOut).
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
 */
int32_t phx_formation_out_init(struct PhxFormationOut *out, uint32_t struct_size);

/*
 Sets a report to zero.

 report: struct_size bytes, not NULL. struct_size: sizeof(PhxFormationReport).
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
 */
int32_t phx_formation_report_init(struct PhxFormationReport *report, uint32_t struct_size);

/*
 Orders an army into a formation: who takes part, which slots there are, where one can stand, who goes where. The same
 inputs with unique ids give the same bytes for any thread count, any order of the agents and on every platform.

 context: a handle. agents, desc, out: not NULL, each set by its _init. ground: NULL = stand anywhere, nothing is
 probed. report: NULL if not wanted, else set by its _init.

 PHX_OK: everybody who takes part has a place of his own. PHX_PARTIAL: somebody ended OVERFLOW, OVERLAP or STACKED, or
 ANCHOR_INVALID is set. Outputs and report are written in both cases, and never on an error. No agents: PHX_OK.
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (a field, a stride, alignment, outputs that share bytes with
 other buffers), PHX_E_LENGTH_MISMATCH (an output whose count is not agents.count, an input that is longer),
 PHX_E_BAD_HANDLE, PHX_E_NOT_FINITE (a blocker, a point), PHX_E_CAPACITY (too many agents or points),
 PHX_E_OUT_OF_RANGE (an agent too far from the others, a goal that does not fit 32 bits), PHX_E_CALLBACK, PHX_E_BUSY, PHX_E_OUT_OF_MEMORY.
 Any thread, many at a time on one context. A repeated call of the same size allocates nothing.
 */
int32_t phx_formation_form_up(uint64_t context,
                              const struct PhxAgents *agents,
                              const struct PhxFormationDesc *desc,
                              const struct PhxGround *ground,
                              const struct PhxFormationOut *out,
                              struct PhxFormationReport *report);

/*
 Fills an order from a line that a player has drawn, for a preview in each frame and for the order itself:
 phx_formation_form_up takes the description as it is then. The front faces away from the army, whichever way the line
 was drawn.

 - Two points, or more that lie straight: shape becomes LINE, whose first row runs evenly from end to end; whoever finds
   no place in it stands in rows behind. Filled: shape, center, direction, spacing, region.
 - More points, bent: shape becomes POINTS, places at even steps along the line and in rows behind it. Filled: shape,
   center, direction, spacing, and the places in points.
 - One point, or a line shorter than spacing[0] and 50 unit scales: a click. Filled: center and direction, which points
   from the army to it; all else stays, points included.

 line: 1 point or more, finite, not NULL. agents: who will be ordered, not NULL. Members wider than spacing widen it, to
 the width that half of them do not exceed.
 desc: the order to be filled, not NULL: a copy of the same original for each call, since what was filled would be taken
 for wishes. Only for a bent line, desc.points is where the places go: memory of the caller's that may be written, and
 its count is how many fit. With it desc.points.count becomes how many there are. It may be absent (count 0). POINTS of
 the caller's own are not read here, so points of his that must not be overwritten are put back after a click.

 PHX_MORE when desc.points is too short: desc.points.count becomes the number that is needed, nothing else is written.
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (a field, an empty line, buffers that share bytes),
 PHX_E_LENGTH_MISMATCH, PHX_E_BAD_HANDLE, PHX_E_NOT_FINITE (a point, a blocker), PHX_E_CAPACITY (too many agents),
 PHX_E_OUT_OF_RANGE (an agent or a point too far from the others, a place that does not fit 32 bits), PHX_E_BUSY,
 PHX_E_OUT_OF_MEMORY. Any thread; a repeated call of the same size allocates nothing.
 */
int32_t phx_formation_drag(uint64_t context,
                           const struct PhxVec3View *line,
                           const struct PhxAgents *agents,
                           struct PhxFormationDesc *desc);

/*
 Orders several squads at once, each where the earlier ones leave room: the goals and radii of their ground members are
 blockers to the later ones. The results are, byte for byte, those of one phx_formation_form_up after another with these
 blockers added. Without ground the squads are worked on side by side by the context's threads.

 squads: count items of item_size bytes each, NULL only when count is 0; at most 4096. item_size: sizeof(PhxSquad).
 ground: for all squads, its max_probes for each of them; NULL = stand anywhere. No output of any squad may share bytes
 with another buffer of the call. Debug items of all squads are queued as one call, with the debug_key of the first
 that draws.

 PHX_OK: everybody who takes part has a place of his own. PHX_PARTIAL: as for phx_formation_form_up, in some squad: its
 report tells which. Outputs and reports of all squads are written in both cases, and none on an error, whose text names
 the squad. PHX_E_ABI (item_size, a larger item whose tail is not 0), PHX_E_CAPACITY (too many squads); other errors,
 threads and allocation as for phx_formation_form_up.
 */
int32_t phx_formation_form_up_many(uint64_t context,
                                   const struct PhxSquad *squads,
                                   uint32_t item_size,
                                   uint64_t count,
                                   const struct PhxGround *ground);

/*
 Sets capsules to absent.

 capsules: struct_size bytes, not NULL. struct_size: sizeof(PhxCapsules).
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
 */
int32_t phx_capsules_init(struct PhxCapsules *capsules, uint32_t struct_size);

/*
 Sets a radius description to its defaults.

 desc: struct_size bytes, not NULL. struct_size: sizeof(PhxRadiusDesc).
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
 */
int32_t phx_radius_desc_init(struct PhxRadiusDesc *desc, uint32_t struct_size);

/*
 The circle that each agent's capsule needs on the ground: (height / 2 * scale * t + radius * scale * multiplier) times
 avoidance times size_multiplier, where t is the length of the level part of the capsule's up vector. A radius that
 comes out negative or not finite is 0.

 capsules, desc: not NULL, each set by its _init. out: count radii, not NULL unless count is 0. count: agents, at most
 67,108,864.
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT, PHX_E_LENGTH_MISMATCH, PHX_E_CAPACITY, PHX_E_BAD_HANDLE,
 PHX_E_BUSY, PHX_E_OUT_OF_MEMORY. Any thread; a repeated call of the same size allocates nothing.
 */
int32_t phx_formation_radii(uint64_t context,
                            const struct PhxCapsules *capsules,
                            const struct PhxRadiusDesc *desc,
                            float *out,
                            uint64_t count);

/*
 Sets a growth state to the start: nothing laid out, nothing can grow.

 growth: struct_size bytes, not NULL. struct_size: sizeof(PhxGrowth).
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
 */
int32_t phx_growth_init(struct PhxGrowth *growth, uint32_t struct_size);

/*
 How many slots an order asks for: members times slot_count_margin, and the extra slots that members wider than the
 pitch block. At most 1,048,576.

 desc: not NULL. radii: one per member of both layers, not NULL; multiplied by desc.size_multiplier; negative or NaN
 counts as 0. out_target: gets the slots, not NULL. out_extra: gets the blockers' share of them, or NULL.
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT, PHX_E_NOT_FINITE (a point), PHX_E_CAPACITY (more members
 than slots can be, too many points), PHX_E_BAD_HANDLE, PHX_E_BUSY, PHX_E_OUT_OF_MEMORY. Any thread; a repeated call of the same size
 allocates nothing.
 */
int32_t phx_formation_slot_target(uint64_t context,
                                  const struct PhxFormationDesc *desc,
                                  const struct PhxF32View *radii,
                                  uint64_t *out_target,
                                  uint64_t *out_extra);

/*
 The width of the first layout to its depth, in lengths, without laying it out; 1 for rings and if degenerate.

 desc: not NULL. radii: of the members; NULL, or shorter than count: 34 unit scales for the others; longer is
 PHX_E_LENGTH_MISMATCH. count: members of both layers. out_aspect: gets the ratio, not NULL.
 Other errors, threads and allocation as for phx_formation_slot_target.
 */
int32_t phx_formation_aspect(uint64_t context,
                             const struct PhxFormationDesc *desc,
                             const struct PhxF32View *radii,
                             uint64_t count,
                             double *out_aspect);

/*
 The slots of an order's first layout, before jitter and ground: place and ring of each, in order of their number.
 Without agents a direction that is too short faces forward.

 desc: not NULL. target: slots wanted, at most 1,048,576; FIXED sizing ignores it, FIT_AGENTS gives whole rows or
 rings until there are as many. out_slots: gets the places, at the center's height; NULL or absent to ask for the
 count. out_rings: as many rings as out_slots has elements, or NULL. out_count: gets the number of slots, not NULL.
 out_growth: gets where growth goes on, or NULL; set by phx_growth_init.
 PHX_MORE when out_slots is too short: out_count gets the number, nothing else is written. PHX_E_OUT_OF_RANGE when a
 place does not fit 32 bits. Other errors, threads and allocation as for phx_formation_slot_target.
 */
int32_t phx_formation_slots(uint64_t context,
                            const struct PhxFormationDesc *desc,
                            uint64_t target,
                            const struct PhxVec3ViewMut *out_slots,
                            uint32_t *out_rings,
                            uint64_t *out_count,
                            struct PhxGrowth *out_growth);

/*
 Adds slots to a layout and moves none: whole edges, rows or rings until there are as many new ones as wanted, or
 nothing is left to grow (out_count 0).

 desc: the order of the first layout, not NULL. wanted: new slots. growth: from phx_formation_slots or the last growth,
 moved on; not NULL. out_slots: gets the places of the new slots; NULL or absent to ask for the count. out_count: gets
 their number, not NULL.
 PHX_MORE when out_slots is too short: out_count gets the number, nothing else is written and growth stays.
 Other errors, threads and allocation as for phx_formation_slots.
 */
int32_t phx_formation_grow(uint64_t context,
                           const struct PhxFormationDesc *desc,
                           uint64_t wanted,
                           struct PhxGrowth *growth,
                           const struct PhxVec3ViewMut *out_slots,
                           uint64_t *out_count);

/*
 Tries slots against the ground: those that can be stood on are displaced by desc.offset where the displaced place can
 be stood on too, and snapped to the ground. The others stay as they are.

 desc: not NULL. ground: NULL = all can be stood on. slots: read and written, exactly count places, not NULL; finite.
 out_states: gets count PHX_SLOT_STATE numbers, not NULL unless count is 0. count: at most 1,048,576.
 PHX_E_NOT_FINITE naming the slot, PHX_E_LENGTH_MISMATCH, PHX_E_CALLBACK; others, threads and allocation as for
 phx_formation_slots.
 */
int32_t phx_formation_validate(uint64_t context,
                               const struct PhxFormationDesc *desc,
                               const struct PhxGround *ground,
                               const struct PhxVec3ViewMut *slots,
                               uint8_t *out_states,
                               uint64_t count);

/*
 Assigns an army to slots that the caller brings, in either mode: KEEP_FORMATION takes the nearest places to the
 arrangement as it stands, REFORM_THE_LINE shortens the walks. Nothing is probed. Rings follow the shape's measure.

 agents, desc, out: not NULL, each set by its _init. slots: the places, not NULL, at most 1,048,576, finite.
 report: NULL if not wanted, else set by its _init.
 PHX_PARTIAL, errors, threads and allocation as for phx_formation_form_up; PHX_E_NOT_FINITE names the slot.
 */
int32_t phx_formation_assign(uint64_t context,
                             const struct PhxAgents *agents,
                             const struct PhxFormationDesc *desc,
                             const struct PhxVec3View *slots,
                             const struct PhxFormationOut *out,
                             struct PhxFormationReport *report);

/*
 Moves goals of a translated army that cannot be stood on to where they can, and snaps all to the ground. Agents of
 the air layer and those that do not take part keep their goals.

 desc: not NULL; center is the anchor. ground: NULL = all goals stay. agents: not NULL. goals: read and written, exactly
 as many as agents, not NULL; those of ground members finite. out_outcomes: gets a PHX_OUTCOME number per agent, or
 NULL.
 PHX_PARTIAL: somebody ended STACKED, or the center itself cannot be stood on and nothing was moved. Errors, threads
 and allocation as for phx_formation_form_up.
 */
int32_t phx_formation_resolve_goals(uint64_t context,
                                    const struct PhxFormationDesc *desc,
                                    const struct PhxGround *ground,
                                    const struct PhxAgents *agents,
                                    const struct PhxVec3ViewMut *goals,
                                    uint8_t *out_outcomes);

/*
 Begins to form up an army as a job, which ends with the same bytes as phx_formation_form_up with the same answers.

 All inputs are copied: what they point to may change or go once this returns. context: a handle. agents, desc: as for
 phx_formation_form_up. ground: NULL = stand anywhere, nothing is probed; else its rules (slope, range, search, probes)
 are those of the job, and its callbacks are not looked at and may be NULL: a job never calls back, its rays are taken
 and answered by phx_job_take_rays and phx_job_submit_hits. out_job: gets the handle (never 0), not NULL. Every job ends
 with phx_job_finish_form_up, or with its context.

 The states of a job, and what phx_job_poll answers in each:

 ```text
 phx_job_form_up --> READY --- a thread steps ---> WORKING        (both: PHX_IN_PROGRESS)
                       ^                           | | | |
                       +--- step's time is over ---+ | | |
                       +--- last hit --- NEEDS_TRACES + | |       (PHX_NEEDS_TRACES)
                                         DONE <---------+ |       (PHX_OK, PHX_PARTIAL)
                                         failed <---------+       (its error, with the text)
 phx_job_cancel, in any of these ------> cancelled                (PHX_E_CANCELLED)
 phx_job_finish_form_up: done, failed and cancelled jobs are gone afterwards.
 ```

 With thread_count 1, and with scheduler hooks, a job goes on inside phx_job_step and phx_job_wait alone. Otherwise the
 context's threads for jobs go on with it by themselves, at once and whenever the hits of a batch are complete: polling is
 enough. They take turns at all jobs, so that a long one holds up no short one, nor any direct call.

 The errors of phx_formation_form_up but for those of the outputs; those that come up on the way are told by
 phx_job_poll. PHX_E_CAPACITY: the context has PHX_MAX_JOBS jobs already. Any thread, many at a time. Repeated with the
 same size after the earlier job was finished it allocates nothing.
 */
int32_t phx_job_form_up(uint64_t context,
                        const struct PhxAgents *agents,
                        const struct PhxFormationDesc *desc,
                        const struct PhxGround *ground,
                        uint64_t *out_job);

/*
 Ends a job of phx_job_form_up: writes what phx_formation_form_up would have written, queues its debug items (as a call
 that begins and ends now), and frees the job.

 context, job: handles. out: not NULL for a job that is done; as many elements as the job has agents. report: NULL if not
 wanted. Both set by their _init.
 PHX_OK, PHX_PARTIAL: written, and the handle is gone. PHX_IN_PROGRESS, PHX_NEEDS_TRACES: not done; nothing happens.
 The job's own error, or PHX_E_CANCELLED: nothing is written, and the handle is gone; out and report are not looked at.
 Errors of the outputs as for phx_formation_form_up, PHX_E_OUT_OF_RANGE among them: the job stays and can be finished with
 other outputs. PHX_E_BAD_HANDLE: there is no such job (any more). Any thread, one of several at the same time finishes.
 Allocates nothing but for debug items while their buffers grow.
 */
int32_t phx_job_finish_form_up(uint64_t context,
                               uint64_t job,
                               const struct PhxFormationOut *out,
                               struct PhxFormationReport *report);

/*
 Sets what a poll fills to zero.

 info: struct_size bytes, not NULL. struct_size: sizeof(PhxJobInfo).
 PHX_E_NULL_POINTER, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread; allocates nothing.
 */
int32_t phx_job_info_init(struct PhxJobInfo *info, uint32_t struct_size);

/*
 Tells where a job stands. Never blocks, whatever other threads do with the job.

 context, job: handles. out: set by phx_job_info_init, or NULL for the status alone.
 PHX_IN_PROGRESS: there is work left. PHX_NEEDS_TRACES: rays wait to be taken or answered. PHX_OK, PHX_PARTIAL: done, to be
 finished. The job's own error, whose text this thread gets, PHX_E_CANCELLED: as long as the job is not finished; out is
 not written. PHX_E_BAD_HANDLE, PHX_E_ABI, PHX_E_INVALID_ARGUMENT (alignment). Any thread, at any time; allocates nothing
 unless it fails.
 */
int32_t phx_job_poll(uint64_t context,
                     uint64_t job,
                     struct PhxJobInfo *out);

/*
 Works on a job on this thread until the time is over, the job is done, or it needs hits.

 context, job: handles. budget_us: microseconds, looked at between the job's stages; 0 works to the next place where it
 can pause, so that any number of steps ends the job; PHX_NO_LIMIT or more has no end. Places to pause are not evenly
 spread: one step may take longer than its budget.
 Returns what phx_job_poll would return then. PHX_IN_PROGRESS without having worked where another thread works on the
 job. Errors as for phx_job_poll. Any thread; a job is worked on by one at a time. Allocates as the direct call does.
 */
int32_t phx_job_step(uint64_t context, uint64_t job, uint64_t budget_us);

/*
 Works on a job on this thread, or waits for the thread that does, until it is done, needs hits, or the time is over.
 It does not wait for hits: where hits are missing it returns at once.

 context, job: handles. timeout_ms: milliseconds; 0 returns at once like phx_job_poll; PHX_NO_LIMIT has no end.
 PHX_OK, PHX_PARTIAL: done. PHX_NEEDS_TRACES: take rays and submit hits, then wait again. PHX_IN_PROGRESS: the time is over.
 Errors as for phx_job_poll; PHX_E_CANCELLED also when another thread cancels meanwhile. Any thread, several at a time.
 Allocates as the direct call does.
 */
int32_t phx_job_wait(uint64_t context,
                     uint64_t job,
                     uint32_t timeout_ms);

/*
 Cancels a job, at any moment and in any state. A thread that works on it stops at the next place where it can pause. The
 handle stays until phx_job_finish_form_up, as every other call on the job tells PHX_E_CANCELLED from now on, also to hits
 that come late. Its buffers go back to the context. Cancelling again does nothing.

 context, job: handles. PHX_E_BAD_HANDLE. Any thread; never waits for the thread that works; allocates nothing.
 */
int32_t phx_job_cancel(uint64_t context,
                       uint64_t job);

/*
 Gives out rays of a job, each once, in order of their ids, which count up from 0 over the whole job. A batch is all that
 can be asked at one time; the next comes when it is answered whole.

 context, job: handles. out: capacity rays, NULL only when capacity is 0. out_count: gets the number written, not NULL.
 PHX_MORE: others of the batch wait to be taken. PHX_OK with count 0: there are none at this time.
 PHX_E_BAD_HANDLE, PHX_E_CANCELLED, PHX_E_NULL_POINTER, PHX_E_INVALID_ARGUMENT (alignment), PHX_E_CAPACITY (more than
 67,108,864). Any thread, several at a time get different rays; allocates nothing.
 */
int32_t phx_job_take_rays(uint64_t context,
                          uint64_t job,
                          struct PhxRay *out,
                          uint64_t capacity,
                          uint64_t *out_count);

/*
 Answers rays of a job: any of those that were taken, in any order, in one call or in many, from any thread. Of several
 hits for one ray the first counts, and the others are ignored, also those for rays of earlier batches.

 context, job: handles. hits: count hits with the ids of their rays, NULL only when count is 0. Those of kind GROUND have
 a finite point and a finite normal of any length but 0.
 PHX_OK: no ray waits for a hit. PHX_NEEDS_TRACES: others of the batch do. On an error nothing is taken:
 PHX_E_INVALID_ARGUMENT naming index and ray (an id that was not taken, a kind that is no PHX_HIT number, a normal of no
 length; also alignment), PHX_E_NOT_FINITE naming index and ray, PHX_E_CANCELLED, PHX_E_BAD_HANDLE, PHX_E_NULL_POINTER,
 PHX_E_CAPACITY (more than 67,108,864). Any thread, several at a time. Allocates nothing.
 */
int32_t phx_job_submit_hits(uint64_t context,
                            uint64_t job,
                            const struct PhxHit *hits,
                            uint64_t count);

/*
 Sets which categories calls on the context queue, of those that their orders ask for (debug_mask), and how many items
 may wait. What waits already stays. When the queue is full, the tail of a call's items is dropped and counted.

 category_mask: PHX_DEBUG_CATEGORY bits, 0 = off. capacity: items; 0 = 65,536, at most 16,777,216.
 PHX_E_BAD_HANDLE, PHX_E_INVALID_ARGUMENT (mask), PHX_E_CAPACITY. Any thread; allocates nothing.
 */
int32_t phx_debug_enable(uint64_t context, uint32_t category_mask, uint64_t capacity);

/*
 Takes queued items out, oldest call first. Only finished calls are seen. Calls one after another come in that order;
 calls that overlapped in time come by their debug_key; the items of a call stay together, members by unique id. The
 order does not depend on the number of threads.

 out: capacity items of item_size bytes each, aligned to 8; NULL only when capacity is 0. item_size:
 sizeof(PhxDebugItem). out_count: gets the number of items written, not NULL. out_dropped: gets the number dropped
 since the last poll, or NULL. Bytes of a larger item beyond what the library knows become zero.
 PHX_MORE when items are left, to be polled next. PHX_E_BAD_HANDLE, PHX_E_NULL_POINTER, PHX_E_ABI (item_size),
 PHX_E_INVALID_ARGUMENT (alignment), PHX_E_CAPACITY (more than 67,108,864). Any thread, one at a time. Allocates while
 the queue's buffers grow.
 */
int32_t phx_debug_poll(uint64_t context,
                       struct PhxDebugItem *out,
                       uint32_t item_size,
                       uint64_t capacity,
                       uint64_t *out_count,
                       uint64_t *out_dropped);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PHALANX_H */
