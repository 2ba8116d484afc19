#include "sort.h"

#include <string.h>

/* Runs up to this length are sorted by insertion; buckets are split so that few runs are longer. */
enum { SMALL = 24, BUCKET_BITS = 13 };

uint64_t rmk_sort_varying(const uint64_t *positions, size_t count, uint64_t first) {
    uint64_t varying = 0;
    for (size_t i = 0; i < count; i++)
        varying |= positions[i] ^ first;
    return varying;
}

static void insertion(sort_run run, size_t count) {
    uint64_t last = count ? run.positions[0] : 0;
    for (size_t i = 1; i < count; i++) {
        uint64_t position = run.positions[i];
        if (position >= last) {
            last = position;
            continue;
        }
        uint32_t owner = run.owners[i];
        size_t at = i;
        do {
            run.positions[at] = run.positions[at - 1];
            run.owners[at] = run.owners[at - 1];
        } while (--at && run.positions[at - 1] > position);
        run.positions[at] = position;
        run.owners[at] = owner;
    }
}

static void copy(sort_run from, sort_run to, size_t count) {
    memcpy(to.positions, from.positions, count * sizeof *to.positions);
    memcpy(to.owners, from.owners, count * sizeof *to.owners);
}

/* ends[d] becomes where the points of digit d end in `to`; returns the largest bucket. */
static size_t scatter(sort_run from, sort_run to, size_t count, sort_digit digit, uint32_t *ends) {
    size_t buckets = (size_t)1 << digit.bits, largest = 0;
    memset(ends, 0, buckets * sizeof *ends);
    for (size_t i = 0; i < count; i++)
        ends[sort_digit_of(digit, from.positions[i])]++;
    uint32_t sum = 0;
    for (size_t d = 0; d < buckets; d++) {
        uint32_t n = ends[d];
        largest = n > largest ? n : largest;
        ends[d] = sum;
        sum += n;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t position = from.positions[i];
        uint32_t to_place = ends[sort_digit_of(digit, position)]++;
        to.positions[to_place] = position;
        to.owners[to_place] = from.owners[i];
    }
    return largest;
}

/* Sorts each bucket that ends at ends[d]; neighbours that are small go together. */
static void sort_parts(sort_run from, sort_run other, size_t buckets, const uint32_t *ends, bool stay) {
    size_t small_from = 0, begin = 0;
    for (size_t d = 0; d < buckets; begin = ends[d++]) {
        size_t count = ends[d] - begin;
        if (count <= SMALL)
            continue;
        insertion(sort_run_at(from, small_from), begin - small_from);
        if (!stay)
            copy(sort_run_at(from, small_from), sort_run_at(other, small_from), begin - small_from);
        rmk_sort_bucket(sort_run_at(from, begin), sort_run_at(other, begin), count, stay);
        small_from = ends[d];
    }
    insertion(sort_run_at(from, small_from), begin - small_from);
    if (!stay)
        copy(sort_run_at(from, small_from), sort_run_at(other, small_from), begin - small_from);
}

void rmk_sort_bucket(sort_run from, sort_run other, size_t count, bool stay) {
    if (count <= SMALL) {
        insertion(from, count);
        if (!stay)
            copy(from, other, count);
        return;
    }
    uint64_t varying = rmk_sort_varying(from.positions, count, from.positions[0]);
    if (!varying) {
        if (!stay)
            copy(from, other, count);
        return;
    }
    uint32_t ends[1 << BUCKET_BITS];
    unsigned bits = 64 - (unsigned)__builtin_clzll(count);
    sort_digit digit = sort_top_digit(varying, bits < BUCKET_BITS ? bits : BUCKET_BITS);
    scatter(from, other, count, digit, ends);
    if (digit.shift)
        sort_parts(other, from, (size_t)1 << digit.bits, ends, !stay);
    else if (stay)
        copy(other, from, count);
}
