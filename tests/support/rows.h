/* rows.h - texts of lines and TAB-separated cells, as recorded answers have them: split at LF and TAB only. */
#ifndef TEST_ROWS_H
#define TEST_ROWS_H

#include <stddef.h>

enum { TEST_MOST_CELLS = 8 };

typedef struct test_row {
    const char *cells[TEST_MOST_CELLS]; /* "" behind the last */
    size_t count;
} test_row;

typedef struct test_rows {
    char *text;
    test_row *rows;
    size_t count;
} test_rows;

/* The whole text of a file, freed by the caller; NULL: it cannot be read. */
char *test_read_text(const char *path);
/* Empty lines behind the last are none. False: the file cannot be read. */
int test_rows_read(const char *path, test_rows *rows);
void test_rows_free(test_rows *rows);

#endif
