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

/* Longest first in units of 2^shift bytes: exact below 64 units, within 1/16 up to 2^18. count <= RMK_CHUNK.
 */
void rmk_sort_by_length(const rmk_bytes *strings, size_t count, unsigned shift, rmk_by_length *sorted);

#endif
