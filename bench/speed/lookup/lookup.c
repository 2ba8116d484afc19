/*
 * lookup.c - `ringmark lookup`: how fast is a lookup, and how far from the memory limit.
 */
#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/cells/cells.h"
#include "bench/cli/command.h"
#include "bench/output/machine.h"
#include "bench/output/output.h"
#include "bench/output/raw_samples.h"
#include "bench/plugin/placement.h"
#include "bench/rivals/rival.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "bench/support/random.h"
#include "churn.h"
#include "columns.h"
#include "race.h"

static const char *const columns[] = {
    RM_CELL_COLUMNS, "index",       "isa",          "mode",       "stage",
    "key_bytes",     "key_dist",    "threads",      "samples",    "ns_median",
    "ns_min",        "ns_p95",      "ns_ci_low",    "ns_ci_high", "lookups_per_second",
    "limit_ns",      "limit_ratio", "memory_bytes", "checksum",   "change_every_us",
    "changes",       "live_nodes"};
static const char *const sample_columns[] = {RM_CELL_COLUMNS, "index",   "mode",           "stage",
                                             "key_bytes",     "threads", "thread",         "block",
                                             "lookups",       "ns",      "change_every_us"};
/* Random queries must outnumber what a branch predictor learns; long keys of many threads must fit. */
enum { MOST_KEYS = 1 << 20, LEAST_KEYS = 1 << 14 };
#define KEY_MEMORY ((uint64_t)512 << 20)
/* There is a warning when the interval is wider than this part of the median. */
#define NOISY 0.2

/* A cell with one index, and what was built for it. */
typedef struct built {
    rm_cell cell;
    rm_counting counting;
    rmk_allocator allocator;
    const rmk_index_type *index; /* NULL: the algorithm has none */
} built;

typedef struct lookup_run {
    const rm_options *options;
    rm_output *output, *samples; /* samples: NULL unless wanted */
    unsigned stages, modes;
    bool invalid;
    uint64_t huge_bytes; /* bytes on huge pages: the most that a cell and its limit had */
    size_t from, at;     /* measurements before `from` are there already; `at` is the one in hand */
    /* the rest is about the cell in hand */
    built *built;
    rm_subject *subjects;
    size_t subject_count;
    rm_limit limit;
    rm_lane *lanes;
    size_t lane_count;
} lookup_run;

/* ---- rows ---- */

/* The best kernel that runs in what is timed: of the hash, of the index or the algorithm, of both. */
static rmk_isa isa_of(const lookup_run *run, const rm_contest *contest) {
    const built *b = &run->built[contest->subject];
    unsigned searching = b->index ? b->index->isas : b->cell.algorithm->isas, isas = 0;
    if (contest->arm.stage != RM_STAGE_HASH)
        isas |= searching;
    if (contest->arm.stage != RM_STAGE_SEARCH)
        isas |= b->cell.hash->isas;
    return rmk_isa_kernel(isas, run->options->isa);
}

static bool reads_keys(const rm_contest *contest) {
    return contest->arm.stage != RM_STAGE_SEARCH || contest->arm.subject->needs_keys;
}

static void contest_row(lookup_run *run, const rm_lookup_race *race, const rm_contest *contest,
                        uint64_t key_bytes) {
    const built *b = &run->built[contest->subject];
    const rmk_placement *placement = run->subjects[contest->subject].placement;
    bool hash_only = contest->arm.stage == RM_STAGE_HASH;
    rm_row row = {0};
    rm_cell_columns(&b->cell, rm_lookup_points(placement), &row);
    bool foreign = run->subjects[contest->subject].own_hash;
    if (!hash_only && !foreign) {
        rm_row_text(&row, COLUMN_INDEX, b->index ? b->index->name : NULL);
        uint64_t bytes = rm_plugin_bytes(placement, b->counting.live_bytes);
        if (bytes)
            rm_row_count(&row, COLUMN_MEMORY, bytes);
    }
    bool unknown = foreign || (!hash_only && rm_plugin_is(b->cell.algorithm));
    rm_row_text(&row, COLUMN_ISA, unknown ? NULL : rmk_isa_name(isa_of(run, contest)));
    rm_row_text(&row, COLUMN_MODE, rm_mode_name(contest->arm.mode));
    rm_row_text(&row, COLUMN_STAGE, rm_stage_name(contest->arm.stage));
    if (reads_keys(contest))
        rm_row_count(&row, COLUMN_KEY_BYTES, key_bytes);
    rm_row_text(&row, COLUMN_KEY_DIST, run->options->key_dist_text);
    rm_row_count(&row, COLUMN_THREADS, race->threads);
    if (!run->options->verify)
        rm_row_count(&row, COLUMN_SAMPLES, contest->ns.count);
    if (!run->options->verify && !contest->invalid) {
        rm_lookup_times(&contest->ns, race->threads, &row);
        rm_row_real(&row, COLUMN_LIMIT, contest->limit_ns);
        rm_row_real(&row, COLUMN_LIMIT_RATIO, contest->limit_ratio);
    }
    rm_row_hex(&row, COLUMN_CHECKSUM, contest->checksum, 64);
    if (rm_has_past(run->options))
        rm_row_count(&row, COLUMN_LIVE_NODES,
                     rmk_nodes_serving(run->subjects[contest->subject].placement->nodes));
    rm_output_row(run->output, &row);
}

