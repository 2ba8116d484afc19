#include "modes.h"

#include <string.h>

#include "bench/support/fail.h"

static const char *const mode_names[] = {"loop", "chain", "batch", "all"};
static const char *const stage_names[] = {"hash", "search", "total", "all"};

const char *rm_mode_name(rm_mode mode) {
    return mode_names[mode];
}

const char *rm_stage_name(rm_stage stage) {
    return stage_names[stage];
}

/* Turns the texts of --mode or --stage into bits, one a name. `names` has three names and then "all", which
 * sets all three bits, as an empty list does. */
static unsigned bits_of(const char *option, const rm_texts *texts, const char *const *names) {
    unsigned bits = 0;
    for (size_t i = 0; i < texts->count; i++) {
        size_t n = 0;
        while (n < 4 && strcmp(texts->items[i], names[n]))
            n++;
        if (n == 4)
            rm_fail("%s %s: not one of %s, %s, %s, all", option, texts->items[i], names[0], names[1],
                    names[2]);
        bits |= n == 3 ? 7u : 1u << n;
    }
    return bits ? bits : 7u;
}

unsigned rm_modes_of(const rm_options *options) {
    return bits_of("--mode", &options->modes, mode_names);
}

unsigned rm_stages_of(const rm_options *options) {
    return bits_of("--stage", &options->stages, stage_names);
}
