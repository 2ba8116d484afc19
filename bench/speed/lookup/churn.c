/*
 * churn.c - T threads look up through a shared ring, and this one changes it.
 *
 * A block of a race (timing.h) is shorter than the time between two changes, so its median would not show
 * them: here a sample is a window of many changes, and windows with and without them take turns.
 */
#include "churn.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "bench/cli/command.h"
#include "bench/support/clock.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/random.h"

#define WINDOW_NS       UINT64_C(60000000)
#define QUICK_WINDOW_NS UINT64_C(15000000)
enum { CHANGES_A_WINDOW = 10 };

/* One window of time, and what its threads share. */
typedef struct window {
    const rm_churn_race *race;
    rm_mode mode;
    const rmk_ring
        *without; /* the ring without the changing node; given only to check answers, which takes time */
    pthread_barrier_t gate;
    atomic_bool stop;
} window;

typedef struct reader {
    window *window;
    unsigned thread;
    rmk_shared_reader *place;
    pthread_t id;
    uint64_t lookups, spent_ns, sum;
    bool wrong;
} reader;

/* ---- reading ---- */

static uint64_t loop_chunk(rmk_shared_reader *place, const uint64_t *positions) {
    uint64_t sum = 0;
    for (size_t i = 0; i < RM_BATCH; i++) {
        sum += rmk_live_ring_lookup(rmk_shared_reader_begin(place), positions[i]);
        rmk_shared_reader_end(place);
    }
    return sum;
}

static void batch_chunk(rmk_shared_reader *place, const uint64_t *positions, uint32_t *owners) {
    rmk_live_ring_lookup_batch(rmk_shared_reader_begin(place), positions, RM_BATCH, owners);
    rmk_shared_reader_end(place);
}

static bool same_answers(const rmk_ring *ring, const uint64_t *positions, const uint32_t *owners) {
    for (size_t i = 0; i < RM_BATCH; i++)
        if (rmk_ring_lookup_plain(ring, positions[i]) != owners[i])
            return false;
    return true;
}

static void *read_window(void *context) {
    reader *r = context;
    window *w = r->window;
    const rm_churn_race *race = w->race;
    const rm_key_pool *pool = &race->lanes[r->thread].pool;
    uint64_t positions[RM_BATCH];
    uint32_t owners[RM_BATCH];
    pthread_barrier_wait(&w->gate);
    uint64_t before = rm_clock_ns();
    for (size_t at = 0; !atomic_load_explicit(&w->stop, memory_order_relaxed); r->lookups += RM_BATCH) {
        for (size_t i = 0; i < RM_BATCH; i++)
            positions[i] = pool->values[at + i] << race->shift;
        at = at + 2 * RM_BATCH <= pool->count ? at + RM_BATCH : 0;
        if (w->mode == RM_MODE_LOOP) {
            r->sum += loop_chunk(r->place, positions);
            continue;
        }
        batch_chunk(r->place, positions, owners);
        for (size_t i = 0; i < RM_BATCH; i++)
            r->sum += owners[i];
        if (w->without)
            r->wrong |= !same_answers(w->without, positions, owners) &&
                        !same_answers(race->ring, positions, owners);
    }
    r->spent_ns = rm_clock_ns() - before;
    return NULL;
}

/* ---- changing ---- */

static void sleep_until(uint64_t when) {
    uint64_t now = rm_clock_ns();
    if (when <= now)
        return;
    struct timespec left = {(time_t)((when - now) / 1000000000u), (long)((when - now) % 1000000000u)};
    nanosleep(&left, NULL);
}

/* Removes the node and adds it again, in turns, one change every `every_us`, until the clock says `end`. A
 * change that comes late is not caught up. Returns how many there were. */
static uint64_t change_until(const rm_churn_race *race, uint64_t every_us, uint64_t end) {
    uint64_t changes = 0, next = rm_clock_ns();
    while (every_us && next < end) {
        rm_check(changes % 2 ? rmk_shared_ring_add(race->shared, race->node)
                             : rmk_shared_ring_remove(race->shared, race->node->id),
                 "changing the ring");
        changes++;
        next += every_us * 1000;
        uint64_t now = rm_clock_ns();
        next = next < now ? now : next;
        sleep_until(next < end ? next : end);
    }
    sleep_until(end);
    return changes;
}

static void run_window(const rm_churn_race *race, window *w, reader *readers, uint64_t every_us, uint64_t ns,
                       uint64_t *changes) {
    atomic_init(&w->stop, false);
    pthread_barrier_init(&w->gate, NULL, race->threads + 1);
    for (unsigned t = 0; t < race->threads; t++) {
        readers[t] = (reader){.window = w, .thread = t, .place = rmk_shared_reader_join(race->shared)};
        if (pthread_create(&readers[t].id, NULL, read_window, &readers[t]))
            rm_fail("cannot start %u threads", race->threads);
    }
    pthread_barrier_wait(&w->gate);
    *changes = change_until(race, every_us, rm_clock_ns() + ns);
    atomic_store(&w->stop, true);
    for (unsigned t = 0; t < race->threads; t++) {
        pthread_join(readers[t].id, NULL);
        rmk_shared_reader_leave(readers[t].place);
    }
    pthread_barrier_destroy(&w->gate);
    if (*changes % 2)
        rm_check(rmk_shared_ring_add(race->shared, race->node), "changing the ring");
}

