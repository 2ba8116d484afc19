/*
 * names.h - hashes, algorithms, indexes and presets by the names of their tables. A name that none has is one line with the
 * nearest one and how to list them, and exit 2; `what` names the option.
 */
#ifndef RM_NAMES_H
#define RM_NAMES_H

#include "core/preset/preset.h"
#include "core/ringmark.h"

const rmk_hash *rm_hash_named(const char *what, const char *name);
/* Among the names of the preset's system; of the general table when there is no preset. */
const rmk_hash *rm_hash_of_system(const rmk_preset *preset, const char *what, const char *name);
const rmk_algorithm *rm_algorithm_named(const char *what, const char *name);
const rmk_index_type *rm_index_named(const char *what, const char *name); /* "auto": NULL */
const rmk_preset *rm_preset_named(const char *what, const char *name);
/* "--hash, --vnodes, weights": what a preset takes of what presets may refuse; freed by the caller. */
char *rm_preset_takes(const rmk_preset *preset);

/*
 * Algorithms that are not the library's: whoever loads them (plugin/) says how they are found and listed, so that names can
 * be looked up here without knowing what a plugin is.
 */
typedef struct rm_foreign_algorithms {
    const rmk_algorithm *(*find)(const char *name); /* NULL: none has that name */
    const rmk_algorithm *(*at)(size_t i);           /* NULL behind the last one */
} rm_foreign_algorithms;
void rm_foreign_algorithms_are(const rm_foreign_algorithms *foreign);
/* What was said last; finds nothing before. */
const rm_foreign_algorithms *rm_foreign_algorithms_of(void);

#endif
