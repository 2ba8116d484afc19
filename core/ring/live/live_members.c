/* live_members.c - the nodes of a live ring: two hash tables with linear probing over the same records. */
#include <string.h>

#include "live_internal.h"

enum { LEAST_SLOTS = 16 };

static size_t mix(uint64_t h) {
    h = (h ^ (h >> 32)) * 0x9fb21c651e98df25u;
    return (size_t)(h ^ (h >> 29));
}

static size_t hash_id(uint32_t id) {
    return mix(id + UINT64_C(1));
}

static size_t hash_name(rmk_bytes name) {
    uint64_t h = name.length, word;
    size_t i = 0;
    for (; i + sizeof word <= name.length; i += sizeof word) {
        memcpy(&word, name.data + i, sizeof word);
        h = mix(h ^ word);
    }
    word = 0;
    memcpy(&word, name.data + i, name.length - i);
    return mix(mix(h ^ word) + 1);
}

static size_t member_bytes(size_t length) {
    return sizeof(live_member) + length;
}

live_member *rmk_live_member_make(const rmk_allocator *allocator, rmk_bytes name, uint32_t id,
                                  uint32_t points) {
    live_member *member = rmk_allocate(allocator, 16, member_bytes(name.length), 1);
    if (!member)
        return NULL;
    *member = (live_member){.id = id, .points = points, .length = name.length};
    memcpy(member->name, name.data, name.length);
    return member;
}

void rmk_live_member_free(const rmk_allocator *allocator, live_member *member) {
    if (member)
        rmk_release(allocator, member, member_bytes(member->length), 1);
}

live_member *rmk_live_member_by_id(const live_members *members, uint32_t id) {
    size_t mask = members->size - 1;
    for (size_t i = hash_id(id) & mask; members->slots[i]; i = (i + 1) & mask)
        if (members->slots[i]->id == id)
            return members->slots[i];
    return NULL;
}

live_member *rmk_live_member_by_name(const live_members *members, rmk_bytes name) {
    live_member *const *slots = members->slots + members->size;
    size_t mask = members->size - 1;
    for (size_t i = hash_name(name) & mask; slots[i]; i = (i + 1) & mask)
        if (!rmk_bytes_compare(live_name(slots[i]), name))
            return slots[i];
    return NULL;
}

static void put(live_member **slots, size_t mask, size_t at, live_member *member) {
    for (at &= mask; slots[at]; at = (at + 1) & mask)
        ;
    slots[at] = member;
}

static void put_both(const live_members *members, live_member *member) {
    size_t mask = members->size - 1;
    put(members->slots, mask, hash_id(member->id), member);
    put(members->slots + members->size, mask, hash_name(live_name(member)), member);
}

/* Makes room so that at most half of the slots are used. */
rmk_status rmk_live_members_reserve(live_members *members, const rmk_allocator *allocator, size_t more) {
    size_t size = members->size ? members->size : LEAST_SLOTS;
    while (size < 2 * (members->count + more))
        size *= 2;
    if (size == members->size)
        return RMK_OK;
    live_members grown = *members;
    grown.size = size;
    grown.slots = rmk_allocate(allocator, 64, 2 * size, sizeof *grown.slots);
    if (!grown.slots)
        return RMK_NO_MEMORY;
    memset(grown.slots, 0, 2 * size * sizeof *grown.slots);
    for (size_t i = 0; i < members->size; i++)
        if (members->slots[i])
            put_both(&grown, members->slots[i]);
    rmk_release(allocator, members->slots, 2 * members->size, sizeof *members->slots);
    *members = grown;
    return RMK_OK;
}

void rmk_live_members_put(live_members *members, live_member *member) {
    put_both(members, member);
    members->count++;
    members->bytes += member_bytes(member->length);
}

/* Moves into a gap the members behind it that a search would not reach any more. */
static void close_gap(live_member **slots, size_t mask, size_t gap, bool by_name) {
    for (size_t i = (gap + 1) & mask; slots[i]; i = (i + 1) & mask) {
        size_t home = by_name ? hash_name(live_name(slots[i])) : hash_id(slots[i]->id);
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            slots[gap] = slots[i];
            gap = i;
        }
    }
    slots[gap] = NULL;
}

static void drop(live_member **slots, size_t mask, size_t at, const live_member *member, bool by_name) {
    for (at &= mask; slots[at] != member; at = (at + 1) & mask)
        ;
    close_gap(slots, mask, at, by_name);
}

void rmk_live_members_drop(live_members *members, const live_member *member) {
    size_t mask = members->size - 1;
    drop(members->slots, mask, hash_id(member->id), member, false);
    drop(members->slots + members->size, mask, hash_name(live_name(member)), member, true);
    members->count--;
    members->bytes -= member_bytes(member->length);
}

void rmk_live_members_free(live_members *members, const rmk_allocator *allocator) {
    for (size_t i = 0; i < members->size; i++)
        rmk_live_member_free(allocator, members->slots[i]);
    rmk_release(allocator, members->slots, 2 * members->size, sizeof *members->slots);
}
