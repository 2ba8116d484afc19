/* live_pool.c - pieces for the points of a bucket: no call of the allocator for most of them. */
#include "live_internal.h"

enum { SLAB_BYTES = 64 << 10, SLAB_HEADER = 64, STEP = 4, STEP_BYTES = STEP * LIVE_POINT_BYTES };

struct live_slab {
    live_slab *older;
    size_t bytes; /* what was asked for; the allocator may have given more */
};

struct live_piece {
    live_piece *next;
};

unsigned rmk_live_class(uint32_t count) {
    if (count <= STEP * LIVE_SMALL_CLASSES)
        return (count + STEP - 1) / STEP - 1;
    return LIVE_SMALL_CLASSES + (32 - (unsigned)__builtin_clz(count - 1)) - 7;
}

uint32_t rmk_live_capacity(unsigned class) {
    if (class < LIVE_SMALL_CLASSES)
        return (class + 1) * STEP;
    unsigned bits = class - LIVE_SMALL_CLASSES + 7;
    return bits < 32 ? UINT32_C(1) << bits : UINT32_MAX & ~(uint32_t)(STEP - 1);
}

static size_t class_bytes(unsigned class) {
    return (size_t)rmk_live_capacity(class) * LIVE_POINT_BYTES;
}

rmk_status rmk_live_pool_open(live_pool *pool, size_t bytes) {
    bytes += SLAB_HEADER;
    live_slab *slab = rmk_array_allocate(pool->allocator, pool->pages, bytes, 1);
    if (!slab)
        return RMK_NO_MEMORY;
    slab->older = pool->slabs;
    slab->bytes = bytes;
    pool->slabs = slab;
    pool->bytes += rmk_array_bytes(pool->pages, bytes, 1);
    pool->next = (unsigned char *)slab + SLAB_HEADER;
    pool->left = rmk_array_bytes(pool->pages, bytes, 1) - SLAB_HEADER;
    return RMK_OK;
}

/* Cuts what is left of a slab into free pieces. */
static void cut_rest(live_pool *pool) {
    while (pool->left >= STEP_BYTES) {
        size_t steps = pool->left / STEP_BYTES;
        unsigned class = (unsigned)(steps < LIVE_SMALL_CLASSES ? steps : LIVE_SMALL_CLASSES) - 1;
        rmk_live_pool_give(pool, pool->next, class);
        pool->next += class_bytes(class);
        pool->left -= class_bytes(class);
    }
}

rmk_status rmk_live_pool_reserve(live_pool *pool, const uint32_t *wanted) {
    size_t bytes = 0;
    for (unsigned c = 0; c < LIVE_CLASSES; c++)
        if (wanted[c] > pool->free_count[c])
            bytes += (wanted[c] - pool->free_count[c]) * class_bytes(c);
    if (bytes <= pool->left)
        return RMK_OK;
    unsigned char *next = pool->next;
    size_t left = pool->left;
    size_t fresh = bytes > SLAB_BYTES - SLAB_HEADER ? bytes : SLAB_BYTES - SLAB_HEADER;
    if (rmk_live_pool_open(pool, fresh) != RMK_OK)
        return RMK_NO_MEMORY;
    live_pool rest = *pool;
    rest.next = next;
    rest.left = left;
    cut_rest(&rest);
    rest.next = pool->next;
    rest.left = pool->left;
    *pool = rest;
    return RMK_OK;
}

void *rmk_live_pool_take(live_pool *pool, unsigned class) {
    live_piece *freed = pool->free[class];
    if (freed) {
        pool->free[class] = freed->next;
        pool->free_count[class]--;
        return freed;
    }
    void *piece = pool->next;
    pool->next += class_bytes(class);
    pool->left -= class_bytes(class);
    return piece;
}

void rmk_live_pool_give(live_pool *pool, void *piece, unsigned class) {
    live_piece *freed = piece;
    freed->next = pool->free[class];
    pool->free[class] = freed;
    pool->free_count[class]++;
}

void rmk_live_pool_close(live_pool *pool) {
    while (pool->slabs) {
        live_slab *slab = pool->slabs;
        pool->slabs = slab->older;
        rmk_array_release(pool->allocator, pool->pages, slab, slab->bytes, 1);
    }
}
