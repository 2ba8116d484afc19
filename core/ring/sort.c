#include "sort.h"

#include <pthread.h>
#include <string.h>

#include "array.h"
#include "sort_bucket.h"

/*
 * Arrays from SORT_WIDE_MINIMUM points on do not fit the cache and take this pass first. It makes at most 2^9
 * buckets: the two lines that each is being written at then fit the first cache, so that points are stored
 * where they go; with more buckets every store would miss.
 */
enum { SORT_WIDE_BITS = 9, SORT_BUCKET_LOG = 11, SORT_THREADS = 8, SORT_WIDE_MINIMUM = 1 << 15 };

/* A worker's part of the wide pass: first how many points each bucket has, then where the next one goes. */
typedef struct sort_wide {
    uint32_t next[1 << SORT_WIDE_BITS];
} sort_wide;

/* What all workers share; `ends` are the ends of the buckets, once they are known. */
typedef struct wide_sort {
    sort_run points, scratch;
    size_t count;
    unsigned threads;
    sort_digit digit;
    sort_wide *parts; /* one a worker */
    uint64_t varying[SORT_THREADS];
    uint32_t ends[1 << SORT_WIDE_BITS];
} wide_sort;

typedef struct worker {
    wide_sort *sort;
    unsigned number;
    void (*step)(wide_sort *sort, unsigned number);
} worker;

static size_t part_begin(const wide_sort *sort, unsigned number) {
    return (size_t)((rmk_u128)sort->count * number / sort->threads);
}

/* Counts by the digit that is expected, and finds the bits that differ, in the same pass. */
static void step_count(wide_sort *sort, unsigned number) {
    uint32_t *counts = sort->parts[number].next;
    memset(counts, 0, sizeof sort->parts[number].next);
    size_t end = part_begin(sort, number + 1);
    sort_digit digit = sort->digit;
    uint64_t varying = 0, first = sort->points.positions[0];
    for (size_t i = part_begin(sort, number); i < end; i++) {
        uint64_t position = sort->points.positions[i];
        varying |= position ^ first;
        counts[sort_digit_of(digit, position)]++;
    }
    sort->varying[number] = varying;
}

static void step_scatter(wide_sort *sort, unsigned number) {
    uint32_t *next = sort->parts[number].next;
    sort_run from = sort->points, to = sort->scratch;
    sort_digit digit = sort->digit;
    size_t end = part_begin(sort, number + 1);
    for (size_t i = part_begin(sort, number); i < end; i++) {
        uint64_t position = from.positions[i];
        uint32_t at = next[sort_digit_of(digit, position)]++;
        to.positions[at] = position;
        to.owners[at] = from.owners[i];
    }
}

/* A worker takes the buckets that end in its part of the points. */
static void step_buckets(wide_sort *sort, unsigned number) {
    size_t from = part_begin(sort, number), until = part_begin(sort, number + 1), begin = 0;
    for (size_t d = 0; d < (size_t)1 << sort->digit.bits; begin = sort->ends[d++])
        if (sort->ends[d] > from && sort->ends[d] <= until)
            rmk_sort_bucket(sort_run_at(sort->scratch, begin), sort_run_at(sort->points, begin),
                            sort->ends[d] - begin, false);
}

static void *run_worker(void *argument) {
    worker *w = argument;
    w->step(w->sort, w->number);
    return NULL;
}

/* Runs one step on all threads. Where a thread cannot be had, the calling one does its part. */
static void on_all(wide_sort *sort, void (*step)(wide_sort *, unsigned)) {
    pthread_t threads[SORT_THREADS];
    worker workers[SORT_THREADS];
    bool started[SORT_THREADS] = {false};
    for (unsigned t = 1; t < sort->threads; t++) {
        workers[t] = (worker){sort, t, step};
        started[t] = !pthread_create(&threads[t], NULL, run_worker, &workers[t]);
    }
    step(sort, 0);
    for (unsigned t = 1; t < sort->threads; t++) {
        if (started[t])
            pthread_join(threads[t], NULL);
        else
            step(sort, t);
    }
}

/* Turns counts into places, bucket by bucket and in it the workers in the order of their parts, so that
 * the sort is stable. */
static void place_buckets(wide_sort *sort) {
    uint32_t sum = 0;
    for (size_t d = 0; d < (size_t)1 << sort->digit.bits; d++) {
        for (unsigned t = 0; t < sort->threads; t++) {
            uint32_t n = sort->parts[t].next[d];
            sort->parts[t].next[d] = sum;
            sum += n;
        }
        sort->ends[d] = sum;
    }
}

static void sort_wide_points(wide_sort *sort) {
    unsigned bits = 63 - (unsigned)__builtin_clzll(sort->count) - SORT_BUCKET_LOG;
    bits = bits < SORT_WIDE_BITS ? bits : SORT_WIDE_BITS;
    sort->digit = (sort_digit){64 - bits, bits};
    on_all(sort, step_count);
    uint64_t varying = 0;
    for (unsigned t = 0; t < sort->threads; t++)
        varying |= sort->varying[t];
    if (!varying)
        return;
    sort_digit digit = sort_top_digit(varying, bits);
    if (digit.shift != sort->digit.shift) { /* then the positions are not spread over the whole circle */
        sort->digit = digit;
        on_all(sort, step_count);
    }
    place_buckets(sort);
    on_all(sort, step_scatter);
    on_all(sort, step_buckets);
}

rmk_status rmk_sort_points(uint64_t *positions, uint32_t *owners, size_t count, unsigned threads,
                           const rmk_allocator *allocator) {
    if (count > RMK_MAX_POINTS)
        return RMK_LIMIT;
    if (count < 2)
        return RMK_OK;
    bool wide = count >= SORT_WIDE_MINIMUM;
    unsigned workers = !wide || threads < 1 ? 1 : threads < SORT_THREADS ? threads : SORT_THREADS;
    rmk_status status = RMK_NO_MEMORY;
    sort_wide *parts = NULL;
    wide_sort *shared = NULL;
    sort_run scratch = {rmk_array_allocate(allocator, RMK_PAGES_AUTO, count, sizeof *positions), NULL};
    scratch.owners = rmk_array_allocate(allocator, RMK_PAGES_AUTO, count, sizeof *owners);
    if (!scratch.positions || !scratch.owners)
        goto out;
    if (!wide) {
        rmk_sort_bucket((sort_run){positions, owners}, scratch, count, true);
        status = RMK_OK;
        goto out;
    }
    parts = rmk_allocate(allocator, 64, workers, sizeof *parts);
    shared = rmk_allocate(allocator, 64, 1, sizeof *shared);
    if (!parts || !shared)
        goto out;
    shared->points = (sort_run){positions, owners};
    shared->scratch = scratch;
    shared->count = count;
    shared->threads = workers;
    shared->parts = parts;
    sort_wide_points(shared);
    status = RMK_OK;
out:
    rmk_release(allocator, shared, 1, sizeof *shared);
    rmk_release(allocator, parts, workers, sizeof *parts);
    rmk_array_release(allocator, RMK_PAGES_AUTO, scratch.owners, count, sizeof *owners);
    rmk_array_release(allocator, RMK_PAGES_AUTO, scratch.positions, count, sizeof *positions);
    return status;
}
