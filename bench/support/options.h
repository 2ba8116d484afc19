/*
 * options.h - the command line: one table of options (options_table.c), parsed into one structure. An option
 * means the same in every command; a command lists those that it takes and any other is refused.
 */
#ifndef RM_OPTIONS_H
#define RM_OPTIONS_H

#include "core/preset/preset.h"
#include "core/ringmark.h"

typedef struct rm_command rm_command;

/* Every option of DESIGN.md that an existing command takes; the common ones first. */
typedef enum rm_option_id {
    RM_OPTION_END = 0,
    /* common: every command takes them */
    RM_OPT_SEED,
    RM_OPT_FORMAT,
    RM_OPT_OUTPUT,
    RM_OPT_NO_PROGRESS,
    RM_OPT_HELP,
    RM_OPT_VERSION,
    RM_OPT_COMMON_END = RM_OPT_VERSION,
    /* nodes */
    RM_OPT_NODES,
    RM_OPT_NAMES,
    RM_OPT_NODES_FILE,
    RM_OPT_SETS,
    /* placement */
    RM_OPT_PRESET,
    RM_OPT_ALGORITHM,
    RM_OPT_VNODES,
    RM_OPT_TOTAL_POINTS,
    RM_OPT_LABEL,
    RM_OPT_HASH,
    RM_OPT_NODE_HASH,
    RM_OPT_HASH_TAG,
    RM_OPT_INDEX,
    RM_OPT_PAGES,
    RM_OPT_TABLE_SIZE,
    RM_OPT_CAPACITY,
    RM_OPT_PROBES,
    RM_OPT_HISTORY,
    RM_OPT_REMOVED,
    RM_OPT_LOAD_FACTOR,
    RM_OPT_REPLICAS,
    RM_OPT_SPREAD,
    RM_OPT_AGAINST,
    /* keys */
    RM_OPT_KEYS,
    RM_OPT_KEY_BYTES,
    RM_OPT_KEY_DIST,
    RM_OPT_KEYS_FILE,
    RM_OPT_KEYS_NUL, /* -0 */
    RM_OPT_KEY_WEIGHTS,
    /* what is measured */
    RM_OPT_CHANGE,
    RM_OPT_MODE,
    RM_OPT_STAGE,
    RM_OPT_CHANGE_EVERY,
    RM_OPT_THREADS,
    RM_OPT_REPEAT,
    RM_OPT_QUICK,
    RM_OPT_VERIFY,
    RM_OPT_RIVALS,
    RM_OPT_SAMPLES,
    /* choosing: targets of plan, and what it may spend */
    RM_OPT_PEAK,
    RM_OPT_CV,
    RM_OPT_RANGE,
    RM_OPT_CONFIDENCE,
    RM_OPT_MAX_POINTS,
    RM_OPT_SEEDS,
    RM_OPT_NO_MEASURE,
    RM_OPT_SCHEME,
    RM_OPT_VIEWS,
    RM_OPT_GROUP_BY,
    /* regression tracking */
    RM_OPT_FAIL_ABOVE,
    RM_OPT_ALLOW_MIXED,
    RM_OPT_PLUGIN,
    RM_OPT_CALLS_ONLY,
    /* the sweep */
    RM_OPT_JOBS,
    RM_OPT_FILTER,
    RM_OPT_SHARD,
    RM_OPT_RESUME,
    RM_OPTION_COUNT
} rm_option_id;

typedef struct rm_option {
    rm_option_id id;
    const char *name;    /* "--vnodes" */
    const char *value;   /* what stands behind it in help: "LIST"; NULL: a switch */
    const char *preset;  /* the default, as help shows it; NULL: none */
    const char *meaning; /* one line of help */
    bool list;           /* comma separated */
} rm_option;

/* The table, indexed by id (entry 0 is empty). */
const rm_option *rm_option_table(void);

typedef struct rm_texts {
    const char **items;
    size_t count;
} rm_texts;

typedef struct rm_numbers {
    uint64_t *items;
    size_t count;
} rm_numbers;

typedef enum rm_format { RM_FORMAT_TABLE, RM_FORMAT_CSV, RM_FORMAT_JSON, RM_FORMAT_MARKDOWN } rm_format;
typedef enum rm_grouping { RM_GROUP_NONE, RM_GROUP_ZONE, RM_GROUP_HOST } rm_grouping;
typedef enum rm_key_dist { RM_KEYS_UNIFORM, RM_KEYS_SEQUENTIAL, RM_KEYS_ZIPF, RM_KEYS_POINTS } rm_key_dist;

/*
 * Parsed and checked. Lists have at least one entry (the default) unless noted. Texts live as long as the
 * options.
 */
