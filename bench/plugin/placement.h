/* placement.h - private to plugin*.c: the algorithm that a plugin is. */
#ifndef RM_PLUGIN_PLACEMENT_H
#define RM_PLUGIN_PLACEMENT_H

#include "core/ringmark.h"
#include "plugin.h"

typedef struct rm_foreign {
    rmk_algorithm algorithm; /* its name is NAME or NAME:DETAIL */
    const rm_plugin *plugin;
    const char *detail; /* "" when there is none */
} rm_foreign;

/* `text`: NAME or NAME:DETAIL; copied. Lives until the program ends. */
rm_foreign *rm_foreign_make(const rm_plugin *plugin, const char *text);

#endif
