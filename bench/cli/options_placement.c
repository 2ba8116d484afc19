/* options_placement.c - options of histories, capacities and zones. */
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "options_parts.h"

void rm_take_capacity(rm_options *o, const rm_option *option, const char *value) {
    o->capacity = rm_number(option->name, value, 1, RM_MAX_CAPACITY);
}

void rm_take_probes(rm_options *o, const rm_option *option, const char *value) {
    o->probes = rm_number(option->name, value, 1, RM_MAX_PROBES);
}

void rm_take_history(rm_options *o, const rm_option *option, const char *value) {
    (void)option;
    o->history = value;
}

bool rm_percent(const char *text, double *percent) {
    size_t length = strlen(text);
    if (length < 2 || text[length - 1] != '%' || strspn(text, "0123456789.") != length - 1)
        return false;
    char *end;
    *percent = strtod(text, &end);
    return end == text + length - 1 && *percent > 0 && *percent < 100;
}

void rm_take_removed(rm_options *o, const rm_option *option, const char *value) {
    if (!rm_percent(value, &o->removed))
        rm_fail("%s: '%s' is not a part of the nodes above 0%% and below 100%%, as in %s 30%%", option->name,
                value, option->name);
}

void rm_take_spread(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"zone"};
    rm_word(option->name, value, words, 1, "it takes zone");
    o->spread_zones = true;
}

/* "anchor, dx": the algorithms with this ability, but no variants; freed by the caller. */
static char *algorithms_that(unsigned can) {
    size_t count;
    const rmk_algorithm *const *table = rmk_algorithm_table(&count);
    char *text = rm_text("%s", "");
    for (size_t i = 0; i < count; i++) {
        if (!(table[i]->can & can) || table[i]->can & RMK_IS_VARIANT)
            continue;
        char *longer = rm_text("%s%s%s", text, *text ? ", " : "", table[i]->name);
        free(text);
        text = longer;
    }
    return text;
}

/* "ring, jump": the algorithms of the list without the ability; freed by the caller. */
static char *algorithms_without(const rm_options *o, unsigned can) {
    char *text = rm_text("%s", "");
    for (size_t i = 0; i < o->algorithm_count; i++) {
        if (o->algorithms[i]->can & can)
            continue;
        char *longer = rm_text("%s%s%s", text, *text ? ", " : "", o->algorithms[i]->name);
        free(text);
        text = longer;
    }
    return text;
}

/* An option that means something to some algorithms: refused when none of the list takes it; those that do
 * not are named. */
static void check_ability(const rm_options *o, rm_option_id id, unsigned can, const char *what) {
    if (!o->given[id])
        return;
    const char *option = rm_option_table()[id].name;
    size_t takers = 0;
    for (size_t i = 0; i < o->algorithm_count; i++)
        takers += (o->algorithms[i]->can & can) != 0;
    char *others = algorithms_without(o, can);
    if (!takers) {
        char *able = algorithms_that(can);
        rm_fail("%s: %s has no %s; of the algorithms %s", option, o->algorithms[0]->name, what, able);
    }
    if (takers < o->algorithm_count)
        rm_warn("%s %s no %s, and ignore%s %s: compare with care, or name others in --algorithm", others,
                o->algorithm_count - takers == 1 ? "has" : "have", what,
                o->algorithm_count - takers == 1 ? "s" : "", option);
    free(others);
}

static void check_abilities(const rm_options *o) {
    static const struct {
        rm_option_id id;
        unsigned can;
        const char *what;
    } of_some[] = {
        {RM_OPT_CAPACITY, RMK_CAN_CAPACITY, "capacity"},
        {RM_OPT_PROBES, RMK_CAN_PROBES, "probes"},
        {RM_OPT_TABLE_SIZE, RMK_CAN_TABLE_SIZE, "table"},
        {RM_OPT_LOAD_FACTOR, RMK_CAN_LOAD_FACTOR, "load factor"},
    };
    for (size_t i = 0; !o->preset && i < sizeof of_some / sizeof *of_some; i++)
        check_ability(o, of_some[i].id, of_some[i].can, of_some[i].what);
}

void rm_check_placement(rm_options *o) {
    check_abilities(o);
    if (o->spread_zones && o->replicas < 2)
        rm_fail("--spread zone needs --replicas R, 2 or more: there is one node a key");
    if (o->spread_zones && !o->nodes_file)
        rm_fail(
            "--spread zone: generated nodes have no zone; give each one in --nodes-file "
            "(name,weight,zone)");
    if (o->spread_zones && o->command == &rm_command_skew && !o->given[RM_OPT_GROUP_BY])
        o->group_by = RM_GROUP_ZONE; /* what it is for */
    if (o->history && o->sets > 1 && !o->nodes_file &&
        o->names_pattern.fields & (RMK_FIELD_SET | RMK_FIELD_HEX))
        rm_fail(
            "--history names nodes, and each of --sets %llu has other names; put {set} into --label and "
            "not into --names, or use --removed",
            (unsigned long long)o->sets);
}
