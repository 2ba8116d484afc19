#include "sort_bucket.h"

#include <string.h>

/*
 * Runs up to SMALL are sorted by insertion. Up to FINE points are split so finely that most runs are one
 * point: counters of 16 bits keep that in the first cache. More are split into few buckets, as the wide pass
 * does.
 */
enum { SMALL = 24, FINE = UINT16_MAX, FINE_BITS = 14, COARSE_BITS = 8, SCAN = 256 };

/* Finds the bits in which some position differs from `first`. */
static uint64_t varying_bits(const uint64_t *positions, size_t count, uint64_t first) {
    uint64_t varying = 0;
    for (size_t i = 0; i < count; i++)
        varying |= positions[i] ^ first;
    return varying;
}

/* Puts the point at i among those before it, which are sorted. */
static inline void insert(sort_run run, size_t i) {
    uint64_t position = run.positions[i];
    uint32_t owner = run.owners[i];
    do {
        run.positions[i] = run.positions[i - 1];
        run.owners[i] = run.owners[i - 1];
    } while (--i && run.positions[i - 1] > position);
    run.positions[i] = position;
    run.owners[i] = owner;
}

/*
 * Sorts by insertion. Which points are out of place is as good as random, so they are listed without a branch
 * first. A point that was in place may not be so after the one before it moved: the inner loop goes on to it.
 */
static void insertion(sort_run run, size_t count) {
    uint16_t wrong[SCAN];
    for (size_t from = 1; from < count; from += SCAN) {
        size_t end = count - from < SCAN ? count : from + SCAN, wrongs = 0;
        for (size_t i = from; i < end; i++) {
            wrong[wrongs] = (uint16_t)(i - from);
            wrongs += run.positions[i] < run.positions[i - 1];
        }
        for (size_t w = 0; w < wrongs; w++)
            /* cppcheck-suppress uninitvar ; the first `wrongs` are set */
            for (size_t i = from + wrong[w]; i < count && run.positions[i] < run.positions[i - 1]; i++)
                insert(run, i);
    }
}

static void copy(sort_run from, sort_run to, size_t count) {
    memcpy(to.positions, from.positions, count * sizeof *to.positions);
    memcpy(to.owners, from.owners, count * sizeof *to.owners);
}

/* Splits by few bits: ends[d] becomes where the points of digit d end in `to`. */
static void scatter_coarse(sort_run from, sort_run to, size_t count, sort_digit digit, uint32_t *ends) {
    size_t buckets = (size_t)1 << digit.bits;
    memset(ends, 0, buckets * sizeof *ends);
    for (size_t i = 0; i < count; i++)
        ends[sort_digit_of(digit, from.positions[i])]++;
    uint32_t sum = 0;
    for (size_t d = 0; d < buckets; d++) {
        uint32_t n = ends[d];
        ends[d] = sum;
        sum += n;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t position = from.positions[i];
        uint32_t place = ends[sort_digit_of(digit, position)]++;
        to.positions[place] = position;
        to.owners[place] = from.owners[i];
    }
}

/* Turns each count into the sum of those before it, four at a time; sums are below 2^16. */
static void sum_counts(uint16_t *counts, size_t count) {
    uint64_t sum = 0;
    for (size_t d = 0; d < count; d += 4) {
        uint64_t four;
        memcpy(&four, counts + d, sizeof four);
        four += four << 16;
        four += four << 32;
        uint64_t before = (four << 16) + sum * UINT64_C(0x0001000100010001);
        sum += four >> 48;
        memcpy(counts + d, &before, sizeof before);
    }
}

/* Splits at most FINE points by many bits; returns the largest bucket. */
static size_t scatter_fine(sort_run from, sort_run to, size_t count, sort_digit digit, uint16_t *ends) {
    size_t buckets = (size_t)1 << digit.bits;
    uint16_t largest = 0;
    memset(ends, 0, (buckets < 4 ? 4 : buckets) * sizeof *ends);
    for (size_t i = 0; i < count; i++)
        ends[sort_digit_of(digit, from.positions[i])]++;
    for (size_t d = 0; d < buckets; d++)
        largest = ends[d] > largest ? ends[d] : largest;
    sum_counts(ends, buckets);
    for (size_t i = 0; i < count; i++) {
        uint64_t position = from.positions[i];
        uint16_t place = ends[sort_digit_of(digit, position)]++;
        to.positions[place] = position;
        to.owners[place] = from.owners[i];
    }
    return largest;
}

/* The buckets of a split: where each ends, in counters of either width. */
typedef struct buckets {
    size_t count;
    const uint32_t *coarse;
    const uint16_t *fine;
} buckets;

/* Sorts each bucket; small neighbours are sorted together. */
static void sort_parts(sort_run from, sort_run other, buckets parts, bool stay) {
    size_t small_from = 0, begin = 0, end = 0;
    for (size_t d = 0; d < parts.count; d++, begin = end) {
        end = parts.coarse ? parts.coarse[d] : parts.fine[d];
        if (end - begin <= SMALL)
            continue;
        insertion(sort_run_at(from, small_from), begin - small_from);
        if (!stay)
            copy(sort_run_at(from, small_from), sort_run_at(other, small_from), begin - small_from);
        rmk_sort_bucket(sort_run_at(from, begin), sort_run_at(other, begin), end - begin, stay);
        small_from = end;
    }
    insertion(sort_run_at(from, small_from), begin - small_from);
    if (!stay)
        copy(sort_run_at(from, small_from), sort_run_at(other, small_from), begin - small_from);
}

static void sort_coarse(sort_run from, sort_run other, size_t count, uint64_t varying, bool stay) {
    uint32_t ends[1 << COARSE_BITS];
    sort_digit digit = sort_top_digit(varying, COARSE_BITS);
    scatter_coarse(from, other, count, digit, ends);
    if (digit.shift)
        sort_parts(other, from, (buckets){(size_t)1 << digit.bits, ends, NULL}, !stay);
    else if (stay)
        copy(other, from, count);
}

static void sort_fine(sort_run from, sort_run other, size_t count, uint64_t varying, bool stay) {
    uint16_t ends[1 << FINE_BITS];
    unsigned bits = 65 - (unsigned)__builtin_clzll(count);
    sort_digit digit = sort_top_digit(varying, bits < FINE_BITS ? bits : FINE_BITS);
    size_t largest = scatter_fine(from, other, count, digit, ends);
    if (digit.shift && largest > SMALL) {
        sort_parts(other, from, (buckets){(size_t)1 << digit.bits, NULL, ends}, !stay);
        return;
    }
    if (digit.shift)
        insertion(other, count);
    if (stay)
        copy(other, from, count);
}

void rmk_sort_bucket(sort_run from, sort_run other, size_t count, bool stay) {
    uint64_t varying = 0;
    if (count <= SMALL)
        insertion(from, count);
    else
        varying = varying_bits(from.positions, count, from.positions[0]);
    if (varying && count <= FINE)
        sort_fine(from, other, count, varying, stay);
    else if (varying)
        sort_coarse(from, other, count, varying, stay);
    else if (!stay)
        copy(from, other, count);
}
