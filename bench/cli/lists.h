/* lists.h - private: comma separated lists behind an option: at least one item, none empty, none twice. */
#ifndef RM_LISTS_H
#define RM_LISTS_H

#include "option.h"
#include "options.h"

rm_texts rm_list_of_texts(rm_options *options, const rm_option *option, const char *value);
rm_numbers rm_list_of_numbers(rm_options *options, const rm_option *option, const char *value, uint64_t low,
                              uint64_t high);
/* The items are words out of `words`, or the one word "all", which stands for all of them. */
rm_texts rm_list_of_words(rm_options *options, const rm_option *option, const char *value,
                          const char *const *words, size_t count);

#endif
