/* diff_against.h - private to diff: the options of the other side, --against. */
#ifndef RM_DIFF_AGAINST_H
#define RM_DIFF_AGAINST_H

#include "bench/cli/options.h"

/* Splits a text into words as a shell would: blanks separate them, both quotes and backslashes protect. A
 * quote that is not closed is one line and exit 2 that names `what`. `words` and its texts are one
 * allocation, freed by the caller. */
char **rm_shell_words(const char *what, const char *text, size_t *count);

/* The options of the other side: those of --against, and what they leave open from the line of this side.
 * Nodes come from there when --against names none; so does the placement, but nothing of it when --against
 * has a --preset, or when it has an --algorithm against this side's --preset. Freed by rm_against_free. */
typedef struct rm_against {
    rm_options *options;
    char **argv, **own, **typed;
} rm_against;
rm_against rm_against_parse(const rm_options *options);
void rm_against_free(rm_against *against);

#endif
