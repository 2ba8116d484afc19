/* columns.c - finds out what the columns of two files mean together. */
#include <strings.h>

#include "columns.h"

static const char *const roles_of_sides[] = {"BASE", "HEAD"};

static bool has(const void *of, const char *name) {
    const rm_columns *columns = of;
    return rm_records_column(&columns->files[RM_BASE], name) != SIZE_MAX ||
           rm_records_column(&columns->files[RM_HEAD], name) != SIZE_MAX;
}

/* These words stand where a number should; a column that has them is still one of numbers. */
static bool is_no_number(const char *text) {
    text += *text == '-' || *text == '+';
    return strcasecmp(text, "nan") == 0 || strcasecmp(text, "inf") == 0 || strcasecmp(text, "infinity") == 0;
}

/* Is the column not empty, and every text in it a number? */
static bool is_numeric(const rm_columns *columns, const rm_column *column) {
    bool some = false;
    double number;
    for (int side = 0; side < RM_SIDES; side++)
        for (size_t row = 0; column->at[side] != SIZE_MAX && row < columns->files[side].rows; row++) {
            const char *text = rm_record(&columns->files[side], row, column->at[side]);
            if (*text && !rm_plain_number(text, &number) && !is_no_number(text))
                return false;
            some = some || *text;
        }
    return some;
}

static const char *first_text(const rm_columns *columns, const rm_column *column) {
    int side = column->at[RM_BASE] != SIZE_MAX ? RM_BASE : RM_HEAD;
    return rm_record(&columns->files[side], 0, column->at[side]);
}

static const char *text_named(const rm_columns *columns, rm_place place, const char *name) {
    const rm_records *file = &columns->files[place.side];
    size_t column = rm_records_column(file, name);
    return column == SIZE_MAX ? "" : rm_record(file, place.row, column);
}

static bool are_akin(const rm_columns *columns, rm_place a, rm_place b) {
    return strcmp(text_named(columns, a, "algorithm"), text_named(columns, b, "algorithm")) == 0 &&
           strcmp(text_named(columns, a, "preset"), text_named(columns, b, "preset")) == 0;
}

/* Finds for each row the first row of both files that has its algorithm and preset. A column in which all
 * such rows are alike does not tell cases apart. The search is linear, since algorithms are few. */
static void find_leaders(rm_columns *columns) {
    rm_place *firsts = NULL;
    size_t count = 0;
    for (int side = 0; side < RM_SIDES; side++) {
        size_t rows = columns->files[side].rows;
        columns->leaders[side] = rm_calloc(rows, sizeof *columns->leaders[side]);
        for (size_t row = 0; row < rows; row++) {
            size_t i = 0;
            while (i < count && !are_akin(columns, firsts[i], (rm_place){side, row}))
                i++;
            if (i == count) {
                firsts = rm_realloc(firsts, (count + 1) * sizeof *firsts);
                firsts[count++] = (rm_place){side, row};
            }
            columns->leaders[side][row] = firsts[i];
        }
    }
    free(firsts);
}

/* Does the column tell no two rows of one algorithm apart? */
static bool is_constant(const rm_columns *columns, const rm_column *column) {
    for (int side = 0; side < RM_SIDES; side++)
        for (size_t row = 0; column->at[side] != SIZE_MAX && row < columns->files[side].rows; row++) {
            const char *first = text_named(columns, columns->leaders[side][row], column->name);
            if (strcmp(rm_record(&columns->files[side], row, column->at[side]), first) != 0)
                return false;
        }
    return true;
}

static void add(rm_columns *columns, const char *name) {
    rm_column *column = &columns->list[columns->count++];
    column->name = name;
    for (int side = 0; side < RM_SIDES; side++)
        column->at[side] = rm_records_column(&columns->files[side], name);
    column->kind = rm_figure_of(name, is_numeric(columns, column), has, columns);
    column->constant = is_constant(columns, column);
}

/* Refuses files that have the same time in different units, each under a name of its own. */
static void refuse_other_units(const rm_columns *columns) {
    for (size_t i = 0; i < columns->count; i++)
        for (size_t j = 0; j < columns->count; j++) {
            const rm_column *a = &columns->list[i], *b = &columns->list[j];
            char stem[2][128];
            if (a->at[RM_HEAD] != SIZE_MAX || b->at[RM_BASE] != SIZE_MAX || a->kind.role != RM_ROLE_TIMED ||
                b->kind.role != RM_ROLE_TIMED)
                continue;
            rm_figure_stem(a->name, stem[0], sizeof stem[0]);
            rm_figure_stem(b->name, stem[1], sizeof stem[1]);
            if (*stem[0] && strcmp(stem[0], stem[1]) == 0)
                rm_fail("other units: %s has %s in %s, %s has %s in %s; convert one of them",
                        columns->files[RM_BASE].path, a->name, a->kind.unit, columns->files[RM_HEAD].path,
                        b->name, b->kind.unit);
        }
}

