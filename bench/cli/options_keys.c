/* options_keys.c - how generated keys are drawn. */
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "takers.h"
#include "words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

void rm_take_key_dist(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"uniform", "sequential", "zipf:S", "points"};
    o->key_dist_text = value;
    if (strncmp(value, "zipf:", 5) != 0) {
        size_t word =
            rm_word(option->name, value, words, COUNT(words), "uniform, sequential, zipf:S or points");
        if (word != RM_KEYS_ZIPF) {
            o->key_dist = (rm_key_dist)word;
            return;
        }
    }
    const char *number = value + 5;
    size_t length = strlen(number);
    char *end = NULL;
    o->key_dist = RM_KEYS_ZIPF;
    o->zipf = strtod(number, &end);
    bool plain = length > 0 && strspn(number, "0123456789.") == length && *end == '\0';
    if (!plain || !(o->zipf > 0) || o->zipf > RM_MAX_ZIPF)
        rm_fail("%s: '%s': the S of zipf:S is a number above 0, up to %d, as in zipf:0.99", option->name,
                value, RM_MAX_ZIPF);
}
