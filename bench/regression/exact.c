/*
 * exact.c - `ringmark exact`: everything of a placement that does not depend on the clock: one digest of
 * which node every key hash maps to, shares and movement, bytes and allocations. `make gate` compares these
 * rows of two builds, and counts the instructions of the same calls under callgrind (exact_counted.h).
 */
#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/cli/command.h"
#include "bench/input/nodes/change.h"
#include "bench/movement/movement.h"
#include "bench/output/machine.h"
#include "bench/output/output.h"
#include "bench/plugin/placement.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "exact_counted.h"
#include "exact_digest.h"

enum {
    INDEX = RM_CELL_COLUMN_COUNT,
    ISA,
    METHOD,
    DIGEST,
    PEAK,
    CV,
    POINTS_LOST,
    MOVED_ADD,
    COLLATERAL_ADD,
    MOVED_REMOVE,
    COLLATERAL_REMOVE,
    MEMORY_BYTES,
    ALLOCATIONS,
    KEY_BYTES,
    OPERATIONS,
    CHECKSUM,
    COLUMN_COUNT
};

static const char *const columns[] = {RM_CELL_COLUMNS, "index",          "isa",          "method",
                                      "digest",        "peak",           "cv",           "points_lost",
                                      "moved_add",     "collateral_add", "moved_remove", "collateral_remove",
                                      "memory_bytes",  "allocations",    "key_bytes",    "operations",
                                      "checksum"};

/* DEFAULT_KEYS are looked up one by one and all at once. DIGEST_KEYS make the digest where no map exists. */
enum { DEFAULT_KEYS = 1 << 15, DIGEST_KEYS = 1 << 20 };

typedef struct exact_run {
    const rm_options *options;
    rm_output *output;
    rmk_hasher digester;
} exact_run;

static uint64_t digest_of(const exact_run *run, const void *data, size_t bytes) {
    return rmk_hash_one(&run->digester, data, bytes);
}

static const rmk_bytes *keys_for(const rmk_placement *placement, const rm_key_pool *pool) {
    return placement->algorithm->can & RMK_NEEDS_KEY ? pool->keys : NULL;
}

static void make_pool(const rm_cell *cell, const rmk_hasher *hasher, size_t count, rm_key_pool *pool) {
    uint64_t key_bytes = cell->options->key_bytes.items[0];
    if (!rm_key_pool_make(pool, cell->options, hasher, key_bytes, count, rm_keys_seed(cell, 0)))
        rm_fail("--key-bytes %llu: --hash %s cannot take such keys", (unsigned long long)key_bytes,
                cell->hash->name);
}

/* A digest of the owners of many keys, which is all that can be said where no map exists. */
static uint64_t key_digest(const exact_run *run, const rm_cell *cell, const rmk_hasher *hasher,
                           const rmk_placement *placement) {
    rm_key_pool pool;
    make_pool(cell, hasher, DIGEST_KEYS, &pool);
    uint32_t *owners = rm_calloc(pool.count, sizeof *owners);
    rmk_placement_locate_batch(placement, keys_for(placement, &pool), pool.values, pool.count, owners);
    uint64_t digest = digest_of(run, owners, pool.count * sizeof *owners);
    free(owners);
    rm_key_pool_free(&pool);
    return digest;
}

static void put_mapping(const exact_run *run, const rm_cell *cell, const rmk_hasher *hasher,
                        const rmk_placement *placement, rm_row *row) {
    rmk_map map;
    if (rm_placement_map(placement, &map)) {
        rm_row_text(row, METHOD, map.kind == RMK_MAP_ARCS ? "arcs" : "slots");
        rm_row_hex(row, DIGEST, rm_map_digest(&run->digester, &map), 64);
        rmk_map_destroy(&map);
    } else {
        rm_row_text(row, METHOD, "keys");
        rm_row_hex(row, DIGEST, key_digest(run, cell, hasher, placement), 64);
    }
}

/* Writes the largest share over the fair one, and the coefficient of variation, of the nodes that can own
 * keys. */
