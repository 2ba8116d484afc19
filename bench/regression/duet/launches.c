/*
 * launches.c - runs this program again for each launch, so that each gets addresses of its own:
 * `ringmark duet BASE HEAD LAUNCH CASES --seed S`, CASES one character a case, or `cases` for their names.
 */
#include "launches.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/cli/command.h"
#include "bench/cli/words.h"
#include "bench/plugin/child.h"
#include "bench/plugin/watch.h"
#include "bench/support/buffer.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"

enum { LAUNCH_OPERANDS = 4 };

typedef struct launch {
    rm_duet_cases *cases;
    unsigned number;
    const char *wanted;
    rm_buffer said;
    size_t at; /* the case that has begun and not ended; SIZE_MAX: none */
    bool done; /* it has said its last word */
} launch;

static int execute(int fd, void *context) {
    const launch *l = context;
    char number[16], seed[32];
    snprintf(number, sizeof number, "%u", l->number);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)l->cases->seed);
    const char *argv[] = {"ringmark",     "duet",         "--seed", seed,      "--",
                          l->cases->base, l->cases->head, number,   l->wanted, NULL};
    if (dup2(fd, STDOUT_FILENO) < 0)
        return RM_USAGE;
    execv("/proc/self/exe", (char *const *)(uintptr_t)argv);
    return RM_USAGE;
}

static void take(const char *bytes, size_t count, void *context) {
    launch *l = context;
    rm_buffer_add(&l->said, bytes, count);
}

static void add_case(rm_duet_cases *cases, const char *line) {
    cases->list = rm_realloc(cases->list, (cases->count + 1) * sizeof *cases->list);
    cases->list[cases->count++] = (rm_duet_case){.quick = line[5] == '1', .name = rm_text("%s", line + 7)};
}

static void add_measure(rm_duet_case *c, const rm_duet_measure *m) {
    c->absent[RM_DUET_BASE] = !m->there[RM_DUET_BASE];
    c->absent[RM_DUET_HEAD] = !m->there[RM_DUET_HEAD];
    c->answers_differ = c->answers_differ || m->answers_differ;
    c->invalid = c->invalid || m->invalid;
    if (isnan(m->base_ns))
        return;
    size_t i = c->sample.count++;
    c->sample.changes[i] = m->change;
    c->sample.controls[i] = m->control;
    c->base_ns[i] = m->base_ns;
    c->head_ns[i] = m->head_ns;
}

static void take_line(launch *l, const char *line) {
    rm_duet_cases *cases = l->cases;
    rm_duet_measure m = {.base_ns = NAN};
    int base = 0, head = 0, differ = 0, invalid = 0;
    size_t number;
    if (strncmp(line, "case ", 5) == 0 && strlen(line) > 7) {
        add_case(cases, line);
    } else if (sscanf(line, "begin %zu", &number) == 1) {
        l->at = number;
    } else if (sscanf(line, "end %zu %d %d %d %d %lf %lf %lf %lf", &number, &base, &head, &differ, &invalid,
                      &m.base_ns, &m.head_ns, &m.change, &m.control) == 9 &&
               number < cases->count) {
        m.there[RM_DUET_BASE] = base;
        m.there[RM_DUET_HEAD] = head;
        m.answers_differ = differ;
        m.invalid = invalid;
        add_measure(&cases->list[number], &m);
        l->at = SIZE_MAX;
    } else if (strcmp(line, "done") == 0) {
        l->done = true;
    }
}

static void take_lines(launch *l) {
    rm_buffer_char(&l->said, '\0');
    for (char *line = l->said.bytes, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        take_line(l, line);
    }
    rm_buffer_free(&l->said);
}

