#include "diff_pairs.h"

#include <stdlib.h>

#include "bench/input/nodes/nodes_texts.h"
#include "bench/support/fail.h"

enum { FIRST_CAPACITY = 256 };

/* Finds the pair's place, or the empty one where it belongs. */
static rm_pair *place_of(const rm_pair_table *table, uint32_t a, uint32_t b) {
    uint64_t hash = ((uint64_t)a << 32 | b) * UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (hash ^ hash >> 32) & (table->capacity - 1);
    while (table->places[i].taken && (table->places[i].a != a || table->places[i].b != b))
        i = (i + 1) & (table->capacity - 1);
    return &table->places[i];
}

static void grow(rm_pair_table *table) {
    rm_pair_table larger = *table;
    larger.capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY;
    larger.places = rm_calloc(larger.capacity, sizeof *larger.places);
    for (size_t i = 0; i < table->capacity; i++)
        if (table->places[i].taken)
            *place_of(&larger, table->places[i].a, table->places[i].b) = table->places[i];
    free(table->places);
    *table = larger;
}

void rm_pair_add(rm_pair_table *table, uint32_t a, uint32_t b, double amount, rmk_bytes key) {
    static const unsigned char empty;
    if (2 * table->count >= table->capacity)
        grow(table);
    rm_pair *pair = place_of(table, a, b);
    if (!pair->taken) {
        rmk_bytes example = key.length ? rm_texts_copy(&table->texts, key) : (rmk_bytes){&empty, 0};
        *pair = (rm_pair){.a = a, .b = b, .taken = true, .example = example};
        table->count++;
    }
    pair->amount += amount;
}

const rm_pair *rm_pair_find(const rm_pair_table *table, uint32_t a, uint32_t b) {
    if (!table->capacity)
        return NULL;
    const rm_pair *pair = place_of(table, a, b);
    return pair->taken ? pair : NULL;
}

void rm_pair_table_free(rm_pair_table *table) {
    free(table->places);
    rm_texts_free(table->texts);
    *table = (rm_pair_table){0};
}
