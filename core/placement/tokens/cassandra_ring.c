/* cassandra_ring.c - the ring of Cassandra's allocators: sizes, splits, the list of tokens, the queue. */
#include "cassandra_ring.h"

#include "../../rounded.h"
#include "../inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rmk_status rmk_cassandra_create(size_t capacity, uint32_t unit_limit, int64_t first_token,
                                const rmk_allocator *allocator, cassandra_ring *ring) {
    *ring = (cassandra_ring){.capacity = capacity,
                             .unit_limit = unit_limit,
                             .first_token = first_token,
                             .first = RMK_NOBODY,
                             .allocator = allocator};
    ring->tokens = rmk_allocate(allocator, 64, capacity, sizeof *ring->tokens);
    ring->units = rmk_allocate(allocator, 64, unit_limit, sizeof *ring->units);
    ring->stamps = rmk_allocate(allocator, 64, unit_limit, sizeof *ring->stamps);
    ring->spare = rmk_allocate(allocator, 64, capacity + unit_limit, sizeof *ring->spare);
    ring->places = rmk_allocate(allocator, 64, capacity + unit_limit, sizeof *ring->places);
    if (!ring->tokens || !ring->units || !ring->stamps || !ring->spare || !ring->places) {
        rmk_cassandra_destroy(ring);
        return RMK_NO_MEMORY;
    }
    memset(ring->units, 0, unit_limit * sizeof *ring->units);
    memset(ring->stamps, 0, unit_limit * sizeof *ring->stamps);
    return RMK_OK;
}

void rmk_cassandra_destroy(cassandra_ring *ring) {
    const size_t most = ring->capacity + ring->unit_limit;
    rmk_release(ring->allocator, ring->tokens, ring->capacity, sizeof *ring->tokens);
    rmk_release(ring->allocator, ring->units, ring->unit_limit, sizeof *ring->units);
    rmk_release(ring->allocator, ring->stamps, ring->unit_limit, sizeof *ring->stamps);
    rmk_release(ring->allocator, ring->spare, most, sizeof *ring->spare);
    rmk_release(ring->allocator, ring->places, most, sizeof *ring->places);
    *ring = (cassandra_ring){0};
}

/* ---- arithmetic ---- */

double rmk_cassandra_size(int64_t a, int64_t b) {
    double size = (double)(int64_t)((uint64_t)b - (uint64_t)a) * 0x1p-64;
    return size > 0 ? size : size + 1;
}

int64_t rmk_cassandra_midpoint(int64_t left, int64_t right) {
    __extension__ typedef __int128 wide;
    if (left < right)
        return (int64_t)(((wide)left + right) >> 1);
    wide middle = ((wide)UINT64_MAX + left + right) >> 1;
    return (int64_t)(middle > INT64_MAX ? INT64_MIN + (middle - INT64_MAX) : middle);
}

/* Finds the fewest decimals that read back as the value, digits * 10^-decimals, which is what
 * Double.toString prints. */
static uint64_t decimals_of(double value, unsigned *decimals) {
    char text[40];
    for (int precision = 0; precision < 17; precision++) {
        snprintf(text, sizeof text, "%.*e", precision, value);
        if (strtod(text, NULL) == value)
            break;
    }
    uint64_t digits = 0;
    unsigned count = 0;
    const char *at = text;
    for (; *at != 'e'; at++)
        if (*at >= '0' && *at <= '9') {
            digits = digits * 10 + (uint64_t)(*at - '0');
            count++;
        }
    *decimals = count - 1 + (unsigned)-atoi(at + 1);
    return digits;
}

int64_t rmk_cassandra_split(int64_t left, int64_t right, double ratio) {
    __extension__ typedef __int128 wide;
    unsigned decimals;
    wide digits = (wide)decimals_of(ratio, &decimals), unit = 1;
    while (decimals--)
        unit *= 10;
    wide range = (wide)right - left + (left < right ? 0 : (wide)UINT64_MAX);
    wide token = ((wide)left * unit + range * digits) / unit;
    return (int64_t)(token > INT64_MAX ? INT64_MIN + (token - INT64_MAX) : token);
}