/* Did the launch end well? If not, says so, and leaves the case that broke it out of later launches. */
static bool is_sound(const launch *l, const rm_child_end *end) {
    if (end->interrupted || (!end->hung && end->code == RM_GOOD && l->done))
        return true;
    if (end->code == RM_USAGE && l->at == SIZE_MAX) /* it has said why */
        _exit(RM_USAGE);
    rm_duet_case *c = l->at < l->cases->count ? &l->cases->list[l->at] : NULL;
    const char *name = c ? c->name : "loading";
    if (c)
        c->broken = true;
    if (end->hung)
        rm_note("%s is left out: a launch has not ended for %u s (RINGMARK_PLUGIN_SECONDS)", name,
                rm_watch_limit_seconds());
    else if (end->signal)
        rm_note("%s is left out: a launch crashed: %s", name, strsignal(end->signal));
    else
        rm_note("%s is left out: a launch ended with exit code %d", name, end->code);
    return false;
}

static bool run_launch(rm_duet_cases *cases, unsigned number, const char *wanted) {
    launch l = {.cases = cases, .number = number, .wanted = wanted, .at = SIZE_MAX};
    rm_child_end end = rm_child_run(execute, take, rm_watch_limit_seconds(), &l);
    take_lines(&l);
    return is_sound(&l, &end);
}

rm_duet_cases rm_duet_cases_of(const char *base, const char *head, uint64_t seed) {
    rm_duet_cases cases = {.base = base, .head = head, .seed = seed};
    if (!run_launch(&cases, 0, "cases"))
        _exit(RM_FAILED);
    return cases;
}

static void free_samples(rm_duet_case *c) {
    free(c->sample.changes);
    free(c->sample.controls);
    free(c->base_ns);
    free(c->head_ns);
}

static void make_samples(rm_duet_case *c, unsigned count) {
    free_samples(c);
    c->sample = (rm_duet_sample){rm_calloc(count, sizeof(double)), rm_calloc(count, sizeof(double)), 0};
    c->base_ns = rm_calloc(count, sizeof *c->base_ns);
    c->head_ns = rm_calloc(count, sizeof *c->head_ns);
}

/* A case that a side lacks is asked for in one launch only. */
static bool is_launched(const rm_duet_case *c) {
    return c->wanted && !c->broken && !c->absent[RM_DUET_BASE] && !c->absent[RM_DUET_HEAD];
}

bool rm_duet_cases_run(rm_duet_cases *cases, unsigned first, unsigned count, void (*launched)(void *),
                       void *context) {
    char *wanted = rm_calloc(cases->count + 1, 1);
    bool sound = true;
    for (size_t i = 0; i < cases->count; i++)
        if (cases->list[i].wanted)
            make_samples(&cases->list[i], count);
    for (unsigned n = 0; n < count && !rm_interrupted(); n++) {
        for (size_t i = 0; i < cases->count; i++)
            wanted[i] = is_launched(&cases->list[i]) ? '1' : '0';
        if (strchr(wanted, '1'))
            sound = run_launch(cases, first + n, wanted) && sound;
        if (launched)
            launched(context);
    }
    free(wanted);
    return sound;
}

void rm_duet_cases_free(rm_duet_cases *cases) {
    for (size_t i = 0; i < cases->count; i++) {
        free_samples(&cases->list[i]);
        free(cases->list[i].name);
    }
    free(cases->list);
    *cases = (rm_duet_cases){0};
}

bool rm_duet_is_launch(const rm_options *options) {
    return options->operands.count == LAUNCH_OPERANDS;
}

int rm_duet_run_launch(const rm_options *options) {
    const char **operands = options->operands.items;
    unsigned number = (unsigned)rm_number("the launch", operands[2], 0, 1000000000);
    bool lists = strcmp(operands[3], "cases") == 0;
    /* what foreign code prints is not to stand in the report */
    int fd = dup(STDOUT_FILENO);
    FILE *report = fd < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ? NULL : fdopen(fd, "w");
    if (!report)
        rm_fail("duet: cannot report: %s", strerror(errno));
    rm_duet_launch(operands[0], operands[1], number, lists ? NULL : operands[3], options->seed, report);
    fputs("done\n", report);
    return fclose(report) == 0 ? RM_GOOD : RM_FAILED;
}
