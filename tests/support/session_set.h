/* session_set.h - one set of session_sets.h while it is compared; private to tests/support. */
#ifndef TEST_SESSION_SET_H
#define TEST_SESSION_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/ringmark.h"
#include "rows.h"

typedef struct session_set {
    const char *path; /* of the folder */
    FILE *out;
    char *params; /* the text of params.txt */
    test_rows node_rows, keys;
    rmk_node *list;
    rmk_nodes nodes;
    uint32_t next_id;
    rmk_placement_options options; /* of the algorithm, hashes and points are its own */
    bool failed;
} session_set;

/* Writes the first thing that is wrong; returns false. */
bool session_set_fail(session_set *set, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A file of the set; false when it is not there. */
bool session_set_rows(const session_set *set, const char *file, test_rows *rows);
/* A node that is not in nodes.tsv, with an id of its own. */
rmk_node session_set_node(session_set *set, const char *name);
/* False after session_set_fail: another node than the recorded one. */
bool session_set_same(session_set *set, const char *what, const char *key, const char *recorded,
                      rmk_bytes found);
rmk_bytes session_set_bytes(const char *text);
uint64_t session_set_xxh64(const char *key);

/* One comparison an implementation; false after session_set_fail. */
bool session_check_paper(session_set *set);
bool session_check_online(session_set *set);
bool session_check_lafikl(session_set *set);
bool session_check_partitions(session_set *set);

#endif
