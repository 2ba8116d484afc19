#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *test_read_text(const char *path) {
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t room = 0;
    if (!file)
        return NULL;
    if (getdelim(&text, &room, '\0', file) < 0) {
        free(text);
        text = calloc(1, 1);
    }
    fclose(file);
    return text;
}

static test_row split_row(char *line) {
    test_row row = {.count = 0};
    for (char *cell = line; row.count < TEST_MOST_CELLS; row.count++) {
        row.cells[row.count] = cell;
        char *tab = strchr(cell, '\t');
        if (!tab) {
            row.count++;
            break;
        }
        *tab = '\0';
        cell = tab + 1;
    }
    for (size_t i = row.count; i < TEST_MOST_CELLS; i++)
        row.cells[i] = "";
    return row;
}

int test_rows_read(const char *path, test_rows *rows) {
    *rows = (test_rows){.text = test_read_text(path)};
    if (!rows->text)
        return 0;
    size_t lines = 1;
    for (const char *at = rows->text; *at; at++)
        lines += *at == '\n';
    rows->rows = calloc(lines, sizeof *rows->rows);
    if (!rows->rows)
        abort();
    for (char *line = rows->text; line && *line;) {
        char *end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        rows->rows[rows->count++] = split_row(line);
        line = end;
    }
    return 1;
}

void test_rows_free(test_rows *rows) {
    free(rows->rows);
    free(rows->text);
    *rows = (test_rows){0};
}
