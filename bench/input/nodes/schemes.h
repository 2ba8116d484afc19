/* schemes.h - how people name nodes and label their points, as data: one row in schemes.c each. `quality`
 * runs them, `list schemes` shows them. */
#ifndef RM_SCHEMES_H
#define RM_SCHEMES_H

#include "bench/cli/options.h"

typedef struct rm_scheme {
    const char *name;  /* as --scheme takes it */
    const char *names; /* patterns as --names and --label take them */
    const char *label;
    const char *seen; /* where it was seen in use, for `list` */
} rm_scheme;

const rm_scheme *rm_scheme_table(size_t *count);
/* Finds a scheme by name; else one line with the nearest one and exit 2. `what` is the option, "--scheme". */
const rm_scheme *rm_scheme_named(const char *what, const char *name);

/* Makes the label for `sets` name sets: the scheme's own when there is one set or its labels differ
 * already, else with "{set}/" before it. What stands behind stays as it is, since weak hashes fail on the
 * ends of labels. Freed by the caller. */
char *rm_scheme_label(const rm_scheme *scheme, uint64_t sets);

#endif
