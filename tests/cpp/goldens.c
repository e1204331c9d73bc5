/* The bytes that C gets are those whose hashes are stored: the file is argv[1], or tests/goldens/c_surface.txt. */
#include "golden_scenario.h"

static uint64_t stored_hash(const char* path, const char* wanted) {
    char line[256], name[64];
    unsigned long long hash = 0;
    FILE* file = fopen(path, "r");
    if (file == NULL) fprintf(stderr, "cannot read %s\n", path);
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%63s %llx", name, &hash) == 2 && strcmp(name, wanted) == 0) {
            fclose(file);
            return hash;
        }
    }
    fprintf(stderr, "%s does not hold %s\n", path, wanted);
    exit(1);
}

int main(int argc, char** argv) {
    const char* path = argc > 1 ? argv[1] : "tests/goldens/c_surface.txt";
    static const uint32_t threads[] = {1, 4};
    for (size_t which = 0; which < GOLDEN_SCENARIO_COUNT; ++which) {
        const GoldenScenario* scenario = &GOLDEN_SCENARIOS[which];
        const uint64_t stored = stored_hash(path, scenario->name);
        for (size_t at = 0; at < sizeof threads / sizeof threads[0]; ++at) {
            const uint64_t hash = golden_hash(scenario, threads[at]);
            if (hash != stored) {
                fprintf(stderr, "%s with %u threads: %016llx, stored is %016llx\n", scenario->name, threads[at],
                        (unsigned long long)hash, (unsigned long long)stored);
            }
            CHECK(hash == stored);
        }
    }
    CHECK(phx_shutdown() == PHX_OK);
    return 0;
}
