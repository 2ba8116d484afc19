#include "place.h"

#include <stdlib.h>

#include "bench/cli/command.h"
#include "bench/cli/names.h"
#include "bench/plugin/placement.h"
#include "bench/support/fail.h"
#include "limits.h"

static rmk_placement_options placement_options(const rm_cell *cell, uint64_t set,
                                               const rmk_allocator *allocator) {
    const rm_options *o = cell->options;
    rmk_placement_options options = {
        .key_hash = cell->hash,
        .ring =
            {
                .hash = cell->node_hash ? cell->node_hash : cell->hash,
                .label = o->label,
                .vnodes = cell->vnodes,
                .total_points = cell->total_points,
                .set = set,
                .index = cell->index,
                .isa = o->isa,
                .pages = o->pages,
                .threads = cell->build_threads,
                .allocator = allocator,
            },
    };
    options.table_size = o->table_size ? o->table_size : cell->table_size;
    options.capacity = cell->algorithm->can & RMK_CAN_CAPACITY ? o->capacity : 0;
    options.probes = cell->algorithm->can & RMK_CAN_PROBES ? o->probes : 0;
    options.replicas = o->replicas;
    options.load_factor = o->load_factor;
    /* what the system fixes is shown in the cell, and not given */
    if (o->preset && !(o->preset->takes & RMK_TAKES_VNODES))
        options.ring.vnodes = 0;
    if (o->preset && !(o->preset->takes & RMK_TAKES_TOTAL_POINTS))
        options.ring.total_points = 0;
    return options;
}

/* Tries to build; `past` is NULL when nothing happened to the nodes. */
static rmk_status try_place(const rm_cell *cell, const rmk_nodes *nodes, const rm_past *past, uint64_t set,
                            const rmk_allocator *allocator, rmk_placement **placement) {
    rmk_placement_options options = placement_options(cell, set, allocator);
    if (past && past->keeps) {
        options.changes = past->steps;
        options.change_count = past->count;
    }
    if (rm_plugin_is(cell->algorithm))
        return rm_plugin_place(cell->algorithm, nodes, &options, placement);
    if (!cell->options->preset)
        return rmk_placement_create(cell->algorithm, nodes, &options, placement);
    return rmk_preset_place(cell->options->preset, nodes, &options, placement);
}

rmk_status rm_cell_try_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set,
                             const rmk_allocator *allocator, rmk_placement **placement) {
    return try_place(cell, nodes, NULL, set, allocator, placement);
}

rmk_status rm_cell_try_place_list(const rm_cell *cell, const rm_node_list *list, uint64_t set,
                                  const rmk_allocator *allocator, rmk_placement **placement) {
    return try_place(cell, &list->nodes, &list->past, set, allocator, placement);
}

/* Refuses nodes that the system knows by one name. */
static void fail_known(const rmk_preset *preset, const rmk_nodes *nodes) {
    rmk_node *list = rm_calloc(nodes->count, sizeof *list);
    for (size_t i = 0; preset->known_by && i < nodes->count; i++) {
        list[i] = nodes->list[i];
        list[i].name = preset->known_by(nodes->list + i);
    }
    rmk_nodes known = {list, nodes->count, nodes->id_limit};
    rmk_nodes_fault fault;
    if (preset->known_by && rmk_nodes_check(&known, NULL, &fault) == RMK_DUPLICATE) {
        rmk_bytes a = nodes->list[fault.other].name, b = nodes->list[fault.index].name;
        rmk_bytes name = list[fault.index].name;
        rm_fail("--preset %s: nodes '%.*s' and '%.*s' are both known as '%.*s'", preset->name, (int)a.length,
                (const char *)a.data, (int)b.length, (const char *)b.data, (int)name.length,
                (const char *)name.data);
    }
    free(list);
}

static const char *label_of(const rm_cell *cell) {
    return cell->options->label ? cell->options->label : RMK_DEFAULT_LABEL;
}

static void fail_node(const rmk_preset *preset, const rmk_nodes *nodes) {
    for (size_t i = 0; preset->node_fault && i < nodes->count; i++) {
        const rmk_node *node = nodes->list + i;
        const char *reason = preset->node_fault(node);
        if (reason)
            rm_fail("--preset %s cannot take node '%.*s': %s", preset->name, (int)node->name.length,
                    (const char *)node->name.data, reason);
    }
}

