#include "nodes.h"

#include <string.h>

#include "merge_order.h"

/* ---- checks ---- */

/*
 * A slot holds a place + 1, and above it the upper half of the hash: another entry is looked at only when
 * that half is the same too. The slots of a block are fetched together, since with 10^6 names nearly all of
 * the time goes into waiting for memory.
 */
enum { FREE_SLOT = 0, CHECKED_BLOCK = 64 };

typedef struct place_table {
    uint64_t *slots;
    size_t mask;
} place_table;

static uint64_t mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0x9fb21c651e98df25u;
    return h ^ (h >> 29);
}

static uint64_t hash_name(rmk_bytes name) {
    uint64_t h = name.length, word;
    size_t i = 0;
    for (; i + 8 <= name.length; i += 8) {
        memcpy(&word, name.data + i, 8);
        h = mix(h, word);
    }
    word = 0;
    if (i < name.length)
        memcpy(&word, name.data + i, name.length - i);
    return mix(mix(h, word), 1);
}

static uint64_t hash_id(uint32_t id) {
    return mix(mix(0, id), 1);
}

/* Puts `place` in and returns SIZE_MAX, or returns the place that holds an equal name (or id) already. */
static size_t table_add(place_table *table, const rmk_nodes *nodes, size_t place, uint64_t hash,
                        bool by_name) {
    const rmk_node *node = &nodes->list[place];
    uint64_t tag = hash >> 32 << 32;
    for (size_t i = hash & table->mask;; i = (i + 1) & table->mask) {
        uint64_t slot = table->slots[i];
        if (slot == FREE_SLOT) {
            table->slots[i] = tag | (place + 1);
            return SIZE_MAX;
        }
        if ((slot ^ tag) >> 32)
            continue;
        size_t there = (uint32_t)slot - 1;
        const rmk_node *other = &nodes->list[there];
        if (by_name ? !rmk_bytes_compare(other->name, node->name) : other->id == node->id)
            return there;
    }
}

static rmk_status report(rmk_nodes_fault *fault, rmk_status status, size_t index, size_t other,
                         const char *reason) {
    if (fault)
        *fault = (rmk_nodes_fault){index, other, reason};
    return status;
}

static rmk_status check_one(const rmk_nodes *nodes, size_t i, rmk_nodes_fault *fault) {
    const rmk_node *node = &nodes->list[i];
    if (!node->name.length)
        return report(fault, RMK_BAD_INPUT, i, i, "the name is empty");
    if (memchr(node->name.data, 0, node->name.length))
        return report(fault, RMK_BAD_INPUT, i, i, "the name holds a NUL byte");
    if (node->id >= nodes->id_limit || node->id == RMK_NOBODY)
        return report(fault, RMK_BAD_INPUT, i, i, "the id is out of range");
    return RMK_OK;
}

static rmk_status check_block(const rmk_nodes *nodes, size_t from, place_table *names, place_table *ids,
                              rmk_nodes_fault *fault) {
    size_t count = nodes->count - from < CHECKED_BLOCK ? nodes->count - from : CHECKED_BLOCK;
    uint64_t hashes[CHECKED_BLOCK];
    for (size_t k = 0; k < count; k++) {
        hashes[k] = hash_name(nodes->list[from + k].name);
        __builtin_prefetch(names->slots + (hashes[k] & names->mask), 1);
        __builtin_prefetch(ids->slots + (hash_id(nodes->list[from + k].id) & ids->mask), 1);
    }
    for (size_t k = 0; k < count; k++) {
        size_t i = from + k, twin;
        rmk_status status = check_one(nodes, i, fault);
        if (status != RMK_OK)
            return status;
        if ((twin = table_add(names, nodes, i, hashes[k], true)) != SIZE_MAX)
            return report(fault, RMK_DUPLICATE, i, twin, "the name is there already");
        if ((twin = table_add(ids, nodes, i, hash_id(nodes->list[i].id), false)) != SIZE_MAX)
            return report(fault, RMK_DUPLICATE, i, twin, "the id is there already");
    }
    return RMK_OK;
}

