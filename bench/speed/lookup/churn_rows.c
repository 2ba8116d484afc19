/* churn_rows.c - `lookup --change-every`: which node leaves and comes back, and the rows. */
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/output/output.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "churn.h"
#include "columns.h"

/* A shared ring answers searches only, one by one or in batches. */
void rm_churn_choose(unsigned *stages, unsigned *modes) {
    *stages &= 1u << RM_STAGE_SEARCH;
    *modes &= 1u << RM_MODE_LOOP | 1u << RM_MODE_BATCH;
    if (!*stages || !*modes)
        rm_fail("--change-every measures --stage search in --mode loop and batch; name one of them, or all");
}

static void write_samples(const rm_churn_run *run, const rm_churn_race *race,
                          const rm_churn_contest *contest) {
    for (size_t i = 0; i < contest->sample_count; i++) {
        rm_row row = {0};
        rm_cell_columns(run->cell, rm_lookup_points(race->plain), &row);
        rm_row_text(&row, SAMPLE_INDEX, rmk_index_line.name);
        rm_row_text(&row, SAMPLE_MODE, rm_mode_name(contest->mode));
        rm_row_text(&row, SAMPLE_STAGE, rm_stage_name(RM_STAGE_SEARCH));
        rm_row_count(&row, SAMPLE_THREADS, race->threads);
        rm_row_count(&row, SAMPLE_THREAD, i % race->threads);
        rm_row_count(&row, SAMPLE_BLOCK, i / race->threads);
        rm_row_count(&row, SAMPLE_LOOKUPS, contest->samples[i].lookups);
        rm_row_real(&row, SAMPLE_NS, contest->samples[i].ns);
        rm_row_count(&row, SAMPLE_CHANGE_EVERY, contest->every_us);
        rm_output_row(run->samples, &row);
    }
}

/* A shared ring always has the line index, whatever --index says. */
static void write_rows(const rm_churn_run *run, const rm_churn_race *race) {
    for (size_t i = 0; i < race->contest_count; i++) {
        const rm_churn_contest *contest = &race->contests[i];
        rm_row row = {0};
        rm_cell_columns(run->cell, rm_lookup_points(race->plain), &row);
        rm_row_text(&row, COLUMN_INDEX, rmk_index_line.name);
        rm_row_text(&row, COLUMN_ISA, rmk_isa_name(rmk_isa_kernel(rmk_index_line.isas, run->options->isa)));
        rm_row_text(&row, COLUMN_MODE, rm_mode_name(contest->mode));
        rm_row_text(&row, COLUMN_STAGE, rm_stage_name(RM_STAGE_SEARCH));
        rm_row_text(&row, COLUMN_KEY_DIST, run->options->key_dist_text);
        rm_row_count(&row, COLUMN_THREADS, race->threads);
        rm_row_count(&row, COLUMN_MEMORY, race->memory_bytes);
        rm_row_hex(&row, COLUMN_CHECKSUM, race->checksum, 64);
        rm_row_count(&row, COLUMN_CHANGE_EVERY, contest->every_us);
        if (!run->options->verify) {
            rm_row_count(&row, COLUMN_SAMPLES, contest->ns.count);
            rm_lookup_times(&contest->ns, race->threads, &row);
            rm_row_count(&row, COLUMN_CHANGES, contest->changes);
        }
        rm_output_row(run->output, &row);
        if (run->samples)
            write_samples(run, race, contest);
    }
}

/* The middle one of the nodes with points; NULL when it would be the last one, or the ring cannot change. */
static const rmk_node *changing_node(const rm_cell *cell, const rmk_placement *placement,
                                     const rmk_nodes *nodes) {
    size_t serving = rmk_nodes_serving(nodes), passed = 0;
    if (!rmk_placement_ring(placement) || !cell->vnodes || serving < 2)
        return NULL;
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i) && passed++ == serving / 2)
            return &nodes->list[i];
    return NULL;
}

void rm_churn_measure(const rm_churn_run *run, unsigned threads) {
    const rmk_placement *plain = run->placement;
    rm_churn_race race = {.ring = rmk_placement_ring(plain),
                          .node = changing_node(run->cell, plain, run->nodes),
                          .lanes = run->lanes,
                          .plain = plain,
                          .threads = threads,
                          .rounds = (unsigned)run->options->repeat,
                          .modes = run->modes,
                          .shift = 64 - run->cell->hash->bits,
                          .every_us = run->options->change_every,
                          .quick = run->options->quick};
    if (!race.node) {
        char *name = rm_cell_name(run->cell);
        rm_note("%s: --change-every needs a ring of --vnodes with two nodes or more; skipped", name);
        free(name);
        return;
    }
    rm_churn_make(&race);
    rm_churn_check(&race, run->options->verify);
    if (!run->options->verify)
        rm_churn_time(&race);
    if (!rm_interrupted())
        write_rows(run, &race);
    rm_churn_free(&race);
}
