/*
 * Engines against second implementations that follow the papers' words: the list of working buckets is kept,
 * and copied at each removal. A removed bucket remembers the list as it was just after it left, and a key
 * that meets it draws one of that list.
 */
#include "tests/placement/nodes.h"

#include <string.h>

#include "core/placement/buckets/buckets.h"
#include "naive_jumpback.h"

enum { MOST = 160, KEYS = 300 };

typedef struct model {
    uint32_t order[MOST], working, size;
    uint32_t before[MOST][MOST], after[MOST][MOST], left[MOST]; /* of a removed bucket; left 0: it works */
    uint32_t removed[4 * MOST], removed_count;
    bool shrinks; /* the last number leaves without a trace while nothing is removed */
} model;

static model m;

static void model_remove(uint32_t bucket) {
    if (m.shrinks && !m.removed_count && bucket == m.size - 1) {
        m.size--;
        m.working--;
        return;
    }
    uint32_t place = 0;
    while (m.order[place] != bucket)
        place++;
    memcpy(m.before[bucket], m.order, sizeof m.order);
    m.order[place] = m.order[--m.working];
    memcpy(m.after[bucket], m.order, sizeof m.order);
    m.left[bucket] = m.working;
    m.removed[m.removed_count++] = bucket;
}

static uint32_t model_add(void) {
    if (!m.removed_count) {
        m.order[m.working++] = m.size;
        return m.size++;
    }
    uint32_t bucket = m.removed[--m.removed_count];
    memcpy(m.order, m.before[bucket], sizeof m.order);
    m.working++;
    m.left[bucket] = 0;
    return bucket;
}

static void model_start(uint32_t working, uint32_t capacity) {
    memset(&m, 0, sizeof m);
    m.size = m.working = capacity ? capacity : working;
    m.shrinks = !capacity;
    for (uint32_t b = 0; b < m.size; b++)
        m.order[b] = b;
    for (uint32_t b = m.size; b-- > working;)
        model_remove(b);
}

/* ---- how each draws ---- */

