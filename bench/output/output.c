#include "output.h"

#include <jansson.h>
#include <time.h>
#include <unistd.h>

#include "bench/support/cleanup.h"
#include "bench/support/interrupt.h"
#include "file.h"
#include "format.h"
#include "machine.h"
#include "partial.h"
#include "run_facts.h"
#include "sink.h"
#include "table.h"

/* Where nobody can go on with them, rows that come fast are written in blocks, rows that come slowly one by
 * one. */
#define BLOCK_BYTES   (64 * 1024)
#define FLUSH_SECONDS 0.1

struct rm_output {
    rm_target target;
    rm_format format;
    const char *path; /* as given, or NULL */
    const char *const *columns;
    unsigned count;
    uint64_t rows;
    rm_buffer buffer;
    rm_table table;
    double flushed;      /* when, in seconds of the monotonic clock */
    json_t *facts;       /* NULL unless a regular file is written */
    rm_partial *partial; /* the same */
    const rm_sink *sink; /* not NULL: rows go there, and only this, `number` and `count` are in use */
    unsigned number;
};

static double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool is_table(const rm_output *output) {
    return output->format == RM_FORMAT_TABLE || output->format == RM_FORMAT_MARKDOWN;
}

static void flush(rm_output *output) {
    rm_target_write(&output->target, output->buffer.bytes, output->buffer.length);
    if (output->partial)
        rm_partial_wrote(output->partial, output->buffer.bytes, output->buffer.length);
    output->buffer.length = 0;
}

static void add_text(rm_output *output, const char *text) {
    rm_buffer_add(&output->buffer, text, strlen(text));
}

static void csv_header(rm_output *output) {
    for (unsigned i = 0; i < output->count; i++) {
        if (i)
            rm_buffer_char(&output->buffer, ',');
        add_text(output, output->columns[i]);
    }
    rm_buffer_char(&output->buffer, '\n');
}

/* Of a regular file: its record, and the rows that it has from before. */
static void begin_file(rm_output *output, const rm_options *options) {
    static const char *const formats[] = {"table", "csv", "json", "markdown"};
    output->facts = rm_run_facts(options);
    output->target.resumable = output->format == RM_FORMAT_CSV && rm_partial_can_resume(options);
    rm_fact_set(output->facts, "format", json_string(formats[output->format]));
    output->partial = rm_partial_open(&output->target, options, output->facts);
    output->rows = rm_partial_rows(output->partial);
    if (output->rows) {
        rm_target_keep(&output->target, output->rows);
        rm_output_fact_count(output, "resumed_rows", output->rows);
    }
}

rm_output *rm_output_open(const rm_options *options, const char *const *columns, unsigned count) {
    if (count == 0 || count > RM_MAX_COLUMNS)
        rm_fail("a table of %u columns cannot be written", count);
    rm_output *output = rm_calloc(1, sizeof *output);
    output->count = count;
    output->sink = options->sink;
    if (output->sink) {
        output->number = output->sink->open(columns, count);
        return output;
    }
    output->format = options->format;
    output->path = options->output;
    output->columns = columns;
    output->target = rm_target_open(options->output);
    if (output->target.replaces)
        begin_file(output, options);
    if (is_table(output))
        rm_table_start(&output->table, columns, count, output->format == RM_FORMAT_MARKDOWN);
    else if (output->format == RM_FORMAT_CSV && !output->rows)
        csv_header(output);
    return output;
}

size_t rm_output_cells(const rm_output *output, size_t count) {
    size_t cells = output->partial ? rm_partial_cells(output->partial) : 0;
    if (cells > count)
        rm_fail("cannot go on with %s: it has %zu cells, and there are %zu; remove it to begin anew",
                output->target.temporary, cells, count);
    return cells;
}

void rm_output_reached(rm_output *output, size_t cells) {
    if (output->partial && output->format == RM_FORMAT_CSV)
        rm_partial_mark(output->partial, cells, output->rows);
}

void rm_output_fact(rm_output *output, const char *name, const char *text) {
    if (output->sink)
        output->sink->fact(output->number, name, text);
    if (output->facts && json_object_set_new(output->facts, name, json_string(text)) != 0)
        rm_fail("the fact %s cannot be recorded: its text is not UTF-8", name);
}

void rm_output_fact_count(rm_output *output, const char *name, uint64_t count) {
    if (output->sink)
        output->sink->fact_count(output->number, name, count);
    if (output->facts && json_object_set_new(output->facts, name, json_integer((json_int_t)count)) != 0)
        rm_fail("the fact %s cannot be recorded", name);
}

