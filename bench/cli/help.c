/* help.c - prints help, which it makes from the tables of commands and options. */
#include "help.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/support/fail.h"
#include "command.h"

enum { OPTION_COLUMN = 26, COMMAND_COLUMN = 11, USAGE_INDENT = 16 };

void rm_help_flush(void) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    if (errno == EPIPE)
        _exit(RM_GOOD);
    rm_fail("cannot write standard output: %s", errno ? strerror(errno) : "an earlier write failed");
}

void rm_help_wrap(FILE *out, const char *text, size_t used, size_t indent) {
    bool first = true;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (!first && used + 1 + word > RM_HELP_WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            used = indent;
            first = true;
        }
        fprintf(out, "%s%.*s", first ? "" : " ", (int)word, text);
        used += word + !first;
        first = false;
        text += word + strspn(text + word, " ");
    }
    fputc('\n', out);
}

static void print_option(const rm_option *option) {
    int width =
        printf("  %s%s%s", option->name, option->value ? " " : "", option->value ? option->value : "");
    if (width < 0)
        return;
    size_t used = (size_t)width;
    if (used + 2 > OPTION_COLUMN) {
        putchar('\n');
        used = 0;
    }
    printf("%*s", (int)(OPTION_COLUMN - used), "");
    char *text = option->preset ? rm_text("%s (default: %s)", option->meaning, option->preset)
                                : rm_text("%s", option->meaning);
    rm_help_wrap(stdout, text, OPTION_COLUMN, OPTION_COLUMN);
    free(text);
}

void rm_help_version(void) {
    printf("ringmark %s\n", rmk_version());
    rm_help_flush();
}

void rm_help_program(void) {
    puts(
        "ringmark - measures consistent hashing: balance, movement and speed of placements, exactly\n\n"
        "Usage: ringmark COMMAND [options]\n       ringmark help COMMAND\n\nCommands:");
    size_t count;
    const rm_command *const *commands = rm_commands(&count);
    for (size_t i = 0; i < count; i++) {
        printf("  %-*s", COMMAND_COLUMN - 2, commands[i]->name);
        rm_help_wrap(stdout, commands[i]->question, COMMAND_COLUMN, COMMAND_COLUMN);
    }
    puts("\nOptions of every command:");
    for (int id = 1; id <= RM_OPT_COMMON_END; id++)
        print_option(&rm_option_table()[id]);
    puts(
        "\nRINGMARK_ISA=scalar|avx2|avx512 in the environment chooses the kernels.\n"
        "Exit: 0 good, 1 a failed check, 2 usage or bad input, 3 a measurement that is not valid.");
    rm_help_flush();
}

static void print_nodes_file(const rm_command *command) {
    if (!rm_command_takes(command, RM_OPT_NODES_FILE))
        return;
    puts("\nA nodes file:");
    printf("  ");
    rm_help_wrap(
        stdout,
        "A node a line: name[,weight[,zone]]. A first line whose first field is exactly `name` is a "
        "header over any of name, weight, zone, alias, id, state, the name first. A missing or empty "
        "weight is 1, whole numbers from 0 (owns nothing) on; a state is up (also when it is empty) or "
        "down; an id is a whole number from 1 on, each once; a zone and an alias are texts. Empty lines "
        "and lines that begin with # are skipped. Quotes are those of CSV, line ends LF or CR LF.",
        2, 2);
}

void rm_help_command(const rm_command *command) {
    printf("ringmark %s - ", command->name);
    rm_help_wrap(stdout, command->question, strlen("ringmark  - ") + strlen(command->name), 0);
    int used = printf("\nUsage: ringmark %s [options]", command->name);
    if (command->operands && used > 0) {
        putchar(' ');
        rm_help_wrap(stdout, command->operands, (size_t)used, USAGE_INDENT);
    } else {
        putchar('\n');
    }
    const rm_option *table = rm_option_table();
    if (command->options && command->options[0] != RM_OPTION_END)
        puts("\nOptions:");
    for (const rm_option_id *id = command->options; id && *id != RM_OPTION_END; id++)
        print_option(&table[*id]);
    puts("\nOptions of every command:");
    for (int id = 1; id <= RM_OPT_COMMON_END; id++)
        print_option(&table[id]);
    if (command->lists && command->options && command->options[0] != RM_OPTION_END)
        puts("\nA LIST is comma separated; the rows are the product of all lists.");
    print_nodes_file(command);
    if (command->example)
        printf("\nExample:\n  %s\n", command->example);
    rm_help_flush();
}
