/*
 * plugins.h - foreign rings as algorithms: the shared objects of --plugin (bench/plugin/plugin.h). What they are
 * asked is watched (plugin_watch.h), and a node that is none ends the process with RM_WATCH_WRONG.
 */
#ifndef RM_PLUGINS_H
#define RM_PLUGINS_H

#include "bench/cli/options.h"

enum { RM_MAX_PLUGINS = 64 };

/*
 * Loads each file, first in a child process. One that is missing, lacks rm_plugin_entry, crashes or hangs
 * meanwhile, is of another version, lacks a field or has a name that is taken: one line and exit 2. A file
 * that is loaded already is nothing. They stay until the program ends.
 */
void rm_plugins_load(const rm_texts *files);

/* Of all that are loaded, in order: what --algorithm NAME finds. */
const rmk_algorithm *rm_plugin_at(size_t i); /* NULL behind the last */
/* NAME, or NAME:DETAIL; NULL when no loaded plugin has that name. The same text gives the same one. */
const rmk_algorithm *rm_plugin_find(const char *text);

#endif
