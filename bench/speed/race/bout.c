#include "bout.h"

void rm_bout_free(rm_bout *bout) {
    for (size_t i = 0; i < bout->count; i++)
        rm_arm_free(&bout->timed[i]);
    if (bout->free)
        bout->free(bout);
}
