/* A hundred agents form up in C.
 *
 *   cargo build --release
 *   gcc -std=c11 -I include examples/c/first_formation.c target/release/libphalanx.a -pthread -ldl -lm -o first_formation
 */
#include "phalanx.h"

#include <stdio.h>

enum { AGENTS = 100 };

static int failed(int32_t status) {
    char text[1024];
    if (status >= 0) return 0;
    phx_last_error(text, sizeof text);
    fprintf(stderr, "%s: %s\n", phx_status_name(status), text);
    return 1;
}

int main(void) {
    static double positions[AGENTS][3], goals[AGENTS][3]; /* x forward, y right, z up; centimetres */
    for (int i = 0; i < AGENTS; ++i) positions[i][0] = i * 37.0, positions[i][1] = i % 7 * 90.0;

    uint64_t context = 0;
    PhxContextDesc settings;
    if (failed(phx_context_desc_init(&settings, sizeof settings, PHX_FRAME_UNREAL))) return 1;
    if (failed(phx_context_create(&settings, &context))) return 1;

    PhxAgents agents;
    PhxFormationDesc order;
    PhxFormationOut out;
    PhxFormationReport report;
    if (failed(phx_agents_init(&agents, sizeof agents))) return 1;
    if (failed(phx_formation_desc_init(context, &order, sizeof order, PHX_SHAPE_GRID))) return 1;
    if (failed(phx_formation_out_init(&out, sizeof out))) return 1;
    if (failed(phx_formation_report_init(&report, sizeof report))) return 1;
    agents.count = AGENTS;
    agents.locations = (PhxVec3View){positions, AGENTS, 0, PHX_SCALAR_F64}; /* stride 0: packed */
    order.center[0] = 5000.0;
    out.goals = (PhxVec3ViewMut){goals, AGENTS, 0, PHX_SCALAR_F64};

    /* The first NULL: flat ground, nothing is probed. */
    if (failed(phx_formation_form_up(context, &agents, &order, NULL, &out, &report))) return 1;
    for (int i = 0; i < 5; ++i) printf("agent %d goes to %.0f %.0f\n", i, goals[i][0], goals[i][1]);
    printf("the longest walk is %.0f\n", report.longest_walk);
    return failed(phx_context_destroy(context));
}
