/* parse.c - the walk over argv. */
#include "parse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/support/fail.h"
#include "bench/support/nearest.h"
#include "command.h"
#include "help.h"
#include "names.h"
#include "option_takers.h"
#include "options_check.h"
#include "options_preset.h"

enum { QUICK_REPEAT = 3 };

/* The options, and the order in which they were typed; their texts are in options.typed. */
typedef struct parsed_options {
    rm_options options;                  /* first: a pointer to it is one to the whole */
    rm_option_id order[RM_OPTION_COUNT]; /* none is typed twice */
    size_t count;
} parsed_options;

/* ---- the line as typed ---- */

static bool is_plain_word(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=@%+";
    return *word && strspn(word, plain) == strlen(word);
}

/* Appends " word", in single quotes where a shell needs them. `line` has room. */
static char *append_quoted(char *line, const char *word) {
    *line++ = ' ';
    if (is_plain_word(word))
        return stpcpy(line, word);
    *line++ = '\'';
    for (; *word; word++)
        if (*word == '\'')
            line = stpcpy(line, "'\\''");
        else
            *line++ = *word;
    *line++ = '\'';
    *line = '\0';
    return line;
}

static char *quoted_line(const char *command, int argc, char **argv) {
    size_t bytes = strlen("ringmark ") + strlen(command) + 1;
    for (int i = 0; i < argc; i++)
        bytes += 4 * strlen(argv[i]) + 3;
    char *line = rm_alloc(bytes), *end = stpcpy(stpcpy(line, "ringmark "), command);
    for (int i = 0; i < argc; i++)
        end = append_quoted(end, argv[i]);
    return line;
}

/* ---- mistakes ---- */

/* The option nearest to `text`, without dashes: among those that the command takes, or among all; or NULL. */
static const char *nearest_option(const rm_command *command, const char *text, bool all) {
    const rm_option *table = rm_option_table();
    const char *names[RM_OPTION_COUNT], *bare[RM_OPTION_COUNT];
    size_t count = 0;
    for (size_t id = 1; id < RM_OPTION_COUNT; id++) {
        if (!all && !rm_command_takes(command, (rm_option_id)id))
            continue;
        names[count] = table[id].name;
        bare[count] = names[count] + strspn(names[count], "-");
        count++;
    }
    const char *nearest = rm_nearest(text + strspn(text, "-"), bare, count);
    for (size_t i = 0; nearest && i < count; i++)
        if (bare[i] == nearest)
            return names[i];
    return NULL;
}

static _Noreturn void fail_unknown(const rm_command *command, const char *name, size_t length) {
    char *text = rm_text("%.*s", (int)length, name);
    const char *nearest = nearest_option(command, text, false);
    if (!nearest)
        nearest = nearest_option(command, text, true);
    if (nearest)
        rm_fail("unknown option %s; did you mean %s? (ringmark %s --help)", text, nearest, command->name);
    rm_fail("unknown option %s; ringmark %s --help shows those that there are", text, command->name);
}

static _Noreturn void fail_not_taken(const rm_command *command, const rm_option *option) {
    rm_fail("%s has no use for %s; it belongs to %s", command->name, option->name,
            rm_option_takers(option->id));
}

/* ---- the walk ---- */

struct walk {
    rm_options *options;
    int argc, at;
    char **argv;
};

/* The value of `option`: behind '=' or the next argument. */
static const char *value_of(struct walk *w, const rm_option *option, const char *equals) {
    if (!option->value) {
        if (equals)
            rm_fail("%s takes no value; found '%s'", option->name, equals + 1);
        return NULL;
    }
    if (equals)
        return equals + 1;
    if (w->at + 1 >= w->argc)
        rm_fail("%s needs a value: %s", option->name, option->value);
    const char *next = w->argv[w->at + 1];
    bool is_options = option->id == RM_OPT_AGAINST &&
                      strchr(next, '='); /* '--vnodes=320' is one word of it */
    if (!is_options && rm_option_named(next, strcspn(next, "=")))
        rm_fail("%s needs a value, %s, but %s follows; write %s=VALUE", option->name, option->value, next,
                option->name);
    w->at++;
    return next;
}

static _Noreturn void print_and_exit(rm_options *options, rm_option_id id) {
    const rm_command *command = options->command;
    rm_options_free(options);
    if (id == RM_OPT_HELP)
        rm_help_command(command);
    else
        rm_help_version();
    exit(RM_GOOD);
}

