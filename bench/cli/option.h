/*
 * option.h - what there is to type on a command line: the table of options, out of option_rows.h.
 */
#ifndef RM_OPTION_H
#define RM_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rm_command rm_command;
typedef struct rm_options rm_options;

/* RM_OPT_SEED and so on, in the order of the rows: the order of help. */
#define SWITCH(ID, ...) RM_OPT_##ID,
#define TEXT(ID, ...)   RM_OPT_##ID,
#define COUNT(ID, ...)  RM_OPT_##ID,
#define REAL(ID, ...)   RM_OPT_##ID,
#define COUNTS(ID, ...) RM_OPT_##ID,
#define TEXTS(ID, ...)  RM_OPT_##ID,
#define OTHER(ID, ...)  RM_OPT_##ID,
#define OTHERS(ID, ...) RM_OPT_##ID,
#define ALIAS(ID, ...)
typedef enum rm_option_id {
    RM_OPTION_END = 0,
#include "option_rows.h"
    RM_OPTION_COUNT,
    RM_OPT_COMMON_END = RM_OPT_VERSION /* every command takes the options up to this one */
} rm_option_id;
#undef SWITCH
#undef TEXT
#undef COUNT
#undef REAL
#undef COUNTS
#undef TEXTS
#undef OTHER
#undef OTHERS
#undef ALIAS

typedef struct rm_option {
    rm_option_id id;
    const char *name;     /* "--vnodes" */
    const char *value;    /* what stands behind it in help: "LIST"; NULL: a switch */
    const char *preset;   /* the default, as help shows it; NULL: none */
    const char *meaning;  /* one line of help */
    bool list;            /* comma separated */
    size_t place;         /* offset of the field in rm_options, where the row names one */
    uint64_t least, most; /* of whole numbers */
    const char *example;  /* of decimal numbers */
} rm_option;

/* The table, indexed by id (entry 0 is empty). */
const rm_option *rm_option_table(void);
/* The option with this name or alias ("--vnodes"; need not end after `length`), or NULL. */
const rm_option *rm_option_named(const char *name, size_t length);
/* Whether the command takes it. */
bool rm_command_takes(const rm_command *command, rm_option_id id);
/* "skew, move and lookup": the commands that take it; freed by the caller. */
char *rm_option_takers(rm_option_id id);

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

/* ---- lists of options that several commands take ---- */

#define RM_NODE_OPTIONS RM_OPT_NODES, RM_OPT_NAMES, RM_OPT_NODES_FILE
/* what happened to the nodes before anything is measured */
#define RM_PAST_OPTIONS RM_OPT_PAST, RM_OPT_REMOVED
/* where points stand */
#define RM_POINT_OPTIONS RM_OPT_VNODES, RM_OPT_TOTAL_POINTS, RM_OPT_LABEL, RM_OPT_HASH, RM_OPT_NODE_HASH
/* sizes that single algorithms have */
#define RM_SIZE_OPTIONS RM_OPT_TABLE_SIZE, RM_OPT_CAPACITY, RM_OPT_PROBES, RM_OPT_LOAD_FACTOR
/* all that says where keys go; a command that calls keys by their bytes takes --hash-tag, too */
#define RM_PLACEMENT_OPTIONS                                                                                 \
    RM_OPT_PRESET, RM_OPT_RULE, RM_OPT_ALGORITHM, RM_OPT_PLUGIN, RM_NODE_OPTIONS, RM_PAST_OPTIONS,           \
        RM_POINT_OPTIONS, RM_SIZE_OPTIONS
#define RM_REPLICA_OPTIONS RM_OPT_REPLICAS, RM_OPT_SPREAD
#define RM_KEY_OPTIONS                                                                                       \
    RM_OPT_KEYS, RM_OPT_KEY_BYTES, RM_OPT_KEY_DIST, RM_OPT_KEYS_FILE, RM_OPT_KEYS_NUL, RM_OPT_KEY_WEIGHTS
/* how long a timing lasts, and what is left of it */
#define RM_TIMING_OPTIONS RM_OPT_REPEAT, RM_OPT_QUICK, RM_OPT_VERIFY, RM_OPT_SAMPLES
/* which cells of a sweep are measured */
#define RM_CELL_OPTIONS RM_OPT_FILTER, RM_OPT_SHARD, RM_OPT_RESUME

#endif
