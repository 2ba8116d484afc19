/*
 * takers.h - private: from the text behind an option to its value. An option that only fills a field names one of the
 * takers that are shared; what has rules of its own has a taker of its own, in the file of its topic.
 */
#ifndef RM_TAKERS_H
#define RM_TAKERS_H

#include "option.h"
#include "options.h"

/* Turns the text behind an option (NULL for a switch) into a value of the options, or says in one line why it cannot. */
typedef void rm_taker(rm_options *options, const rm_option *option, const char *value);

/* ---- shared: the row says which field, and its limits (takers.c) ---- */

rm_taker rm_take_switch, rm_take_text, rm_take_count, rm_take_real, rm_take_counts, rm_take_texts;

/* ---- of one option each ---- */

rm_taker rm_take_names, rm_take_removed, rm_take_group_by; /* options_nodes.c */
rm_taker rm_take_preset, rm_take_rule, rm_take_algorithm, rm_take_label, rm_take_hash, rm_take_node_hash,
    rm_take_hash_tag, rm_take_index, rm_take_pages, rm_take_load_factor, rm_take_spread,
    rm_take_against;       /* options_placement.c */
rm_taker rm_take_key_dist; /* options_keys.c */
rm_taker rm_take_format, rm_take_mode, rm_take_stage, rm_take_fail_above, rm_take_shard; /* options_run.c */
rm_taker rm_take_change; /* options_change.c */

/* A plain decimal number; whether it can be reached is not checked here. */
double rm_real_of(const rm_option *option, const char *value);

#endif
