/*
 * changes_file.h - --history: a file of changes, and what it makes of a node list.
 */
#ifndef RM_HISTORY_FILE_H
#define RM_HISTORY_FILE_H

#include "nodes.h"

/* One change. */
typedef struct rm_history_line {
    uint64_t line; /* from 1 */
    bool add, weighted;
    uint64_t weight;
    rmk_bytes name, zone; /* zone: empty when none was written */
} rm_history_line;

typedef struct rm_history {
    const char *path; /* borrowed */
    rm_history_line *lines;
    size_t count, capacity;
    void *arena;
} rm_history;

/*
 * Reads `remove NAME` and `add NAME[,weight[,zone]]`, a line each; blank lines and those that begin with #
 * are skipped; fields with a comma stand in quotes, as in a nodes file. A mistake is one line and exit 2.
 */
rm_history rm_history_read(const char *path);
void rm_history_free(rm_history *history);

/*
 * Brings a list that nothing changed yet to the state behind the last line: past.count is history->count, a
 * step a line. A node that comes back has the id, and unless one is written the weight and the zone, that it
 * had. The first line that cannot be applied is one line and exit 2: which, why, and what could be. O(nodes +
 * lines). The history outlives the list. Any thread.
 */
void rm_history_apply(const rm_history *history, const rmk_preset *preset, rm_node_list *list);

/* The file of this run, read once: a pipe cannot be read twice. Kept until the program ends. Any thread. */
const rm_history *rm_history_of(const char *path);

#endif
