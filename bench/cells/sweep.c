#include "sweep.h"

#include <stdlib.h>

#include "bench/cli/command.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "limits.h"
#include "parallel.h"

typedef struct run {
    const rm_sweep *sweep;
    size_t sets;   /* name sets of a cell */
    char *figures; /* those of cell c begin at item c * sets */
    size_t from;   /* the first set to measure: --resume found the rows of those before it */
    rm_output *output;
    rm_progress *progress;
} run;

static void *figures_of(const run *r, size_t i) {
    return r->figures + i * r->sweep->item;
}

static void work(size_t i, void *context) {
    run *r = context;
    const rm_sweep *s = r->sweep;
    i += r->from;
    const rm_cell *cell = s->cells->list + i / r->sets;
    char *name = rm_cell_name(cell);
    rm_progress_add(r->progress, 0, name);
    s->measure(cell, i % r->sets, figures_of(r, i), s->context);
    rm_progress_add(r->progress, s->work_units(cell, s->context), NULL);
    free(name);
}

static void emit(size_t i, void *context) {
    run *r = context;
    const rm_sweep *s = r->sweep;
    i += r->from;
    if (i % r->sets != r->sets - 1)
        return;
    size_t cell = i / r->sets;
    s->emit(s->cells->list + cell, figures_of(r, cell * r->sets), r->output, s->context);
    rm_output_reached(r->output, cell + 1);
}

static double total_units(const run *r) {
    const rm_sweep *s = r->sweep;
    double sum = 0;
    for (size_t i = r->from / r->sets; i < s->cells->count; i++)
        sum += s->work_units(s->cells->list + i, s->context);
    return sum * (double)r->sets;
}

void rm_sweep_run(const rm_sweep *s) {
    const rm_options *options = s->options;
    run r = {.sweep = s, .sets = (size_t)options->sets};
    size_t tasks = s->cells->count * r.sets;
    r.figures = rm_results_of_sets(options, s->cells->count, s->item);
    rm_interrupts_watch();
    r.output = rm_output_open(options, s->columns, s->column_count);
    r.from = rm_output_cells(r.output, s->cells->count) * r.sets;
    r.progress = rm_progress_start(options->no_progress, options->command->name, total_units(&r));
    if (!rm_parallel((size_t)options->jobs, tasks - r.from, work, emit, &r))
        rm_output_abandon(r.output);
    rm_progress_end(r.progress);
    rm_output_close(r.output);
    for (size_t i = 0; s->release && i < tasks; i++)
        s->release(figures_of(&r, i));
    free(r.figures);
}