static uint64_t naive_fin(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

#define G 0x9e3779b97f4a7c15u

/* floor(value * range / 2^64) by halves. */
static uint32_t naive_below(uint64_t value, uint32_t range) {
    uint64_t low = (value & UINT32_MAX) * range, high = (value >> 32) * range;
    return (uint32_t)((high + (low >> 32)) >> 32);
}

static uint32_t guava_jump(uint64_t key, uint32_t buckets) {
    uint32_t b = 0;
    for (;;) {
        key = key * 2862933555777941757u + 1;
        double next = (b + 1) / ((double)((key >> 33) + 1) / 2147483648.0);
        if (!(next < buckets))
            return b;
        b = (uint32_t)next;
    }
}

typedef struct stream {
    uint64_t key, state;
} stream;

static uint32_t anchor_first(stream *s) {
    return naive_below(naive_fin(s->state += G), m.size);
}

static uint32_t anchor_next(stream *s, uint32_t bucket, uint32_t range) {
    (void)bucket;
    return naive_below(naive_fin(s->state += G), range);
}

static uint32_t anchor_mix64_first(stream *s) {
    s->state = naive_fin(s->key + G * 0xDEADBEF0u) >> 1;
    return (uint32_t)(s->state % m.size);
}

static uint32_t anchor_mix64_next(stream *s, uint32_t bucket, uint32_t range) {
    s->state = naive_fin(naive_fin(s->state + G * (bucket + 1)) + G * 0xDEADBEF0u) >> 1;
    return (uint32_t)(s->state % range);
}

static uint32_t memento_first(stream *s) {
    return rmk_jump(s->key, m.size);
}

static uint32_t memento_next(stream *s, uint32_t bucket, uint32_t range) {
    return naive_below(naive_fin(s->key + G * (bucket + 1)), range);
}

static uint32_t memento_mix64_first(stream *s) {
    return guava_jump(s->key, m.size);
}

static uint32_t memento_mix64_next(stream *s, uint32_t bucket, uint32_t range) {
    return (uint32_t)((naive_fin(s->key + G * (bucket + 1)) >> 1) % range);
}

static uint32_t jumpback_first(stream *s) {
    return naive_jumpback(&s->state, m.size);
}

/* Values below 2^32 mod range as a remainder are drawn again. */
static uint32_t jumpback_next(stream *s, uint32_t bucket, uint32_t range) {
    (void)bucket;
    for (;;) {
        uint64_t product = (uint64_t)(uint32_t)naive_fin(s->state += G) * range;
        if ((uint32_t)product >= (((uint64_t)1 << 32) % range))
            return (uint32_t)(product >> 32);
    }
}

static const struct drawing {
    const rmk_buckets_type *type;
    uint32_t (*first)(stream *s);
    uint32_t (*next)(stream *s, uint32_t bucket, uint32_t range);
} drawings[] = {
    {&rmk_buckets_anchor, anchor_first, anchor_next},
    {&rmk_buckets_anchor_mix64, anchor_mix64_first, anchor_mix64_next},
    {&rmk_buckets_memento, memento_first, memento_next},
    {&rmk_buckets_memento_mix64, memento_mix64_first, memento_mix64_next},
    {&rmk_buckets_jumpback_anchor, jumpback_first, jumpback_next},
};

static uint32_t model_locate(const struct drawing *d, uint64_t key) {
    stream s = {key, key};
    uint32_t bucket = d->first(&s);
    while (m.left[bucket])
        bucket = m.after[bucket][d->next(&s, bucket, m.left[bucket])];
    return bucket;
}

static void assert_same(const struct drawing *d, const rmk_buckets *engine, uint64_t *seed) {
    assert_int_equal(engine->working, m.working);
    for (uint32_t b = 0; b < MOST; b++) {
        bool works = false;
        for (uint32_t i = 0; i < m.working; i++)
            works = works || m.order[i] == b;
        assert_true(rmk_buckets_works(engine, b) == works);
    }
    for (int i = 0; i < KEYS; i++) {
        uint64_t key = i < 3 ? (uint64_t)i - 1 : next_random(seed);
        assert_int_equal(rmk_buckets_locate(engine, key), model_locate(d, key));
    }
}

static void compare(const struct drawing *d, uint32_t working, uint32_t capacity, unsigned changes,
                    uint64_t *seed) {
    const rmk_buckets_options options = {.capacity = capacity};
    rmk_buckets *engine;
    assert_int_equal(rmk_buckets_create(d->type, working, &options, &engine), RMK_OK);
    model_start(working, d->type->has_capacity ? capacity : 0);
    assert_same(d, engine, seed);
    for (unsigned i = 0; i < changes; i++) {
        bool add = m.working == 1 || (next_random(seed) % 100 < 45 && m.working < capacity);
        uint32_t bucket = m.order[next_random(seed) % m.working], added;
        if (add) {
            assert_int_equal(rmk_buckets_add(engine, &added), RMK_OK);
            assert_int_equal(added, model_add());
        } else {
            assert_int_equal(rmk_buckets_remove(engine, bucket), RMK_OK);
            model_remove(bucket);
        }
        assert_same(d, engine, seed);
    }
    rmk_buckets_destroy(engine);
}

static void an_engine_agrees_with_lists_of_what_worked(void **state) {
    (void)state;
    uint64_t seed = 3201;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t d = 0; d < sizeof drawings / sizeof *drawings; d++) {
        compare(drawings + d, 1, 4, 30, &seed);
        compare(drawings + d, 12, 12, 120, &seed);
        compare(drawings + d, 60, 100, 200, &seed);
        compare(drawings + d, 120, MOST, 150, &seed);
    }
}

/* java.util.Random.nextInt(bound) with this seed, in Java's own arithmetic of 32 bits. */
static uint32_t java_next_int(uint64_t seed, int32_t bound) {
    const uint64_t mask = ((uint64_t)1 << 48) - 1;
    seed = (seed ^ 0x5DEECE66Du) & mask;
    for (;;) {
        seed = (seed * 0x5DEECE66Du + 0xB) & mask;
        int32_t bits = (int32_t)(seed >> 17), value = bits % bound;
        if ((bound & -bound) == bound)
            return (uint32_t)((bound * (int64_t)bits) >> 31);
        if ((int32_t)((uint32_t)bits - (uint32_t)value + (uint32_t)(bound - 1)) >= 0)
            return (uint32_t)value;
    }
}

/* Large capacities, for which some draws are above the last whole multiple and drawn again. */
static void dx_draws_as_java_does(void **state) {
    (void)state;
    static const uint32_t capacities[] = {1, 7, 64, 1000, 1 << 20, 21367996};
    uint64_t seed = 3202;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t c = 0; c < sizeof capacities / sizeof *capacities; c++) {
        const rmk_buckets_options options = {.capacity = capacities[c]};
        rmk_buckets *engine;
        assert_int_equal(rmk_buckets_create(&rmk_buckets_dx, capacities[c], &options, &engine), RMK_OK);
        for (int i = 0; i < 20000; i++) {
            uint64_t key = next_random(&seed);
            assert_int_equal(rmk_buckets_locate(engine, key), java_next_int(key, (int32_t)capacities[c]));
        }
        rmk_buckets_destroy(engine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dx_draws_as_java_does),
        cmocka_unit_test(an_engine_agrees_with_lists_of_what_worked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
