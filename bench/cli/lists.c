/* lists.c - comma separated lists of numbers, of texts and of words out of a table. */
#include "lists.h"

#include <string.h>

#include "bench/support/fail.h"
#include "command.h"
#include "words.h"

static void refuse_twice(const rm_option *option, const char *item) {
    rm_fail("%s: %s is given twice", option->name, item);
}

/* Splits at commas, into a copy that the options own. */
static rm_texts split(rm_options *options, const rm_option *option, const char *value) {
    if (*value == '\0')
        rm_fail("%s: the list is empty", option->name);
    size_t count = 1;
    for (const char *c = value; *c; c++)
        count += *c == ',';
    const char **items = rm_own(options, rm_calloc(count, sizeof *items));
    char *rest = rm_own(options, rm_text("%s", value));
    for (size_t i = 0; i < count; i++) {
        items[i] = strsep(&rest, ",");
        if (*items[i] == '\0')
            rm_fail("%s: item %zu of the list '%s' is empty", option->name, i + 1, value);
    }
    if (count > 1 && options->given[option->id] && !options->command->lists)
        rm_fail("%s takes one value for %s, not a list of %zu ('%s')", options->command->name, option->name,
                count, value);
    return (rm_texts){items, count};
}

rm_texts rm_list_of_texts(rm_options *options, const rm_option *option, const char *value) {
    rm_texts list = split(options, option, value);
    for (size_t i = 0; i < list.count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(list.items[i], list.items[j]) == 0)
                refuse_twice(option, list.items[i]);
    return list;
}

rm_numbers rm_list_of_numbers(rm_options *options, const rm_option *option, const char *value, uint64_t low,
                              uint64_t high) {
    rm_texts list = split(options, option, value);
    uint64_t *items = rm_own(options, rm_calloc(list.count, sizeof *items));
    for (size_t i = 0; i < list.count; i++) {
        items[i] = rm_number(option->name, list.items[i], low, high);
        for (size_t j = 0; j < i; j++)
            if (items[i] == items[j])
                refuse_twice(option, list.items[i]);
    }
    return (rm_numbers){items, list.count};
}

rm_texts rm_list_of_words(rm_options *options, const rm_option *option, const char *value,
                          const char *const *words, size_t count) {
    if (strcmp(value, "all") == 0) {
        const char **all = rm_own(options, rm_calloc(count, sizeof *all));
        memcpy(all, words, count * sizeof *all);
        return (rm_texts){all, count};
    }
    char remedy[128] = "all";
    for (size_t i = 0; i < count; i++) {
        strncat(remedy, ", ", sizeof remedy - strlen(remedy) - 1);
        strncat(remedy, words[i], sizeof remedy - strlen(remedy) - 1);
    }
    rm_texts list = rm_list_of_texts(options, option, value);
    for (size_t i = 0; i < list.count; i++)
        rm_word(option->name, list.items[i], words, count, remedy);
    return list;
}
