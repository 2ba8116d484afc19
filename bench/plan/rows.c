#include "rows.h"

#include <math.h>
#include <stdlib.h>

#include "bench/output/output.h"
#include "bench/stats/ideal/failure.h"
#include "bench/stats/ideal/textbook.h"
#include "bench/support/fail.h"
#include "scan.h"

/* Larger rings are not built for details alone. */
#define MOST_POINTS (UINT64_C(1) << 21)

static const char *const columns[] = {"nodes",
                                      "target",
                                      "confidence",
                                      "vnodes",
                                      "points",
                                      "peak_p50",
                                      "peak_p90",
                                      "peak_p95",
                                      "peak_p99",
                                      "min_p50",
                                      "cv",
                                      "worst_heir",
                                      "memory_bytes",
                                      "build_ns",
                                      "lookup_ns",
                                      "expected_collisions",
                                      "meets",
                                      "recommended",
                                      "reason",
                                      "method",
                                      "preset",
                                      "node_hash",
                                      "label",
                                      "names",
                                      "sets",
                                      "replicas",
                                      "seeds",
                                      "figure",
                                      "figure_theory",
                                      "met_part",
                                      "smallest_vnodes",
                                      "first_vnodes",
                                      "textbook_vnodes"};
enum {
    NODES,
    TARGET,
    CONFIDENCE,
    VNODES,
    POINTS,
    PEAK, /* four of them */
    MIN_P50 = PEAK + RM_PLAN_QUANTILES,
    CV,
    WORST_HEIR,
    MEMORY,
    BUILD,
    LOOKUP,
    COLLISIONS,
    MEETS,
    RECOMMENDED,
    REASON,
    METHOD,
    PRESET,
    NODE_HASH,
    LABEL,
    NAMES,
    SETS,
    REPLICAS,
    SEEDS,
    FIGURE,
    FIGURE_THEORY,
    MET_PART,
    SMALLEST,
    FIRST,
    TEXTBOOK,
    COLUMN_COUNT
};
_Static_assert(sizeof columns / sizeof *columns == COLUMN_COUNT, "a name for every column");

/* ---- candidates ---- */

/* The usual numbers are shown when they are within this many times the answer. */
enum { FAR = 8 };

void rm_candidates_add(rm_candidates *c, uint64_t vnodes, uint64_t most) {
    if (!vnodes || vnodes > most || c->count == RM_MOST_CANDIDATES)
        return;
    size_t place = 0;
    while (place < c->count && c->vnodes[place] < vnodes)
        place++;
    if (place < c->count && c->vnodes[place] == vnodes)
        return;
    for (size_t i = c->count++; i > place; i--)
        c->vnodes[i] = c->vnodes[i - 1];
    c->vnodes[place] = vnodes;
}

rm_candidates rm_candidates_of(uint64_t answer, uint64_t most) {
    static const uint64_t usual[] = {100, 160, 200, 256, 512};
    rm_candidates c = {.count = 0};
    rm_candidates_add(&c, answer, most);
    rm_candidates_add(&c, answer - 1, most);
    rm_candidates_add(&c, answer / 2, most);
    rm_candidates_add(&c, answer - answer / 4, most);
    rm_candidates_add(&c, answer + answer / 4, most);
    rm_candidates_add(&c, answer + answer / 2, most);
    rm_candidates_add(&c, 2 * answer, most);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i] >= answer / FAR && usual[i] <= FAR * answer)
            rm_candidates_add(&c, usual[i], most);
    return c;
}

/* ---- rows ---- */

rm_plan_row *rm_plan_add(rm_plan_answer *answer, const rm_plan_row *from, const char *reason) {
    rm_plan_rows *rows = &answer->rows;
    rows->list = rm_realloc(rows->list, (rows->count + 1) * sizeof *rows->list);
    rm_plan_row *row = &rows->list[rows->count++];
    *row = *from;
    row->reason = reason;
    return row;
}

void rm_plan_detail(const rm_question *q, rm_plan_row *row) {
    row->figures.worst_heir = NAN;
    if (!q->options->preset)
        row->points = row->cell.vnodes * q->facts.weight_sum;
    if (row->points <= MOST_POINTS)
        rm_scan_details(q, row);
}

