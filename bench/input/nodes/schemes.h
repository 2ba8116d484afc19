/*
 * schemes.h - how people name nodes and label their points, as data: one row in schemes.c each. `quality`
 * runs them, `list schemes` shows them.
 */
#ifndef RM_SCHEMES_H
#define RM_SCHEMES_H

#include "bench/cli/options.h"

typedef struct rm_scheme {
    const char *name;  /* as --scheme takes it */
    const char *names; /* patterns as of --names and --label */
    const char *label;
    const char *seen; /* where, for `list` */
} rm_scheme;

const rm_scheme *rm_scheme_table(size_t *count);
/* By name; else one line with the nearest one and exit 2. `what`: "--scheme". */
const rm_scheme *rm_scheme_named(const char *what, const char *name);

/*
 * The label of `sets` name sets: the scheme's own when there is one set or they differ already, else with
 * "{set}/" before it. What stands behind stays as it is, and it is the end of labels that weak hashes fail
 * on. Freed by the caller.
 */
char *rm_scheme_label(const rm_scheme *scheme, uint64_t sets);

#endif
