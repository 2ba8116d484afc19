#include "changes_file.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bench/cli/takers.h"
#include "bench/cli/words.h"
#include "bench/input/csv_line.h"
#include "bench/input/lines.h"
#include "bench/support/fail.h"
#include "nodes_texts.h"

#define LONGEST_LINE ((size_t)1 << 20)

static const char allowed[] = "a line is 'remove NAME' or 'add NAME[,weight[,zone]]'";

typedef struct reader {
    rm_history history;
    rm_lines lines;
    rm_csv_line csv;
} reader;

#define fail_here(r, format, ...)                                                                            \
    rm_fail("%s:%llu: " format, (r)->history.path, (unsigned long long)(r)->lines.number, ##__VA_ARGS__)

static bool is_blank(unsigned char c) {
    return c == ' ' || c == '\t';
}

static rmk_bytes trimmed(rmk_bytes text) {
    while (text.length && is_blank(text.data[0]))
        text = (rmk_bytes){text.data + 1, text.length - 1};
    while (text.length && is_blank(text.data[text.length - 1]))
        text.length--;
    return text;
}

/* Whether it begins with the word; *rest: what follows, without the blanks between. */
static bool begins(rmk_bytes text, const char *word, rmk_bytes *rest) {
    size_t length = strlen(word);
    if (text.length < length || memcmp(text.data, word, length) != 0)
        return false;
    if (text.length > length && !is_blank(text.data[length]))
        return false;
    *rest = trimmed((rmk_bytes){text.data + length, text.length - length});
    return true;
}

static uint64_t weight_of(const reader *r, rmk_bytes field) {
    char *what = rm_text("%s:%llu: the weight", r->history.path, (unsigned long long)r->lines.number);
    char *text = rm_text("%.*s", RM_SHOWN(field));
    uint64_t weight = rm_number(what, text, 0, RM_MAX_WEIGHT);
    free(text);
    free(what);
    return weight;
}

static rm_history_line *room_for_one(rm_history *history) {
    if (history->count == history->capacity) {
        history->capacity = history->capacity ? 2 * history->capacity : 64;
        history->lines = rm_realloc(history->lines, history->capacity * sizeof *history->lines);
    }
    return history->lines + history->count;
}

static void read_fields(reader *r, bool add, rmk_bytes rest) {
    if (!rm_csv_parse(&r->csv, rest))
        fail_here(r, "%s", rm_csv_fault(&r->csv));
    size_t most = add ? 3 : 1;
    if (r->csv.count > most)
        fail_here(r, "%zu fields behind '%s'; %s", r->csv.count, add ? "add" : "remove", allowed);
    rmk_bytes name = rm_csv_field(&r->csv, 0), weight = rm_csv_field(&r->csv, 1);
    if (!name.length)
        fail_here(r, "no name behind '%s'; %s", add ? "add" : "remove", allowed);
    rm_history_line *line = room_for_one(&r->history);
    *line = (rm_history_line){.line = r->lines.number, .add = add, .weighted = weight.length > 0};
    line->weight = line->weighted ? weight_of(r, weight) : 1;
    line->name = rm_texts_copy(&r->history.arena, name);
    line->zone = rm_texts_copy(&r->history.arena, rm_csv_field(&r->csv, 2));
    r->history.count++;
}

static void read_line(reader *r, rmk_bytes line) {
    rmk_bytes rest;
    if (line.length && memchr(line.data, 0, line.length))
        fail_here(r, "a NUL byte; this is not a text file");
    line = trimmed(rm_csv_unframed(line, r->lines.number));
    if (!line.length || line.data[0] == '#')
        return;
    if (begins(line, "remove", &rest))
        read_fields(r, false, rest);
    else if (begins(line, "add", &rest))
        read_fields(r, true, rest);
    else
        fail_here(r, "'%.*s' is no change; %s", RM_SHOWN(line), allowed);
}

rm_history rm_history_read(const char *path) {
    reader r = {.history = {.path = path}};
    rm_lines_open(&r.lines, "--history", path, '\n', LONGEST_LINE);
    rm_csv_open(&r.csv, true);
    rmk_bytes line;
    while (rm_lines_next(&r.lines, &line, 1))
        read_line(&r, line);
    rm_lines_close(&r.lines);
    rm_csv_close(&r.csv);
    if (!r.history.count)
        rm_fail("--history %s: no change in it; %s", path, allowed);
    return r.history;
}

void rm_history_free(rm_history *history) {
    free(history->lines);
    rm_texts_free(history->arena);
    *history = (rm_history){0};
}

/* Every file of this run; lists borrow their texts. */
static struct {
    pthread_mutex_t mutex;
    rm_history **all;
    size_t count;
} read_files = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static const rm_history *find_or_read(const char *path) {
    for (size_t i = 0; i < read_files.count; i++)
        if (strcmp(read_files.all[i]->path, path) == 0)
            return read_files.all[i];
    read_files.all = rm_realloc(read_files.all, (read_files.count + 1) * sizeof *read_files.all);
    rm_history *history = rm_alloc(sizeof *history);
    *history = rm_history_read(rm_text("%s", path));
    return read_files.all[read_files.count++] = history;
}

const rm_history *rm_history_of(const char *path) {
    pthread_mutex_lock(&read_files.mutex);
    const rm_history *history = find_or_read(path);
    pthread_mutex_unlock(&read_files.mutex);
    return history;
}
