/* option_table.c - the rows of option_rows.h as a table, their other names, and which commands take them. */
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "command.h"
#include "option.h"
#include "options.h"

/* ---- the rows ---- */

#define HEAD(ID, NAME, VALUE, PRESET, MEANING)                                                               \
    .id = RM_OPT_##ID, .name = NAME, .value = VALUE, .preset = PRESET, .meaning = MEANING
#define PLACE(FIELD)      .place = offsetof(rm_options, FIELD)
#define FROM(LEAST, MOST) .least = LEAST, .most = MOST

#define SWITCH(ID, NAME, FIELD, MEANING) [RM_OPT_##ID] = {HEAD(ID, NAME, NULL, NULL, MEANING), PLACE(FIELD)},
#define TEXT(ID, NAME, VALUE, PRESET, FIELD, MEANING)                                                        \
    [RM_OPT_##ID] = {HEAD(ID, NAME, VALUE, PRESET, MEANING), PLACE(FIELD)},
#define COUNT(ID, NAME, VALUE, PRESET, FIELD, LEAST, MOST, MEANING)                                          \
    [RM_OPT_##ID] = {HEAD(ID, NAME, VALUE, PRESET, MEANING), PLACE(FIELD), FROM(LEAST, MOST)},
#define REAL(ID, NAME, VALUE, PRESET, FIELD, EXAMPLE, MEANING)                                               \
    [RM_OPT_##ID] = {HEAD(ID, NAME, VALUE, PRESET, MEANING), PLACE(FIELD), .example = EXAMPLE},
#define COUNTS(ID, NAME, VALUE, PRESET, FIELD, LEAST, MOST, MEANING)                                         \
    [RM_OPT_##ID] = {HEAD(ID, NAME, VALUE, PRESET, MEANING), PLACE(FIELD), FROM(LEAST, MOST), .list = true},
#define TEXTS(ID, NAME, VALUE, PRESET, FIELD, MEANING)                                                       \
    [RM_OPT_##ID] = {HEAD(ID, NAME, VALUE, PRESET, MEANING), PLACE(FIELD), .list = true},
#define OTHER(ID, NAME, VALUE, PRESET, TAKER, MEANING)                                                       \
    [RM_OPT_##ID] = {HEAD(ID, NAME, VALUE, PRESET, MEANING)},
#define OTHERS(ID, NAME, VALUE, PRESET, TAKER, MEANING)                                                      \
    [RM_OPT_##ID] = {HEAD(ID, NAME, VALUE, PRESET, MEANING), .list = true},
#define ALIAS(ID, NAME)
static const rm_option table[RM_OPTION_COUNT] = {
#include "option_rows.h"
};
#undef SWITCH
#undef TEXT
#undef COUNT
#undef REAL
#undef COUNTS
#undef TEXTS
#undef OTHER
#undef OTHERS
#undef ALIAS

/* ---- their other names ---- */

#define SWITCH(...)
#define TEXT(...)
#define COUNT(...)
#define REAL(...)
#define COUNTS(...)
#define TEXTS(...)
#define OTHER(...)
#define OTHERS(...)
#define ALIAS(ID, NAME) {RM_OPT_##ID, NAME},
static const struct {
    rm_option_id id;
    const char *name;
} aliases[] = {
#include "option_rows.h"
};

const rm_option *rm_option_table(void) {
    return table;
}

static bool is_name(const char *name, size_t length, const char *text) {
    return text && strlen(text) == length && memcmp(text, name, length) == 0;
}

const rm_option *rm_option_named(const char *name, size_t length) {
    for (size_t id = 1; id < RM_OPTION_COUNT; id++)
        if (is_name(name, length, table[id].name))
            return &table[id];
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (is_name(name, length, aliases[i].name))
            return &table[aliases[i].id];
    return NULL;
}

bool rm_command_takes(const rm_command *command, rm_option_id id) {
    if (id <= RM_OPT_COMMON_END)
        return true;
    for (const rm_option_id *taken = command->options; taken && *taken != RM_OPTION_END; taken++)
        if (*taken == id)
            return true;
    return false;
}

char *rm_option_takers(rm_option_id id) {
    size_t count;
    const rm_command *const *commands = rm_commands(&count);
    const rm_command *last = NULL;
    for (size_t i = 0; i < count; i++)
        if (rm_command_takes(commands[i], id))
            last = commands[i];
    char *text = rm_text("%s", last ? "" : "no command");
    for (size_t i = 0; i < count; i++) {
        if (!rm_command_takes(commands[i], id))
            continue;
        const char *between = !*text ? "" : commands[i] == last ? " and " : ", ";
        char *longer = rm_text("%s%s%s", text, between, commands[i]->name);
        free(text);
        text = longer;
    }
    return text;
}