static void put_shares(const rmk_placement *placement, const rmk_nodes *nodes, rm_row *row) {
    rm_ownership owned = {0};
    rmk_status status = rm_own_exactly(placement, nodes->id_limit, 1, &owned);
    if (status == RMK_UNSUPPORTED)
        return;
    rm_check(status, "shares of %s", placement->algorithm->name);
    double peak = 0, squares = 0, serving = 0, weight = rmk_serving_weight(nodes);
    for (size_t i = 0; i < nodes->count; i++) {
        if (!rmk_node_serves(nodes->list + i))
            continue;
        double relative = owned.amounts[nodes->list[i].id] / owned.total /
                          rmk_fair_share(nodes->list + i, weight);
        peak = fmax(peak, relative);
        squares += (relative - 1) * (relative - 1);
        serving++;
    }
    rm_row_exact(row, PEAK, peak);
    rm_row_exact(row, CV, sqrt(squares / serving));
    rm_ownership_free(&owned);
}

static void put_movement(const rm_cell *cell, const char *text, unsigned column, rm_row *row) {
    rm_change change = rm_change_parse(text, cell->options->preset);
    rm_moved moved = rm_measure_change(cell, &change, 0);
    if (moved.method == RM_BY_MAP) {
        rm_row_exact(row, column, moved.figures.moved);
        rm_row_exact(row, column + 1, moved.figures.collateral);
    }
    rm_change_free(&change);
}

/* Writes the columns about all keys at once, which take many times as long as the calls that are counted. */
static void put_whole(const exact_run *run, const rm_cell *cell, const rmk_hasher *hasher,
                      const rmk_placement *placement, const rmk_nodes *nodes, rm_row *row) {
    bool moves = cell->algorithm->can & RMK_HAS_MAP;
    put_mapping(run, cell, hasher, placement, row);
    if (!rm_interrupted())
        put_shares(placement, nodes, row);
    if (moves && !rm_interrupted())
        put_movement(cell, "add", MOVED_ADD, row);
    if (moves && !rm_interrupted())
        put_movement(cell, "remove", MOVED_REMOVE, row);
}

/* put_whole() leaves the placement and memory of this size in the cache. With --calls-only these calls, which
 * are not counted, do the same, so that counts depend less on where the allocator and the linker put
 * things. */
static void warm_up(const rmk_hasher *hasher, const rmk_placement *placement, const rm_key_pool *pool,
                    uint64_t *values, uint32_t *alone, uint32_t *owners) {
    rmk_hash_batch(hasher, pool->keys, pool->count, values);
    rmk_placement_locate_batch(placement, keys_for(placement, pool), values, pool->count, owners);
    rmk_placement_locate_batch(placement, keys_for(placement, pool), values, pool->count, alone);
}

static void put_lookups(const rm_cell *cell, const rmk_hasher *hasher, const rmk_placement *placement,
                        rm_row *row) {
    const rm_options *options = cell->options;
    rm_key_pool pool;
    make_pool(cell, hasher, options->keys ? (size_t)options->keys : DEFAULT_KEYS, &pool);
    uint64_t *values = rm_calloc(pool.count, sizeof *values);
    uint32_t *alone = rm_calloc(pool.count, sizeof *alone), *owners = rm_calloc(pool.count, sizeof *owners);
    if (options->calls_only)
        warm_up(hasher, placement, &pool, values, alone, owners);
    rm_counted_hash(hasher, &pool, values);
    rm_counted_loop(placement, keys_for(placement, &pool), values, pool.count, alone);
    rm_counted_batch(placement, keys_for(placement, &pool), values, pool.count, owners);
    uint64_t checksum = 0;
    for (size_t i = 0; i < pool.count; i++) {
        if (owners[i] != alone[i] || values[i] != pool.values[i])
            rm_fail_with(RM_INVALID,
                         "wrong answer: %s: key %zu alone and in a batch differ; please report it",
                         cell->algorithm->name, i);
        checksum = checksum * 31 + owners[i];
    }
    rm_row_count(row, KEY_BYTES, options->key_bytes.items[0]);
    rm_row_count(row, OPERATIONS, pool.count);
    rm_row_hex(row, CHECKSUM, checksum, 64);
    free(values);
    free(alone);
    free(owners);
    rm_key_pool_free(&pool);
}

