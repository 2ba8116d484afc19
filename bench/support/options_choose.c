/* options_choose.c - options of choosing (targets of plan, schemes of quality, views and groups of skew) and
 * of regression tracking. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"
#include "options_parts.h"
#include "plugins.h"

/* A plain decimal number; whether it can be reached is not this file's business. */
static double real_of(const rm_option *option, const char *value) {
    char *end = NULL;
    double number = strtod(value, &end);
    bool plain = value[strspn(value, "0123456789.-")] == '\0' && end != value && *end == '\0';
    if (!plain || !isfinite(number))
        rm_fail("%s: '%s' is not a decimal number, as in %s %s", option->name, value, option->name,
                option->id == RM_OPT_CONFIDENCE ? "0.99"
                : option->id == RM_OPT_PEAK     ? "1.1"
                                                : "0.05");
    return number;
}

void rm_take_peak(rm_options *o, const rm_option *option, const char *value) {
    o->peak = real_of(option, value);
}

void rm_take_cv(rm_options *o, const rm_option *option, const char *value) {
    o->cv = real_of(option, value);
}

void rm_take_range(rm_options *o, const rm_option *option, const char *value) {
    o->range = real_of(option, value);
}

void rm_take_confidence(rm_options *o, const rm_option *option, const char *value) {
    o->confidence = real_of(option, value);
}

void rm_take_max_points(rm_options *o, const rm_option *option, const char *value) {
    o->max_points = rm_number(option->name, value, 1, RMK_MAX_POINTS);
}

void rm_take_seeds(rm_options *o, const rm_option *option, const char *value) {
    o->seeds = rm_number(option->name, value, 1, RM_MAX_SEEDS);
}

void rm_take_no_measure(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->no_measure = true;
}

void rm_take_scheme(rm_options *o, const rm_option *option, const char *value) {
    o->schemes = rm_list_of_texts(o, option, value);
}

void rm_take_views(rm_options *o, const rm_option *option, const char *value) {
    o->views = rm_number(option->name, value, 0, RM_MAX_VIEWS);
}

void rm_take_group_by(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"zone", "host"};
    o->group_by = (rm_grouping)(RM_GROUP_ZONE + rm_word(option->name, value, words, 2, "zone or host"));
}

void rm_take_fail_above(rm_options *o, const rm_option *option, const char *value) {
    o->fail_above = real_of(option, value);
    if (!(o->fail_above >= 0))
        rm_fail("%s: '%s' is below 0; it is a slowdown in per cent, as in %s 10", option->name, value,
                option->name);
}

void rm_take_allow_mixed(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->allow_mixed = true;
}

void rm_take_plugin(rm_options *o, const rm_option *option, const char *value) {
    if (!o->plugins.count) { /* else they were taken ahead of the others */
        o->plugins = rm_list_of_texts(o, option, value);
        rm_plugins_load(&o->plugins);
    }
}

void rm_take_plugin_algorithms(rm_options *o) {
    size_t count = 0;
    while (rm_plugin_at(count))
        count++;
    o->algorithms = rm_own(o, rm_calloc(count, sizeof *o->algorithms));
    o->algorithm_count = count;
    for (size_t i = 0; i < count; i++)
        o->algorithms[i] = rm_plugin_at(i);
}