static void warn_of(lookup_run *run, const rm_contest *contest) {
    char *name = rm_cell_name(&run->built[contest->subject].cell);
    const rm_summary *ns = &contest->ns;
    if (contest->invalid) {
        run->invalid = true;
        rm_warn(
            "%s, %s %s: %.3g times as fast as reading its memory, four times over; the row has no time. Run "
            "it again on a quieter machine or with a larger --repeat",
            name, rm_stage_name(contest->arm.stage), rm_mode_name(contest->arm.mode), contest->limit_ratio);
    } else if (ns->ci_high - ns->ci_low > NOISY * ns->median) {
        rm_warn(
            "%s, %s %s: the median is uncertain by more than %.0f %%; raise --repeat or stop other programs",
            name, rm_stage_name(contest->arm.stage), rm_mode_name(contest->arm.mode), 100 * NOISY);
    }
    free(name);
}

static void sample_rows(lookup_run *run, const rm_lookup_race *race, size_t number, uint64_t key_bytes) {
    const rm_contest *contest = &race->contests[number];
    const rm_arm *timed = &race->timed[number];
    const built *b = &run->built[contest->subject];
    for (size_t i = 0; i < timed->block_count; i++) {
        rm_row row = {0};
        rm_cell_columns(&b->cell, rm_lookup_points(run->subjects[contest->subject].placement), &row);
        if (contest->arm.stage != RM_STAGE_HASH)
            rm_row_text(&row, SAMPLE_INDEX, b->index ? b->index->name : NULL);
        rm_row_text(&row, SAMPLE_MODE, rm_mode_name(contest->arm.mode));
        rm_row_text(&row, SAMPLE_STAGE, rm_stage_name(contest->arm.stage));
        if (reads_keys(contest))
            rm_row_count(&row, SAMPLE_KEY_BYTES, key_bytes);
        rm_row_count(&row, SAMPLE_THREADS, race->threads);
        rm_row_count(&row, SAMPLE_THREAD, i % race->threads);
        rm_row_count(&row, SAMPLE_BLOCK, i / race->threads);
        rm_row_count(&row, SAMPLE_LOOKUPS, timed->blocks[i].count);
        rm_row_real(&row, SAMPLE_NS, timed->blocks[i].ns);
        rm_output_row(run->samples, &row);
    }
}

static void race_rows(lookup_run *run, const rm_lookup_race *race, uint64_t key_bytes) {
    for (size_t i = 0; i < race->contest_count; i++) {
        contest_row(run, race, &race->contests[i], key_bytes);
        if (run->options->verify)
            continue;
        warn_of(run, &race->contests[i]);
        if (run->samples)
            sample_rows(run, race, i, key_bytes);
    }
}

/* ---- one cell ---- */

