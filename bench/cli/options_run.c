/* options_run.c - what is printed, what of it is timed, which part of a sweep, and what fails a run. */
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "lists.h"
#include "takers.h"
#include "words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

void rm_take_format(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"table", "csv", "json", "markdown"};
    o->format = (rm_format)rm_word(option->name, value, words, COUNT(words), "table, csv, json or markdown");
}

void rm_take_mode(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"loop", "chain", "batch"};
    o->modes = rm_list_of_words(o, option, value, words, COUNT(words));
}

void rm_take_stage(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"hash", "search", "total"};
    o->stages = rm_list_of_words(o, option, value, words, COUNT(words));
}

void rm_take_shard(rm_options *o, const rm_option *option, const char *value) {
    char *part = rm_text("%s", value);
    char *slash = strchr(part, '/');
    if (!slash)
        rm_fail("%s: '%s' is not I/N, as in 1/4", option->name, value);
    *slash = '\0';
    o->shards = rm_number("--shard, the N of I/N", slash + 1, 1, RM_MAX_SHARDS);
    o->shard = rm_number("--shard, the I of I/N", part, 1, o->shards);
    free(part);
}

void rm_take_fail_above(rm_options *o, const rm_option *option, const char *value) {
    o->fail_above = rm_real_of(option, value);
    if (!(o->fail_above >= 0))
        rm_fail("%s: '%s' is below 0; it is a slowdown in per cent, as in %s 10", option->name, value,
                option->name);
}
