#include "race.h"

void rm_rival_race_free(rm_rival_race *race) {
    for (size_t i = 0; i < race->count; i++)
        rm_arm_free(&race->timed[i]);
    if (race->free)
        race->free(race);
}