static void build_subject(lookup_run *run, const rm_cell *cell, const rm_node_list *nodes) {
    built *b = &run->built[run->subject_count];
    rm_subject *subject = &run->subjects[run->subject_count];
    b->cell = *cell;
    b->allocator = rm_counting_allocator(&b->counting);
    rmk_status status = rm_cell_try_place_list(cell, nodes, 0, &b->allocator, &subject->placement);
    if (status)
        rm_cell_fail(cell, &nodes->nodes, status);
    rm_cell_warn(cell, subject->placement);
    const rmk_ring *ring = rm_placement_ring(subject->placement);
    b->index = ring ? rmk_ring_index(ring) : NULL;
    if (ring && !b->index)
        b->index = &rmk_index_plain; /* what a ring without an index does */
    const rmk_algorithm *algorithm = subject->placement->algorithm;
    subject->hot_bytes = algorithm->hot_bytes ? algorithm->hot_bytes(subject->placement) : 0;
    subject->needs_keys = algorithm->can & RMK_NEEDS_KEY;
    run->subject_count++;
}

/* Adds libmemcached's own placement of the same nodes, with the first subject as its plain reference. */
static void add_rival(lookup_run *run, const rm_cell *cell, const rm_node_list *nodes) {
    built *b = &run->built[run->subject_count];
    rm_subject *subject = &run->subjects[run->subject_count];
    rmk_status status = rm_rival_libmemcached(cell->options->preset->name, cell->hash, &nodes->nodes,
                                              run->subjects[0].placement, &subject->placement);
    if (status == RMK_UNSUPPORTED)
        rm_fail("--rivals: this ringmark was built without libmemcached; install it and run make again");
    rm_check(status, "--rivals: libmemcached");
    b->cell = *cell;
    b->cell.algorithm = subject->placement->algorithm;
    b->cell.index = NULL;
    subject->needs_keys = subject->own_hash = true;
    run->subject_count++;
}

static void build_subjects(lookup_run *run, const rm_cell *cells, size_t count, const rm_node_list *nodes) {
    size_t footprint = 0;
    run->built = rm_calloc(count + 1, sizeof *run->built);
    run->subjects = rm_calloc(count + 1, sizeof *run->subjects);
    run->subject_count = 0;
    for (size_t i = 0; i < count && !rm_interrupted(); i++) {
        build_subject(run, &cells[i], nodes);
        if (run->subjects[i].hot_bytes > footprint)
            footprint = run->subjects[i].hot_bytes;
    }
    if (run->options->rivals && !rm_interrupted())
        add_rival(run, &cells[0], nodes);
    if (footprint && !rm_interrupted() && !run->options->verify && !run->options->change_every &&
        run->stages & ~(1u << RM_STAGE_HASH))
        run->limit = rm_limit_make(footprint, run->options->pages, run->options->isa);
    uint64_t huge_bytes = rm_huge_bytes();
    if (huge_bytes > run->huge_bytes)
        run->huge_bytes = huge_bytes;
}

static void free_subjects(lookup_run *run) {
    while (run->subject_count) /* backwards, since a rival's reference comes before it */
        rmk_placement_destroy(run->subjects[--run->subject_count].placement);
    rm_limit_free(&run->limit);
    free(run->subjects);
    free(run->built);
}

static size_t keys_a_thread(uint64_t key_bytes, size_t threads) {
    size_t count = MOST_KEYS;
    while (count > LEAST_KEYS && count * threads * (key_bytes + sizeof(rmk_bytes)) > KEY_MEMORY)
        count /= 2;
    return count;
}

static void free_lanes(lookup_run *run) {
    for (size_t i = 0; i < run->lane_count; i++) {
        rm_lane *lane = &run->lanes[i];
        rm_key_pool_free(&lane->pool);
        rmk_hasher_close(&lane->hasher);
        free(lane->owners);
        free(lane->known);
    }
    free(run->lanes);
    run->lanes = NULL;
    run->lane_count = 0;
}

/* False: the hash cannot take such keys. */
static bool make_lanes(lookup_run *run, const rm_cell *cell, uint64_t key_bytes, size_t threads) {
    size_t count = keys_a_thread(key_bytes, threads);
    uint64_t seed = rm_cell_seed(cell, "queries");
    run->lanes = rm_calloc(threads, sizeof *run->lanes);
    for (size_t t = 0; t < threads; t++) {
        rm_lane *lane = &run->lanes[run->lane_count++];
        rm_check(rmk_hasher_open(&lane->hasher, cell->hash, run->options->isa, NULL), "%s", cell->hash->name);
        lane->owners = rm_calloc(count, sizeof *lane->owners);
        lane->known = rm_calloc(count, 1);
        if (!rm_key_pool_make(&lane->pool, run->options, &lane->hasher, key_bytes, count, rm_mix(seed, t)))
            return false;
    }
    return true;
}

