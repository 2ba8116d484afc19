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
    rm_changes changes;
    rm_lines lines;
    rm_csv_line csv;
} reader;

#define fail_here(r, format, ...)                                                                            \
    rm_fail("%s:%llu: " format, (r)->changes.path, (unsigned long long)(r)->lines.number, ##__VA_ARGS__)

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

/* Tells whether a text begins with the word; *rest becomes what follows, without the blanks between. */
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
    char *what = rm_text("%s:%llu: the weight", r->changes.path, (unsigned long long)r->lines.number);
    char *text = rm_text("%.*s", RM_SHOWN(field));
    uint64_t weight = rm_number(what, text, 0, RM_MAX_WEIGHT);
    free(text);
    free(what);
    return weight;
}

static rm_changes_line *room_for_one(rm_changes *changes) {
    if (changes->count == changes->capacity) {
        changes->capacity = changes->capacity ? 2 * changes->capacity : 64;
        changes->lines = rm_realloc(changes->lines, changes->capacity * sizeof *changes->lines);
    }
    return changes->lines + changes->count;
}

static void read_fields(reader *r, bool add, rmk_bytes rest) {
    if (!rm_csv_parse(&r->csv, rest))
        fail_here(r, "%s", rm_csv_fault(&r->csv));
    if (rest.length && !memchr(rest.data, '"', rest.length) && memchr(rest.data, ';', rest.length))
        fail_here(r, "'%.*s' has a semicolon; fields are separated by commas, and a name with one is quoted",
                  RM_SHOWN(rest));
    size_t most = add ? 3 : 1;
    if (r->csv.count > most)
        fail_here(r, "%zu fields behind '%s'; %s", r->csv.count, add ? "add" : "remove", allowed);
    rmk_bytes name = rm_csv_field(&r->csv, 0), weight = rm_csv_field(&r->csv, 1);
    if (!name.length)
        fail_here(r, "no name behind '%s'; %s", add ? "add" : "remove", allowed);
    rm_changes_line *line = room_for_one(&r->changes);
    *line = (rm_changes_line){.line = r->lines.number, .add = add, .weighted = weight.length > 0};
    line->weight = line->weighted ? weight_of(r, weight) : 1;
    line->name = rm_texts_copy(&r->changes.arena, name);
    line->zone = rm_texts_copy(&r->changes.arena, rm_csv_field(&r->csv, 2));
    r->changes.count++;
}

static void read_line(reader *r, rmk_bytes line) {
    rmk_bytes rest;
    if (line.length && memchr(line.data, 0, line.length))
        fail_here(r, "a NUL byte; this is not a text file");
    line = trimmed(rm_csv_unframed(line, r->lines.number));
    if (line.length && line.data[0] == '#' && memchr(line.data, '\r', line.length))
        fail_here(r, RM_STRAY_CR);
    if (!line.length || line.data[0] == '#')
        return;
    if (begins(line, "remove", &rest))
        read_fields(r, false, rest);
    else if (begins(line, "add", &rest))
        read_fields(r, true, rest);
    else
        fail_here(r, "'%.*s' is no change; %s", RM_SHOWN(line), allowed);
}

rm_changes rm_changes_read(const char *path) {
    reader r = {.changes = {.path = path}};
    rm_lines_open(&r.lines, "--past", path, '\n', LONGEST_LINE);
    rm_csv_open(&r.csv, true);
    rmk_bytes line;
    while (rm_lines_next(&r.lines, &line, 1))
        read_line(&r, line);
    rm_lines_close(&r.lines);
    rm_csv_close(&r.csv);
    if (!r.changes.count)
        rm_fail("--past %s: no change in it; %s", path, allowed);
    return r.changes;
}

void rm_changes_free(rm_changes *changes) {
    free(changes->lines);
    rm_texts_free(changes->arena);
    *changes = (rm_changes){0};
}

/* Holds every file of this run, as lists borrow their texts. */
static struct {
    pthread_mutex_t mutex;
    rm_changes **all;
    size_t count;
} read_files = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static const rm_changes *find_or_read(const char *path) {
    for (size_t i = 0; i < read_files.count; i++)
        if (strcmp(read_files.all[i]->path, path) == 0)
            return read_files.all[i];
    read_files.all = rm_realloc(read_files.all, (read_files.count + 1) * sizeof *read_files.all);
    rm_changes *changes = rm_alloc(sizeof *changes);
    *changes = rm_changes_read(rm_text("%s", path));
    return read_files.all[read_files.count++] = changes;
}

const rm_changes *rm_changes_of(const char *path) {
    pthread_mutex_lock(&read_files.mutex);
    const rm_changes *changes = find_or_read(path);
    pthread_mutex_unlock(&read_files.mutex);
    return changes;
}
