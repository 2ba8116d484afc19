#include "history_series.h"

#include <jansson.h>

#include "bench/stats/samples.h"
#include "records_read.h"

typedef struct reader {
    rm_histories all;
    size_t name, figure, revision, value; /* columns */
    size_t *series;                       /* the number of each row's series */
    json_t *ids;
} reader;

static const char header[] = "case,figure,revision,value";

static size_t series_of(reader *r, size_t row) {
    const char *name = rm_record(&r->all.file, row, r->name),
               *figure = rm_record(&r->all.file, row, r->figure);
    char *key = rm_text("%s\x1f%s", name, figure);
    json_t *known = json_object_get(r->ids, key);
    size_t id = known ? (size_t)json_integer_value(known) : r->all.count;
    if (!known) {
        if (json_object_set_new_nocheck(r->ids, key, json_integer((json_int_t)id)) != 0)
            rm_fail("out of memory for the series");
        r->all.list = rm_realloc(r->all.list, (id + 1) * sizeof *r->all.list);
        r->all.list[id] = (rm_series){.name = name,
                                      .figure = figure,
                                      .numeric = true,
                                      /* a column without a known name is taken for one that scatters */
                                      .role = rm_figure_of(figure, false, NULL, NULL).role};
        r->all.count++;
    }
    free(key);
    return id;
}

/* An exact figure may be a text, such as a digest; a measured one must be a number. */
static void check_value(reader *r, size_t row, rm_series *series) {
    const char *text = rm_record(&r->all.file, row, r->value);
    double number;
    if (!*text || !*rm_record(&r->all.file, row, r->revision))
        rm_records_fail(&r->all.file, row, "the %s is empty", *text ? "revision" : "value");
    if (rm_plain_number(text, &number))
        return;
    if (series->role != RM_ROLE_EXACT)
        rm_records_fail(&r->all.file, row, "the value '%s' of %s is no plain number", text, series->figure);
    series->numeric = false;
}

static void count_points(reader *r) {
    for (size_t row = 0; row < r->all.file.rows; row++) {
        r->series[row] = series_of(r, row);
        rm_series *series = &r->all.list[r->series[row]];
        series->count++;
        check_value(r, row, series);
    }
    for (size_t i = 0; i < r->all.count; i++) {
        r->all.list[i].points = rm_calloc(r->all.list[i].count, sizeof *r->all.list[i].points);
        r->all.list[i].count = 0;
    }
}

static void add_points(reader *r) {
    for (size_t row = 0; row < r->all.file.rows; row++) {
        rm_series *series = &r->all.list[r->series[row]];
        rm_point *point = &series->points[series->count++];
        point->revision = rm_record(&r->all.file, row, r->revision);
        point->text = rm_record(&r->all.file, row, r->value);
        rm_plain_number(point->text, &point->value);
    }
}

/* Makes one point, the median, of values of one revision in a row: a change can only be between revisions. */
static void merge_revisions(rm_series *series) {
    size_t kept = 0;
    double *values = rm_calloc(series->count, sizeof *values);
    for (size_t from = 0, to; from < series->count; from = to) {
        rm_point point = series->points[from];
        for (to = from; to < series->count && strcmp(series->points[to].revision, point.revision) == 0; to++)
            values[to - from] = series->points[to].value;
        point.value = rm_median(values, to - from);
        series->points[kept++] = point;
    }
    series->count = kept;
    free(values);
}

/* Marks the points that one row of accepted steps is about; returns how many there were. */
static size_t accept(rm_histories *all, const char *name, const char *figure, const char *revision) {
    size_t found = 0;
    for (size_t i = 0; i < all->count; i++) {
        const rm_series *series = &all->list[i];
        if (strcmp(series->name, name) != 0 || (*figure && strcmp(series->figure, figure) != 0))
            continue;
        for (size_t k = 1; k < series->count; k++)
            if (strcmp(series->points[k].revision, revision) == 0) {
                series->points[k].accepted = true;
                found++;
            }
    }
    return found;
}

static void read_accepted(rm_histories *all, const char *path) {
    rm_records file = rm_records_read_any("ACCEPTED", path);
    size_t name = rm_records_column_needed(&file, "case", "case,revision,reason"),
           revision = rm_records_column_needed(&file, "revision", "case,revision,reason"),
           figure = rm_records_column(&file, "figure");
    for (size_t row = 0; row < file.rows; row++) {
        const char *of = figure == SIZE_MAX ? "" : rm_record(&file, row, figure);
        if (!accept(all, rm_record(&file, row, name), of, rm_record(&file, row, revision)))
            rm_warn("%s:%llu: no series of '%s' has a step at revision %s", path,
                    (unsigned long long)file.places[row], rm_record(&file, row, name),
                    rm_record(&file, row, revision));
    }
    rm_records_free(&file);
}

rm_histories rm_histories_read(const char *path, const char *accepted) {
    reader r = {.all = {.file = rm_records_read("FILE", path)}, .ids = json_object()};
    r.name = rm_records_column_needed(&r.all.file, "case", header);
    r.figure = rm_records_column_needed(&r.all.file, "figure", header);
    r.revision = rm_records_column_needed(&r.all.file, "revision", header);
    r.value = rm_records_column_needed(&r.all.file, "value", header);
    r.series = rm_calloc(r.all.file.rows, sizeof *r.series);
    count_points(&r);
    add_points(&r);
    for (size_t i = 0; i < r.all.count; i++)
        merge_revisions(&r.all.list[i]);
    if (accepted)
        read_accepted(&r.all, accepted);
    free(r.series);
    json_decref(r.ids);
    return r.all;
}

void rm_histories_free(rm_histories *histories) {
    for (size_t i = 0; i < histories->count; i++)
        free(histories->list[i].points);
    free(histories->list);
    rm_records_free(&histories->file);
    *histories = (rm_histories){0};
}