/* With --key-dist points the keys' hashes are replaced by positions of points, as far as hashes have the
 * bits. */
static void take_points(lookup_run *run, const rm_cell *cell) {
    const rmk_placement *placement = run->subjects[0].placement;
    if (!rm_lookup_points(placement))
        rm_fail("--key-dist points: %s has no points", cell->algorithm->name);
    rmk_points points = placement->algorithm->points(placement);
    unsigned shift = 64 - cell->hash->bits;
    for (size_t t = 0; t < run->lane_count; t++) {
        rm_key_pool *pool = &run->lanes[t].pool;
        rm_random random = rm_random_seeded(rm_mix(rm_cell_seed(cell, "points"), t));
        for (size_t i = 0; i < pool->count; i++) {
            uint64_t position = points.positions[rm_random_next(&random) % points.count];
            pool->values[i] = position >> shift;
            if (pool->values[i] << shift != position)
                rm_fail("--key-dist points: %s has too few bits for points of %s", cell->hash->name,
                        cell->node_hash ? cell->node_hash->name : cell->algorithm->name);
        }
    }
}

static void measure_race(lookup_run *run, const rm_cell *cell, uint64_t key_bytes, unsigned threads,
                         unsigned stages) {
    rm_lookup_race race = {.subjects = run->subjects,
                           .subject_count = run->subject_count,
                           .lanes = run->lanes,
                           .threads = threads,
                           .rounds = (unsigned)run->options->repeat,
                           .stages = stages,
                           .modes = run->modes,
                           .shift = 64 - cell->hash->bits,
                           .limit = &run->limit};
    rm_lookup_race_make(&race);
    rm_lookup_race_check(&race, run->options->verify);
    if (!run->options->verify)
        rm_lookup_race_time(&race);
    if (!rm_interrupted())
        race_rows(run, &race, key_bytes);
    rm_lookup_race_free(&race);
}

static void measure_churn(lookup_run *run, const rm_cell *cell, const rmk_nodes *nodes, unsigned threads) {
    rm_churn_run churn = {.options = run->options,
                          .output = run->output,
                          .samples = run->samples,
                          .cell = cell,
                          .placement = run->subjects->placement,
                          .nodes = nodes,
                          .lanes = run->lanes,
                          .modes = run->modes};
    rm_churn_measure(&churn, threads);
}

/* Measures one number of threads, unless --resume found its rows. */
static void measure_threads(lookup_run *run, const rm_cell *cell, const rmk_nodes *nodes, uint64_t key_bytes,
                            size_t nth, unsigned stages) {
    unsigned threads = (unsigned)run->options->threads.items[nth];
    if (run->at + nth < run->from)
        return;
    if (run->options->change_every)
        measure_churn(run, cell, nodes, threads);
    else
        measure_race(run, cell, key_bytes, threads, stages);
    if (!rm_interrupted())
        rm_output_reached(run->output, run->at + nth + 1);
}

/* Measures all numbers of threads with keys of one length. Searching does not read keys, so the first length
 * is enough for it. */
static void measure_keys(lookup_run *run, const rm_cell *cell, const rmk_nodes *nodes, size_t number) {
    const rm_numbers *threads = &run->options->threads;
    uint64_t key_bytes = run->options->key_bytes.items[number];
    if (cell->hash->accepts && !run->options->given[RM_OPT_KEY_BYTES])
        key_bytes =
            RM_NUMBER_BYTES; /* numbers of fewer digits would lie at the beginning of the circle only */
    unsigned stages = run->stages;
    uint64_t most = 1;
    if (number && !run->subjects[0].needs_keys)
        stages &= ~(1u << RM_STAGE_SEARCH);
    for (size_t i = 0; i < threads->count; i++)
        most = threads->items[i] > most ? threads->items[i] : most;
    if (!stages)
        return;
    if (!make_lanes(run, cell, key_bytes, most))
        rm_note("%s takes no keys of %llu bytes; skipped", cell->hash->name, (unsigned long long)key_bytes);
    else {
        if (run->options->key_dist == RM_KEYS_POINTS)
            take_points(run, cell);
        for (size_t i = 0; i < threads->count && !rm_interrupted(); i++)
            measure_threads(run, cell, nodes, key_bytes, i, stages);
    }
    free_lanes(run);
}