/* Says what a preset refused, where its reason is not one of every placement. */
static void fail_preset(const rm_cell *cell, const rmk_nodes *nodes, rmk_status status) {
    const rmk_preset *preset = cell->options->preset;
    if (status == RMK_BAD_INPUT)
        fail_node(preset, nodes);
    if (status == RMK_DUPLICATE)
        fail_known(preset, nodes);
    if (status == RMK_BAD_INPUT && cell->options->table_size)
        rm_fail("--preset %s: --table-size %llu cannot be used; it is a prime above the number of nodes",
                preset->name, (unsigned long long)cell->options->table_size);
    if (status == RMK_UNSUPPORTED)
        rm_fail("--preset %s has no weights other than 1; it takes %s", preset->name,
                rm_preset_takes(preset));
    if (status == RMK_LIMIT)
        rm_fail("--preset %s: these nodes and weights make more points than the system or ringmark can hold",
                preset->name);
}

/* Says what an algorithm refused by a rule of its own. */
static void fail_algorithm(const rm_cell *cell, const char *name, const rmk_nodes *nodes, rmk_status status) {
    const rmk_algorithm *algorithm = cell->algorithm;
    const unsigned long long size = cell->options->table_size;
    if (status == RMK_LIMIT && algorithm->session && size <= RMK_MAX_POINTS && algorithm->can & RMK_HAS_MAP)
        rm_fail("%s: %zu nodes have no room for all partitions; raise --table-size or --load-factor", name,
                nodes->count);
    if (status == RMK_BAD_INPUT && size && !algorithm->session)
        rm_fail("%s: --table-size %llu cannot be used; it is a prime from the number of nodes on, %zu", name,
                size, nodes->count);
    if (status == RMK_LIMIT && size)
        rm_fail("%s: --table-size %llu is too large; a table has less than %u slots", name, size, UINT32_MAX);
    const char *fault = algorithm->fault ? algorithm->fault(status) : NULL;
    if (fault)
        rm_fail("%s: %s", name, fault);
}

static const char *points_hashed_by(const rm_cell *cell) {
    const char *option = cell->options->command->points_hashed_by;
    return option ? option : "--node-hash";
}

void rm_cell_fail(const rm_cell *cell, const rmk_nodes *nodes, rmk_status status) {
    char *name = rm_cell_name(cell);
    if (cell->options->preset)
        fail_preset(cell, nodes, status);
    else
        fail_algorithm(cell, name, nodes, status);
    bool picky = cell->node_hash && cell->node_hash->accepts;
    if (status == RMK_BAD_INPUT && picky)
        rm_fail("%s: --label %s gives a text that is not a decimal number, which %s needs; name another %s",
                name, label_of(cell), cell->node_hash->name, points_hashed_by(cell));
    if (status == RMK_BAD_INPUT && cell->algorithm->can & RMK_CAN_CAPACITY)
        rm_fail("%s: --capacity %llu is below the %zu nodes that it begins with", name,
                (unsigned long long)cell->options->capacity, nodes->count);
    if (status == RMK_BAD_INPUT)
        rm_fail("%s: --label %s cannot be used", name, label_of(cell));
    if (status == RMK_EMPTY)
        rm_fail("%s: no node can own keys: all are down or of weight 0", name);
    if (status == RMK_LIMIT && !(cell->algorithm->can & RMK_CAN_VNODES))
        rm_fail("%s: %zu nodes are more than %s can number; --algorithm ring or jump can", name, nodes->count,
                cell->algorithm->name);
    if (status == RMK_LIMIT)
        rm_fail("%s: %zu nodes make more than %llu points; lower --vnodes or the weights", name, nodes->count,
                (unsigned long long)RMK_MAX_POINTS);
    if (status == RMK_UNSUPPORTED)
        rm_fail("%s: --algorithm %s cannot weight nodes; --algorithm ring can", name, cell->algorithm->name);
    if (status == RMK_NO_MEMORY)
        rm_fail("%s: out of memory; fewer nodes or points are needed", name);
    rm_fail("%s: %s", name, rmk_status_text(status));
}

bool rm_placement_map(const rmk_placement *placement, rmk_map *map) {
    rmk_status status = rmk_placement_map(placement, map);
    if (status != RMK_UNSUPPORTED)
        rm_check(status, "the map of %s", placement->algorithm->name);
    return status == RMK_OK;
}

