/*
 * options_parts.h - private to options*.c: the pieces of the parser.
 *
 *   options_table.c   what options there are, with defaults and help
 *   options.c         the walk over argv
 *   options_values.c  one function an option: text to value
 *   options_choose.c  the same, for plan, quality and the figures of skew
 *   options_placement.c  the same, for histories, capacities and zones
 *   options_lists.c   comma separated lists
 *   options_change.c  the syntax of --change
 *   options_preset.c  what a preset means to the others
 *   options_check.c   what options mean to each other, once all are known
 */
#ifndef RM_OPTIONS_PARTS_H
#define RM_OPTIONS_PARTS_H

#include "../command.h"
#include "options.h"

/* What is allocated for the options is freed with them. */
typedef struct rm_parsed {
    rm_options options; /* first: a pointer to it is one to the whole */
    void **owned;
    size_t owned_count, owned_capacity;
} rm_parsed;

/* Hands `memory` (malloc) over to the options; returns it. */
void *rm_own(rm_options *options, void *memory);

/* Limits of single options; everything larger is a typing mistake or cannot be measured. */
#define RM_MAX_KEYS         UINT64_C(1000000000000)
#define RM_MAX_KEY_BYTES    65536
#define RM_MAX_SETS         UINT64_C(4294967295)
#define RM_MAX_WORKERS      1024
#define RM_MAX_REPEAT       1000000
#define RM_MAX_CHANGE_EVERY 10000000 /* ten seconds */
#define RM_MAX_SHARDS       1000000
#define RM_MAX_WEIGHT       UINT64_C(4294967295) /* as in a nodes file */
#define RM_MAX_ZIPF         100
#define RM_MAX_SEEDS        1000000
#define RM_MAX_LOAD_FACTOR  UINT64_C(1000000000000)
#define RM_MAX_VIEWS        1000000
#define RM_MAX_CAPACITY     UINT64_C(4294967294)
#define RM_MAX_PROBES       1024

/* One option's text becomes a value, or one line says why not. */
typedef void rm_taker(rm_options *options, const rm_option *option, const char *value);
rm_taker rm_take_peak, rm_take_cv, rm_take_range, rm_take_confidence, rm_take_max_points, rm_take_seeds,
    rm_take_no_measure, rm_take_scheme, rm_take_views, rm_take_group_by;
rm_taker rm_take_fail_above, rm_take_allow_mixed, rm_take_plugin, rm_take_calls_only;
rm_taker rm_take_spread, rm_take_load_factor, rm_take_capacity, rm_take_probes, rm_take_history,
    rm_take_removed;
/* Without --algorithm: the rings of all plugins. */
void rm_take_plugin_algorithms(rm_options *options);

/* Takes `value` (NULL for a switch) of `option`, checked by itself. */
void rm_option_take(rm_options *options, const rm_option *option, const char *value);
/* Checks what the options mean together, fills in what depends on others. */
void rm_options_check(rm_options *options);

/* The option with this name ("--vnodes"; need not end after `length`), or NULL. */
const rm_option *rm_option_named(const char *name, size_t length);
/* Does the command take it? */
bool rm_command_takes(const rm_command *command, rm_option_id id);
/* "skew, move and lookup", of the commands that take it; freed by the caller. */
char *rm_option_takers(rm_option_id id);

/* The items of a list: at least one, none empty, none twice. Messages name the option. */
rm_texts rm_list_of_texts(rm_options *options, const rm_option *option, const char *value);
rm_numbers rm_list_of_numbers(rm_options *options, const rm_option *option, const char *value, uint64_t low,
                              uint64_t high);
/* The items are words out of `words`, or the one word "all", which stands for all of them. */
rm_texts rm_list_of_words(rm_options *options, const rm_option *option, const char *value,
                          const char *const *words, size_t count);

/* The place of `text` in `words`; else one line with the nearest one and `remedy`. `what`: "--pages". */
size_t rm_word(const char *what, const char *text, const char *const *words, size_t count,
               const char *remedy);

/* By name; else one line with the nearest one and how to list them. */
const rmk_hash *rm_hash_named(const char *what, const char *name);
const rmk_algorithm *rm_algorithm_named(const char *what, const char *name);
const rmk_index_type *rm_index_named(const char *what, const char *name); /* "auto": NULL */

const rmk_preset *rm_preset_named(const char *what, const char *name);
/* Among the names of the preset's system; of the general table when there is no preset. */
const rmk_hash *rm_hash_of_system(const rmk_preset *preset, const char *what, const char *name);

/* Finds --preset and --plugin anywhere on the line before anything else is read: what --hash and --algorithm
 * mean depends on them. */
void rm_options_ahead(rm_options *options, int argc, char **argv);
/* What they mean to each other and to the algorithms. */
void rm_check_placement(rm_options *options);
/* Refuses what the preset's system does not have, and puts its defaults in. */
void rm_preset_settle(rm_options *options);

/* One line unless `change` is one of --change. */
void rm_change_check(const rmk_preset *preset, const char *change);

/* The names of all commands, in the order of their table: a new array, freed by the caller. */
const char **rm_command_names(size_t *count);

#endif
