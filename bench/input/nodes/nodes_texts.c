#include "nodes_texts.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"

#define FIRST_BLOCK 1024
#define LAST_BLOCK  (256 * 1024)

typedef struct block {
    struct block *before;
    size_t used, size;
    unsigned char bytes[];
} block;

unsigned char *rm_texts_room(void **arena, size_t bytes) {
    block *last = *arena;
    if (!last || last->size - last->used < bytes) {
        size_t size = !last ? FIRST_BLOCK : last->size < LAST_BLOCK ? 2 * last->size : LAST_BLOCK;
        if (size < bytes)
            size = bytes;
        block *next = rm_alloc(sizeof *next + size);
        *next = (block){.before = last, .size = size};
        *arena = last = next;
    }
    return last->bytes + last->used;
}

void rm_texts_used(void *arena, size_t bytes) {
    ((block *)arena)->used += bytes;
}

rmk_bytes rm_texts_copy(void **arena, rmk_bytes text) {
    if (text.length == 0)
        return (rmk_bytes){NULL, 0};
    unsigned char *copy = rm_texts_room(arena, text.length);
    memcpy(copy, text.data, text.length);
    rm_texts_used(*arena, text.length);
    return (rmk_bytes){copy, text.length};
}

void rm_texts_free(void *arena) {
    for (block *b = arena; b;) {
        block *before = b->before;
        free(b);
        b = before;
    }
}
