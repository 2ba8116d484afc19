/* nearest.c - optimal string alignment (Levenshtein with swaps of neighbours), case ignored. */
#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Longer texts are compared by their beginning: a message needs no more, and cost stays bounded. */
enum { COMPARED = 48 };

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool same(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][COMPARED + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t d = last[j - 1] + !same(a[i - 1], b[j - 1]);
            d = smaller(d, smaller(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
                d = smaller(d, before[j - 2] + 1);
            row[j] = d;
        }
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[b_length];
}

/* At most a third of the letters may differ: what is further off helps nobody. */
const char *rm_nearest(const char *text, const char *const *names, size_t count) {
    size_t length = strnlen(text, COMPARED);
    const char *best = NULL;
    size_t best_distance = COMPARED;
    for (size_t i = 0; i < count; i++) {
        size_t name_length = strnlen(names[i], COMPARED);
        size_t longer = length > name_length ? length : name_length;
        size_t gap = longer - smaller(length, name_length);
        /* "fnv1a" is near to "fnv1a-32" however much is missing */
        bool begun = length >= 2 && length < name_length && strncasecmp(text, names[i], length) == 0;
        if (!begun && (gap >= best_distance || 3 * gap > longer))
            continue;
        size_t d = begun ? 1 : distance(text, length, names[i], name_length);
        if (d < best_distance && 3 * d <= longer) {
            best_distance = d;
            best = names[i];
        }
    }
    return best;
}
