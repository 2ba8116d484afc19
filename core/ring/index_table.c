#include <string.h>

#include "index.h"

static const rmk_index_type *const table[] = {&rmk_index_line, &rmk_index_plain, &rmk_index_eytzinger,
                                              &rmk_index_btree};

const rmk_index_type *const *rmk_index_table(size_t *count) {
    *count = sizeof table / sizeof *table;
    return table;
}

const rmk_index_type *rmk_index_find(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i]->name, name))
            return table[i];
    return NULL;
}
