/* cases.c - groups the rows of two files into cases, and gathers the values of each figure. */
#include "cases.h"

#include <jansson.h>
#include <strings.h>

#include "bench/regression/records_read.h"
#include "bench/stats/samples.h"
#include "columns.h"

#define NONE SIZE_MAX

/* The first and last row of one case in each file; `next` of grouping leads from one to the other. */
typedef struct chain {
    size_t first[RM_SIDES], last[RM_SIDES];
} chain;

typedef struct grouping {
    rm_findings *findings;
    rm_columns columns;
    json_t *ids; /* from the texts of the key columns to the case */
    chain *cases;
    size_t *next[RM_SIDES]; /* for each row, the next one of its case */
} grouping;

/* Adds the texts of a row's columns of one or two roles to `key`. A column that only one file has names no
 * case. */
static void put_texts(const grouping *g, int side, size_t row, rm_role role, rm_role other, rm_buffer *key) {
    for (size_t i = 0; i < g->columns.count; i++) {
        const rm_column *column = &g->columns.list[i];
        if ((column->kind.role != role && column->kind.role != other) || column->at[side] == NONE)
            continue;
        if (role == RM_ROLE_KEY && !rm_column_shared(column))
            continue;
        const char *text = rm_record(&g->findings->files[side], row, column->at[side]);
        rm_buffer_add(key, text, strlen(text));
        rm_buffer_char(key, 0x1f);
    }
}

/* The number of a text in a table; a text that is new there gets the number `fresh`. */
static size_t number_of(json_t *numbers, const char *text, size_t fresh) {
    json_t *known = json_object_get(numbers, text);
    if (known)
        return (size_t)json_integer_value(known);
    if (json_object_set_new_nocheck(numbers, text, json_integer((json_int_t)fresh)) != 0)
        rm_fail("out of memory for the cases");
    return fresh;
}

static size_t case_of(grouping *g, const rm_buffer *key, int side, size_t row) {
    rm_findings *f = g->findings;
    size_t id = number_of(g->ids, key->bytes, f->case_count);
    if (id < f->case_count)
        return id;
    f->names = rm_realloc(f->names, (id + 1) * sizeof *f->names);
    f->names[id] = rm_columns_case_name(&g->columns, side, row);
    g->cases = rm_realloc(g->cases, (id + 1) * sizeof *g->cases);
    g->cases[id] = (chain){{NONE, NONE}, {NONE, NONE}};
    f->case_count++;
    return id;
}

/* The same case twice is fine only where launches or observations are numbered, and the numbers differ. */
static void refuse_duplicate(grouping *g, json_t *seen, rm_buffer *key, int side, size_t row, size_t id) {
    const rm_records *file = &g->findings->files[side];
    key->length--; /* its NUL */
    put_texts(g, side, row, RM_ROLE_RUN, RM_ROLE_SAMPLE, key);
    rm_buffer_char(key, 0);
    size_t earlier = number_of(seen, key->bytes, row);
    if (earlier != row)
        rm_records_fail(
            file, row,
            "the case '%s' is there already (%llu); name launches of one case in a column 'launch'",
            g->findings->names[id], (unsigned long long)file->places[earlier]);
}

static void group_file(grouping *g, int side) {
    const rm_records *file = &g->findings->files[side];
    json_t *seen = json_object();
    rm_buffer key = {0};
    g->next[side] = rm_calloc(file->rows, sizeof *g->next[side]);
    for (size_t row = 0; row < file->rows; row++) {
        key.length = 0;
        put_texts(g, side, row, RM_ROLE_KEY, RM_ROLE_KEY, &key);
        rm_buffer_char(&key, 0);
        size_t id = case_of(g, &key, side, row);
        refuse_duplicate(g, seen, &key, side, row, id);
        chain *rows = &g->cases[id];
        if (rows->first[side] == NONE)
            rows->first[side] = row;
        else
            g->next[side][rows->last[side]] = row;
        rows->last[side] = row;
        g->next[side][row] = NONE;
    }
    rm_buffer_free(&key);
    json_decref(seen);
}

/* Reads a value. An exact figure may be a text, and then the answer is false; any other must be a number that
 * can be measured. */
static bool number_at(const rm_records *file, size_t row, const rm_column *column, const char *text,
                      double *number) {
    bool good = rm_plain_number(text, number);
    if (column->kind.role == RM_ROLE_EXACT) {
        if (!good &&
            (strcasecmp(text, "nan") == 0 || strcasecmp(text, "inf") == 0 || strcasecmp(text, "-inf") == 0))
            rm_records_fail(file, row, "%s is '%s', no number; what is not known is an empty field",
                            column->name, text);
        return good;
    }
    if (!good)
        rm_records_fail(file, row, "%s is '%s', no plain number (units belong into the column's name)",
                        column->name, text);
    if (*number < 0 || (column->kind.role == RM_ROLE_TIMED && !(*number > 0)))
        rm_records_fail(file, row, "%s is %s; a measured one is above 0", column->name, text);
    return true;
}

/* Replaces the values of each launch by their median, in the order in which launches begin. `of` has the
 * number of each value's launch. */
static void by_launch(rm_said *said, const size_t *of, size_t launches) {
    double *parts = rm_calloc(said->count, sizeof *parts), *medians = rm_calloc(launches, sizeof *medians);
    size_t *ends = rm_calloc(launches + 1, sizeof *ends); /* where each launch's values end in `parts` */
    for (size_t i = 0; i < said->count; i++)
        ends[of[i] + 1]++;
    for (size_t launch = 1; launch < launches; launch++)
        ends[launch] += ends[launch - 1];
    for (size_t i = 0; i < said->count; i++)
        parts[ends[of[i]]++] = said->values[i];
    for (size_t launch = 0, begin = 0; launch < launches; begin = ends[launch++])
        medians[launch] = rm_median(parts + begin, ends[launch] - begin);
    free(parts);
    free(ends);
    free(said->values);
    said->values = medians;
    said->count = launches;
    said->launches = true;
}

