#include "popularity.h"

#include <math.h>
#include <stdlib.h>

#include "bench/support/fail.h"

enum { FIRST_CAPACITY = 1024 };

/* Finds the place of a value, or the empty one where it belongs. */
static rm_popular_key *place_of(const rm_popularity *popular, uint64_t value) {
    uint64_t hash = value * 0x9e3779b97f4a7c15u;
    size_t mask = popular->capacity - 1, i = (size_t)(hash ^ hash >> 32) & mask;
    while (popular->table[i].weight > 0 && popular->table[i].value != value)
        i = (i + 1) & mask;
    return popular->table + i;
}

static void grow(rm_popularity *popular) {
    rm_popularity larger = {.distinct = popular->distinct,
                            .capacity = popular->capacity ? 2 * popular->capacity : FIRST_CAPACITY};
    larger.table = rm_calloc(larger.capacity, sizeof *larger.table);
    for (size_t i = 0; i < popular->capacity; i++)
        if (popular->table[i].weight > 0)
            *place_of(&larger, popular->table[i].value) = popular->table[i];
    free(popular->table);
    *popular = larger;
}

static void add(rm_popularity *popular, uint64_t value, double weight) {
    if (2 * popular->distinct >= popular->capacity && popular->distinct < RM_MOST_DISTINCT)
        grow(popular);
    rm_popular_key *key = place_of(popular, value);
    if (!(key->weight > 0)) {
        popular->full = popular->distinct == RM_MOST_DISTINCT;
        if (popular->full)
            return;
        popular->distinct++;
    }
    *key = (rm_popular_key){value, key->weight + weight};
}

void rm_popularity_add(rm_popularity *popular, const uint64_t *values, const double *weights, size_t count) {
    for (size_t i = 0; i < count && !popular->full; i++)
        if (!weights || weights[i] > 0)
            add(popular, values[i], weights ? weights[i] : 1);
}

double rm_effective_keys(const rm_popularity *popular) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < popular->capacity; i++) {
        sum += popular->table[i].weight;
        squares += popular->table[i].weight * popular->table[i].weight;
    }
    return popular->full ? NAN : sum * sum / squares;
}

void rm_popularity_free(rm_popularity *popular) {
    free(popular->table);
    *popular = (rm_popularity){0};
}
