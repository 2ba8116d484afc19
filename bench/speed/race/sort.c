/* sort.c - a race that sorts the points of a ring by position: our sort, and qsort over structures. Each time
 * both first copy the unsorted points, within what is timed; that takes the smaller part of it. */
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "core/ring/sort.h"
#include "makers.h"
#include "race.h"

typedef struct entry {
    uint64_t position;
    uint32_t owner;
} entry;

typedef struct sorting {
    size_t count;
    uint64_t *from_positions, *positions;
    uint32_t *from_owners, *owners;
    entry *from_entries, *entries;
    uint64_t sum; /* what one sort returns, of either arm */
} sorting;

enum { SAMPLES = 1024 }; /* so many of the sorted points are summed up */

static uint64_t run_ours(const void *context, unsigned thread, size_t start, size_t count) {
    const sorting *s = context;
    (void)thread, (void)start;
    uint64_t sum = 0;
    for (size_t turn = 0; turn < count; turn++) {
        memcpy(s->positions, s->from_positions, s->count * sizeof *s->positions);
        memcpy(s->owners, s->from_owners, s->count * sizeof *s->owners);
        rm_check(rmk_sort_points(s->positions, s->owners, s->count, 1, NULL), "sort");
        for (size_t i = 0; i < SAMPLES; i++)
            sum += s->positions[i * (s->count / SAMPLES)] ^ s->owners[i];
    }
    return sum;
}

static int compare(const void *left, const void *right) {
    const entry *a = left, *b = right;
    if (a->position != b->position)
        return a->position < b->position ? -1 : 1;
    return a->owner < b->owner ? -1 : a->owner > b->owner;
}

static uint64_t run_qsort(const void *context, unsigned thread, size_t start, size_t count) {
    const sorting *s = context;
    (void)thread, (void)start;
    uint64_t sum = 0;
    for (size_t turn = 0; turn < count; turn++) {
        memcpy(s->entries, s->from_entries, s->count * sizeof *s->entries);
        qsort(s->entries, s->count, sizeof *s->entries, compare);
        for (size_t i = 0; i < SAMPLES; i++)
            sum += s->entries[i * (s->count / SAMPLES)].position ^ s->entries[i].owner;
    }
    return sum;
}

/* Both sort the same points, so their results are compared with each other, point by point. */
static uint64_t check(rm_rival_race *race, size_t arm, bool all) {
    sorting *s = race->state;
    (void)arm, (void)all;
    uint64_t ours = run_ours(s, 0, 0, 1), checksum = 0;
    s->sum = run_qsort(s, 0, 0, 1);
    bool same = ours == s->sum;
    for (size_t i = 0; i < s->count; i++) {
        same &= s->entries[i].position == s->positions[i] && s->entries[i].owner == s->owners[i];
        checksum = rm_mix(checksum, s->positions[i] ^ s->owners[i]);
    }
    if (!same)
        rm_fail_with(3, "wrong answer: qsort sorts the points in another order; please report it");
    return checksum;
}

static void check_blocks(rm_rival_race *race, size_t arm) {
    const rm_arm *timed = &race->timed[arm];
    for (size_t i = 0; i < timed->block_count; i++)
        if (timed->blocks[i].sum != ((sorting *)race->state)->sum * timed->blocks[i].count)
            rm_fail_with(3, "wrong answer: %s sorts differently when timed; please report it",
                         race->names[arm]);
}

static void release(rm_rival_race *race) {
    sorting *s = race->state;
    void *all[] = {
        s->from_positions, s->positions, s->from_owners, s->owners, s->from_entries, s->entries, s};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* Adds an arm whose one operation is a whole sort. */
static void use(rm_rival_race *race, const char *name,
                uint64_t (*run)(const void *, unsigned, size_t, size_t)) {
    race->names[race->count] = name;
    race->timed[race->count++] = (rm_arm){.run = run, .context = race->state, .pool = 1};
}

void rm_rival_race_sort(rm_rival_race *race, uint64_t points) {
    sorting *s = rm_calloc(1, sizeof *s);
    race->state = s;
    race->points = points;
    s->count = points;
    s->from_positions = rm_calloc(points, sizeof(uint64_t));
    s->positions = rm_calloc(points, sizeof(uint64_t));
    s->from_owners = rm_calloc(points, sizeof(uint32_t));
    s->owners = rm_calloc(points, sizeof(uint32_t));
    s->from_entries = rm_calloc(points, sizeof(entry));
    s->entries = rm_calloc(points, sizeof(entry));
    rm_random random = rm_random_seeded(rm_mix(race->options->seed, points));
    for (size_t i = 0; i < points; i++) {
        s->from_positions[i] = rm_random_next(&random);
        s->from_owners[i] = (uint32_t)(i / 160);
        s->from_entries[i] = (entry){s->from_positions[i], s->from_owners[i]};
    }
    use(race, "ring sort", run_ours);
    use(race, "qsort", run_qsort);
    race->check = check;
    race->check_blocks = check_blocks;
    race->free = release;
}
