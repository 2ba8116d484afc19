/* options_nodes.c - which nodes there are: names, what happened to them before, and how they are grouped. */
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "pattern.h"
#include "takers.h"
#include "words.h"

void rm_take_names(rm_options *o, const rm_option *option, const char *value) {
    o->names = value;
    rm_take_pattern(option, value, RMK_FIELDS_OF_NAMES, "{set}, {index}, {letter}, {hex:N} (N from 1 to 16)",
                    &o->names_pattern);
}

void rm_take_removed(rm_options *o, const rm_option *option, const char *value) {
    if (!rm_percent(value, &o->removed))
        rm_fail("%s: '%s' is not a part of the nodes above 0%% and below 100%%, as in %s 30%%", option->name,
                value, option->name);
}

void rm_take_group_by(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"zone", "host"};
    o->group_by = (rm_grouping)(RM_GROUP_ZONE + rm_word(option->name, value, words, 2, "zone or host"));
}
