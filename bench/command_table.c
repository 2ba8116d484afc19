/* command_table.c - all subcommands, in the order in which help shows them. */
#include "command_table.h"

#include "bench/cli/command.h"

extern const rm_command rm_command_lookup, rm_command_hash, rm_command_build, rm_command_skew,
    rm_command_shares, rm_command_quality, rm_command_move, rm_command_diff, rm_command_plan,
    rm_command_locate, rm_command_points, rm_command_rivals, rm_command_exact, rm_command_compare,
    rm_command_history, rm_command_duet, rm_command_loads, rm_command_list;

static const rm_command *const table[] = {
    &rm_command_lookup,  &rm_command_hash,   &rm_command_build,  &rm_command_skew,  &rm_command_shares,
    &rm_command_quality, &rm_command_move,   &rm_command_diff,   &rm_command_loads, &rm_command_plan,
    &rm_command_locate,  &rm_command_points, &rm_command_rivals, &rm_command_exact, &rm_command_compare,
    &rm_command_history, &rm_command_duet,   &rm_command_list,
};

void rm_command_table_use(void) {
    rm_commands_are(table, sizeof table / sizeof *table);
}
