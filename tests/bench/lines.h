/* lines.h - command lines for tests: two commands that exist nowhere else, parsing, and lines that are
 * refused. */
#ifndef TESTS_BENCH_LINES_H
#define TESTS_BENCH_LINES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/cli/command.h"
#include "bench/cli/parse.h"
#include "bench/command_table.h"
#include "ending.h"

static int no_run(const rm_options *options) {
    (void)options;
    return 0;
}

static const rm_option_id everything[] = {
    RM_OPT_NODES,     RM_OPT_NAMES,        RM_OPT_NODES_FILE, RM_OPT_SETS,     RM_OPT_ALGORITHM,
    RM_OPT_VNODES,    RM_OPT_TOTAL_POINTS, RM_OPT_LABEL,      RM_OPT_HASH,     RM_OPT_NODE_HASH,
    RM_OPT_HASH_TAG,  RM_OPT_INDEX,        RM_OPT_PAGES,      RM_OPT_REPLICAS, RM_OPT_KEYS,
    RM_OPT_KEY_BYTES, RM_OPT_KEY_DIST,     RM_OPT_KEYS_FILE,  RM_OPT_KEYS_NUL, RM_OPT_KEY_WEIGHTS,
    RM_OPT_CHANGE,    RM_OPT_MODE,         RM_OPT_STAGE,      RM_OPT_THREADS,  RM_OPT_REPEAT,
    RM_OPT_QUICK,     RM_OPT_VERIFY,       RM_OPT_SAMPLES,    RM_OPT_JOBS,     RM_OPT_FILTER,
    RM_OPT_SHARD,     RM_OPT_CHANGE_EVERY, RM_OPTION_END};
static const rm_option_id few[] = {RM_OPT_VNODES, RM_OPT_HASH, RM_OPTION_END};

static const rm_command sweep = {
    .name = "sweep", .question = "?", .options = everything, .lists = true, .run = no_run};
static const rm_command single = {
    .name = "single", .question = "?", .operands = "[KEY...]", .options = few, .run = no_run};

#define MAX_ARGUMENTS 24
typedef struct line {
    const rm_command *command;
    int argc;
    char *argv[MAX_ARGUMENTS];
    char text[8192];
} line;

/* Splits at blanks; "_" stands for the empty argument. */
static line line_of(const rm_command *command, const char *text) {
    line l = {.command = command};
    snprintf(l.text, sizeof l.text, "%s", text);
    return l;
}

static rm_options *parse(line *l) {
    char *rest = l->text, *word;
    l->argc = 0;
    while ((word = strsep(&rest, " ")))
        if (*word)
            l->argv[l->argc++] = strcmp(word, "_") ? word : word + 1;
    return rm_options_parse(l->command, l->argc, l->argv);
}

static void parse_in_child(void *context) {
    rm_options_free(parse(context));
}

static ending refused_by(const rm_command *command, const char *text) {
    line l = line_of(command, text);
    ending e = ending_of(parse_in_child, &l);
    if (e.code != 2 || e.lines != 1)
        print_error("'%s': exit %d, said: %s\n", text, e.code, e.said);
    assert_int_equal(e.code, 2);
    assert_int_equal(e.lines, 1);
    assert_memory_equal(e.said, "ringmark: ", 10);
    return e;
}

/* One line, exit 2, and the line holds `part`. */
static void refuses(const rm_command *command, const char *text, const char *part) {
    ending e = refused_by(command, text);
    if (!strstr(e.said, part))
        print_error("'%s' said: %swithout: %s\n", text, e.said, part);
    assert_non_null(strstr(e.said, part));
}

#endif
