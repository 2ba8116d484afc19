/* diff.c - do two placements agree? The share of keys on which they do not, by pair of nodes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/balance/ownership.h"
#include "bench/cli/command.h"
#include "bench/output/output.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "diff_against.h"
#include "diff_pairs.h"
#include "diff_side.h"
#include "movement.h"

enum { NODE_A, NODE_B, METHOD, SHARE, EXAMPLE, COLUMN_COUNT };

static const char *const columns[] = {"node_a", "node_b", "method", "share", "example_key"};

/* What becomes one row. */
typedef struct disagreement {
    rmk_bytes a, b; /* names of the nodes; empty where nobody owns */
    double share;
    const rm_pair *example;
} disagreement;

typedef struct result {
    rm_method method;
    disagreement *list;
    size_t count;
    double sum; /* sum of the shares on which the sides disagree */
} result;

typedef struct comparison {
    rm_side a, b;
    rmk_bytes *names_a, *names_b; /* by id */
    rm_pair_table seen;
    double keys; /* keys that were looked at, with their weights */
} comparison;

/* ---- by maps ---- */

static rmk_bytes *names_of(const rm_side *side) {
    rmk_bytes *names = rm_calloc(side->list.nodes.id_limit, sizeof *names);
    for (size_t i = 0; i < side->list.nodes.count; i++)
        names[side->list.list[i].id] = side->list.list[i].name;
    return names;
}

static rmk_bytes name_of(const rmk_bytes *names, uint32_t id) {
    return id == RMK_NOBODY ? (rmk_bytes){NULL, 0} : names[id];
}

static void add(const comparison *c, result *r, uint32_t a, uint32_t b, double share) {
    r->list[r->count++] =
        (disagreement){name_of(c->names_a, a), name_of(c->names_b, b), share, rm_pair_find(&c->seen, a, b)};
    r->sum += share;
}

/* Reads keys until every one of `wanted` pairs has an example; SIZE_MAX: all keys. */
static void look_at_keys(comparison *c, size_t wanted) {
    rm_options with = rm_with_keys(c->a.cell.options);
    /* a hash of either side that reads numbers gets numbers */
    const rmk_hash *hashes[] = {c->a.cell.hash, c->b.cell.hash};
    with.hashes = hashes;
    with.hash_count = 2;
    rm_keys *keys = rm_keys_open(&with, with.key_bytes.items[0], rm_keys_seed(&c->a.cell, 0), false);
    rm_key_block block;
    for (uint64_t number = 1; !rm_interrupted() && c->seen.count < wanted && rm_keys_next(keys, &block);
         number += block.count) {
        rm_side_locate(&c->a, c->a.cell.options, &block, number);
        rm_side_locate(&c->b, c->b.cell.options, &block, number);
        for (size_t i = 0; i < block.count; i++) {
            double weight = block.weights ? block.weights[i] : 1;
            c->keys += weight;
            if (c->a.owners[i] != c->b.owners[i])
                rm_pair_add(&c->seen, c->a.owners[i], c->b.owners[i], weight, block.keys[i]);
        }
    }
    rm_keys_close(keys);
}

static result by_maps(comparison *c, const rmk_movement *movement) {
    result r = {.method = RM_BY_MAP, .list = rm_calloc(movement->count + 1, sizeof *r.list)};
    for (size_t i = 0; i < movement->count; i++) {
        const rmk_transfer *t = movement->transfers + i;
        add(c, &r, t->from, t->to, (double)t->values / (double)movement->total);
    }
    r.sum = (double)movement->moved / (double)movement->total;
    return r;
}

/* ---- by shares, of key hashes that know nothing of each other ---- */

static double part_of(const rm_ownership *owned, uint32_t id) {
    return (id == RMK_NOBODY ? owned->nobody : owned->amounts[id]) / owned->total;
}

static result by_shares(const comparison *c, const rm_ownership *a, const rm_ownership *b) {
    uint32_t limit = a->id_limit;
    size_t room = (size_t)(limit + 1) * (limit + 1);
    result r = {.method = RM_INDEPENDENT, .list = rm_calloc(room, sizeof *r.list)};
    double same = part_of(a, RMK_NOBODY) * part_of(b, RMK_NOBODY);
    for (uint32_t i = 0; i <= limit; i++) {
        uint32_t from = i < limit ? i : RMK_NOBODY;
        for (uint32_t j = 0; j <= limit && part_of(a, from) > 0; j++) {
            uint32_t to = j < limit ? j : RMK_NOBODY;
            if (i != j && part_of(b, to) > 0)
                add(c, &r, from, to, part_of(a, from) * part_of(b, to));
        }
        if (i < limit)
            same += part_of(a, i) * part_of(b, i);
    }
    r.sum = 1 - same;
    return r;
}

static result by_keys(const comparison *c) {
    result r = {.method = RM_SAMPLED, .list = rm_calloc(c->seen.count + 1, sizeof *r.list)};
    for (size_t i = 0; i < c->seen.capacity; i++) {
        const rm_pair *pair = &c->seen.places[i];
        if (pair->taken)
            add(c, &r, pair->a, pair->b, pair->amount / c->keys);
    }
    return r;
}

/* ---- rows ---- */

static int by_share(const void *a, const void *b) {
    const disagreement *x = a, *y = b;
    if (x->share > y->share || x->share < y->share)
        return x->share > y->share ? -1 : 1;
    int order = rmk_bytes_compare(x->a, y->a);
    return order ? order : rmk_bytes_compare(x->b, y->b);
}