/* Marks the nodes that have points, or slots; false when it cannot tell. */
static bool mark_owners(const rmk_placement *placement, bool *has) {
    if (placement->algorithm->can & RMK_HAS_POINTS) {
        rmk_points points = placement->algorithm->points(placement);
        for (size_t i = 0; i < points.count; i++)
            has[points.owners[i]] = true;
        return true;
    }
    rmk_map map;
    if (!rm_placement_map(placement, &map))
        return false;
    for (size_t i = 0; i < map.count; i++)
        if (map.owners[i] != RMK_NOBODY)
            has[map.owners[i]] = true;
    rmk_map_destroy(&map);
    return true;
}

/* Warns where the real system's behaviour, which is kept, will surprise. */
void rm_cell_warn(const rm_cell *cell, const rmk_placement *placement) {
    const rmk_preset *preset = cell->options->preset;
    if (!preset || placement->keyless)
        return;
    const rmk_nodes *nodes = placement->nodes;
    bool on_ring = placement->algorithm->can & RMK_HAS_POINTS;
    if (on_ring && !placement->algorithm->points(placement).count) {
        rm_warn("--preset %s: the ring has no points, so no key has a node; the system would fail",
                preset->name);
        return;
    }
    bool *has = rm_calloc(nodes->id_limit, sizeof *has);
    bool known = mark_owners(placement, has);
    for (size_t i = 0; known && i < nodes->count; i++) {
        const rmk_node *node = nodes->list + i;
        if (rmk_node_serves(node) && !has[node->id])
            rm_warn(
                "--preset %s leaves node '%.*s' without a %s: its weight is too small a part of the sum, or "
                "others took its place",
                preset->name, (int)node->name.length, (const char *)node->name.data,
                on_ring ? "point" : "slot");
    }
    free(has);
}

const rmk_ring *rm_placement_ring(const rmk_placement *placement) {
    const rmk_ring *ring = rmk_placement_ring(placement);
    return ring ? ring : rmk_preset_ring(placement);
}

uint64_t rm_points_lost(const rmk_points *points) {
    uint64_t lost = 0;
    for (size_t i = 1; i < points->count; i++)
        lost += points->positions[i] == points->positions[i - 1];
    return lost;
}

uint64_t rm_cell_points_made(const rm_cell *cell, const rmk_placement *placement, uint64_t set) {
    uint64_t points = placement->algorithm->points(placement).count, made = 0;
    const rmk_placement_options options = placement_options(cell, set, NULL);
    if (cell->options->preset)
        made = rmk_preset_points(cell->options->preset, placement->nodes, &options);
    return made > points ? made : points;
}

static rmk_placement *place(const rm_cell *cell, const rmk_nodes *nodes, const rm_past *past, uint64_t set) {
    rmk_placement *placement;
    const rmk_placement_options options = placement_options(cell, set, NULL);
    if (cell->options->preset)
        rm_cell_check_points(cell, rmk_preset_points(cell->options->preset, nodes, &options));
    rmk_status status = try_place(cell, nodes, past, set, NULL, &placement);
    if (status != RMK_OK)
        rm_cell_fail(cell, nodes, status);
    rm_cell_warn(cell, placement);
    return placement;
}

rmk_placement *rm_cell_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set) {
    return place(cell, nodes, NULL, set);
}

rmk_placement *rm_cell_place_list(const rm_cell *cell, const rm_node_list *list, uint64_t set) {
    return place(cell, &list->nodes, &list->past, set);
}

rm_cell rm_cell_keeping(const rm_cell *cell, const rmk_placement *before, const rmk_nodes *after) {
    rm_cell kept = *cell;
    size_t slots = rmk_placement_slots(before);
    bool has_default = cell->algorithm->can & RMK_CAN_TABLE_SIZE && !cell->options->preset;
    if (has_default && rmk_nodes_serving(after) <= slots)
        kept.table_size = slots;
    return kept;
}

rm_node_list rm_cell_nodes(const rm_cell *cell, uint64_t set) {
    return rm_nodes_for(cell->options, cell->algorithm, cell->nodes, set);
}

rmk_session *rm_cell_session(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set) {
    rmk_session *session;
    const rmk_placement_options options = placement_options(cell, set, NULL);
    rmk_status status = rmk_session_create(cell->algorithm, nodes, &options, &session);
    if (status != RMK_OK)
        rm_cell_fail(cell, nodes, status);
    return session;
}