rmk_status rmk_nodes_check(const rmk_nodes *nodes, const rmk_allocator *allocator, rmk_nodes_fault *fault) {
    if (nodes->count > RMK_MAX_NODES)
        return report(fault, RMK_LIMIT, RMK_MAX_NODES, RMK_MAX_NODES, "too many nodes");
    size_t slots = 16;
    while (slots < 2 * nodes->count)
        slots *= 2;
    uint64_t *memory = rmk_allocate(allocator, 64, 2 * slots, sizeof *memory);
    if (!memory)
        return report(fault, RMK_NO_MEMORY, 0, 0, "out of memory");
    memset(memory, 0, 2 * slots * sizeof *memory);
    place_table names = {memory, slots - 1}, ids = {memory + slots, slots - 1};
    rmk_status status = RMK_OK;
    for (size_t i = 0; i < nodes->count && status == RMK_OK; i += CHECKED_BLOCK)
        status = check_block(nodes, i, &names, &ids, fault);
    rmk_release(allocator, memory, 2 * slots, sizeof *memory);
    return status;
}

size_t rmk_nodes_place(const rmk_nodes *nodes, uint32_t id) {
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->list[i].id == id)
            return i;
    return SIZE_MAX;
}

size_t rmk_nodes_serving(const rmk_nodes *nodes) {
    size_t count = 0;
    for (size_t i = 0; i < nodes->count; i++)
        count += rmk_node_serves(nodes->list + i);
    return count;
}

/* ---- name order ---- */

void rmk_merge_order(uint32_t *order, uint32_t *scratch, size_t count, rmk_after after, const void *context) {
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t from = 0; from + width < count; from += 2 * width) {
            size_t middle = from + width, end = middle + width < count ? middle + width : count;
            if (!after(context, order[middle - 1], order[middle]))
                continue;
            size_t left = 0, right = middle, out = from;
            memcpy(scratch, order + from, width * sizeof *order);
            while (left < width && right < end)
                order[out++] = after(context, scratch[left], order[right]) ? order[right++] : scratch[left++];
            memcpy(order + out, scratch + left, (width - left) * sizeof *order);
        }
    }
}

/* Sorting by eight bytes decides most comparisons: names are long and alike at the beginning, so the eight
 * behind what all share are taken. */
typedef struct name_keys {
    const rmk_nodes *nodes;
    const uint64_t *keys;
} name_keys;

static bool name_after(const void *context, uint32_t a, uint32_t b) {
    const name_keys *names = context;
    if (names->keys[a] != names->keys[b])
        return names->keys[a] > names->keys[b];
    return rmk_bytes_compare(names->nodes->list[a].name, names->nodes->list[b].name) > 0;
}

static size_t shared_prefix(const rmk_nodes *nodes) {
    rmk_bytes first = nodes->list[0].name;
    size_t shared = first.length;
    for (size_t i = 1; i < nodes->count && shared; i++) {
        rmk_bytes name = nodes->list[i].name;
        size_t n = 0;
        while (n < shared && n < name.length && name.data[n] == first.data[n])
            n++;
        shared = n;
    }
    return shared;
}

/* Eight bytes of the name from `at` on, big-endian, with zeros behind its end. So compared as numbers,
 * keys never contradict the order of the bytes. */
static uint64_t key_at(rmk_bytes name, size_t at) {
    uint64_t key = 0;
    for (size_t i = at; i < at + 8; i++)
        key = key << 8 | (i < name.length ? name.data[i] : 0);
    return key;
}

rmk_status rmk_nodes_name_order(const rmk_nodes *nodes, const rmk_allocator *allocator, uint32_t *order) {
    size_t count = nodes->count;
    if (!count)
        return RMK_OK;
    uint64_t *keys = rmk_allocate(allocator, 64, count, sizeof *keys);
    uint32_t *scratch = rmk_allocate(allocator, 64, count, sizeof *scratch);
    rmk_status status = keys && scratch ? RMK_OK : RMK_NO_MEMORY;
    if (status == RMK_OK) {
        size_t shared = shared_prefix(nodes);
        for (size_t i = 0; i < count; i++) {
            keys[i] = key_at(nodes->list[i].name, shared);
            order[i] = (uint32_t)i;
        }
        name_keys names = {nodes, keys};
        rmk_merge_order(order, scratch, count, name_after, &names);
    }
    rmk_release(allocator, scratch, count, sizeof *scratch);
    rmk_release(allocator, keys, count, sizeof *keys);
    return status;
}
