#include "placement.h"

#include <string.h>

static const rmk_algorithm *const algorithms[] = {
    &rmk_algorithm_ring,
    &rmk_algorithm_jump,
    &rmk_algorithm_modulo,
};

const rmk_algorithm *const *rmk_algorithm_table(size_t *count) {
    *count = sizeof algorithms / sizeof *algorithms;
    return algorithms;
}

const rmk_algorithm *rmk_algorithm_find(const char *name) {
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        if (!strcmp(algorithms[i]->name, name))
            return algorithms[i];
    return NULL;
}
