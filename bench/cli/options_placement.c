/* options_placement.c - what places keys: rules, hashes, and what only some algorithms have. */
#include "options_placement.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "command.h"
#include "lists.h"
#include "names.h"
#include "pattern.h"
#include "rule_file.h"
#include "takers.h"
#include "words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- takers ---- */

void rm_take_preset(rm_options *o, const rm_option *option, const char *value) {
    o->preset = rm_preset_named(option->name, value);
}

void rm_take_rule(rm_options *o, const rm_option *option, const char *value) {
    (void)option;
    o->preset = rm_rule_read(o, value);
}

void rm_take_algorithm(rm_options *o, const rm_option *option, const char *value) {
    rm_texts names = rm_list_of_texts(o, option, value);
    o->algorithms = rm_own(o, rm_calloc(names.count, sizeof *o->algorithms));
    o->algorithm_count = names.count;
    for (size_t i = 0; i < names.count; i++)
        o->algorithms[i] = rm_algorithm_named(option->name, names.items[i]);
}

void rm_take_label(rm_options *o, const rm_option *option, const char *value) {
    rmk_pattern pattern;
    rm_take_pattern(option, value, RMK_FIELDS_OF_LABELS, "{name}, {vnode}, {set}", &pattern);
    o->label = value;
}

void rm_take_hash(rm_options *o, const rm_option *option, const char *value) {
    rm_texts names = rm_list_of_texts(o, option, value);
    o->hashes = rm_own(o, rm_calloc(names.count, sizeof *o->hashes));
    o->hash_count = names.count;
    for (size_t i = 0; i < names.count; i++)
        o->hashes[i] = o->given[RM_OPT_HASH] ? rm_hash_of_system(o->preset, option->name, names.items[i])
                                             : rm_hash_named(option->name, names.items[i]);
}

void rm_take_node_hash(rm_options *o, const rm_option *option, const char *value) {
    o->node_hash = rm_hash_named(option->name, value);
}

void rm_take_hash_tag(rm_options *o, const rm_option *option, const char *value) {
    if (strlen(value) != 2)
        rm_fail("%s: '%s' is not two marks of one byte each; write %s {}", option->name, value, option->name);
    memcpy(o->hash_tag, value, 2);
}

void rm_take_index(rm_options *o, const rm_option *option, const char *value) {
    rm_texts names = rm_list_of_texts(o, option, value);
    o->indexes = rm_own(o, rm_calloc(names.count, sizeof *o->indexes));
    o->index_count = names.count;
    for (size_t i = 0; i < names.count; i++)
        o->indexes[i] = rm_index_named(option->name, names.items[i]);
}

void rm_take_pages(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {
        [RMK_PAGES_AUTO] = "auto", [RMK_PAGES_NORMAL] = "normal", [RMK_PAGES_HUGE] = "huge"};
    o->pages = (rmk_pages)rm_word(option->name, value, words, COUNT(words), "auto, normal or huge");
}

void rm_take_against(rm_options *o, const rm_option *option, const char *value) {
    (void)option;
    if (!value[strspn(value, " \t\n")])
        rm_fail("%s: the value is empty", option->name);
    o->against = value;
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

void rm_take_spread(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"zone"};
    rm_word(option->name, value, words, 1, "it takes zone");
    o->zone_aware = true;
}

/* ---- what only some algorithms have ---- */

/* "anchor, dx": the algorithms with this ability, but no variants; freed by the caller. */
static char *algorithms_that(unsigned can) {
    size_t count;
    const rmk_algorithm *const *table = rmk_algorithm_table(&count);
    char *text = rm_text("%s", "");
    for (size_t i = 0; i < count; i++) {
        if (!(table[i]->can & can) || table[i]->can & RMK_IS_VARIANT)
            continue;
        rm_text_join(&text, ", ", table[i]->name);
    }
    return text;
}

/* "ring, jump": the algorithms of the list without the ability; freed by the caller. */
static char *algorithms_without(const rm_options *o, unsigned can) {
    char *text = rm_text("%s", "");
    for (size_t i = 0; i < o->algorithm_count; i++) {
        if (o->algorithms[i]->can & can)
            continue;
        rm_text_join(&text, ", ", o->algorithms[i]->name);
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
    if (o->zone_aware && o->replicas < 2)
        rm_fail("--spread zone needs --replicas R, 2 or more: there is one node a key");
    if (o->zone_aware && !o->nodes_file)
        rm_fail(
            "--spread zone: generated nodes have no zone; give each one in --nodes-file "
            "(name,weight,zone)");
    if (o->zone_aware && o->command->groups_zones && !o->given[RM_OPT_GROUP_BY])
        o->group_by = RM_GROUP_ZONE; /* what it is for */
    if (o->past && o->sets > 1 && !o->nodes_file && o->names_pattern.fields & (RMK_FIELD_SET | RMK_FIELD_HEX))
        rm_fail(
            "--past names nodes, and each of --sets %llu has other names; put {set} into --label and "
            "not into --names, or use --removed",
            (unsigned long long)o->sets);
}
