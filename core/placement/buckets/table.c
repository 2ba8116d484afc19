#include "buckets.h"

#include <string.h>

static const rmk_buckets_type *const types[] = {
    &rmk_buckets_anchor,
    &rmk_buckets_anchor_crc32c,
    &rmk_buckets_anchor_mix64,
    &rmk_buckets_dx,
    &rmk_buckets_dx_crc32c,
    &rmk_buckets_memento,
    &rmk_buckets_memento_xxh64,
    &rmk_buckets_memento_mix64,
    &rmk_buckets_memento_crc32c,
    &rmk_buckets_jumpback,
    &rmk_buckets_jumpback_xorshift,
    &rmk_buckets_jumpback_anchor,
    &rmk_buckets_binomial,
    &rmk_buckets_power,
    &rmk_buckets_power_pcg32,
    &rmk_buckets_power_crc32c,
    &rmk_buckets_power_mix64,
    &rmk_buckets_flip,
};

const rmk_buckets_type *const *rmk_buckets_table(size_t *count) {
    *count = sizeof types / sizeof *types;
    return types;
}

const rmk_buckets_type *rmk_buckets_find(const char *name) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(types[i]->name, name))
            return types[i];
    return NULL;
}
