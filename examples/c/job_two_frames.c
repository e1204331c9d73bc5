/* Unity's two-frame pattern: rays may be cast on the main thread only, as one batch whose answers are there a frame later
 * (RaycastCommand.ScheduleBatch). Nothing blocks a frame: each gives the job some time and one batch at most.
 *
 *   cargo build --release
 *   cc -std=c99 -I include examples/c/job_two_frames.c target/release/libphalanx.a -pthread -ldl -lm -o job_two_frames
 */
#include "phalanx.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 200, RAYS = 1024 };

static int32_t checked(int32_t status) {
    if (status < 0) {
        char text[1024];
        phx_last_error(text, sizeof text);
        fprintf(stderr, "%s: %s\n", phx_status_name(status), text);
        exit(1);
    }
    return status;
}

/* The engine's part: a batch that was scheduled in one frame has its hits in the next. */
typedef struct Batch {
    PhxRay rays[RAYS];
    PhxHit hits[RAYS];
    uint64_t count;
} Batch;

static void complete(Batch* batch) {
    for (uint64_t i = 0; i < batch->count; ++i) {
        const PhxRay* ray = &batch->rays[i];
        PhxHit hit = {{ray->origin[0], 0.02 * ray->origin[2], ray->origin[2]}, {0, 1, -0.02f}, PHX_HIT_GROUND, ray->id};
        /* A pond around (30, 40). */
        if (hypot(ray->origin[0] - 30, ray->origin[2] - 40) < 4) hit.kind = PHX_HIT_NONE;
        batch->hits[i] = hit;
    }
}

int main(void) {
    static float positions[AGENTS][3], goals[AGENTS][3];
    static Batch batch;
    for (int i = 0; i < AGENTS; ++i) {
        positions[i][0] = (float)(i % 20) * 1.1f;
        positions[i][2] = (float)(i / 20) * 1.2f;
    }
    PhxContextDesc setup;
    uint64_t context, job;
    checked(phx_context_desc_init(&setup, sizeof setup, PHX_FRAME_UNITY));
    setup.thread_count = 1; /* the library starts no thread: the job goes on in the frames' own time */
    checked(phx_context_create(&setup, &context));

    PhxAgents agents;
    PhxFormationDesc order;
    PhxGround ground; /* its rules; a job needs no callback */
    checked(phx_agents_init(&agents, sizeof agents));
    checked(phx_formation_desc_init(context, &order, sizeof order, PHX_SHAPE_GRID));
    checked(phx_ground_init(context, &ground, sizeof ground));
    agents.count = AGENTS;
    agents.locations.data = positions, agents.locations.count = AGENTS, agents.locations.scalar = PHX_SCALAR_F32;
    order.center[0] = 30, order.center[2] = 40;
    checked(phx_job_form_up(context, &agents, &order, &ground, &job));

    int frame = 0;
    int32_t status = PHX_IN_PROGRESS;
    for (; status == PHX_IN_PROGRESS || status == PHX_NEEDS_TRACES; ++frame) {
        /* 1. The answers to what the last frame asked. */
        if (batch.count > 0) {
            complete(&batch);
            checked(phx_job_submit_hits(context, job, batch.hits, batch.count));
        }
        /* 2. Half a millisecond of work. */
        status = checked(phx_job_step(context, job, 500));
        /* 3. What is to be asked now, to be answered in the next frame. */
        checked(phx_job_take_rays(context, job, batch.rays, RAYS, &batch.count));
    }

    PhxFormationOut out;
    PhxFormationReport report;
    checked(phx_formation_out_init(&out, sizeof out));
    checked(phx_formation_report_init(&report, sizeof report));
    out.goals.data = goals, out.goals.count = AGENTS, out.goals.scalar = PHX_SCALAR_F32;
    checked(phx_job_finish_form_up(context, job, &out, &report));
    printf("%d agents placed over %d frames with %d batches of rays; the first goes to (%.1f, %.1f, %.1f)\n", (int)report.placed,
           frame, (int)report.probe_batches, goals[0][0], goals[0][1], goals[0][2]);
    checked(phx_context_destroy(context));
    return report.placed == AGENTS ? 0 : 1;
}
