/* keys.c - how popular keys are, and where those of given names stand on the circle. */
#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/input/keys/generated.h"
#include "bench/input/keys/keys.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "keys.h"

/* Number of keys that are drawn one by one in simulations; the sum of all others is drawn as normal. */
enum { TOP_KEYS = 2048 };

/* A key under a hash that is its identity, or its place on the circle. */
typedef struct weighted {
    uint64_t hash;
    double weight;
} weighted;

typedef struct key_list {
    weighted *items;
    size_t count, capacity;
} key_list;

static void push(key_list *list, uint64_t hash, double weight) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 4096;
        list->items = rm_realloc(list->items, list->capacity * sizeof *list->items);
    }
    list->items[list->count++] = (weighted){hash, weight};
}

static int by_hash(const void *a, const void *b) {
    uint64_t x = ((const weighted *)a)->hash, y = ((const weighted *)b)->hash;
    return (x > y) - (x < y);
}

static int by_weight(const void *a, const void *b) {
    double x = ((const weighted *)a)->weight, y = ((const weighted *)b)->weight;
    return (x < y) - (x > y);
}

/* Makes hashes ascending and distinct; the weights of one hash are added. */
static void join_equal(key_list *list) {
    size_t kept = 0;
    if (list->count)
        qsort(list->items, list->count, sizeof *list->items, by_hash);
    for (size_t i = 0; i < list->count; i++) {
        if (kept && list->items[kept - 1].hash == list->items[i].hash)
            list->items[kept - 1].weight += list->items[i].weight;
        else
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

/* Reads all keys of the options, by identity (XXH3) and, for given names, by place. */
static void read_keys(const rm_question *q, key_list *identities, key_list *places) {
    rm_options options = rm_with_keys(q->options);
    /* a list has room for twice as many as it holds, at worst */
    rm_check_kept_keys(&options, (q->names ? 4 : 2) * sizeof(weighted));
    rmk_hasher hasher;
    rm_check(rmk_hasher_open(&hasher, q->cell.hash, options.isa, NULL), "hash %s", q->cell.hash->name);
    rm_keys *keys = rm_keys_open(&options, options.key_bytes.items[0], rm_keys_seed(&q->cell, 0), false);
    uint64_t *values = NULL;
    rm_key_block block;
    for (uint64_t number = 1; !rm_interrupted() && rm_keys_next(keys, &block); number += block.count) {
        values = rm_realloc(values, (block.count + 1) * sizeof *values);
        if (q->names)
            rm_keys_hash(&options, &hasher, &block, number, values);
        for (size_t i = 0; i < block.count; i++) {
            double weight = block.weights ? block.weights[i] : 1;
            if (!(weight > 0))
                continue;
            push(identities, rmk_hash_xxh3.one(NULL, block.keys[i].data, block.keys[i].length), weight);
            if (q->names)
                push(places, rmk_hash_position(q->cell.hash, values[i]), weight);
        }
    }
    rm_check_counted(&options, identities->count > 0);
    rm_keys_close(keys);
    rmk_hasher_close(&hasher);
    free(values);
}

static double sum_of(const key_list *list) {
    long double sum = 0;
    for (size_t i = 0; i < list->count; i++)
        sum += list->items[i].weight;
    return (double)sum;
}

/* Fills `keys` from weights that are sorted descending; parts add up to 1. */
static void rank(rm_key_parts *keys, const weighted *sorted, size_t count, double total) {
    keys->top = rm_calloc(TOP_KEYS, sizeof *keys->top);
    keys->distinct = (double)count;
    keys->first = sorted[0].weight / total;
    long double squares = 0, tail = 0, tail_squares = 0;
    for (size_t k = 0; k < count; k++) {
        double part = sorted[k].weight / total;
        squares += part * part;
        if (k < TOP_KEYS) {
            keys->top[keys->top_count++] = part;
            continue;
        }
        tail += part;
        tail_squares += part * part;
    }
    keys->squares = (double)squares;
    keys->tail = (double)tail;
    keys->tail_squares = (double)tail_squares;
}

static void place_keys(rm_key_places *places, const key_list *list, double total) {
    places->positions = rm_calloc(list->count, sizeof *places->positions);
    places->until = rm_calloc(list->count, sizeof *places->until);
    places->count = list->count;
    long double sum = 0;
    for (size_t i = 0; i < list->count; i++) {
        sum += list->items[i].weight;
        places->positions[i] = list->items[i].hash;
        places->until[i] = (uint64_t)(fminl(sum / total, 1) * 0x1p63L);
    }
}

static void take_keys(rm_question *q) {
    key_list identities = {0}, places = {0};
    read_keys(q, &identities, &places);
    join_equal(&identities);
    double total = sum_of(&identities);
    if (identities.count)
        qsort(identities.items, identities.count, sizeof *identities.items, by_weight);
    if (identities.count) /* there are none after an interrupt */
        rank(&q->keys, identities.items, identities.count, total);
    join_equal(&places);
    if (places.count)
        place_keys(&q->places, &places, total);
    free(identities.items);
    free(places.items);
}

/* Takes Zipf's law itself; --keys N adds the noise of so many draws. */
static void take_zipf(rm_question *q) {
    const rm_options *o = q->options;
    weighted *ranks = rm_calloc(RM_ZIPF_RANKS, sizeof *ranks);
    long double total = 0;
    for (size_t k = 0; k < RM_ZIPF_RANKS; k++)
        total += ranks[k].weight = pow((double)(k + 1), -o->zipf);
    rank(&q->keys, ranks, RM_ZIPF_RANKS, (double)total);
    free(ranks);
    if (!o->keys)
        return;
    double noise = (1 - q->keys.squares) / (double)o->keys;
    q->keys.tail_squares += noise;
    q->keys.squares += noise;
}

/* Takes N keys that are all different and equally popular. */
static void take_uniform(rm_question *q) {
    double count = (double)q->options->keys, part = 1 / count;
    q->keys =
        (rm_key_parts){.squares = part, .first = part, .distinct = count, .tail = 1, .tail_squares = part};
    if (count > TOP_KEYS)
        return;
    q->keys.top_count = (size_t)count;
    q->keys.top = rm_calloc(q->keys.top_count, sizeof *q->keys.top);
    for (size_t k = 0; k < q->keys.top_count; k++)
        q->keys.top[k] = part;
    q->keys.tail = q->keys.tail_squares = 0;
}

void rm_question_keys(rm_question *q) {
    const rm_options *o = q->options;
    bool zipf = o->key_dist == RM_KEYS_ZIPF;
    q->keyed = rm_keys_wanted(o) || zipf;
    if (!q->keyed)
        return;
    if (o->replicas > 1)
        rm_fail(
            "--replicas and keys exclude each other in plan: plan without keys, then count them with "
            "ringmark skew --replicas %llu",
            (unsigned long long)o->replicas);
    if (o->keys_file || q->names || (zipf && o->keys && o->keys <= RM_ZIPF_RANKS))
        take_keys(q);
    else if (zipf)
        take_zipf(q);
    else
        take_uniform(q);
}

void rm_question_free_keys(rm_question *q) {
    free(q->keys.top);
    free(q->places.positions);
    free(q->places.until);
}

double rm_keys_floor(const rm_question *q) {
    double heaviest = q->weights[q->serving - 1] / q->all;
    return q->keys.first / heaviest;
}
