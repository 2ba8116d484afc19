/* options.c - what is allocated for the options, and freed with them. */
#include "options.h"

#include <stdlib.h>

#include "bench/support/fail.h"

void *rm_own(rm_options *options, void *memory) {
    if (options->owned_count == options->owned_capacity) {
        options->owned_capacity = options->owned_capacity ? 2 * options->owned_capacity : 64;
        options->owned = rm_realloc(options->owned, options->owned_capacity * sizeof *options->owned);
    }
    return options->owned[options->owned_count++] = memory;
}

void rm_options_free(rm_options *options) {
    if (!options)
        return;
    for (size_t i = 0; i < options->owned_count; i++)
        free(options->owned[i]);
    free(options->owned);
    free(options);
}