static void note(struct walk *w) {
    const char *argument = w->argv[w->at];
    size_t length = strcspn(argument, "=");
    const char *equals = argument[length] ? argument + length : NULL;
    const rm_option *option = rm_option_named(argument, length);
    const rm_command *command = w->options->command;
    if (!option)
        fail_unknown(command, argument, length);
    if (!rm_command_takes(command, option->id))
        fail_not_taken(command, option);
    const char *value = value_of(w, option, equals);
    if (option->id == RM_OPT_HELP || option->id == RM_OPT_VERSION)
        print_and_exit(w->options, option->id);
    if (w->options->given[option->id])
        rm_fail("%s is given twice%s", option->name, option->list ? "; write one list with commas" : "");
    w->options->given[option->id] = true;
    w->options->typed[option->id] = value;
    parsed_options *parsed = (parsed_options *)w->options;
    parsed->order[parsed->count++] = option->id;
}

static void add_operand(struct walk *w, const char *text) {
    rm_options *o = w->options;
    if (!o->command->operands)
        rm_fail("%s takes options only; found '%s' (ringmark %s --help)", o->command->name, text,
                o->command->name);
    o->operands.items[o->operands.count++] = text;
}

static void walk(struct walk *w) {
    bool options_end = false;
    for (; w->at < w->argc; w->at++) {
        const char *argument = w->argv[w->at];
        if (!options_end && strcmp(argument, "--") == 0)
            options_end = true;
        else if (!options_end && argument[0] == '-' && argument[1])
            note(w);
        else
            add_operand(w, argument);
    }
}

/* ---- from texts to values ---- */

static void take_typed(rm_options *o, rm_option_id id) {
    if (o->given[id])
        rm_option_take(o, &rm_option_table()[id], o->typed[id]);
}

/* In the order in which they stand, so that the first mistake is the one that is named. */
static void take_others(parsed_options *parsed) {
    for (size_t i = 0; i < parsed->count; i++) {
        rm_option_id id = parsed->order[i];
        if (id != RM_OPT_PLUGIN && id != RM_OPT_PRESET && id != RM_OPT_RULE)
            take_typed(&parsed->options, id);
    }
}

/* Without --algorithm a run with plugins is about all of their rings. */
static void take_foreign_algorithms(rm_options *o) {
    const rm_foreign_algorithms *foreign = rm_foreign_algorithms_of();
    while (foreign->at(o->algorithm_count))
        o->algorithm_count++;
    o->algorithms = rm_own(o, rm_calloc(o->algorithm_count, sizeof *o->algorithms));
    for (size_t i = 0; i < o->algorithm_count; i++)
        o->algorithms[i] = foreign->at(i);
}

/* Defaults go the same way as what is typed, so that help cannot say another thing. */
static void take_defaults(rm_options *o) {
    const rm_option *table = rm_option_table();
    const char *algorithm = o->command->algorithm;
    for (size_t id = 1; id < RM_OPTION_COUNT; id++)
        if (!o->given[id] && table[id].preset)
            rm_option_take(o, &table[id], id == RM_OPT_ALGORITHM && algorithm ? algorithm : table[id].preset);
    if (o->plugins.count && !o->given[RM_OPT_ALGORITHM] && !o->preset) {
        o->algorithm_count = 0;
        take_foreign_algorithms(o);
    }
    if (!o->given[RM_OPT_REPEAT] && o->quick)
        o->repeat = QUICK_REPEAT;
    if (!o->given[RM_OPT_FORMAT])
        o->format = !o->output && isatty(STDOUT_FILENO) ? RM_FORMAT_TABLE : RM_FORMAT_CSV;
    if (!o->given[RM_OPT_JOBS]) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        o->jobs = cores < 1 ? 1 : cores > RM_MAX_WORKERS ? RM_MAX_WORKERS : (uint64_t)cores;
    }
}

rm_options *rm_options_collect(const rm_command *command, int argc, char **argv) {
    parsed_options *parsed = rm_calloc(1, sizeof *parsed);
    rm_options *options = &parsed->options;
    options->command = command;
    options->peak = options->cv = options->range = options->fail_above = NAN;
    options->command_line = rm_own(options, quoted_line(command->name, argc, argv));
    options->operands.items = rm_own(options, rm_calloc((size_t)argc + 1, sizeof *options->operands.items));
    struct walk w = {.options = options, .argc = argc, .argv = argv};
    walk(&w);
    take_typed(options, RM_OPT_PLUGIN);
    return options;
}

void rm_options_settle(rm_options *options) {
    parsed_options *parsed = (parsed_options *)options;
    take_typed(options, RM_OPT_PRESET); /* what --hash means depends on it, wherever it stands */
    take_typed(options, RM_OPT_RULE);
    take_others(parsed);
    take_defaults(options);
    rm_options_check(options);
}

rm_options *rm_options_parse(const rm_command *command, int argc, char **argv) {
    rm_options *options = rm_options_collect(command, argc, argv);
    rm_options_settle(options);
    return options;
}
