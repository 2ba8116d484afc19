/* option_takers.c - who takes the value of each option, out of option_rows.h. */
#include "option_takers.h"

#include "bench/support/fail.h"
#include "takers.h"

#define SWITCH(ID, ...)                                 [RM_OPT_##ID] = rm_take_switch,
#define TEXT(ID, ...)                                   [RM_OPT_##ID] = rm_take_text,
#define COUNT(ID, ...)                                  [RM_OPT_##ID] = rm_take_count,
#define REAL(ID, ...)                                   [RM_OPT_##ID] = rm_take_real,
#define COUNTS(ID, ...)                                 [RM_OPT_##ID] = rm_take_counts,
#define TEXTS(ID, ...)                                  [RM_OPT_##ID] = rm_take_texts,
#define OTHER(ID, NAME, VALUE, PRESET, TAKER, MEANING)  [RM_OPT_##ID] = TAKER,
#define OTHERS(ID, NAME, VALUE, PRESET, TAKER, MEANING) [RM_OPT_##ID] = TAKER,
#define ALIAS(ID, NAME)
static rm_taker *const takers[RM_OPTION_COUNT] = {
#include "option_rows.h"
};

void rm_option_take(rm_options *options, const rm_option *option, const char *value) {
    if (value && *value == '\0' && !option->list)
        rm_fail("%s: the value is empty; it takes %s", option->name, option->value);
    if (takers[option->id])
        takers[option->id](options, option, value);
}
