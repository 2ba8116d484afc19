/* measure.c - bytes and times of the candidates: every ring is built a few times, then all of them race
 * for the same keys, single calls from a key to its node. */
#include <math.h>
#include <stdlib.h>

#include "bench/output/machine.h"
#include "bench/speed/lookup/arms.h"
#include "bench/stats/samples.h"
#include "bench/support/clock.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "core/ring/line.h"
#include "measure.h"

/* Larger rings take too long for an answer in seconds. */
#define MOST_POINTS (UINT64_C(1) << 22)
/* Builds of one ring are repeated until they took so long together, in ns. */
#define BUILD_NS UINT64_C(60000000)
enum { MOST_BUILDS = 15, KEYS = 1 << 18, ROUNDS = 2 };

typedef struct candidate {
    rm_plan_row *row;
    rm_counting counting;
    rmk_allocator allocator;
    rm_subject subject;
    rm_lane lane;
    rm_lookup_arm arm;
} candidate;

static rm_cell cell_of(const rm_plan_row *row) {
    rm_cell cell = row->cell;
    cell.options = &row->options;
    cell.index = cell.algorithm->can & RMK_HAS_POINTS ? rm_index_resolved(NULL) : NULL;
    return cell;
}

/* ---- without building ---- */

/* Returns the bytes of all that grows with the points of a ring with lines. */
static uint64_t array_bytes(const rm_plan_row *row, uint64_t points) {
    rmk_pages pages = row->options.pages;
    uint64_t load = row->cell.nodes > NARROW_IDS ? WIDE_LOAD : NARROW_LOAD;
    uint64_t buckets = (points + load - 1) / load;
    return rmk_array_bytes(pages, points + RING_PADDING, sizeof(uint64_t)) +
           rmk_array_bytes(pages, points + RING_PADDING, sizeof(uint32_t)) +
           rmk_array_bytes(pages, buckets, sizeof(line_narrow)) +
           rmk_array_bytes(pages, buckets + 1, sizeof(uint32_t));
}

static uint64_t built_bytes(const rm_cell *cell, const rmk_nodes *nodes, uint64_t *points) {
    rm_counting counting = {0};
    rmk_allocator allocator = rm_counting_allocator(&counting);
    rmk_placement *placement;
    rmk_status status = rm_cell_try_place(cell, nodes, 0, &allocator, &placement);
    if (status)
        rm_cell_fail(cell, nodes, status);
    *points = placement->algorithm->can & RMK_HAS_POINTS ? placement->algorithm->points(placement).count : 0;
    uint64_t bytes = counting.live_bytes;
    rmk_placement_destroy(placement);
    return bytes;
}

/* Counts bytes without building large rings: what does not grow with the points is taken from a ring of
 * one point a node. */
static void count_bytes(const rm_question *q, rm_plan_rows *rows) {
    rm_node_list list = rm_nodes_of(q->options, q->cell.nodes, 0);
    for (size_t i = 0; i < rows->count; i++) {
        rm_plan_row *row = &rows->list[i];
        rm_cell cell = cell_of(row);
        bool grows = !q->options->preset;
        cell.vnodes = grows ? 1 : cell.vnodes;
        if ((grows ? (double)q->facts.weight_sum : (double)row->points) > (double)MOST_POINTS)
            continue;
        uint64_t points = 0, bytes = built_bytes(&cell, &list.nodes, &points);
        row->memory_bytes = grows ? bytes - array_bytes(row, points) + array_bytes(row, row->points) : bytes;
    }
    rm_nodes_free(&list);
}

/* ---- building ---- */

static rmk_status place(candidate *c, const rm_cell *cell, const rmk_nodes *nodes) {
    return rm_cell_try_place(cell, nodes, 0, &c->allocator, &c->subject.placement);
}

