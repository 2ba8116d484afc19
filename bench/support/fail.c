/*
 * fail.c - messages. Formatting uses the stack only, so that running out of memory can be reported; a lock
 * keeps the lines of several threads whole and lets exactly one of them end the program.
 */
#include "fail.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "visible.h"

/* A longer message is cut: an argument may be a line of ten megabytes. */
enum { MESSAGE_BYTES = 2048, LINE_BYTES = 4 * MESSAGE_BYTES + 64 };

/* No other constant fits: a usage error, as in command.h, which this file stands below. */
enum { EXIT_USAGE = 2 };

static pthread_mutex_t speaking = PTHREAD_MUTEX_INITIALIZER;

/* What others asked for (rm_before_end, rm_before_failure, rm_before_line); NULL: nothing. */
static void (*_Atomic before_end)(void), (*_Atomic before_failure)(void), (*_Atomic before_line)(void);

void rm_before_end(void (*call)(void)) {
    before_end = call;
}

void rm_before_failure(void (*call)(void)) {
    before_failure = call;
}

void rm_before_line(void (*call)(void)) {
    before_line = call;
}

static void do_before(void (*call)(void)) {
    if (call)
        call();
}

/* What rm_warn and rm_note have said. */
static struct {
    char **texts;
    size_t count, capacity;
} said;

static void write_all(const char *text, size_t length) {
    while (length > 0) {
        ssize_t n = write(STDERR_FILENO, text, length);
        if (n <= 0)
            return; /* nobody is left to tell */
        text += n;
        length -= (size_t)n;
    }
}

/* "ringmark: " + prefix + message + LF into `line`; returns its length. */
static size_t compose(char line[LINE_BYTES], const char *prefix, const char *format, va_list arguments) {
    char message[MESSAGE_BYTES];
    int wanted = vsnprintf(message, sizeof message, format, arguments);
    size_t length = wanted < 0 ? 0 : (size_t)wanted;
    bool cut = length >= sizeof message;
    if (cut)
        length = rm_visible_cut(message, sizeof message - 1);

    size_t n = (size_t)snprintf(line, LINE_BYTES, "ringmark: %s", prefix);
    n += rm_visible(message, length, line + n, LINE_BYTES - n - sizeof "...\n");
    n += (size_t)snprintf(line + n, LINE_BYTES - n, "%s\n", cut ? "..." : "");
    return n;
}

static _Noreturn void end(int code, const char *format, va_list arguments) {
    char line[LINE_BYTES];
    size_t length = compose(line, "", format, arguments);
    /* Never unlocked: a second thread that fails waits here until the process is gone. */
    pthread_mutex_lock(&speaking);
    do_before(before_end);
    do_before(before_line);
    write_all(line, length);
    if (code == EXIT_USAGE)
        do_before(before_failure);
    /* Not exit(): other threads still run, and buffered rows of a failed run must not come out. */
    _exit(code);
}

void rm_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end(EXIT_USAGE, format, arguments);
}

void rm_fail_with(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end(code, format, arguments);
}

static bool is_said(const char *line) {
    for (size_t i = 0; i < said.count; i++)
        if (strcmp(said.texts[i], line) == 0)
            return true;
    return false;
}

/* False without memory. */
static bool remember(const char *line) {
    if (said.count == said.capacity) {
        size_t capacity = said.capacity ? 2 * said.capacity : 16;
        char **texts = realloc(said.texts, capacity * sizeof *texts);
        if (!texts)
            return false;
        said.texts = texts;
        said.capacity = capacity;
    }
    char *copy = strdup(line);
    if (copy)
        said.texts[said.count++] = copy;
    return copy;
}

static void say(const char *prefix, const char *format, va_list arguments) {
    char line[LINE_BYTES];
    size_t length = compose(line, prefix, format, arguments);
    pthread_mutex_lock(&speaking);
    bool known = is_said(line), kept = known || remember(line);
    if (kept && !known) {
        do_before(before_line);
        write_all(line, length);
    }
    pthread_mutex_unlock(&speaking);
    if (!kept)
        rm_fail("out of memory for a message");
}

void rm_warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("warning: ", format, arguments);
    va_end(arguments);
}

void rm_note(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("", format, arguments);
    va_end(arguments);
}

void *rm_alloc(size_t bytes) {
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory)
        rm_fail("out of memory: %zu bytes are not to be had", bytes);
    return memory;
}

void *rm_calloc(size_t count, size_t item) {
    size_t bytes;
    void *memory = NULL;
    if (!__builtin_mul_overflow(count, item, &bytes))
        memory = calloc(count ? count : 1, item ? item : 1);
    if (!memory)
        rm_fail("out of memory: %zu x %zu bytes are not to be had", count, item);
    return memory;
}

void *rm_realloc(void *memory, size_t bytes) {
    void *grown = realloc(memory, bytes ? bytes : 1);
    if (!grown)
        rm_fail("out of memory: %zu bytes are not to be had", bytes);
    return grown;
}

FILE *rm_fopen(const char *path) {
    FILE *file = fopen(path, "re");
    if (!file && errno == ENOMEM)
        rm_fail("out of memory for reading %s", path);
    return file;
}

char *rm_text(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        rm_fail("out of memory for a text");
    return text;
}

void rm_text_join(char **list, const char *between, const char *word) {
    char *longer = rm_text("%s%s%s", *list, **list ? between : "", word);
    free(*list);
    *list = longer;
}

void rm_check(rmk_status status, const char *format, ...) {
    if (status == RMK_OK)
        return;
    char what[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    rm_fail("%s: %s", what, rmk_status_text(status));
}
