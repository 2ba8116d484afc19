#include "command.h"

#include <string.h>

#include "bench/support/fail.h"

static const rm_command *const *all;
static size_t all_count;

void rm_commands_are(const rm_command *const *commands, size_t count) {
    all = commands;
    all_count = count;
}

const rm_command *const *rm_commands(size_t *count) {
    *count = all_count;
    return all;
}

const rm_command *rm_command_find(const char *name) {
    for (size_t i = 0; i < all_count; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

const char **rm_command_names(size_t *count) {
    const char **names = rm_calloc(all_count, sizeof *names);
    for (size_t i = 0; i < all_count; i++)
        names[i] = all[i]->name;
    *count = all_count;
    return names;
}