static void build(candidate *c, const rmk_nodes *nodes) {
    rm_cell cell = cell_of(c->row);
    double ns[MOST_BUILDS];
    size_t count = 0;
    c->allocator = rm_counting_allocator(&c->counting);
    rm_check(place(c, &cell, nodes), "%s",
             cell.algorithm->name); /* this build is not timed: it touches the memory first */
    for (double spent = 0; count < MOST_BUILDS && spent < BUILD_NS; spent += ns[count++]) {
        rmk_placement_destroy(c->subject.placement);
        uint64_t before = rm_clock_ns();
        rm_check(place(c, &cell, nodes), "%s", cell.algorithm->name);
        ns[count] = (double)(rm_clock_ns() - before);
    }
    c->row->build_ns = rm_summarise(ns, count).median;
    c->row->memory_bytes = c->counting.live_bytes;
    const rmk_algorithm *algorithm = c->subject.placement->algorithm;
    c->subject.hot_bytes = algorithm->hot_bytes ? algorithm->hot_bytes(c->subject.placement) : 0;
    c->subject.needs_keys = algorithm->can & RMK_NEEDS_KEY;
}

/* ---- lookups ---- */

static void race(candidate *list, size_t count) {
    rm_arm *arms = rm_calloc(count, sizeof *arms);
    for (size_t i = 0; i < count; i++) {
        candidate *c = &list[i];
        c->arm = (rm_lookup_arm){&c->subject, &c->lane, RM_STAGE_TOTAL, RM_MODE_LOOP};
        arms[i] = rm_lookup_arm_timed(&c->arm);
    }
    rm_race(arms, count, 1, ROUNDS);
    for (size_t i = 0; i < count && !rm_interrupted(); i++) {
        rm_lookup_check_blocks(&list[i].arm, &arms[i], 1);
        double *samples = rm_arm_samples(&arms[i]);
        list[i].row->lookup_ns = rm_summarise(samples, arms[i].block_count).median;
        free(samples);
    }
    for (size_t i = 0; i < count; i++)
        rm_arm_free(&arms[i]);
    free(arms);
}

/* Times lookups of the same keys in all rings; all rows have the same key hash. */
static void look_up(const rm_question *q, candidate *list, size_t count) {
    const rm_options *o = q->options;
    rm_options uniform = *o;
    uniform.key_dist = RM_KEYS_UNIFORM;
    uint64_t bytes = q->cell.hash->accepts ? RM_NUMBER_BYTES : o->key_bytes.items[0];
    rm_lane first = {0};
    rm_check(rmk_hasher_open(&first.hasher, q->cell.hash, o->isa, NULL), "%s", q->cell.hash->name);
    if (rm_key_pool_make(&first.pool, &uniform, &first.hasher, bytes, KEYS,
                         rm_cell_seed(&q->cell, "queries"))) {
        for (size_t i = 0; i < count; i++) {
            list[i].lane = first;
            list[i].lane.owners = rm_calloc(KEYS, sizeof *first.owners);
            list[i].lane.known = rm_calloc(KEYS, 1);
        }
        race(list, count);
        for (size_t i = 0; i < count; i++) {
            free(list[i].lane.owners);
            free(list[i].lane.known);
        }
        rm_key_pool_free(&first.pool);
    }
    rmk_hasher_close(&first.hasher);
}

void rm_plan_measure(const rm_question *q, rm_plan_rows *rows) {
    count_bytes(q, rows);
    if (q->options->no_measure)
        return;
    rm_node_list nodes = rm_nodes_of(q->options, q->cell.nodes, 0);
    candidate *list = rm_calloc(rows->count, sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < rows->count && !rm_interrupted(); i++) {
        rm_plan_row *row = &rows->list[i];
        if (row->points > MOST_POINTS)
            continue;
        list[count].row = row;
        build(&list[count++], &nodes.nodes);
    }
    if (count && !rm_interrupted())
        look_up(q, list, count);
    if (count < rows->count)
        rm_note(
            "rings above %llu points are not timed, which would take more than seconds; ringmark build "
            "and lookup do",
            (unsigned long long)MOST_POINTS);
    for (size_t i = 0; i < count; i++)
        rmk_placement_destroy(list[i].subject.placement);
    free(list);
    rm_nodes_free(&nodes);
}
