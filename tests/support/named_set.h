/* named_set.h - one set of named_sets.h while it is compared; private to tests/support. */
#ifndef TEST_NAMED_SET_H
#define TEST_NAMED_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/placement/placement.h"
#include "rows.h"

typedef struct named_set {
    const char *path; /* of the folder */
    char *params;     /* the text of params.txt */
    test_rows node_rows;
    rmk_node *list;
    rmk_nodes nodes;
    FILE *out;
    bool failed;
} named_set;

/* Writes the first thing that is wrong; returns false. */
bool named_fail(named_set *set, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What follows `name` in params.txt, or NULL. */
const char *named_fact(const named_set *set, const char *name);
/* The number that follows it, or `otherwise`. */
uint64_t named_number(const named_set *set, const char *name, uint64_t otherwise);
/* A file of the set; false when it is not there. */
bool named_rows(const named_set *set, const char *file, test_rows *rows);

static inline rmk_bytes named_bytes(const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return (rmk_bytes){(const unsigned char *)text, length};
}

/* One comparison an implementation; false after named_fail. */
bool named_check_maglev(named_set *set);
bool named_check_rendezvous(named_set *set);
bool named_check_multi_probe(named_set *set);
bool named_check_cassandra_hash(named_set *set);
bool named_check_cassandra_tokens(named_set *set);
bool named_check_spread(named_set *set);

/* How a key's hash is made, where the set says it. */
typedef uint64_t named_hash(rmk_bytes key);

/* Every row of `file` (key, hash, node, next nodes) against a placement; `hash` NULL: not compared. */
bool named_check_keys(named_set *set, const rmk_placement *placement, named_hash *hash, const char *file);
uint64_t named_xxh64(rmk_bytes key);
uint64_t named_fnv1a(rmk_bytes key);

#endif
