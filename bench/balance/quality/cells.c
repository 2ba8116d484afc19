#include <stdlib.h>
#include <string.h>

#include "bench/input/nodes/schemes.h"
#include "bench/support/fail.h"
#include "cells.h"

/* With one of these options the nodes and labels that they describe are the only scheme. */
static bool is_custom(const rm_options *o) {
    static const rm_option_id own[] = {RM_OPT_NAMES, RM_OPT_LABEL, RM_OPT_NODES_FILE, RM_OPT_PRESET,
                                       RM_OPT_RULE};
    bool custom = false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        custom = custom || o->given[own[i]];
    return custom;
}

static void check_preset(const rmk_preset *preset) {
    if (preset && !(preset->algorithm->can & RMK_HAS_POINTS))
        rm_fail("--preset %s has no points, which quality judges; move and shares can take it", preset->name);
}

/* Copies the options as if the scheme's patterns had been given. */
static rm_options options_of(const rm_options *options, const rm_scheme *scheme, const char *label) {
    rm_options own = *options;
    size_t at;
    own.scheme = scheme->name;
    own.names = scheme->names;
    own.label = label;
    rm_check(rmk_pattern_parse(own.names, RMK_FIELDS_OF_NAMES, &own.names_pattern, &at), "--scheme %s",
             scheme->name);
    return own;
}

static void make_room(rm_quality_cells *q, size_t count) {
    q->schemes = rm_calloc(count, sizeof *q->schemes);
    q->labels = rm_calloc(count, sizeof *q->labels);
    q->scheme_count = count;
}

static void take_scheme(rm_quality_cells *q, const rm_options *options, size_t place,
                        const rm_scheme *scheme) {
    q->labels[place] = rm_scheme_label(scheme, options->sets);
    q->schemes[place] = options_of(options, scheme, q->labels[place]);
}

static void take_schemes(rm_quality_cells *q, const rm_options *options) {
    const rm_texts *wanted = &options->schemes;
    size_t all;
    const rm_scheme *table = rm_scheme_table(&all);
    bool every = wanted->count == 1 && strcmp(wanted->items[0], "all") == 0;
    make_room(q, every ? all : wanted->count);
    for (size_t i = 0; i < q->scheme_count; i++)
        take_scheme(q, options, i, every ? table + i : rm_scheme_named("--scheme", wanted->items[i]));
}

static void append(rm_cells *all, const rm_cells *more) {
    all->list = rm_realloc(all->list, (all->count + more->count) * sizeof *all->list);
    memcpy(all->list + all->count, more->list, more->count * sizeof *all->list);
    all->count += more->count;
}

rm_quality_cells rm_quality_cells_of(const rm_options *options) {
    rm_quality_cells q = {0};
    check_preset(options->preset);
    if (is_custom(options)) {
        make_room(&q, 1);
        q.schemes[0] = *options;
        q.schemes[0].scheme = options->preset ? NULL : "custom";
    } else {
        take_schemes(&q, options);
    }
    for (size_t i = 0; i < q.scheme_count; i++) {
        rm_cells cells = rm_cells_all(q.schemes + i, false);
        append(&q.cells, &cells);
        rm_cells_free(&cells);
    }
    rm_cells_select(&q.cells, options);
    return q;
}

void rm_quality_cells_free(rm_quality_cells *q) {
    rm_cells_free(&q->cells);
    for (size_t i = 0; i < q->scheme_count; i++)
        free(q->labels[i]);
    free(q->labels);
    free(q->schemes);
    *q = (rm_quality_cells){0};
}
