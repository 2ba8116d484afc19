/*
 * options.h - holds the command line as one structure, which parse.h makes. An option (option.h) means the
 * same in every command; a command lists the options that it takes, and refuses all others.
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
 * The values are parsed and checked. A list has at least one entry (the default) unless its comment says
 * otherwise. Texts live as long as the options.
 */
struct rm_options {
    const rm_command *command;
    rm_texts operands;
    bool given[RM_OPTION_COUNT];
    const char *typed[RM_OPTION_COUNT]; /* the text after each option; NULL: not given, or a switch */
    char *command_line;                 /* what was typed, quoted for a shell; metadata record it */

    uint64_t seed;
    rm_format format;
    const char *output; /* NULL: stdout */
    bool no_progress;

    rm_numbers nodes; /* counts of generated nodes; ignored with nodes_file */
    const char *names;
    rmk_pattern names_pattern;
    const char *nodes_file; /* or NULL */
    uint64_t sets;

    const rmk_preset *preset; /* NULL: none; else it brings its algorithms and hashes, and label is NULL */
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
    uint64_t table_size;       /* 0: an algorithm with a table uses its own default */
    uint64_t capacity, probes; /* 0: an algorithm that has such a size uses its own default */
    const char *past;          /* the file of --past, or NULL */
    double removed;            /* percent of the nodes to remove before measuring, in [0, 100) */
    rmk_ratio load_factor;     /* a ratio of integers, so that no digit of the typed number is lost */
    const char *load_factor_text;
    uint64_t replicas;
    bool zone_aware;     /* replicas go to distinct zones as long as there are any */
    const char *against; /* the options of diff's other side, as one text; NULL: none */
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
    uint64_t repeat; /* rounds of a measurement; --quick lowers the default */
    bool quick;
    bool verify;
    bool rivals;         /* also measure the real library that the preset imitates */
    const char *samples; /* file, or NULL */

    /* What plan aims at; NAN: not given. Any finite number is accepted here, because plan itself says which
     * aim is the best that can be reached. */
    double peak, cv, range;
    double confidence;
    uint64_t max_points; /* the most points that plan may propose; 0: RMK_MAX_POINTS */
    uint64_t seeds;      /* how many name sets or salts plan may choose from */
    bool no_measure;
    rm_texts schemes;   /* names of naming schemes; the command quality resolves "all" */
    const char *scheme; /* the one scheme that quality made this copy of the options for; else NULL */
    uint64_t views;     /* clients that each see a part of the nodes; 0: none */
    rm_grouping group_by;

    double fail_above; /* per cent; NAN: nothing fails */
    bool allow_mixed;  /* compare files of different machines */
    rm_texts plugins;  /* files of foreign rings; none by default */
    bool calls_only;   /* exact only builds, hashes and looks up, so that a tool counts nothing else */

    uint64_t jobs;
    const char *filter;         /* or NULL */
    bool resume;                /* go on with FILE.partial */
    const struct rm_sink *sink; /* takes the rows of a child process (sink.h); NULL: rows are written here */
    uint64_t shard, shards;     /* run only the cells of part `shard`, counted from 1, of `shards` */
    /* The one cell that a child runs, counted from 1 among those that --filter and --shard leave; 0: all. */
    uint64_t only_cell;

    void **owned; /* freed with the options (rm_own) */
    size_t owned_count, owned_capacity;
};

void rm_options_free(rm_options *options);

/* Hands `memory` (malloc) over to the options; returns it. */
void *rm_own(rm_options *options, void *memory);

/* Answers whether --past or --removed changed the nodes before anything is measured. */
static inline bool rm_has_past(const rm_options *options) {
    return options->past || options->removed > 0;
}

#endif