static void csv_row(rm_output *output, const rm_row *row) {
    for (unsigned i = 0; i < output->count; i++) {
        if (i)
            rm_buffer_char(&output->buffer, ',');
        rm_format_csv(&output->buffer, &row->values[i]);
    }
    rm_buffer_char(&output->buffer, '\n');
}

static void json_row(rm_output *output, const rm_row *row) {
    add_text(output, output->rows ? ",\n{" : "[\n{");
    for (unsigned i = 0; i < output->count; i++) {
        const char *name = output->columns[i];
        rm_value key = {.kind = RM_TEXT, .u.t = {(char *)(uintptr_t)name, strlen(name)}};
        if (i)
            rm_buffer_add(&output->buffer, ", ", 2);
        rm_format_json(&output->buffer, &key);
        rm_buffer_add(&output->buffer, ": ", 2);
        rm_format_json(&output->buffer, &row->values[i]);
    }
    rm_buffer_char(&output->buffer, '}');
}

static void table_row(rm_output *output, const rm_row *row) {
    rm_table_row(&output->table, row);
    if (rm_table_full(&output->table))
        rm_table_print(&output->table, false, &output->buffer);
}

/* A row that is in the file outlives this process, whatever ends it. */
static void keep_row(rm_output *output) {
    flush(output);
    if (output->rows == 1)
        rm_partial_keep(output->partial);
    rm_target_keep(&output->target, output->rows);
}

void rm_output_row(rm_output *output, rm_row *row) {
    if (output->sink) {
        output->sink->row(output->number, row, output->count);
        rm_row_clear(row);
        return;
    }
    if (output->format == RM_FORMAT_CSV)
        csv_row(output, row);
    else if (output->format == RM_FORMAT_JSON)
        json_row(output, row);
    else
        table_row(output, row);
    output->rows++;
    rm_row_clear(row);
    if (output->partial && !is_table(output)) {
        keep_row(output);
        return;
    }
    double now = seconds_now();
    if (output->buffer.length >= BLOCK_BYTES || now - output->flushed >= FLUSH_SECONDS) {
        flush(output);
        output->flushed = now;
    }
}

/* What belongs behind the last row. */
static void end_rows(rm_output *output) {
    if (is_table(output))
        rm_table_print(&output->table, true, &output->buffer);
    else if (output->format == RM_FORMAT_JSON)
        add_text(output, output->rows ? "\n]\n" : "[]\n");
    flush(output);
    rm_target_seal(&output->target);
}

/* The metadata of `file`, on the disk and still without their name. */
static rm_target write_facts(rm_output *output, const char *file) {
    json_object_set_new(output->facts, "rows", json_integer((json_int_t)output->rows));
    char *text = json_dumps(output->facts, JSON_INDENT(2));
    if (!text)
        rm_fail("out of memory for the metadata of %s", file);
    char *path = rm_metadata_path(file);
    rm_target target = rm_target_open_facts(path, &output->target);
    rm_target_write(&target, text, strlen(text));
    rm_target_write(&target, "\n", 1);
    rm_target_seal(&target);
    free(path);
    free(text);
    return target;
}

/* The rows stay where they are. */
static void leave_partial(rm_output *output) {
    rm_cleanup_forget(output->target.temporary);
    rm_partial_keep(output->partial);
    rm_partial_stop(output->partial, output->facts, output->rows);
    rm_note("interrupted: the %llu finished rows are in %s%s", (unsigned long long)output->rows,
            output->target.temporary, output->target.resumable ? "; --resume goes on from there" : "");
    rm_target_free(&output->target);
}

static void publish_file(rm_output *output) {
    if (rm_interrupted()) {
        leave_partial(output);
        return;
    }
    rm_target facts = write_facts(output, output->path);
    rm_target_publish_pair(&output->target, &facts);
    rm_partial_remove(output->partial);
}

static void publish(rm_output *output) {
    if (output->target.replaces) {
        publish_file(output);
        return;
    }
    rm_target_free(&output->target);
    if (rm_interrupted())
        rm_note("interrupted: %s holds the %llu finished rows",
                output->path ? output->path : "standard output", (unsigned long long)output->rows);
}

void rm_output_close(rm_output *output) {
    if (output->sink) {
        output->sink->flush();
        free(output);
        return;
    }
    end_rows(output);
    publish(output);
    json_decref(output->facts);
    rm_partial_free(output->partial);
    rm_table_free(&output->table);
    rm_buffer_free(&output->buffer);
    free(output);
}

void rm_output_abandon(rm_output *output) {
    if (output->sink) {
        output->sink->flush();
    } else {
        end_rows(output);
        publish(output);
    }
    /* not exit(): other threads still run */
    fflush(NULL);
    _exit(128 + rm_interrupt_signal());
}
