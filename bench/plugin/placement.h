/* placement.h - a plugin's ring behind the interface of placements. */
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

/* Whether the algorithm is a plugin's. */
bool rm_plugin_is(const rmk_algorithm *algorithm);

/* What rmk_placement_create is for the others; a plugin that makes no ring is one line and exit 2. */
rmk_status rm_plugin_place(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                           const rmk_placement_options *options, rmk_placement **placement);

/* Bytes of a placement: `counted`, and for a plugin's what it says; 0: not known. */
uint64_t rm_plugin_bytes(const rmk_placement *placement, uint64_t counted);

#endif
