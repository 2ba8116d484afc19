#include "timing.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/stats/samples.h"
#include "bench/support/clock.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"

typedef struct race {
    unsigned threads, rounds;
    pthread_barrier_t gate;
    rm_arm *arm; /* the one whose turn it is; NULL tells the threads to end */
    size_t arm_number;
    size_t turn;     /* round * RM_VISITS + visit */
    size_t *cursors; /* for each arm and thread, the operation at which the next block begins */
} race;

typedef struct runner {
    race *race;
    unsigned thread;
    pthread_t id;
} runner;

static uint64_t one_block(const rm_arm *arm, unsigned thread, size_t *cursor, size_t *start) {
    if (*cursor + arm->count > arm->pool)
        *cursor = 0;
    *start = *cursor;
    *cursor += arm->count;
    return arm->run(arm->context, thread, *start, arm->count);
}

/* Makes the compiler keep runs whose results nobody reads. */
static void sink(uint64_t value) {
    __asm__ volatile("" : : "r"(value) : "memory");
}

static void visit(race *r, unsigned thread) {
    rm_arm *arm = r->arm;
    size_t *cursor = &r->cursors[r->arm_number * r->threads + thread], start;
    for (size_t b = 0; b < RM_WARM_BLOCKS && (!b || b * arm->count < arm->warm); b++)
        sink(one_block(arm, thread, cursor, &start));
    for (size_t b = 0; b < RM_BLOCKS_A_VISIT; b++) {
        uint64_t before = rm_clock_ns();
        uint64_t sum = one_block(arm, thread, cursor, &start);
        uint64_t after = rm_clock_ns();
        rm_block block = {start, arm->count, sum, (double)(after - before) / (double)arm->count};
        arm->blocks[(r->turn * RM_BLOCKS_A_VISIT + b) * r->threads + thread] = block;
    }
}

static void *runner_main(void *context) {
    runner *self = context;
    for (;;) {
        pthread_barrier_wait(&self->race->gate);
        if (!self->race->arm)
            return NULL;
        visit(self->race, self->thread);
        pthread_barrier_wait(&self->race->gate);
    }
}

/* Finds how many operations take RM_BLOCK_NS. Each number is tried three times and the shortest time counts:
 * an interruption would make the blocks too short. */
static void calibrate(rm_arm *arm) {
    for (size_t count = arm->pool < 64 ? arm->pool : 64;;
         count = count * 4 < arm->pool ? count * 4 : arm->pool) {
        uint64_t best = UINT64_MAX;
        for (int i = 0; i < 3; i++) {
            uint64_t before = rm_clock_ns();
            sink(arm->run(arm->context, 0, 0, count));
            uint64_t spent = rm_clock_ns() - before;
            best = spent < best ? spent : best;
        }
        if (best < RM_BLOCK_NS / 4 && count < arm->pool)
            continue;
        double wanted = (double)count * RM_BLOCK_NS / (double)(best ? best : 1);
        arm->count = wanted < (double)arm->pool ? (size_t)wanted : arm->pool;
        if (arm->count > 64)
            arm->count &= ~(size_t)63;
        if (!arm->count)
            arm->count = 1;
        return;
    }
}

static void prepare(rm_arm *arm, unsigned threads, unsigned rounds) {
    calibrate(arm);
    free(arm->blocks);
    arm->block_count = (size_t)rounds * RM_VISITS * RM_BLOCKS_A_VISIT * threads;
    arm->blocks = rm_alloc(arm->block_count * sizeof *arm->blocks);
    memset(arm->blocks, 0xff,
           arm->block_count * sizeof *arm->blocks); /* so that no block waits for a page of it */
}

static void take_turn(race *r, rm_arm *arms, size_t number) {
    if (arms[number].resting || rm_interrupted())
        return;
    r->arm = &arms[number];
    r->arm_number = number;
    if (r->threads > 1)
        pthread_barrier_wait(&r->gate);
    visit(r, 0);
    if (r->threads > 1)
        pthread_barrier_wait(&r->gate);
}

static void run_rounds(race *r, rm_arm *arms, size_t count) {
    for (unsigned round = 0; round < r->rounds && !rm_interrupted(); round++) {
        r->turn = (size_t)round * RM_VISITS;
        for (size_t i = 0; i < count; i++)
            take_turn(r, arms, i);
        r->turn++;
        for (size_t i = count; i-- > 0;)
            take_turn(r, arms, i);
    }
}

void rm_race(rm_arm *arms, size_t count, unsigned threads, unsigned rounds) {
    race r = {.threads = threads, .rounds = rounds};
    runner *others = rm_calloc(threads, sizeof *others);
    r.cursors = rm_calloc(count * threads + 1, sizeof *r.cursors);
    for (size_t i = 0; i < count; i++)
        if (!arms[i].resting)
            prepare(&arms[i], threads, rounds);
    pthread_barrier_init(&r.gate, NULL, threads);
    for (unsigned t = 1; t < threads; t++) {
        others[t] = (runner){.race = &r, .thread = t};
        if (pthread_create(&others[t].id, NULL, runner_main, &others[t]))
            rm_fail("cannot start thread %u of %u; use a smaller --threads", t + 1, threads);
    }
    run_rounds(&r, arms, count);
    r.arm = NULL;
    if (threads > 1)
        pthread_barrier_wait(&r.gate);
    for (unsigned t = 1; t < threads; t++)
        pthread_join(others[t].id, NULL);
    pthread_barrier_destroy(&r.gate);
    free(r.cursors);
    free(others);
}

void rm_arm_free(rm_arm *arm) {
    free(arm->blocks);
    arm->blocks = NULL;
    arm->block_count = 0;
}

double *rm_arm_samples(const rm_arm *arm) {
    double *samples = rm_alloc((arm->block_count + 1) * sizeof *samples);
    for (size_t i = 0; i < arm->block_count; i++)
        samples[i] = arm->blocks[i].ns;
    return samples;
}

double rm_arm_best_round(const rm_arm *arm, unsigned rounds) {
    size_t length = rounds ? arm->block_count / rounds : 0;
    double *samples = rm_arm_samples(arm), best = NAN;
    for (unsigned round = 0; length && round < rounds; round++) {
        best = fmin(best, rm_median(samples + round * length, length));
    }
    free(samples);
    return best;
}
