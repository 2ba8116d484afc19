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

/* Digits before and behind a point are whole numbers: 1.05 is 105/100, as no double is. */
void rm_take_load_factor(rm_options *o, const rm_option *option, const char *value) {
    enum { MOST_DIGITS = 18 };
    size_t whole = strspn(value, "0123456789");
    const char *part = value[whole] == '.' ? value + whole + 1 : value + whole;
    size_t digits = strspn(part, "0123456789");
    bool plain = whole && !part[digits] && (part == value + whole || digits);
    rmk_ratio factor = {0, 1};
    for (const char *at = value; plain && *at && whole + digits <= MOST_DIGITS; at++) {
        if (*at == '.')
            continue;
        factor.numerator = 10 * factor.numerator + (uint64_t)(*at - '0');
        factor.denominator *= at < part ? 1 : 10;
    }
    bool fits = factor.numerator > factor.denominator &&
                factor.numerator / factor.denominator <= RM_MAX_LOAD_FACTOR;
    if (!plain || !fits)
        rm_fail(
            "%s: '%s' is not a decimal number above 1, up to %llu and of at most %d digits, as in %s 1.25",
            option->name, value, (unsigned long long)RM_MAX_LOAD_FACTOR, MOST_DIGITS, option->name);
    o->load_factor = factor;
    o->load_factor_text = value;
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

void rm_take_calls_only(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->calls_only = true;
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
