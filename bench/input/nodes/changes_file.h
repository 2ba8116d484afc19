/* changes_file.h - --past: a file of changes, and what it makes of a node list. */
#ifndef RM_CHANGES_FILE_H
#define RM_CHANGES_FILE_H

#include "nodes.h"

/* One line of the file. */
typedef struct rm_changes_line {
    uint64_t line; /* number of the line, from 1 */
    bool add, weighted;
    uint64_t weight;
    rmk_bytes name, zone; /* zone: empty when none was written */
} rm_changes_line;

typedef struct rm_changes {
    const char *path; /* borrowed */
    rm_changes_line *lines;
    size_t count, capacity;
    void *arena;
} rm_changes;

/* Reads `remove NAME` and `add NAME[,weight[,zone]]`, a line each; blank lines and those that begin with #
 * are skipped; fields with a comma stand in quotes, as in a nodes file. A mistake is one line and exit 2. */
rm_changes rm_changes_read(const char *path);
void rm_changes_free(rm_changes *changes);

/* Brings a list that nothing changed yet to the state behind the last line: past.count is changes->count,
 * a step a line. A node that comes back has the id that it had, and the weight and zone unless the line
 * gives others. The first line that cannot be applied is one line and exit 2: which, why, and what could
 * be. O(nodes + lines). The changes outlive the list. Any thread. */
void rm_changes_apply(const rm_changes *changes, const rmk_preset *preset, rm_node_list *list);

/* Returns the file of this run, read once, as a pipe cannot be read twice. Kept until the program ends.
 * Any thread. */
const rm_changes *rm_changes_of(const char *path);

#endif