static void write_rows(rm_output *output, const result *r) {
    qsort(r->list, r->count, sizeof *r->list, by_share);
    for (size_t i = 0; i < r->count && !rm_interrupted(); i++) {
        const disagreement *d = r->list + i;
        rm_row row = {0};
        if (d->a.length)
            rm_row_bytes(&row, NODE_A, d->a);
        if (d->b.length)
            rm_row_bytes(&row, NODE_B, d->b);
        rm_row_text(&row, METHOD, rm_method_name(r->method));
        if (r->method == RM_BY_MAP)
            rm_row_exact(&row, SHARE, d->share);
        else
            rm_row_real(&row, SHARE, d->share);
        if (d->example)
            rm_row_bytes(&row, EXAMPLE, d->example->example);
        rm_output_row(output, &row);
    }
}

static void say(const result *r) {
    const char *of = r->method == RM_SAMPLED ? "keys" : "key hashes";
    if (r->count)
        rm_note("they disagree on %.6g %% of the %s (%s)", 100 * r->sum, of, rm_method_name(r->method));
    else
        rm_note("they agree on all %s (%s)", of, rm_method_name(r->method));
}

/* ---- the command ---- */

/* Compares exact maps; returns false where two maps cannot tell. */
static bool compare_maps(comparison *c, bool keys_wanted, result *r) {
    rmk_movement movement;
    if (!c->a.mapped || !c->b.mapped)
        return false;
    rmk_status status = rmk_movement_between(&c->a.map, &c->b.map, rmk_default_allocator(), &movement);
    if (status == RMK_UNSUPPORTED)
        return false;
    rm_check(status, "diff");
    look_at_keys(c, keys_wanted ? SIZE_MAX : movement.count);
    *r = by_maps(c, &movement);
    rmk_movement_destroy(&movement);
    return true;
}

static bool compare_shares(comparison *c, result *r) {
    rm_ownership a, b;
    uint32_t limit = c->a.list.nodes.id_limit;
    rmk_status status = rm_own_exactly(c->a.placement, limit, 1, &a);
    if (status == RMK_UNSUPPORTED)
        return false;
    rm_check(status, "diff");
    status = rm_own_exactly(c->b.placement, limit, 1, &b);
    if (status != RMK_UNSUPPORTED)
        rm_check(status, "diff");
    if (!status) {
        *r = by_shares(c, &a, &b);
        rm_ownership_free(&b);
    }
    rm_ownership_free(&a);
    return !status;
}

static void note_evidence(const comparison *c) {
    rm_note("exact if the key hashes %s and %s are one: no proof, but they agree on all of %d texts tried",
            rm_cell_hash_name(&c->a.cell), rm_cell_hash_name(&c->b.cell), RM_TEXTS_TRIED);
}

static size_t compare(comparison *c, result results[2]) {
    bool keys_wanted = rm_keys_wanted(c->a.cell.options), same_part = rm_side_tags_alike(&c->a, &c->b);
    rm_alike alike = rm_side_hashes_alike(&c->a, &c->b);
    size_t count = 0;
    bool exact = alike && same_part && compare_maps(c, keys_wanted, &results[0]);
    if (exact && alike == RM_HASHES_AGREE)
        note_evidence(c);
    count += exact;
    if (!exact)
        look_at_keys(c, SIZE_MAX);
    if (!alike && same_part && compare_shares(c, &results[0]))
        count++;
    if (!exact || keys_wanted)
        results[count++] = by_keys(c);
    return count;
}

static void comparison_free(comparison *c) {
    rm_side_free(&c->a);
    rm_side_free(&c->b);
    rm_pair_table_free(&c->seen);
    free(c->names_a);
    free(c->names_b);
}

static void place(rm_side *side) {
    rm_side_place(side, 0);
    rm_side_open_hasher(side);
}

static int diff(const rm_options *options) {
    if (!options->against)
        rm_fail(
            "diff needs the other side: --against '--preset NAME', or any options of a placement or nodes");
    rm_check_keys(options, 1);
    rm_against against = rm_against_parse(options);
    comparison c = {.a = rm_side_of(options), .b = rm_side_of(against.options)};
    rm_side_share_ids(&c.a, &c.b);
    place(&c.a);
    place(&c.b);
    c.names_a = names_of(&c.a);
    c.names_b = names_of(&c.b);
    rm_output *output = rm_output_open(options, columns, COLUMN_COUNT);
    rm_interrupts_watch();
    result results[2];
    size_t count = compare(&c, results);
    for (size_t i = 0; i < count; i++)
        write_rows(output, &results[i]);
    rm_output_close(output);
    for (size_t i = 0; i < count; i++) {
        if (!rm_interrupted()) /* else not all keys were looked at */
            say(&results[i]);
        free(results[i].list);
    }
    comparison_free(&c);
    rm_against_free(&against);
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_PLACEMENT_OPTIONS, RM_OPT_HASH_TAG, RM_OPT_AGAINST, RM_KEY_OPTIONS,
                                     RM_OPTION_END};

const rm_command rm_command_diff = {
    .name = "diff",
    .question = "Do two placements agree? The share of keys on which they do not, by pair of nodes.",
    .example = "ringmark diff --preset spymemcached --against '--preset libmemcached-weighted'",
    .options = takes,
    .run = diff,
};
