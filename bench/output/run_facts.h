/*
 * run_facts.h - private to support/: what makes two runs the same, so that one may go on with the rows of the
 * other.
 */
#ifndef RM_RUN_FACTS_H
#define RM_RUN_FACTS_H

#include <jansson.h>

#include "bench/cli/options.h"

/* A new JSON object: the facts of the machine (machine.h), the command, its options with their values, what
 * the files that they name hold, and the program that runs. */
json_t *rm_run_facts(const rm_options *options);

/* What the run of `then` differs in from that of `now`, for a message: "--sets (10, now 20)". NULL: they are
 * the same. `options` are those of `now`; the result is freed by the caller. */
char *rm_run_difference(const rm_options *options, const json_t *then, const json_t *now);

#endif
