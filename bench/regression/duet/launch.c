#include "launch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/speed/measure/timing.h"
#include "bench/stats/samples.h"
#include "bench/support/clock.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"

/* Random queries must outnumber what a branch predictor learns. */
enum { INPUT_COUNT = 1 << 20, KEY_BYTES = 16, TRIES = 3 };
/* Before each block a WARM_PART-th of it is done untimed. */
enum { WARM_PART = 4 };

typedef struct race {
    const rm_duet_object *const *objects;
    void *states[RM_DUET_SIDES];
    const unsigned *order;
    size_t pool;   /* how many operations there are */
    size_t count;  /* how many of them a block does */
    size_t cursor; /* with which one the next block begins */
} race;

const unsigned *rm_duet_order(unsigned number) {
    static const unsigned orders[][RM_DUET_SIDES] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0},
                                                     {0, 2, 1}, {2, 0, 1}, {1, 0, 2}};
    return orders[number % (sizeof orders / sizeof *orders)];
}

/* Makes the compiler keep runs whose results nobody reads. */
static void sink(uint64_t value) {
    __asm__ volatile("" : : "r"(value) : "memory");
}

static double timed(const race *r, unsigned side, size_t start, size_t count) {
    uint64_t before = rm_clock_ns();
    sink(r->objects[side]->run(r->states[side], start, count));
    return (double)(rm_clock_ns() - before);
}

/* Finds how many operations of BASE take RM_BLOCK_NS; all sides then do as many. The shortest of a few tries
 * counts, since an interruption would make the blocks too short. */
static void calibrate(race *r) {
    double best = 0;
    size_t count = 1;
    for (;; count = count * 4 < r->pool ? count * 4 : r->pool) {
        best = INFINITY;
        for (int i = 0; i < TRIES; i++)
            best = fmin(best, timed(r, RM_DUET_BASE, 0, count));
        if (best >= RM_BLOCK_NS / 8.0 || count == r->pool)
            break;
    }
    double wanted = (double)count * RM_BLOCK_NS / fmax(best, 1);
    r->count = wanted < 1 ? 1 : wanted < (double)r->pool ? (size_t)wanted : r->pool;
}

/* Times one block. Each takes the next stretch of the input, so that no side finds in the caches what another
 * has just read. */
static double block(race *r, unsigned side) {
    if (r->cursor + r->count > r->pool)
        r->cursor = 0;
    size_t start = r->cursor, warm = (r->count + WARM_PART - 1) / WARM_PART;
    r->cursor += r->count;
    sink(r->objects[side]->run(r->states[side], r->pool - warm, warm));
    return timed(r, side, start, r->count) / (double)r->count;
}

static void one_round(race *r, double best[RM_DUET_SIDES]) {
    for (unsigned i = 0; i < RM_DUET_SIDES; i++)
        best[i] = INFINITY;
    for (unsigned pass = 0; pass < RM_DUET_PASSES; pass++)
        for (unsigned i = 0; i < 2 * RM_DUET_SIDES; i++) {
            unsigned side = r->order[i < RM_DUET_SIDES ? i : 2 * RM_DUET_SIDES - 1 - i];
            best[side] = fmin(best[side], block(r, side));
        }
}

static void run_rounds(race *r, rm_duet_measure *m) {
    double base[RM_DUET_ROUNDS], head[RM_DUET_ROUNDS], change[RM_DUET_ROUNDS], control[RM_DUET_ROUNDS];
    for (unsigned round = 0; round < RM_DUET_ROUNDS; round++) {
        double best[RM_DUET_SIDES];
        one_round(r, best);
        base[round] = best[RM_DUET_BASE];
        head[round] = best[RM_DUET_HEAD];
        change[round] = log(best[RM_DUET_HEAD] / best[RM_DUET_BASE]);
        control[round] = log(best[RM_DUET_CONTROL] / best[RM_DUET_BASE]);
    }
    m->base_ns = rm_median(base, RM_DUET_ROUNDS);
    m->head_ns = rm_median(head, RM_DUET_ROUNDS);
    m->change = rm_median(change, RM_DUET_ROUNDS);
    m->control = rm_median(control, RM_DUET_ROUNDS);
}

