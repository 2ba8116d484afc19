/*
 * by_length.h - a chunk of keys with those of like length beside each other, so that lanes that walk together
 * end together; private.
 */
#ifndef RMK_BY_LENGTH_H
#define RMK_BY_LENGTH_H

#include "hash.h"

enum { RMK_CHUNK = 512 }; /* 8 KiB of keys, which stay in the first-level cache */

typedef struct rmk_by_length {
    rmk_bytes keys[RMK_CHUNK];
    uint16_t from[RMK_CHUNK]; /* keys[i] = strings[from[i]] */
} rmk_by_length;

/* Sorts the longest keys first, in units of 2^shift bytes: exactly below 64 units, within 1/16 up to 2^18.
 * count <= RMK_CHUNK. */
void rmk_sort_by_length(const rmk_bytes *strings, size_t count, unsigned shift, rmk_by_length *sorted);

typedef struct rmk_length_range {
    size_t least, most;
} rmk_length_range;

/* Finds the least and greatest length of count >= 1 keys. It keeps four chains of comparisons, since one
 * chain would cost as much a key as its hash. */
static inline rmk_length_range rmk_lengths_of(const rmk_bytes *keys, size_t count) {
    enum { CHAINS = 4 };
    size_t least[CHAINS], most[CHAINS];
    for (size_t c = 0; c < CHAINS; c++)
        least[c] = most[c] = keys[0].length;
    size_t from = count % CHAINS; /* what follows is whole turns of four */
    for (size_t i = 0; i < from; i++) {
        least[i] = keys[i].length;
        most[i] = keys[i].length;
    }
    for (size_t i = from; i < count; i += CHAINS)
        for (size_t c = 0; c < CHAINS; c++) {
            size_t length = keys[i + c].length;
            least[c] = length < least[c] ? length : least[c];
            most[c] = length > most[c] ? length : most[c];
        }
    rmk_length_range all = {least[0], most[0]};
    for (size_t c = 1; c < CHAINS; c++) {
        all.least = least[c] < all.least ? least[c] : all.least;
        all.most = most[c] > all.most ? most[c] : all.most;
    }
    return all;
}

#endif
