/* plugin_cells.h - a command with --plugin: each cell in a child process. */
#ifndef RM_PLUGIN_CELLS_H
#define RM_PLUGIN_CELLS_H

#include "bench/cli/options.h"

/*
 * Runs the command. Without plugins that is all; with them each cell (or all of a command that has one)
 * runs in a child process of its own. A cell whose plugin crashes, hangs or answers with a node that is none
 * is named in one line; the others go on, and RM_FAILED is returned.
 */
int rm_plugin_cells_run(const rm_options *options);

#endif
