#include "run_facts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "bench/cli/command.h"
#include "bench/support/fail.h"
#include "machine.h"

/* A larger file is told by its size and time: to read it once more would take as long as to measure it. */
#define MOST_READ (INT64_C(64) << 20)

/* ---- what is recorded ---- */

/* The rows do not depend on these, or a fact of their own tells them. */
static bool is_apart(rm_option_id id) {
    return id == RM_OPT_SEED || id == RM_OPT_FORMAT || id == RM_OPT_OUTPUT || id == RM_OPT_NO_PROGRESS ||
           id == RM_OPT_JOBS || id == RM_OPT_RESUME || id == RM_OPT_SAMPLES;
}

/* Every option of the command that has a value, given or by default. A switch that was given is "". */
static json_t *options_of(const rm_options *o) {
    json_t *all = json_object();
    for (size_t i = 1; i < RM_OPTION_COUNT; i++) {
        const rm_option *option = rm_option_table() + i;
        if (is_apart(option->id) || !rm_command_takes(o->command, option->id))
            continue;
        if (o->given[i] && !o->typed[i])
            rm_fact_set(all, option->name, json_string(""));
        else if (o->given[i] || option->preset)
            rm_fact_set(all, option->name, rm_fact_text(o->given[i] ? o->typed[i] : option->preset));
    }
    return all;
}

static bool digest_of(int fd, uint64_t *digest) {
    XXH3_state_t *state = XXH3_createState();
    if (!state || XXH3_64bits_reset(state) == XXH_ERROR)
        rm_fail("out of memory for the facts of the run");
    char block[64 * 1024];
    ssize_t n;
    while ((n = read(fd, block, sizeof block)) > 0)
        XXH3_64bits_update(state, block, (size_t)n);
    *digest = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return n == 0;
}

/* What a regular file holds, as a text that differs when it does; null where that cannot be told. */
static json_t *contents_of(const char *path) {
    struct stat there;
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode))
        return json_null();
    char text[96];
    uint64_t digest;
    if (there.st_size > MOST_READ) {
        snprintf(text, sizeof text, "%lld bytes of %lld.%09ld", (long long)there.st_size,
                 (long long)there.st_mtim.tv_sec, there.st_mtim.tv_nsec);
        return json_string(text);
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return json_null();
    bool known = digest_of(fd, &digest);
    close(fd);
    snprintf(text, sizeof text, "xxh3 %016llx", (unsigned long long)digest);
    return known ? json_string(text) : json_null();
}

/* The contents of the files that the options name. */
static json_t *files_of(const rm_options *o) {
    json_t *all = json_object();
    if (o->nodes_file)
        rm_fact_set(all, "--nodes-file", contents_of(o->nodes_file));
    if (o->keys_file && strcmp(o->keys_file, "-") != 0)
        rm_fact_set(all, "--keys-file", contents_of(o->keys_file));
    if (o->past)
        rm_fact_set(all, "--past", contents_of(o->past));
    return all;
}

json_t *rm_run_facts(const rm_options *options) {
    json_t *facts = rm_machine_facts(options);
    rm_fact_set(facts, "version", json_string(rmk_version()));
    rm_fact_set(facts, "program", contents_of("/proc/self/exe"));
    if (!options->command)
        return facts;
    rm_fact_set(facts, "command", json_string(options->command->name));
    rm_fact_set(facts, "options", options_of(options));
    rm_fact_set(facts, "files", files_of(options));
    return facts;
}

/* ---- what differs ---- */

/* A value as it is shown; freed by the caller. */
static char *shown(const json_t *value) {
    if (json_is_string(value))
        return rm_text("%s", json_string_value(value));
    if (json_is_integer(value))
        return rm_text("%lld", (long long)json_integer_value(value));
    return rm_text("%s", json_is_true(value) ? "yes" : json_is_false(value) ? "no" : "none");
}

static char *named_difference(const char *name, const json_t *then, const json_t *now) {
    if (!then || !now)
        return rm_text("%s (%s)", name, then ? "not given now" : "not given then");
    char *before = shown(then), *after = shown(now);
    char *text = strcmp(before, after) == 0 ? rm_text("%s", name)
                                            : rm_text("%s (%s, now %s)", name, before, after);
    free(before);
    free(after);
    return text;
}

static char *difference_of(const char *name, const json_t *then, const json_t *now) {
    return then && now && json_equal(then, now) ? NULL : named_difference(name, then, now);
}

/* The first member that only one of the objects has, or that differs. */
static char *difference_within(const char *kind, json_t *then, json_t *now) {
    const char *name;
    json_t *value;
    json_object_foreach(now, name, value) {
        char *text = difference_of(name, json_object_get(then, name), value);
        if (text)
            return text;
    }
    json_object_foreach(then, name, value) {
        if (!json_object_get(now, name))
            return named_difference(name, value, NULL);
    }
    return json_is_object(then) == json_is_object(now) ? NULL : rm_text("%s", kind);
}

static char *difference_in_files(const json_t *then, const json_t *now) {
    const char *name;
    json_t *holds;
    /* A pipe holds something else each time. */
    json_object_foreach(json_object_get(now, "files"), name, holds) {
        if (json_is_null(holds))
            return rm_text("what %s holds, which is no regular file", name);
    }
    char *option = difference_within("files", json_object_get(then, "files"), json_object_get(now, "files"));
    if (!option)
        return NULL;
    option[strcspn(option, " ")] = 0; /* digests tell nobody anything */
    char *text = rm_text("what the file of %s holds", option);
    free(option);
    return text;
}

/* Of another machine, times are other measurements; what is exact is the same everywhere. */
static char *difference_of_machine(const rm_options *options, const json_t *then, const json_t *now) {
    if (!rm_command_takes(options->command, RM_OPT_REPEAT))
        return NULL;
    return difference_of("the processor", json_object_get(json_object_get(then, "machine"), "cpu"),
                         json_object_get(json_object_get(now, "machine"), "cpu"));
}

char *rm_run_difference(const rm_options *options, const json_t *then, const json_t *now) {
    static const char *const facts[][2] = {{"command", "the command"},
                                           {"seed", "--seed"},
                                           {"version", "the version of ringmark"},
                                           {"commit", "the commit"},
                                           {"dirty", "the commit"},
                                           {"compiler", "the compiler"},
                                           {"compiler_flags", "the flags of the compiler"},
                                           {"libraries", "the libraries"},
                                           {"program", "the build of ringmark"},
                                           {"isa", "the instruction set"}};
    char *text =
        difference_of(facts[0][1], json_object_get(then, facts[0][0]), json_object_get(now, facts[0][0]));
    if (!text)
        text = difference_within("the options", json_object_get(then, "options"),
                                 json_object_get(now, "options"));
    for (size_t i = 1; !text && i < sizeof facts / sizeof *facts; i++)
        text =
            difference_of(facts[i][1], json_object_get(then, facts[i][0]), json_object_get(now, facts[i][0]));
    if (!text)
        text = difference_in_files(then, now);
    return text ? text : difference_of_machine(options, then, now);
}
