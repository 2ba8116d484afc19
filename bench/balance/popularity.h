/* popularity.h - how popular the most popular keys are: how many distinct ones there are, and how many
 * equally popular ones would load nodes as unevenly.
 *
 * Keys are told apart by their key-hash value, which is all that a placement sees of them: two keys of one
 * value go to one node. */
#ifndef RM_POPULARITY_H
#define RM_POPULARITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Distinct keys that are kept at most: 128 MiB; with more, `full` is set and there is no answer. */
#define RM_MOST_DISTINCT ((size_t)1 << 22)

typedef struct rm_popular_key {
    uint64_t value;
    double weight; /* 0: an empty place */
} rm_popular_key;

/* A table of distinct keys; zeroed it is empty. One thread at a time. */
typedef struct rm_popularity {
    rm_popular_key *table; /* open addressing; at most half of it is taken */
    size_t distinct, capacity;
    bool full;
} rm_popularity;

/* Adds keys. Without weights (NULL) each counts once; a weight of 0 is no key. O(1) a key. */
void rm_popularity_add(rm_popularity *popular, const uint64_t *values, const double *weights, size_t count);

/* Returns 1/H, where H is the sum of the squares of each key's part of the whole: the number of distinct
 * keys when all are equally popular. More points than that even nothing out. NAN without keys, or with too
 * many. O(capacity). */
double rm_effective_keys(const rm_popularity *popular);

void rm_popularity_free(rm_popularity *popular);

#endif