/* ---- tokens ---- */

uint32_t rmk_cassandra_insert(cassandra_ring *ring, uint32_t before, int64_t token, uint32_t unit) {
    cassandra_token *tokens = ring->tokens;
    uint32_t place = (uint32_t)ring->made++;
    tokens[place] = (cassandra_token){.token = token, .unit = unit, .previous = place, .next = place};
    if (ring->count++) {
        uint32_t next = tokens[before].next;
        tokens[place].previous = before;
        tokens[place].next = next;
        tokens[before].next = tokens[next].previous = place;
    }
    if (ring->first == RMK_NOBODY || token < tokens[ring->first].token)
        ring->first = place;
    ring->units[unit].tokens++;
    return place;
}

void rmk_cassandra_remove(cassandra_ring *ring, uint32_t unit) {
    cassandra_token *tokens = ring->tokens;
    uint32_t at = ring->first;
    for (size_t passed = ring->count; passed; passed--) {
        uint32_t next = tokens[at].next;
        if (tokens[at].unit == unit) {
            tokens[tokens[at].previous].next = next;
            tokens[next].previous = tokens[at].previous;
            if (at == ring->first)
                ring->first = --ring->count ? next : RMK_NOBODY;
            else
                ring->count--;
        }
        at = next;
    }
    ring->unit_count -= ring->units[unit].tokens > 0;
    ring->units[unit].tokens = 0;
}

/* Finds the token before which the largest range ends, the first of equal ones. */
static uint32_t largest_range(const cassandra_ring *ring) {
    const cassandra_token *tokens = ring->tokens;
    double most = 0;
    uint32_t largest = ring->first, at = ring->first;
    do {
        double size = rmk_cassandra_size(tokens[tokens[at].previous].token, tokens[at].token);
        if (size > most) {
            most = size;
            largest = at;
        }
        at = tokens[at].next;
    } while (at != ring->first);
    return largest;
}

void rmk_cassandra_splits(cassandra_ring *ring, uint32_t unit, uint32_t count) {
    const double least = 1.0 - 1.0 / sqrt(5.0), growth = least + 0.075 - least;
    uint64_t random = rmk_java_seeded(ring->count);
    ring->unit_count++;
    if (!ring->count) {
        rmk_cassandra_insert(ring, 0, ring->first_token, unit);
        count--;
    }
    for (; count; count--) {
        uint32_t end = largest_range(ring), begin = ring->tokens[end].previous;
        double ratio = least + rmk_rounded_product(growth, rmk_java_double(&random));
        int64_t token = rmk_cassandra_split(ring->tokens[begin].token, ring->tokens[end].token, ratio);
        rmk_cassandra_insert(ring, begin, token, unit);
    }
}

/* ---- the queue ---- */

/* Compares as Double.compare does: -0 is below 0. */
static bool is_greater(double a, double b) {
    return a > b || (a == b && signbit(b) && !signbit(a));
}

void rmk_cassandra_push(cassandra_heap *heap, double weight, uint32_t item) {
    cassandra_entry *entries = heap->entries;
    size_t at = heap->count++;
    while (at) {
        size_t parent = (at - 1) / 2;
        if (!is_greater(weight, entries[parent].weight))
            break;
        entries[at] = entries[parent];
        at = parent;
    }
    entries[at] = (cassandra_entry){weight, item};
}

cassandra_entry rmk_cassandra_pop(cassandra_heap *heap) {
    cassandra_entry *entries = heap->entries, top = entries[0], last = entries[--heap->count];
    size_t at = 0;
    while (2 * at + 1 < heap->count) {
        size_t child = 2 * at + 1;
        if (child + 1 < heap->count && is_greater(entries[child + 1].weight, entries[child].weight))
            child++;
        if (!is_greater(entries[child].weight, last.weight))
            break;
        entries[at] = entries[child];
        at = child;
    }
    entries[at] = last;
    return top;
}
