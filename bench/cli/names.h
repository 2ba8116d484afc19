/*
 * names.h - finds hashes, algorithms, indexes and presets by name. An unknown name ends the program with exit
 * code 2; its message says the nearest known name and how to list all. `what` is the option that the message
 * blames.
 */
#ifndef RM_NAMES_H
#define RM_NAMES_H

#include "core/preset/preset.h"
#include "core/ringmark.h"

const rmk_hash *rm_hash_named(const char *what, const char *name);
/* Finds the hash that the preset's system calls by this name; without a preset, as rm_hash_named does. */
const rmk_hash *rm_hash_of_system(const rmk_preset *preset, const char *what, const char *name);
const rmk_algorithm *rm_algorithm_named(const char *what, const char *name);
/* Returns NULL for "auto", which is no index type of its own. */
const rmk_index_type *rm_index_named(const char *what, const char *name);
const rmk_preset *rm_preset_named(const char *what, const char *name);
/* Lists what this preset takes, of the things that presets may refuse, as in "--hash, --vnodes, weights";
 * the caller frees the text. */
char *rm_preset_takes(const rmk_preset *preset);

/*
 * Finds and lists algorithms that are not the library's own. The code that loads them (bench/plugin/)
 * supplies both functions, so that names.c need not know what a plugin is.
 */
typedef struct rm_foreign_algorithms {
    const rmk_algorithm *(*find)(const char *name); /* returns NULL when none has that name */
    const rmk_algorithm *(*at)(size_t i);           /* returns NULL behind the last one */
} rm_foreign_algorithms;
/* Sets the functions that look foreign algorithms up, for the rest of the run. */
void rm_foreign_algorithms_are(const rm_foreign_algorithms *foreign);
/* Returns what rm_foreign_algorithms_are set; before any such call, functions that find nothing. */
const rm_foreign_algorithms *rm_foreign_algorithms_of(void);

#endif
