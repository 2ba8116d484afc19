/* parse.h - a command line becomes options. */
#ifndef RM_PARSE_H
#define RM_PARSE_H

#include "options.h"

/*
 * Reads argv (after the command's name) for `command`, in two steps: the first collects what is typed and takes the texts of
 * --plugin, so that whoever loads plugins can do so; the second turns all texts into values and checks them. Prints help
 * or the version and exits 0 where asked; a mistake is one line and exit 2. Freed by rm_options_free.
 */
rm_options *rm_options_collect(const rm_command *command, int argc, char **argv);
void rm_options_settle(rm_options *options);
/* Both steps, where there are no plugins. */
rm_options *rm_options_parse(const rm_command *command, int argc, char **argv);

#endif