static size_t length_of(const grouping *g, size_t id, int side) {
    size_t count = 0;
    for (size_t row = g->cases[id].first[side]; row != NONE; row = g->next[side][row])
        count++;
    return count;
}

static const rm_column *launch_column(const grouping *g, int side) {
    for (size_t i = 0; i < g->columns.count; i++)
        if (g->columns.list[i].kind.role == RM_ROLE_RUN && g->columns.list[i].at[side] != NONE)
            return &g->columns.list[i];
    return NULL;
}

static rm_said gather(const grouping *g, size_t id, int side, const rm_column *column) {
    const rm_records *file = &g->findings->files[side];
    size_t room = length_of(g, id, side), launches = 0;
    rm_said said = {.values = rm_calloc(room ? room : 1, sizeof *said.values), .numeric = true};
    size_t *of = rm_calloc(room ? room : 1, sizeof *of);
    const rm_column *launch = launch_column(g, side);
    json_t *seen = json_object();
    for (size_t row = g->cases[id].first[side]; row != NONE; row = g->next[side][row]) {
        const char *text = rm_record(file, row, column->at[side]);
        double number = NAN;
        if (!*text)
            continue;
        said.numeric = number_at(file, row, column, text, &number) && said.numeric;
        said.varies = said.varies || (said.text && strcmp(said.text, text) != 0);
        said.text = said.text ? said.text : text;
        if (launch)
            of[said.count] = number_of(seen, rm_record(file, row, launch->at[side]), launches);
        launches += launch && of[said.count] == launches;
        said.values[said.count++] = number;
    }
    /* of a single launch the observations are kept: there is nothing better */
    if (launches > 1)
        by_launch(&said, of, launches);
    free(of);
    json_decref(seen);
    return said;
}

static void add_findings(grouping *g, size_t id) {
    rm_findings *f = g->findings;
    for (size_t i = 0; i < g->columns.count; i++) {
        const rm_column *column = &g->columns.list[i];
        if (!rm_is_figure(column->kind.role) || !rm_column_shared(column))
            continue;
        rm_finding *finding = &f->list[f->count];
        *finding = (rm_finding){.name = f->names[id], .figure = column->name, .kind = column->kind};
        for (int side = 0; side < RM_SIDES; side++)
            finding->said[side] = gather(g, id, side, column);
        if (!finding->said[RM_BASE].text && !finding->said[RM_HEAD].text) {
            free(finding->said[RM_BASE].values);
            free(finding->said[RM_HEAD].values);
            continue;
        }
        f->timed = f->timed || column->kind.role == RM_ROLE_TIMED;
        f->count++;
    }
}

static bool has_one_command(const rm_records *file) {
    return file->hyperfine && file->places[file->rows - 1] == 1;
}

/* Two files of hyperfine with one command each, as old/tool and new/tool: they are one case, under BASE's
 * name. */
static void pair_commands(rm_records *base, rm_records *head) {
    if (!has_one_command(base) || !has_one_command(head) ||
        strcmp(rm_record(base, 0, 0), rm_record(head, 0, 0)) == 0)
        return;
    rm_note("each file has one command: '%s' is compared with '%s'", rm_record(base, 0, 0),
            rm_record(head, 0, 0));
    size_t at = head->texts.length;
    const char *name = rm_record(base, 0, 0);
    rm_buffer_add(&head->texts, name, strlen(name) + 1);
    for (size_t row = 0; row < head->rows; row++)
        head->cells[row * head->columns] = at;
}

static void refuse_without_common_case(const grouping *g) {
    const rm_findings *f = g->findings;
    for (size_t id = 0; id < f->case_count; id++)
        if (g->cases[id].first[RM_BASE] != NONE && g->cases[id].first[RM_HEAD] != NONE)
            return;
    rm_fail("no case is in both files, so nothing can be compared: %s has '%s', %s has '%s'",
            f->files[RM_BASE].path, f->names[0], f->files[RM_HEAD].path, f->names[f->case_count - 1]);
}

rm_findings rm_findings_of(const char *base, const char *head) {
    rm_findings f = {.files = {rm_records_read("BASE", base), rm_records_read("HEAD", head)}};
    pair_commands(&f.files[RM_BASE], &f.files[RM_HEAD]);
    grouping g = {.findings = &f, .columns = rm_columns_of(f.files), .ids = json_object()};
    for (int side = 0; side < RM_SIDES; side++)
        group_file(&g, side);
    refuse_without_common_case(&g);
    f.list = rm_calloc(f.case_count * g.columns.count, sizeof *f.list);
    for (size_t id = 0; id < f.case_count; id++)
        add_findings(&g, id);
    if (f.count == 0)
        rm_fail("no figure of %s or %s has a value", base, head);
    json_decref(g.ids);
    rm_columns_free(&g.columns);
    free(g.cases);
    free(g.next[RM_BASE]);
    free(g.next[RM_HEAD]);
    return f;
}

void rm_findings_free(rm_findings *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        free(findings->list[i].said[RM_BASE].values);
        free(findings->list[i].said[RM_HEAD].values);
        free(findings->list[i].reason);
    }
    for (size_t i = 0; i < findings->case_count; i++)
        free(findings->names[i]);
    for (int side = 0; side < RM_SIDES; side++)
        rm_records_free(&findings->files[side]);
    free(findings->list);
    free(findings->names);
    *findings = (rm_findings){0};
}
