/*
 * rule_file.h - a ring's rule (core/preset/rule.h) as a JSON file: --rule reads it, `list rule NAME` prints one.
 *
 * The keys are the fields of rmk_rule (`weight_0` is `zero`). A hash is a name of `list hashes`, one that only a
 * system has (`list rule` prints those), or {"name", "seed", "bytes": [first, count], "order": "little"|"big"}.
 */
#ifndef RM_RULE_FILE_H
#define RM_RULE_FILE_H

#include <stdio.h>

#include "options.h"

/* The rule of the file as a preset, owned by the options. A mistake is one line with the file and the key; exit 2. */
const rmk_preset *rm_rule_read(rm_options *options, const char *path);

/* False, and nothing is printed, when the preset is more than a rule. */
bool rm_rule_print(const rmk_preset *preset, FILE *out);

#endif
