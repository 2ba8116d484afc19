/*
 * command.h - a subcommand as data: what it answers, which options it takes, and what it is like for the code that serves
 * all commands. One file a command, one row in bench/command_table.c; help, `list`, completion and the sweep read them.
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
    bool lists;                  /* false: list options take one value each */
    int (*run)(const rm_options *options);

    /* ---- what it is like ---- */

    const char *algorithm;        /* the default of --algorithm; NULL: that of its row */
    const char *points_hashed_by; /* the option that chooses the hash of points; NULL: --node-hash */
    unsigned placements;          /* of one cell that stand in memory at the same time; 0 is 1 */
    bool by_load;         /* keys are placed by the load of nodes: sessions, which no other command takes */
    bool keys_from_stdin; /* keys are read from standard input where no option says where they come from */
    bool operands_are_results; /* it reads its operands: files of results, or objects */
    bool searches_points;      /* it can search for the positions of points (--key-dist points) */
    bool groups_zones; /* replicas in distinct zones are shown by zone, unless --group-by says otherwise */
};

/* All commands, in the order in which help shows them. main hands its table over before anything is parsed. */
void rm_commands_are(const rm_command *const *commands, size_t count);
const rm_command *const *rm_commands(size_t *count);
const rm_command *rm_command_find(const char *name);
/* The names of all commands, in their order: a new array, freed by the caller. */
const char **rm_command_names(size_t *count);

#endif
