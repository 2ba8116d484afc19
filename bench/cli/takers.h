/*
 * takers.h - private: from the text behind an option to its value. An option that only fills a field names one of the
 * takers that are shared; what has rules of its own has a taker of its own, in the file of its topic.
 */
#ifndef RM_TAKERS_H
#define RM_TAKERS_H

#include "option.h"
#include "options.h"

/* ---- limits of single options: what is larger is a typing mistake, or cannot be measured ---- */

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

/* ---- shared: the row says which field, and its limits (takers.c) ---- */

rm_taker rm_take_switch, rm_take_text, rm_take_count, rm_take_real, rm_take_counts, rm_take_texts;

/* ---- of one option each ---- */

rm_taker rm_take_names, rm_take_removed, rm_take_group_by; /* options_nodes.c */
rm_taker rm_take_preset, rm_take_algorithm, rm_take_label, rm_take_hash, rm_take_node_hash, rm_take_hash_tag,
    rm_take_index, rm_take_pages, rm_take_load_factor, rm_take_spread,
    rm_take_against;       /* options_placement.c */
rm_taker rm_take_key_dist; /* options_keys.c */
rm_taker rm_take_format, rm_take_mode, rm_take_stage, rm_take_fail_above, rm_take_shard; /* options_run.c */
rm_taker rm_take_change; /* options_change.c */

/* Takes `value` (NULL for a switch) of `option`, checked by itself. */
void rm_option_take(rm_options *options, const rm_option *option, const char *value);
/* A plain decimal number; whether it can be reached is not checked here. */
double rm_real_of(const rm_option *option, const char *value);

#endif