/* Compares the first answers of all sides. This also touches their memory before it is timed. */
static void check_answers(const race *r, rm_duet_measure *m) {
    enum { CHECKED = 4096 };
    uint64_t sums[RM_DUET_SIDES];
    for (unsigned i = 0; i < RM_DUET_SIDES; i++)
        sums[i] = r->objects[i]->run(r->states[i], 0, 1) * 31 +
                  r->objects[i]->run(r->states[i], 1, r->count < CHECKED ? r->count : CHECKED);
    m->answers_differ = sums[RM_DUET_HEAD] != sums[RM_DUET_BASE];
    m->invalid = sums[RM_DUET_CONTROL] != sums[RM_DUET_BASE];
}

rm_duet_measure rm_duet_measure_case(const rm_duet_sides *sides, size_t number, const rm_duet_input *input,
                                     const unsigned *order) {
    race r = {.objects = sides->objects, .order = order, .pool = input->count};
    rm_duet_measure m = {.base_ns = NAN};
    bool all = true;
    for (unsigned i = 0; i < RM_DUET_SIDES; i++) {
        unsigned side = order[i];
        r.states[side] = r.objects[side]->open(r.objects[side], number, input);
        m.there[side] = r.states[side] != NULL;
        all = all && m.there[side];
    }
    if (all) {
        calibrate(&r);
        check_answers(&r, &m);
        run_rounds(&r, &m);
    }
    for (unsigned i = 0; i < RM_DUET_SIDES; i++)
        if (r.states[i])
            r.objects[i]->close(r.states[i]);
    return m;
}

rm_duet_input rm_duet_input_make(uint64_t seed) {
    rm_random random = rm_random_seeded(seed);
    uint64_t *values = rm_alloc(INPUT_COUNT * sizeof *values);
    rm_duet_text *keys = rm_alloc(INPUT_COUNT * sizeof *keys);
    unsigned char *text = rm_alloc(INPUT_COUNT * KEY_BYTES);
    for (size_t i = 0; i < INPUT_COUNT; i++) {
        values[i] = rm_random_next(&random);
        keys[i] = (rm_duet_text){text + i * KEY_BYTES, KEY_BYTES};
    }
    for (size_t i = 0; i < INPUT_COUNT * KEY_BYTES; i += sizeof(uint64_t)) {
        uint64_t bits = rm_random_next(&random);
        memcpy(text + i, &bits, sizeof bits);
    }
    return (rm_duet_input){values, keys, INPUT_COUNT};
}

void rm_duet_input_free(rm_duet_input *input) {
    free((void *)(uintptr_t)input->keys[0].data);
    free((void *)(uintptr_t)input->keys);
    free((void *)(uintptr_t)input->values);
}

static void list_cases(const rm_duet_sides *sides, FILE *out) {
    const rm_duet_object *object = sides->objects[RM_DUET_BASE];
    for (size_t i = 0; i < object->case_count; i++)
        fprintf(out, "case %d %s\n", object->is_quick(object, i) != 0, object->name(object, i));
}

static void say(const rm_duet_measure *m, size_t number, FILE *out) {
    fprintf(out, "end %zu %d %d %d %d %.17g %.17g %.17g %.17g\n", number, m->there[RM_DUET_BASE],
            m->there[RM_DUET_HEAD], m->answers_differ, m->invalid, m->base_ns, m->head_ns, m->change,
            m->control);
}

void rm_duet_launch(const char *base, const char *head, unsigned launch, const char *wanted, uint64_t seed,
                    FILE *out) {
    /* launch + launch / 6: so 36 launches combine every order of loading with every order of measuring */
    rm_duet_sides sides = rm_duet_sides_load(base, head, rm_duet_order(launch + launch / 6));
    if (!wanted) {
        list_cases(&sides, out);
        return;
    }
    rm_duet_input input = rm_duet_input_make(rm_mix(seed, launch));
    for (size_t i = 0; i < sides.objects[RM_DUET_BASE]->case_count && wanted[i]; i++) {
        if (wanted[i] != '1')
            continue;
        fprintf(out, "begin %zu\n", i);
        fflush(out);
        rm_duet_measure m = rm_duet_measure_case(&sides, i, &input, rm_duet_order(launch));
        say(&m, i, out);
    }
    rm_duet_input_free(&input);
}