static void work(const exact_run *run, const rm_cell *cell) {
    rm_node_list list = rm_nodes_of(run->options, cell->nodes, 0);
    rm_counting counting = {0};
    rmk_allocator allocator = rm_counting_allocator(&counting);
    rmk_placement *placement;
    rmk_status status = rm_counted_build(cell, &list.nodes, &allocator, &placement);
    if (status)
        rm_cell_fail(cell, &list.nodes, status);
    rm_row row = {0};
    uint64_t bytes = rm_plugin_bytes(placement, counting.live_bytes);
    if (bytes)
        rm_row_count(&row, MEMORY_BYTES, bytes);
    if (!rm_plugin_is(cell->algorithm))
        rm_row_count(&row, ALLOCATIONS, counting.calls);
    rmk_points points = {0};
    if (placement->algorithm->can & RMK_HAS_POINTS) {
        points = placement->algorithm->points(placement);
        rm_row_count(&row, POINTS_LOST, rm_points_lost(&points));
    }
    rm_cell_columns(cell, points.count, &row);
    if (cell->index)
        rm_row_text(&row, INDEX, cell->index->name);
    rm_row_text(&row, ISA, rmk_isa_name(run->options->isa));
    rmk_hasher hasher;
    rm_check(rmk_hasher_open(&hasher, cell->hash, run->options->isa, NULL), "hash %s", cell->hash->name);
    if (!run->options->calls_only)
        put_whole(run, cell, &hasher, placement, &list.nodes, &row);
    if (!rm_interrupted())
        put_lookups(cell, &hasher, placement, &row);
    if (rm_interrupted()) /* what was being worked out may be cut short */
        rm_row_clear(&row);
    else
        rm_output_row(run->output, &row);
    rmk_hasher_close(&hasher);
    rmk_placement_destroy(placement);
    rm_nodes_free(&list);
}

static int exact(const rm_options *options) {
    exact_run run = {.options = options};
    rm_cells cells = rm_cells_of(options, true);
    rm_interrupts_watch();
    rm_check(rmk_hasher_open(&run.digester, &rmk_hash_xxh3, RMK_ISA_SCALAR, NULL), "hash xxh3");
    run.output = rm_output_open(options, columns, COLUMN_COUNT);
    size_t from = rm_output_cells(run.output, cells.count);
    rm_progress *progress = rm_progress_start(options->no_progress, "exact", (double)(cells.count - from));
    for (size_t i = from; i < cells.count && !rm_interrupted(); i++) {
        work(&run, cells.list + i);
        if (!rm_interrupted())
            rm_output_reached(run.output, i + 1);
        rm_progress_add(progress, 1, NULL);
    }
    rm_progress_end(progress);
    rm_output_close(run.output);
    rmk_hasher_close(&run.digester);
    rm_cells_free(&cells);
    return RM_GOOD;
}

static const rm_option_id takes[] = {
    RM_OPT_PRESET,    RM_OPT_RULE,       RM_OPT_ALGORITHM,   RM_OPT_PLUGIN,   RM_NODE_OPTIONS,
    RM_POINT_OPTIONS, RM_OPT_TABLE_SIZE, RM_OPT_LOAD_FACTOR, RM_OPT_INDEX,    RM_OPT_PAGES,
    RM_OPT_KEYS,      RM_OPT_KEY_BYTES,  RM_OPT_CALLS_ONLY,  RM_CELL_OPTIONS, RM_OPTION_END};

const rm_command rm_command_exact = {
    .name = "exact",
    .question =
        "What of it does not depend on the clock? The whole mapping as a digest, shares, movement, bytes.",
    .example = "ringmark exact --algorithm ring,jump,modulo --nodes 10,100",
    .options = takes,
    .lists = true,
    .run = exact,
};
