#include <string.h>

#include "rival.h"

static const rmk_index_type *const rivals[] = {&rm_rival_bsearch, &rm_rival_nginx, &rm_rival_tree};

const rmk_index_type *const *rm_rival_table(size_t *count) {
    *count = sizeof rivals / sizeof *rivals;
    return rivals;
}

const rmk_index_type *rm_rival_find(const char *name) {
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++)
        if (!strcmp(rivals[i]->name, name))
            return rivals[i];
    return NULL;
}
