/* options_preset.c - what --preset means to the other options: some are the system's own, some it lacks. */
#include "options_preset.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "command.h"
#include "names.h"
#include "takers.h"

static void refuse(const rm_options *o, rm_option_id id, bool takes) {
    if (!o->given[id] || takes)
        return;
    char *taken = rm_preset_takes(o->preset);
    rm_fail("--preset %s has no %s: the system has a rule of its own; the preset takes %s", o->preset->name,
            rm_option_table()[id].name, taken);
}

static void refuse_what_it_lacks(const rm_options *o) {
    unsigned takes = o->preset->takes;
    refuse(o, RM_OPT_ALGORITHM, false);
    refuse(o, RM_OPT_LABEL, false);
    refuse(o, RM_OPT_NODE_HASH, false);
    refuse(o, RM_OPT_HASH, o->preset->hash_count > 1);
    refuse(o, RM_OPT_VNODES, takes & RMK_TAKES_VNODES);
    refuse(o, RM_OPT_TOTAL_POINTS, takes & RMK_TAKES_TOTAL_POINTS);
    refuse(o, RM_OPT_HASH_TAG, takes & RMK_TAKES_HASH_TAG);
    refuse(o, RM_OPT_TABLE_SIZE, takes & RMK_TAKES_TABLE_SIZE);
    refuse(o, RM_OPT_CAPACITY, false);
    refuse(o, RM_OPT_PROBES, false);
    refuse(o, RM_OPT_LOAD_FACTOR, false);
}

static rm_numbers number_or_none(rm_options *o, uint64_t number) {
    if (!number)
        return (rm_numbers){NULL, 0};
    uint64_t *item = rm_own(o, rm_alloc(sizeof *item));
    *item = number;
    return (rm_numbers){item, 1};
}

void rm_preset_settle(rm_options *o) {
    const rmk_preset *preset = o->preset;
    refuse_what_it_lacks(o);
    o->label = NULL;
    o->algorithms[0] = preset->algorithm;
    o->algorithm_count = 1;
    if (!o->given[RM_OPT_HASH]) {
        o->hashes[0] = preset->hashes[0].hash;
        o->hash_count = 1;
    }
    if (!o->given[RM_OPT_VNODES])
        o->vnodes = number_or_none(o, preset->vnodes);
    if (!o->given[RM_OPT_TOTAL_POINTS])
        o->total_points = number_or_none(o, preset->total_points);
}
