/*
 * options.h - the command line as one structure (parse.h makes it). An option (option.h) means the same in every command; a command
 * lists those that it takes, and any other is refused.
 */
#ifndef RM_OPTIONS_H
#define RM_OPTIONS_H

#include "core/preset/preset.h"
#include "core/ringmark.h"
#include "option.h"

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
    const char *past;          /* or NULL */
    double removed;            /* percent of the nodes, in [0, 100) */
    rmk_ratio load_factor;     /* exactly as typed */
    const char *load_factor_text;
    uint64_t replicas;
    bool zone_aware;     /* replicas in distinct zones first */
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
    const char *filter;         /* or NULL */
    bool resume;                /* go on with FILE.partial */
    const struct rm_sink *sink; /* where rows go instead (output/sink.h); NULL: they are written here */
    uint64_t shard, shards;     /* this one, from 1, of so many; 1 of 1 by default */
    uint64_t only_cell;         /* of those that are left, from 1: of a child process; 0: all of them */

    void **owned; /* freed with the options (rm_own) */
    size_t owned_count, owned_capacity;
};

void rm_options_free(rm_options *options);

/* Hands `memory` (malloc) over to the options; returns it. */
void *rm_own(rm_options *options, void *memory);

/* --past or --removed: nodes are not those that were given. */
static inline bool rm_has_past(const rm_options *options) {
    return options->past || options->removed > 0;
}

#endif
