#include "partial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "bench/cli/command.h"
#include "bench/support/cleanup.h"
#include "bench/support/fail.h"
#include "bench/support/reads.h"
#include "run_facts.h"

/* Says how far the whole cells go: how many there are, and how many rows and bytes of the file are theirs. */
typedef struct mark {
    uint64_t cells, rows, bytes;
    uint64_t digest; /* XXH3 of those bytes, by which --resume knows that they are unchanged */
} mark;

struct rm_partial {
    char *path;           /* the path of the record, FILE.partial.json */
    int fd;               /* the record, open for writing */
    XXH3_state_t *digest; /* has taken in `bytes` bytes */
    uint64_t bytes;       /* how many bytes of rows the file has */
    mark begun, whole;    /* where this run began, and where its last whole cell ends */
};

/* ---- the record ---- */

/* Formats the head of the record. Its length never changes, so each mark is written over the one before; the
 * head is within one page, in which a kill does not cut a write short. */
static int head_of(const mark *whole, uint64_t rows, char *head, size_t room) {
    return snprintf(
        head, room,
        "{\n  \"rows\": %-20llu,\n  \"whole\": {\"cells\": %-20llu, \"rows\": %-20llu, \"bytes\": %-20llu, "
        "\"digest\": \"%016llx\"},\n",
        (unsigned long long)rows, (unsigned long long)whole->cells, (unsigned long long)whole->rows,
        (unsigned long long)whole->bytes, (unsigned long long)whole->digest);
}

