/* words.c - numbers, parts and words out of a table. */
#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "bench/support/nearest.h"

uint64_t rm_number(const char *what, const char *text, uint64_t low, uint64_t high) {
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] != '\0')
        rm_fail("%s: '%s' is not a whole number; write plain digits, %llu to %llu", what, text,
                (unsigned long long)low, (unsigned long long)high);
    uint64_t value = 0;
    bool fits = true;
    for (size_t i = 0; i < digits && fits; i++)
        fits = !__builtin_mul_overflow(value, UINT64_C(10), &value) &&
               !__builtin_add_overflow(value, (uint64_t)(text[i] - '0'), &value);
    if (!fits || value < low || value > high)
        rm_fail("%s: %s is out of range, %llu to %llu", what, text, (unsigned long long)low,
                (unsigned long long)high);
    return value;
}

bool rm_percent(const char *text, double *percent) {
    size_t length = strlen(text);
    if (length < 2 || text[length - 1] != '%' || strspn(text, "0123456789.") != length - 1)
        return false;
    char *end;
    *percent = strtod(text, &end);
    return end == text + length - 1 && *percent > 0 && *percent < 100;
}

size_t rm_word(const char *what, const char *text, const char *const *words, size_t count,
               const char *remedy) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    const char *nearest = rm_nearest(text, words, count);
    if (nearest)
        rm_fail("%s: unknown '%s'; did you mean %s? (%s)", what, text, nearest, remedy);
    rm_fail("%s: unknown '%s' (%s)", what, text, remedy);
}
