/*
 * rivals.c - `ringmark rivals`: how does it compare with what people use? A row is our arm and one other of a
 * race. Their ratio is the median over the visits of that race: what the machine does meanwhile happens to
 * both.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/cli/command.h"
#include "bench/output/output.h"
#include "bench/stats/samples.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "race.h"
#include "table.h"

static const char *const columns[] = {"contest",      "ours",          "theirs",        "hash",
                                      "nodes",        "points",        "key_bytes",     "seed",
                                      "samples",      "ours_ns",       "theirs_ns",     "ratio",
                                      "ratio_ci_low", "ratio_ci_high", "ours_checksum", "theirs_checksum"};
enum {
    CONTEST,
    OURS,
    THEIRS,
    HASH,
    NODES,
    POINTS,
    KEY_BYTES,
    SEED,
    SAMPLES,
    OURS_NS,
    THEIRS_NS,
    RATIO,
    RATIO_LOW,
    RATIO_HIGH,
    OURS_CHECKSUM,
    THEIRS_CHECKSUM,
    COLUMN_COUNT
};

typedef struct rivals_run {
    const rm_options *options;
    rm_output *output;
    uint64_t checksums[RM_RIVAL_ARMS];
} rivals_run;

/* The median of the blocks of one visit. */
static double visit_ns(const rm_arm *arm, size_t visit) {
    double ns[RM_BLOCKS_A_VISIT];
    for (size_t i = 0; i < RM_BLOCKS_A_VISIT; i++)
        ns[i] = arm->blocks[visit * RM_BLOCKS_A_VISIT + i].ns;
    return rm_median(ns, RM_BLOCKS_A_VISIT);
}

static rm_summary ratio_of(const rm_arm *ours, const rm_arm *theirs, size_t visits) {
    double *ratios = rm_calloc(visits, sizeof *ratios);
    for (size_t i = 0; i < visits; i++)
        ratios[i] = visit_ns(theirs, i) / visit_ns(ours, i);
    rm_summary ratio = rm_summarise(ratios, visits);
    free(ratios);
    return ratio;
}

static double median_ns(const rm_arm *arm) {
    double *samples = rm_arm_samples(arm);
    double median = rm_median(samples, arm->block_count);
    free(samples);
    return median;
}

static void time_columns(const rivals_run *run, const rm_rival_race *race, size_t theirs, rm_row *row) {
    size_t visits = run->options->repeat * RM_VISITS;
    /* a sort is one operation, but its time is told for a point */
    double items = race->timed[0].pool == 1 ? (double)race->points : 1;
    rm_summary ratio = ratio_of(&race->timed[0], &race->timed[theirs], visits);
    rm_row_count(row, SAMPLES, visits);
    rm_row_real(row, OURS_NS, median_ns(&race->timed[0]) / items);
    rm_row_real(row, THEIRS_NS, median_ns(&race->timed[theirs]) / items);
    rm_row_real(row, RATIO, ratio.median);
    rm_row_real(row, RATIO_LOW, ratio.ci_low);
    rm_row_real(row, RATIO_HIGH, ratio.ci_high);
}

static void count_or_empty(rm_row *row, unsigned column, uint64_t count) {
    if (count)
        rm_row_count(row, column, count);
}

static void rival_row(rivals_run *run, const rm_rival_race *race, size_t theirs) {
    rm_row row = {0};
    rm_row_text(&row, CONTEST, race->contest);
    rm_row_text(&row, OURS, race->names[0]);
    rm_row_text(&row, THEIRS, race->names[theirs]);
    rm_row_text(&row, HASH, race->hash);
    count_or_empty(&row, NODES, race->nodes);
    count_or_empty(&row, POINTS, race->points);
    count_or_empty(&row, KEY_BYTES, race->key_bytes);
    rm_row_count(&row, SEED, run->options->seed);
    if (!run->options->verify)
        time_columns(run, race, theirs, &row);
    rm_row_hex(&row, OURS_CHECKSUM, run->checksums[0], 64);
    rm_row_hex(&row, THEIRS_CHECKSUM, run->checksums[theirs], 64);
    rm_output_row(run->output, &row);
}

static void measure(rivals_run *run, const rm_rival_race_kind *kind) {
    rm_rival_race race = {.options = run->options, .contest = kind->contest};
    kind->make(&race, kind->size);
    if (race.count < 2)
        rm_note("%s: the library to compare with was not there when ringmark was built; skipped",
                kind->contest);
    for (size_t i = 0; i < race.count && !rm_interrupted(); i++)
        run->checksums[i] = race.check(&race, i, run->options->verify);
    if (!run->options->verify && race.count > 1 && !rm_interrupted()) {
        rm_race(race.timed, race.count, 1, (unsigned)run->options->repeat);
        for (size_t i = 0; i < race.count && !rm_interrupted(); i++)
            race.check_blocks(&race, i);
    }
    /* an interrupted race has blocks that were never timed */
    for (size_t i = 1; i < race.count && !rm_interrupted(); i++)
        rival_row(run, &race, i);
    rm_rival_race_free(&race);
}

static bool wanted(const rm_options *options, const rm_rival_race_kind *kind) {
    return (kind->quick || !options->quick) && (!options->filter || strstr(kind->contest, options->filter));
}

static int run_rivals(const rm_options *options) {
    rivals_run run = {.options = options};
    size_t count, chosen = 0;
    const rm_rival_race_kind *table = rm_rival_race_table(&count);
    for (size_t i = 0; i < count; i++)
        chosen += wanted(options, &table[i]);
    if (!chosen)
        rm_fail(
            "--filter: no contest has '%s' in its name; there are ketama, search, jump, md5, fnv1a and sort",
            options->filter);
    rm_interrupts_watch();
    run.output = rm_output_open(options, columns, COLUMN_COUNT);
    size_t from = rm_output_cells(run.output, chosen), nth = 0;
    rm_progress *progress = rm_progress_start(options->no_progress, "rivals", (double)(chosen - from));
    for (size_t i = 0; i < count && !rm_interrupted(); i++) {
        if (!wanted(options, &table[i]) || nth++ < from)
            continue;
        rm_progress_add(progress, 0, table[i].contest);
        measure(&run, &table[i]);
        if (!rm_interrupted())
            rm_output_reached(run.output, nth);
        rm_progress_add(progress, 1, NULL);
    }
    rm_progress_end(progress);
    rm_output_close(run.output);
    return RM_GOOD;
}

static const rm_option_id options_taken[] = {RM_OPT_NAMES,  RM_OPT_PAGES,  RM_OPT_REPEAT, RM_OPT_QUICK,
                                             RM_OPT_VERIFY, RM_OPT_FILTER, RM_OPT_RESUME, RM_OPTION_END};

const rm_command rm_command_rivals = {
    .name = "rivals",
    .question = "How does it compare with what people use, on the same keys in the same run?",
    .example = "ringmark rivals --filter search --quick",
    .options = options_taken,
    .lists = true,
    .run = run_rivals,
};
