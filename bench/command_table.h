/* command_table.h - all subcommands. */
#ifndef RM_COMMAND_TABLE_H
#define RM_COMMAND_TABLE_H

/* Hands the table to the command line (cli/command.h). */
void rm_command_table_use(void);

#endif
