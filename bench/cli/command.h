/*
 * command.h - a subcommand: one file, one row in command_table.c. Help, `list`, completion and the sweep read
 * the table.
 */
#ifndef RM_COMMAND_H
#define RM_COMMAND_H

#include "options.h"

/* Exit codes of every command. */
enum { RM_GOOD = 0, RM_FAILED = 1, RM_USAGE = 2, RM_INVALID = 3 };

struct rm_command {
    const char *name;
    const char *question;        /* the one-sentence question it answers, for help */
    const char *example;         /* a command line that works as it stands */
    const char *operands;        /* what may follow beside options, for help; NULL: nothing */
    const rm_option_id *options; /* that it takes beside the common ones; ends with RM_OPTION_END */
    bool lists;                  /* false: list options take one value each (shares, points, locate, diff) */
    int (*run)(const rm_options *options);
};

extern const rm_command rm_command_lookup, rm_command_hash, rm_command_build, rm_command_skew,
    rm_command_shares, rm_command_quality, rm_command_move, rm_command_diff, rm_command_plan,
    rm_command_locate, rm_command_points, rm_command_rivals, rm_command_exact, rm_command_compare,
    rm_command_history, rm_command_duet, rm_command_loads, rm_command_list;

const rm_command *const *rm_command_table(size_t *count);
const rm_command *rm_command_find(const char *name);

#endif
