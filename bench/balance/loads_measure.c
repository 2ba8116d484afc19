#include "loads_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/input/keys/keys.h"
#include "bench/stats/mean.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "ownership.h"

/* The session of a set, and the numbers that it gave to the keys (balls). */
typedef struct loading {
    const rm_cell *cell;
    rmk_session *session;
    uint64_t *balls;
    size_t count, room;
} loading;

static void assign_block(loading *l, const uint64_t *values, size_t count) {
    if (l->count + count > l->room) {
        l->room = 2 * (l->count + count);
        l->balls = rm_realloc(l->balls, l->room * sizeof *l->balls);
    }
    for (size_t i = 0; i < count; i++) {
        rmk_assignment at;
        rmk_status status = rmk_session_assign(l->session, values[i], &at, NULL);
        if (status)
            rm_fail("key %zu: %s; give fewer keys", l->count + 1, rmk_status_text(status));
        l->balls[l->count++] = at.ball;
    }
}

static void assign_keys(loading *l, uint64_t set) {
    rm_options options = rm_with_keys(l->cell->options);
    rmk_hasher hasher;
    rm_check(rmk_hasher_open(&hasher, l->cell->hash, options.isa, NULL), "hash %s", l->cell->hash->name);
    rm_keys *keys = rm_keys_open(&options, options.key_bytes.items[0], rm_keys_seed(l->cell, set), false);
    rm_key_block block;
    uint64_t *values = NULL;
    size_t room = 0;
    for (uint64_t number = 1; !rm_interrupted() && rm_keys_next(keys, &block); number += block.count) {
        if (block.count > room)
            values = rm_realloc(values, (room = block.count) * sizeof *values);
        rm_keys_hash(&options, &hasher, &block, number, values);
        assign_block(l, values, block.count);
    }
    rm_check_counted(&options, l->count > 0);
    rm_keys_close(keys);
    rmk_hasher_close(&hasher);
    free(values);
}

static void measure_probes(const loading *l, rm_loads *f) {
    uint64_t asked = 0;
    f->most_probes = rmk_session_nodes(l->session);
    f->probes = rm_calloc(f->most_probes + 1, sizeof *f->probes);
    for (size_t i = 0; i < l->count; i++) {
        rmk_assignment at;
        rm_check(rmk_session_find(l->session, l->balls[i], &at), "key %zu", i + 1);
        f->probes[at.probes]++;
        asked += at.probes;
    }
    f->displaced = (double)(l->count - f->probes[1]) / (double)l->count;
    f->probes_mean = (double)asked / (double)l->count;
}

static void measure_loads(const loading *l, rm_loads *f) {
    size_t nodes = rmk_session_nodes(l->session);
    uint64_t fullest = 0, most = 0;
    for (size_t i = 0; i < nodes; i++) {
        rmk_session_node node = rmk_session_node_at(l->session, i);
        fullest = node.load > fullest ? node.load : fullest;
        most = node.capacity > most ? node.capacity : most;
    }
    f->peak = (double)fullest * (double)nodes / (double)l->count;
    f->capacity = most == RMK_UNBOUNDED ? NAN : (double)most;
}

static double part_moved(const loading *l, rmk_status status, rmk_session *changed, size_t moved) {
    if (status)
        rm_fail("changing the nodes: %s", rmk_status_text(status));
    rmk_session_destroy(changed);
    return (double)moved / (double)l->count;
}

static double moved_on_add(const loading *l, const rm_change *change, const rm_node_list *list,
                           uint64_t set) {
    rm_node_list after = rm_nodes_copy(list, 1);
    rmk_session *changed;
    size_t moved;
    rm_change_apply(change, l->cell->options, set, SIZE_MAX, &after);
    rmk_status status = rmk_session_with(l->session, after.list + after.nodes.count - 1, &changed, &moved);
    double part = part_moved(l, status, changed, moved);
    rm_nodes_free(&after);
    return part;
}

static double moved_without(const loading *l, uint32_t id) {
    rmk_session *changed;
    size_t moved;
    rmk_status status = rmk_session_without(l->session, id, &changed, &moved);
    return part_moved(l, status, changed, moved);
}

/* Measures removing the node that the change names, or each in turn. */
static double moved_on_remove(const loading *l, const rm_change *change, const rm_node_list *list) {
    if (change->kind == RM_CHANGE_REMOVE)
        return moved_without(l, list->list[rm_change_place(change, list)].id);
    rm_mean mean = {0};
    for (size_t i = 0; i < rmk_session_nodes(l->session) && !rm_interrupted(); i++)
        rm_mean_add(&mean, moved_without(l, rmk_session_node_at(l->session, i).id));
    return rm_mean_of(&mean);
}

static void measure_changes(const loading *l, const rm_loads_changes *changes, const rm_node_list *list,
                            uint64_t set, rm_loads *f) {
    double nodes = (double)rmk_session_nodes(l->session);
    f->moved_on_add = f->ideal_add = f->moved_on_remove = f->ideal_remove = NAN;
    if (changes->add) {
        f->moved_on_add = moved_on_add(l, changes->add, list, set);
        f->ideal_add = 1 / (nodes + 1);
    }
    if (changes->remove) {
        f->moved_on_remove = moved_on_remove(l, changes->remove, list);
        f->ideal_remove = 1 / nodes;
    }
}

rm_loads rm_loads_measure(const rm_cell *cell, const rm_loads_changes *changes, uint64_t set) {
    rm_node_list list = rm_nodes_of(cell->options, cell->nodes, set);
    loading l = {.cell = cell, .session = rm_cell_session(cell, &list.nodes, set)};
    rm_loads figures = {0};
    assign_keys(&l, set);
    if (!rm_interrupted()) {
        figures.keys = l.count;
        measure_probes(&l, &figures);
        measure_loads(&l, &figures);
        measure_changes(&l, changes, &list, set, &figures);
    }
    rmk_session_destroy(l.session);
    rm_nodes_free(&list);
    free(l.balls);
    return figures;
}

void rm_loads_free(rm_loads *loads) {
    free(loads->probes);
}