double rm_plan_collisions(const rm_question *q, const rm_plan_row *row) {
    (void)q;
    return row->points ? rm_collisions_expected((double)row->points, rm_cell_point_bits(&row->cell)) : NAN;
}

/* ---- columns ---- */

rm_output *rm_plan_open(const rm_options *options) {
    return rm_output_open(options, columns, COLUMN_COUNT);
}

static void count_or_empty(rm_row *row, unsigned column, uint64_t count) {
    if (count)
        rm_row_count(row, column, count);
}

/* The formula is of a peak on equal nodes whose keys are alike. */
static uint64_t textbook_vnodes(const rm_question *q) {
    bool simple = q->aim.kind == RM_AIM_PEAK && q->equal && !q->keyed && q->options->replicas == 1 &&
                  q->aim.seeds <= 1;
    return simple ? rm_textbook_vnodes(q->able, q->aim.most, q->aim.confidence) : 0;
}

static void put_question(const rm_question *q, rm_row *out) {
    char *target = rm_text("%s<=%.15g", rm_aim_name(&q->aim), q->aim.most);
    rm_row_count(out, NODES, q->cell.nodes);
    rm_row_text(out, TARGET, target);
    bool close = q->aim.confidence > 1 - 1e-8; /* nine digits would make it 1 */
    (close ? rm_row_exact : rm_row_real)(out, CONFIDENCE, q->aim.confidence);
    rm_row_count(out, REPLICAS, q->options->replicas);
    rm_row_count(out, SEEDS, q->options->seeds);
    count_or_empty(out, TEXTBOOK, textbook_vnodes(q));
    free(target);
}

static void put_figures(const rm_plan_figures *f, rm_row *out) {
    for (unsigned k = 0; k < RM_PLAN_QUANTILES; k++)
        rm_row_real(out, PEAK + k, f->peak[k]);
    rm_row_real(out, MIN_P50, f->least);
    rm_row_real(out, CV, f->cv);
    rm_row_real(out, WORST_HEIR, f->worst_heir);
    rm_row_real(out, FIGURE, f->figure);
    rm_row_real(out, FIGURE_THEORY, f->promised);
    rm_row_real(out, MET_PART, f->met);
}

static void put_costs(const rm_plan_row *row, rm_row *out) {
    count_or_empty(out, POINTS, row->points);
    count_or_empty(out, MEMORY, row->memory_bytes);
    rm_row_real(out, BUILD, row->build_ns);
    rm_row_real(out, LOOKUP, row->lookup_ns);
    rm_row_real(out, COLLISIONS, row->collisions);
}

/* What the figures are about: theory is about any names and a hash as good as random. */
static void put_names(const rm_question *q, const rm_plan_row *row, rm_row *out) {
    const rm_options *o = q->options;
    if (!q->names)
        return;
    rm_row_text(out, PRESET, o->preset ? o->preset->name : NULL);
    rm_row_text(out, NODE_HASH,
                row->cell.node_hash ? row->cell.node_hash->name : rm_cell_hash_name(&row->cell));
    rm_row_text(out, LABEL, o->preset ? o->preset->labels : row->options.label);
    rm_row_text(out, NAMES, o->nodes_file ? o->nodes_file : o->names);
    rm_row_count(out, SETS, o->sets);
    count_or_empty(out, SMALLEST, row->smallest);
    count_or_empty(out, FIRST, row->first);
}

void rm_plan_put(rm_output *output, const rm_question *q, const rm_plan_rows *rows) {
    for (size_t i = 0; i < rows->count; i++) {
        const rm_plan_row *row = &rows->list[i];
        rm_row out = {0};
        put_question(q, &out);
        count_or_empty(&out, VNODES, row->cell.vnodes);
        put_figures(&row->figures, &out);
        put_costs(row, &out);
        rm_row_count(&out, MEETS, row->meets);
        rm_row_count(&out, RECOMMENDED, row->recommended);
        rm_row_text(&out, REASON, row->reason);
        rm_row_text(&out, METHOD, row->method);
        put_names(q, row, &out);
        rm_output_row(output, &out);
    }
}