/* ---- the race ---- */

void rm_churn_make(rm_churn_race *race) {
    static const rm_mode modes[] = {RM_MODE_LOOP, RM_MODE_BATCH};
    rm_check(rmk_shared_ring_of(race->ring, race->threads, &race->shared), "a shared ring");
    rmk_ring_memory memory = rmk_shared_ring_memory_of(race->shared);
    race->memory_bytes = memory.points_bytes + memory.index_bytes + memory.other_bytes;
    race->contest_count = 0;
    for (size_t m = 0; m < 2; m++)
        for (int changing = 0; changing < 2 && race->modes >> modes[m] & 1; changing++)
            race->contests[race->contest_count++] = (rm_churn_contest){
                .mode = modes[m],
                .every_us = changing ? race->every_us : 0,
                .samples = rm_calloc(2 * (size_t)race->rounds * race->threads, sizeof(rm_churn_sample))};
}

void rm_churn_free(rm_churn_race *race) {
    for (size_t i = 0; i < race->contest_count; i++)
        free(race->contests[i].samples);
    rmk_shared_ring_destroy(race->shared);
}

static _Noreturn void wrong(size_t query) {
    rm_fail_with(RM_INVALID, "wrong answer: shared ring, query %zu; please report it", query);
}

/* Compares the first `count` answers with the plain reference, while nothing changes. */
static void check_at_rest(rm_churn_race *race, const rm_lane *lane, rmk_shared_reader *place, size_t count,
                          uint64_t *checksum) {
    uint64_t positions[RM_BATCH];
    uint32_t owners[RM_BATCH];
    for (size_t start = 0; start + RM_BATCH <= count; start += RM_BATCH) {
        for (size_t i = 0; i < RM_BATCH; i++)
            positions[i] = lane->pool.values[start + i] << race->shift;
        batch_chunk(place, positions, owners);
        const rmk_live_ring *live = rmk_shared_reader_begin(place);
        for (size_t i = 0; i < RM_BATCH; i++) {
            uint64_t answer = rm_lane_answer(lane, RM_STAGE_SEARCH, race->plain, start + i);
            if (owners[i] != answer || rmk_live_ring_lookup(live, positions[i]) != answer)
                wrong(start + i);
            if (start + i < RM_CHECKED)
                *checksum = rm_mix(*checksum, answer);
        }
        rmk_shared_reader_end(place);
    }
}

void rm_churn_check(rm_churn_race *race, bool all) {
    rmk_shared_reader *place = rmk_shared_reader_join(race->shared);
    for (unsigned t = 0; t < race->threads; t++) {
        const rm_lane *lane = &race->lanes[t];
        uint64_t checksum = 0;
        size_t count = all || lane->pool.count < RM_CHECKED ? lane->pool.count : RM_CHECKED;
        check_at_rest(race, lane, place, count, &checksum);
        race->checksum = t ? rm_mix(race->checksum, checksum) : checksum;
    }
    rmk_shared_reader_leave(place);
    rmk_ring *without;
    uint64_t changes;
    rm_check(rmk_ring_without(race->ring, race->node->id, &without), "a changed ring to compare with");
    window w = {.race = race, .mode = RM_MODE_BATCH, .without = without};
    reader *readers = rm_calloc(race->threads, sizeof *readers);
    run_window(race, &w, readers, race->every_us < 100 ? race->every_us : 100, QUICK_WINDOW_NS, &changes);
    for (unsigned t = 0; t < race->threads; t++)
        if (readers[t].wrong)
            rm_fail_with(RM_INVALID, "a batch during a change has answers of neither ring; please report it");
    free(readers);
    rmk_ring_destroy(without);
}

static void time_once(rm_churn_race *race, rm_churn_contest *contest, reader *readers, uint64_t ns) {
    window w = {.race = race, .mode = contest->mode};
    uint64_t changes;
    run_window(race, &w, readers, contest->every_us, ns, &changes);
    contest->changes += changes;
    for (unsigned t = 0; t < race->threads; t++)
        contest->samples[contest->sample_count++] =
            (rm_churn_sample){readers[t].lookups, (double)readers[t].spent_ns / (double)readers[t].lookups};
}

static void summarise(rm_churn_contest *contest) {
    double *ns = rm_calloc(contest->sample_count, sizeof *ns);
    for (size_t i = 0; i < contest->sample_count; i++)
        ns[i] = contest->samples[i].ns;
    contest->ns = rm_summarise(ns, contest->sample_count);
    free(ns);
}

void rm_churn_time(rm_churn_race *race) {
    uint64_t ns = race->quick ? QUICK_WINDOW_NS : WINDOW_NS;
    uint64_t least = CHANGES_A_WINDOW * race->every_us * 1000;
    if (ns < least && !race->quick)
        ns = least;
    reader *readers = rm_calloc(race->threads, sizeof *readers);
    for (unsigned round = 0; round < race->rounds; round++) {
        for (size_t i = 0; i < race->contest_count && !rm_interrupted(); i++)
            time_once(race, &race->contests[i], readers, ns);
        for (size_t i = race->contest_count; i-- > 0 && !rm_interrupted();)
            time_once(race, &race->contests[i], readers, ns);
    }
    for (size_t i = 0; i < race->contest_count && !rm_interrupted(); i++)
        summarise(&race->contests[i]);
    free(readers);
}
