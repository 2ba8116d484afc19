/* main.c - ringmark COMMAND [options]: finds the command in the table and runs it. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/cells/plugin_cells.h"
#include "bench/cli/command.h"
#include "bench/cli/help.h"
#include "bench/cli/parse.h"
#include "bench/output/check.h"
#include "bench/plugin/plugins.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/nearest.h"
#include "bench/support/progress.h"
#include "command_table.h"

/* A file that is opened while 0, 1 or 2 is closed would take its place and get what is meant for it. Reading
 * from the placeholder of a closed stdin, or writing to that of a closed stdout, fails, as it should. */
static void hold_standard_files(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY) != fd)
            _exit(RM_USAGE);
}

static const rm_command *command_named(const char *name) {
    const rm_command *command = rm_command_find(name);
    if (command)
        return command;
    if (name[0] == '-')
        rm_fail("a command comes first, then its options; found '%s' (ringmark --help)", name);
    size_t count;
    const char **names = rm_command_names(&count);
    const char *nearest = rm_nearest(name, names, count);
    if (nearest)
        rm_fail("unknown command '%s'; did you mean %s? (ringmark --help lists all)", name, nearest);
    rm_fail("unknown command '%s'; ringmark --help lists all", name);
}

/* ringmark help [COMMAND] */
static int help(int argc, char **argv) {
    if (argc > 1)
        rm_fail("help takes one command; found '%s'", argv[1]);
    if (argc == 1)
        rm_help_command(command_named(argv[0]));
    else
        rm_help_program();
    return RM_GOOD;
}

static int run(const rm_command *command, int argc, char **argv) {
    rm_options *options = rm_options_collect(command, argc, argv);
    rm_plugins_load(&options->plugins);
    rm_options_settle(options);
    rm_output_check(options);
    int code = rm_plugin_cells_run(options);
    rm_options_free(options);
    int signal_number = rm_interrupt_signal();
    return signal_number ? 128 + signal_number : code;
}

int main(int argc, char **argv) {
    /* a reader that goes away is an error of write(), which output.c knows to be a quiet end */
    signal(SIGPIPE, SIG_IGN);
    /* and a file that grows past its limit (ulimit -f) is one, too: EFBIG, told in a line */
    signal(SIGXFSZ, SIG_IGN);
    hold_standard_files();
    rm_command_table_use();
    if (argc < 2)
        rm_fail("no command; usage: ringmark COMMAND [options] (ringmark --help lists the commands)");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)
        return help(argc - 2, argv + 2);
    if (strcmp(argv[1], "--version") == 0) {
        rm_help_version();
        return RM_GOOD;
    }
    return run(command_named(argv[1]), argc - 2, argv + 2);
}