/* Measures cells together that differ in their index only. */
static void measure_cells(lookup_run *run, const rm_cell *cells, size_t count) {
    size_t threads = run->options->threads.count;
    if (run->at + run->options->key_bytes.count * threads <= run->from) {
        run->at += run->options->key_bytes.count * threads;
        return;
    }
    rm_node_list nodes = rm_cell_nodes(cells, 0);
    build_subjects(run, cells, count, &nodes);
    for (size_t i = 0; i < run->options->key_bytes.count && !rm_interrupted(); i++, run->at += threads)
        if (run->at + threads > run->from)
            measure_keys(run, cells, &nodes.nodes, i);
    free_subjects(run);
    rm_nodes_free(&nodes);
}

/* ---- the command ---- */

static bool same_but_index(const rm_cell *a, const rm_cell *b) {
    return a->algorithm == b->algorithm && a->hash == b->hash && a->nodes == b->nodes &&
           a->vnodes == b->vnodes && a->total_points == b->total_points;
}

/* The first cell behind the i-th that differs from it in more than its index. */
static size_t next_unlike(const rm_cells *cells, size_t i) {
    size_t next = i + 1;
    while (next < cells->count && same_but_index(&cells->list[i], &cells->list[next]))
        next++;
    return next;
}

static size_t count_measurements(const rm_options *options, const rm_cells *cells) {
    size_t count = 0;
    for (size_t i = 0; i < cells->count; i = next_unlike(cells, i))
        count++;
    return count * options->key_bytes.count * options->threads.count;
}

/* Returns how many measurements there were; cells that differ in their index only are one. */
static size_t measure_all(lookup_run *run, const rm_cells *cells) {
    rm_progress *progress = rm_progress_start(run->options->no_progress, "lookup", (double)cells->count);
    size_t measured = 0;
    run->from = rm_output_cells(run->output, count_measurements(run->options, cells));
    for (size_t i = 0, next; i < cells->count && !rm_interrupted(); i = next) {
        next = next_unlike(cells, i);
        char *name = rm_cell_name(&cells->list[i]);
        rm_progress_add(progress, 0, name);
        measure_cells(run, &cells->list[i], next - i);
        rm_progress_add(progress, (double)(next - i), NULL);
        free(name);
        measured++;
    }
    rm_progress_end(progress);
    return measured;
}

static int run_lookup(const rm_options *options) {
    lookup_run run = {.options = options, .stages = rm_stages_of(options), .modes = rm_modes_of(options)};
    if (options->change_every)
        rm_churn_choose(&run.stages, &run.modes);
    rm_cells cells = rm_cells_of(options, true);
    rm_interrupts_watch();
    run.output = rm_output_open(options, columns, COLUMN_COUNT);
    run.samples = rm_samples_open(options, sample_columns, SAMPLE_COUNT);
    size_t measured = measure_all(&run, &cells);
    int code = run.invalid && measured == 1 ? RM_INVALID : RM_GOOD;
    rm_output_fact_count(run.output, "huge_page_bytes", run.huge_bytes);
    if (code)
        rm_output_fact_count(run.output, "exit_code", (uint64_t)code);
    rm_output_close(run.output);
    if (run.samples)
        rm_output_close(run.samples);
    rm_cells_free(&cells);
    return code;
}

static const rm_option_id options_taken[] = {
    RM_PLACEMENT_OPTIONS, RM_OPT_INDEX,    RM_OPT_PAGES,   RM_OPT_KEY_BYTES,  RM_OPT_KEY_DIST,
    RM_OPT_MODE,          RM_OPT_STAGE,    RM_OPT_THREADS, RM_TIMING_OPTIONS, RM_OPT_RIVALS,
    RM_OPT_CHANGE_EVERY,  RM_CELL_OPTIONS, RM_OPTION_END};

const rm_command rm_command_lookup = {
    .name = "lookup",
    .question = "How fast is a lookup, and how far from the memory limit?",
    .example = "ringmark lookup --nodes 100,1000 --hash xxh3 --index auto,bsearch,tree --stage search",
    .options = options_taken,
    .lists = true,
    .run = run_lookup,
    .searches_points = true,
};