static char *figures_of(const rm_columns *columns, int side) {
    char *text = rm_text("%s", "");
    for (size_t i = 0; i < columns->count; i++) {
        const rm_column *column = &columns->list[i];
        if (column->at[side] == SIZE_MAX || !rm_is_figure(column->kind.role))
            continue;
        rm_text_join(&text, ", ", column->name);
    }
    return text;
}

static void check_figures(const rm_columns *columns) {
    char *figures[] = {figures_of(columns, RM_BASE), figures_of(columns, RM_HEAD)};
    for (int side = 0; side < RM_SIDES; side++)
        if (!*figures[side])
            rm_fail(
                "%s %s: no column of it is a figure; a figure is named as in ns_median, latency_ns, "
                "memory_bytes or digest",
                roles_of_sides[side], columns->files[side].path);
    bool shared = false;
    for (size_t i = 0; i < columns->count; i++)
        shared = shared || (rm_is_figure(columns->list[i].kind.role) && rm_column_shared(&columns->list[i]));
    if (!shared)
        rm_fail("no figure is in both files: %s has %s, %s has %s; compare two results of one command",
                columns->files[RM_BASE].path, figures[0], columns->files[RM_HEAD].path, figures[1]);
    free(figures[0]);
    free(figures[1]);
}

/* Warns of columns that one file lacks. Newer versions add columns: an empty one tells no cases apart. */
static void say_unshared(const rm_columns *columns) {
    for (size_t i = 0; i < columns->count; i++) {
        const rm_column *column = &columns->list[i];
        bool empty = column->constant && !*first_text(columns, column);
        bool matters = column->kind.role == RM_ROLE_KEY || rm_is_figure(column->kind.role);
        if (!rm_column_shared(column) && !empty && matters)
            rm_warn("only %s has the column %s; it is not compared",
                    columns->files[column->at[RM_BASE] == SIZE_MAX].path, column->name);
    }
}

rm_columns rm_columns_of(const rm_records *files) {
    rm_columns columns = {.files = files};
    columns.list = rm_calloc(files[RM_BASE].columns + files[RM_HEAD].columns, sizeof *columns.list);
    find_leaders(&columns);
    for (size_t i = 0; i < files[RM_BASE].columns; i++)
        add(&columns, files[RM_BASE].names[i]);
    for (size_t i = 0; i < files[RM_HEAD].columns; i++)
        if (rm_records_column(&files[RM_BASE], files[RM_HEAD].names[i]) == SIZE_MAX)
            add(&columns, files[RM_HEAD].names[i]);
    refuse_other_units(&columns);
    check_figures(&columns);
    say_unshared(&columns);
    return columns;
}

static bool is_one_of(const char *name, const char *const *names) {
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* The name of a case has the columns that everybody asks for, and those that tell cases apart. */
static bool is_shown(const rm_column *column, bool has_preset, bool all) {
    static const char *const always[] = {"preset",       "algorithm", "hash", "nodes",   "vnodes",
                                         "total_points", "command",   "case", "contest", NULL};
    if (column->kind.role != RM_ROLE_KEY || !rm_column_shared(column))
        return false;
    if (strcmp(column->name, "algorithm") == 0 && has_preset)
        return false;
    return all || !column->constant || is_one_of(column->name, always);
}

char *rm_columns_case_name(const rm_columns *columns, int side, size_t row) {
    static const char *const bare[] = {"preset",    "algorithm", "hash", "mode",    "stage",
                                       "operation", "command",   "case", "contest", NULL};
    const rm_records *file = &columns->files[side];
    char *text = rm_text("%s", "");
    size_t preset = rm_records_column(file, "preset");
    bool has_preset = preset != SIZE_MAX && *rm_record(file, row, preset);
    for (int all = 0; all < 2 && !*text; all++)
        for (size_t i = 0; i < columns->count; i++) {
            const rm_column *column = &columns->list[i];
            const char *value = rm_column_shared(column) ? rm_record(file, row, column->at[side]) : "";
            if (!*value || !is_shown(column, has_preset, all))
                continue;
            bool named = !is_one_of(column->name, bare);
            char *longer = rm_text("%s%s%s%s%s", text, *text ? " " : "", named ? column->name : "",
                                   named ? "=" : "", value);
            free(text);
            text = longer;
        }
    return text;
}

void rm_columns_free(rm_columns *columns) {
    free(columns->list);
    free(columns->leaders[RM_BASE]);
    free(columns->leaders[RM_HEAD]);
    *columns = (rm_columns){0};
}