struct rm_options {
    const rm_command *command;
    rm_texts operands;
    bool given[RM_OPTION_COUNT];
    const char *typed[RM_OPTION_COUNT]; /* the value that was given; NULL: none, or a switch */
    char *command_line;                 /* as typed, quoted for a shell, for the metadata */

    uint64_t seed;
    rm_format format;
    const char *output; /* NULL: stdout */
    bool no_progress;

    rm_numbers nodes; /* counts of generated nodes; ignored with nodes_file */
    const char *names;
    rmk_pattern names_pattern;
    const char *nodes_file; /* or NULL */
    uint64_t sets;

    const rmk_preset *preset; /* NULL: none; else algorithms and hashes are its own, label is NULL */
    const rmk_algorithm **algorithms;
    size_t algorithm_count;
    rm_numbers vnodes;       /* empty when total_points was given */
    rm_numbers total_points; /* empty unless given */
    const char *label;
    const rmk_hash **hashes; /* of keys */
    size_t hash_count;
    const rmk_hash *node_hash;      /* NULL: the same as the key hash */
    char hash_tag[2];               /* zeros: none */
    const rmk_index_type **indexes; /* NULL entries: auto */
    size_t index_count;
    rmk_pages pages;
    uint64_t table_size;       /* 0: the default of what has one */
    uint64_t capacity, probes; /* 0: the default of what has one */
    const char *history;       /* file, or NULL */
    double removed;            /* percent of the nodes, in [0, 100) */
    rmk_ratio load_factor;     /* exactly as typed */
    const char *load_factor_text;
    uint64_t replicas;
    bool spread_zones;   /* replicas in distinct zones first */
    const char *against; /* the other side of diff, as options; NULL: none */
    rmk_isa isa;         /* RINGMARK_ISA, resolved: never AUTO */

    uint64_t keys; /* 0: none */
    rm_numbers key_bytes;
    rm_key_dist key_dist;
    double zipf; /* the S of zipf:S */
    const char *key_dist_text;
    const char *keys_file; /* or NULL; "-" is stdin */
    bool keys_nul;
    bool key_weights;

    rm_texts changes;
    rm_texts modes, stages;
    uint64_t change_every; /* microseconds between changes of the ring; 0: it stays as it is */
    rm_numbers threads;
    uint64_t repeat; /* with --quick fewer, unless given */
    bool quick;
    bool verify;
    bool rivals;         /* another library's placement beside the preset's */
    const char *samples; /* file, or NULL */

    /* what plan aims at, NAN unless given: as typed, any finite number, so that plan can say what is best */
    double peak, cv, range;
    double confidence;
    uint64_t max_points; /* 0: RMK_MAX_POINTS rules */
    uint64_t seeds;      /* name sets or salts that plan may choose from */
    bool no_measure;
    rm_texts schemes;   /* names of naming schemes; "all" is resolved by quality */
    const char *scheme; /* of a copy for one naming scheme: its name; else NULL */
    uint64_t views;     /* clients that each see a part of the nodes; 0: none */
    rm_grouping group_by;

    double fail_above; /* per cent; NAN: nothing fails */
    bool allow_mixed;  /* compare files of different machines */
    rm_texts plugins;  /* files of foreign rings; none by default */
    bool calls_only;   /* exact: what a tool counts, and no map, shares or movement */

    uint64_t jobs;
    const char *filter;     /* or NULL */
    bool resume;            /* go on with FILE.partial */
    uint64_t shard, shards; /* this one, from 1, of so many; 1 of 1 by default */
    uint64_t only_cell;     /* of those that are left, from 1: of a child process; 0: all of them */
};
typedef struct rm_options rm_options;

/*
 * Parses argv (after the command's name) for `command`. Prints help or version and exits 0 where asked; a
 * mistake is one line and exit 2. The result is freed by rm_options_free.
 */
rm_options *rm_options_parse(const rm_command *command, int argc, char **argv);
void rm_options_free(rm_options *options);

/* "--hash, --vnodes, weights": what a preset takes of what presets may refuse; freed by the caller. */
char *rm_preset_takes(const rmk_preset *preset);

/* --history or --removed: nodes are not those that were given. */
static inline bool rm_has_past(const rm_options *options) {
    return options->history || options->removed > 0;
}
/* "30%" or "0.5%": above 0 and below 100. False for anything else. */
bool rm_percent(const char *text, double *percent);

/* Help texts, from the tables: of the whole program, and of one command. To stdout. */
void rm_help_program(void);
void rm_help_command(const rm_command *command);

/* A decimal number within [low, high], or one line and exit 2 that names `what`. */
uint64_t rm_number(const char *what, const char *text, uint64_t low, uint64_t high);
/* The nearest of `names` by edit distance, for "did you mean"; NULL when more than a third would have to
 * change.
 */
const char *rm_nearest(const char *text, const char *const *names, size_t count);

#endif
