/* An order in C. It fails by its exit code where the library is of another version than the package says. */
#include "phalanx.h"

#include <stdio.h>
#include <string.h>

#define AGENTS 100

int main(void) {
    if (strcmp(phx_version_string(), EXPECTED_VERSION) != 0) {
        fprintf(stderr, "the library is %s, the package %s\n", phx_version_string(), EXPECTED_VERSION);
        return 1;
    }
    if (phx_check_abi(PHX_ABI_VERSION, PHX_LAYOUT_HASH, NULL, 0) != PHX_OK) return 2;

    double positions[AGENTS][3], goals[AGENTS][3];
    for (int i = 0; i < AGENTS; ++i) {
        positions[i][0] = i * 37.0;
        positions[i][1] = i % 7 * 90.0;
        positions[i][2] = 0.0;
    }
    PhxContextDesc context_desc;
    uint64_t context = 0;
    if (phx_context_desc_init(&context_desc, sizeof context_desc, PHX_FRAME_UNREAL) != PHX_OK) return 3;
    if (phx_context_create(&context_desc, &context) != PHX_OK) return 4;

    PhxFormationDesc order;
    PhxAgents agents;
    PhxFormationOut out;
    if (phx_formation_desc_init(context, &order, sizeof order, PHX_SHAPE_GRID) != PHX_OK) return 5;
    if (phx_agents_init(&agents, sizeof agents) != PHX_OK) return 6;
    if (phx_formation_out_init(&out, sizeof out) != PHX_OK) return 7;
    order.center[0] = 5000.0;
    agents.count = AGENTS;
    agents.locations = (PhxVec3View){positions, AGENTS, 0, PHX_SCALAR_F64};
    out.goals = (PhxVec3ViewMut){goals, AGENTS, 0, PHX_SCALAR_F64};
    if (phx_formation_form_up(context, &agents, &order, NULL, &out, NULL) != PHX_OK) return 8;

    /* The army stands around the place that was named. */
    double sum = 0.0;
    for (int i = 0; i < AGENTS; ++i) sum += goals[i][0];
    if (sum / AGENTS < 4900.0 || sum / AGENTS > 5100.0) return 9;
    return phx_context_destroy(context) == PHX_OK ? 0 : 10;
}