static void write_at_start(const rm_partial *p, const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        ssize_t n = pwrite(p->fd, text + at, length - at, (off_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            rm_fail("cannot write %s: %s", p->path, strerror(errno));
        at += (size_t)n;
    }
}

static void write_record(const rm_partial *p, const json_t *facts, uint64_t rows) {
    char head[256];
    head_of(&p->whole, rows, head, sizeof head);
    char *members = json_dumps(facts, JSON_INDENT(2));
    if (!members)
        rm_fail("out of memory for the metadata of %s", p->path);
    char *text = rm_text("%s%s\n", head, members + strlen("{\n"));
    write_at_start(p, text, strlen(text));
    if (ftruncate(p->fd, (off_t)strlen(text)) != 0)
        rm_fail("cannot write %s: %s", p->path, strerror(errno));
    free(text);
    free(members);
}

/* Reads the record. Returns NULL when there is none or when no run wrote it; the caller frees it by
 * json_decref. */
static json_t *read_record(const char *path) {
    json_t *record = json_load_file(path, 0, NULL);
    if (record && json_is_object(json_object_get(record, "machine")) &&
        json_object_get(record, "command_line"))
        return record;
    json_decref(record);
    return NULL;
}

static bool take_mark(const json_t *record, mark *whole) {
    const json_t *m = json_object_get(record, "whole");
    const char *digest = json_string_value(json_object_get(m, "digest"));
    if (!digest)
        return false;
    whole->cells = (uint64_t)json_integer_value(json_object_get(m, "cells"));
    whole->rows = (uint64_t)json_integer_value(json_object_get(m, "rows"));
    whole->bytes = (uint64_t)json_integer_value(json_object_get(m, "bytes"));
    whole->digest = strtoull(digest, NULL, 16);
    return true;
}

/* ---- rows that are there ---- */

/* Counts the lines that have their end. A line end within quotes is part of a CSV field and does not
 * count. */
static uint64_t lines_of(int fd, const char *path) {
    char block[64 * 1024];
    uint64_t lines = 0;
    bool quoted = false;
    ssize_t n;
    for (off_t at = 0; (n = pread(fd, block, sizeof block, at)) > 0; at += n)
        for (ssize_t i = 0; i < n; i++) {
            quoted ^= block[i] == '"';
            lines += block[i] == '\n' && !quoted;
        }
    if (n < 0)
        rm_fail("cannot read %s: %s", path, strerror(errno));
    return lines;
}

static bool is_csv(const json_t *record) {
    const char *format = json_string_value(json_object_get(record, "format"));
    return format && strcmp(format, "csv") == 0;
}

/* Is there no whole row that could be lost? The file is empty, or it is CSV that has no more than a header
 * and a part of the first row. */
static bool is_without_rows(const rm_target *rows, const json_t *record) {
    struct stat there;
    if (fstat(rows->fd, &there) != 0)
        rm_fail("cannot read %s: %s", rows->temporary, strerror(errno));
    return there.st_size == 0 || (is_csv(record) && lines_of(rows->fd, rows->temporary) <= 1);
}

bool rm_partial_can_resume(const rm_options *options) {
    return options->command && rm_command_takes(options->command, RM_OPT_RESUME) && !options->samples &&
           !options->plugins.count;
}

static _Noreturn void fail_on_rows(const rm_target *rows, const rm_options *options, const json_t *record) {
    unsigned long long lines = lines_of(rows->fd, rows->temporary);
    if (!is_csv(record))
        rm_fail("%s holds %llu lines that this run did not write; remove it, or name another --output",
                rows->temporary, lines);
    rm_fail("%s holds %llu rows of a run that did not end; %s", rows->temporary, lines - 1,
            rm_partial_can_resume(options) ? "--resume goes on from there, or remove it"
                                           : "remove it, or name another --output");
}

/* Checks that the rows up to the mark are those that their run wrote. The digest has then taken them in, and
 * goes on with the rows that this run adds. */
static void check_rows(rm_partial *p, const rm_target *rows) {
    char block[64 * 1024];
    while (p->bytes < p->whole.bytes) {
        uint64_t left = p->whole.bytes - p->bytes;
        ssize_t n =
            pread(rows->fd, block, left < sizeof block ? (size_t)left : sizeof block, (off_t)p->bytes);
        if (n < 0)
            rm_fail("cannot read %s: %s", rows->temporary, strerror(errno));
        if (n == 0)
            break;
        rm_partial_wrote(p, block, (size_t)n);
    }
    if (p->bytes != p->whole.bytes || XXH3_64bits_digest(p->digest) != p->whole.digest)
        rm_fail("cannot go on with %s: its rows are not those that its run wrote; remove it to begin anew",
                rows->temporary);
}

static void take_up(rm_partial *p, const rm_target *rows, const rm_options *options, const json_t *record,
                    const json_t *facts) {
    char *different = rm_run_difference(options, record, facts);
    if (different)
        rm_fail("cannot go on with %s: its run differs in %s; give what it had, or remove it to begin anew",
                rows->temporary, different);
    if (!take_mark(record, &p->whole))
        rm_fail("cannot go on with %s: %s does not say how far it is; remove both to begin anew",
                rows->temporary, p->path);
    check_rows(p, rows);
    p->begun = p->whole;
}

static void cut(const rm_partial *p, rm_target *rows) {
    if (ftruncate(rows->fd, (off_t)p->whole.bytes) != 0 || lseek(rows->fd, 0, SEEK_END) < 0)
        rm_fail("cannot write %s: %s", rows->temporary, strerror(errno));
    rows->at = (off_t)p->whole.bytes;
}

/* Opens the record for writing. It refuses a file of that name that no run wrote, which is not ours to
 * lose. */
static void open_record(rm_partial *p, const json_t *record) {
    struct stat there;
    if (!record && lstat(p->path, &there) == 0 && there.st_size > 0)
        rm_fail("%s is there, and no run wrote it; remove it, or name another --output", p->path);
    p->fd = open(p->path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0666);
    if (p->fd < 0)
        rm_fail("cannot write %s: %s", p->path, strerror(errno));
}

rm_partial *rm_partial_open(rm_target *rows, const rm_options *options, json_t *facts) {
    rm_partial *p = rm_calloc(1, sizeof *p);
    p->path = rm_metadata_path(rows->temporary);
    rm_reads_refuse(p->path, p->path, "--output");
    p->digest = XXH3_createState();
    if (!p->digest || XXH3_64bits_reset(p->digest) == XXH_ERROR)
        rm_fail("out of memory for the rows of %s", rows->name);
    json_t *record = read_record(p->path);
    bool begins = is_without_rows(rows, record);
    if (!begins && (!options->resume || !is_csv(record)))
        fail_on_rows(rows, options, record);
    if (!begins)
        take_up(p, rows, options, record, facts);
    open_record(p, record);
    json_decref(record);
    cut(p, rows);
    if (p->whole.rows == 0) {
        /* Neither file is worth keeping when the run ends early without a row, so both are removed then. */
        rm_cleanup_file(rows->temporary);
        rm_cleanup_file(p->path);
    }
    write_record(p, facts, p->whole.rows);
    return p;
}

size_t rm_partial_cells(const rm_partial *partial) {
    return (size_t)partial->begun.cells;
}

uint64_t rm_partial_rows(const rm_partial *partial) {
    return partial->begun.rows;
}

void rm_partial_wrote(rm_partial *partial, const void *bytes, size_t length) {
    XXH3_64bits_update(partial->digest, bytes, length);
    partial->bytes += length;
}

void rm_partial_mark(rm_partial *partial, size_t cells, uint64_t rows) {
    char head[256];
    partial->whole = (mark){cells, rows, partial->bytes, XXH3_64bits_digest(partial->digest)};
    int length = head_of(&partial->whole, rows, head, sizeof head);
    write_at_start(partial, head, (size_t)length);
}

void rm_partial_stop(rm_partial *partial, const json_t *facts, uint64_t rows) {
    write_record(partial, facts, rows);
}

void rm_partial_remove(rm_partial *partial) {
    unlink(partial->path);
}

void rm_partial_keep(rm_partial *partial) {
    rm_cleanup_forget(partial->path);
}

void rm_partial_free(rm_partial *partial) {
    if (!partial)
        return;
    close(partial->fd);
    XXH3_freeState(partial->digest);
    free(partial->path);
    free(partial);
}

/* ---- a file that is whole ---- */

static bool is_whole(const char *file, const json_t *record) {
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return false;
    uint64_t lines = lines_of(fd, file);
    close(fd);
    return lines > 0 && lines - 1 == (uint64_t)json_integer_value(json_object_get(record, "rows"));
}

/* Was the file made with the same options, and does it have all the rows that its record counts? *code
 * becomes the exit code of that run. */
static bool is_of_same_run(const rm_options *options, const char *file, int *code) {
    char *path = rm_metadata_path(options->output);
    json_t *record = read_record(path), *facts = record ? rm_run_facts(options) : NULL;
    char *different = record ? rm_run_difference(options, record, facts) : NULL;
    bool same = record && !different && is_csv(record) && is_whole(file, record);
    *code = (int)json_integer_value(json_object_get(record, "exit_code"));
    json_decref(record);
    json_decref(facts);
    free(different);
    free(path);
    return same;
}

bool rm_partial_is_done(const rm_options *options, int *code) {
    struct stat there;
    char *file = rm_final_path(options->output), *partial = rm_partial_path(file);
    bool done = stat(partial, &there) != 0 && stat(file, &there) == 0 && S_ISREG(there.st_mode) &&
                is_of_same_run(options, file, code);
    if (done)
        rm_note("%s is whole, of a run with these options: nothing to do", options->output);
    free(partial);
    free(file);
    return done;
}
