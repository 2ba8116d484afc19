#include "plugin_cells.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/cli/command.h"
#include "bench/output/relay.h"
#include "bench/plugin/child.h"
#include "bench/plugin/watch.h"
#include "bench/support/cleanup.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "cells.h"

typedef struct guarded {
    const rm_options *options;
    rm_relayed *relayed;
    size_t cell, count; /* the cell that runs, counted from 0, and how many there are */
} guarded;

static int work(int fd, void *context) {
    const guarded *g = context;
    rm_options options = *g->options;
    if (options.command->lists)
        options.only_cell = g->cell + 1;
    options.sink = rm_relay_to(fd);
    /* The parent may print rows to stdout; what foreign code prints goes to stderr, apart from them. */
    if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return RM_FAILED;
    int code = options.command->run(&options);
    options.sink->flush();
    return code;
}

static void take(const char *bytes, size_t count, void *context) {
    const guarded *g = context;
    rm_relayed_take(g->relayed, bytes, count);
}

static void say_wrong(const char *name) {
    uint32_t owner;
    size_t nodes;
    rm_watch_wrong_answer(&owner, &nodes);
    rm_note("%s is left out: locate_batch answers node %u, and there are %zu", name, owner, nodes);
}

/* Returns false when the plugin broke the cell, and says how in one line. An interrupt breaks no cell. */
static bool is_sound(const rm_child_end *end, const char *name) {
    const char *call = rm_plugin_call_name(rm_watch_call());
    if (end->interrupted ||
        (!end->hung && !end->signal && !end->cut_short && (end->code == RM_GOOD || end->code == RM_INVALID)))
        return true;
    if (end->hung)
        rm_note("%s is left out: %s has not returned for %u s (RINGMARK_PLUGIN_SECONDS)", name, call,
                rm_watch_limit_seconds());
    else if (end->signal)
        rm_note("%s is left out: its process crashed in %s: %s", name, call, strsignal(end->signal));
    else if (end->code == RM_WATCH_WRONG)
        say_wrong(name);
    else if (end->code == RM_INVALID && rm_watch_call() == RM_CALL_NONE)
        rm_note("%s is left out: it does not answer equal keys alike", name);
    else
        rm_note("%s is left out: its process ended with exit code %d in %s", name, end->code, call);
    return false;
}

/* Ends the whole run when the child said why it ends: bad input, or memory that ran out. Without a child the run would
 * have ended there, too. */
static void end_as_child(const rm_child_end *end) {
    if (end->interrupted || !rm_watch_failed())
        return;
    rm_cleanup_run();
    _exit(RM_USAGE);
}

static int run_cells(guarded *g, const rm_cells *cells) {
    int code = RM_GOOD;
    for (; g->cell < g->count && !rm_interrupted(); g->cell++) {
        rm_child_end end = rm_child_run(work, take, 0, g);
        rm_relayed_end_child(g->relayed);
        end_as_child(&end);
        char *name = rm_cell_name(&cells->list[g->cell]);
        if (!is_sound(&end, name))
            code = RM_FAILED;
        else if (end.code == RM_INVALID && g->count == 1)
            code = RM_INVALID;
        free(name);
    }
    return code;
}

int rm_plugin_cells_run(const rm_options *options) {
    const rm_command *command = options->command;
    if (!options->plugins.count || !rm_command_takes(command, RM_OPT_ALGORITHM))
        return command->run(options);
    rm_cells cells = rm_cells_of(options, rm_command_takes(command, RM_OPT_INDEX));
    guarded g = {
        .options = options, .relayed = rm_relayed_make(options), .count = command->lists ? cells.count : 1};
    rm_interrupts_watch();
    int code = run_cells(&g, &cells);
    rm_relayed_close(g.relayed);
    rm_cells_free(&cells);
    return code;
}
