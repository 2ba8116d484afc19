/*
 * session_sets.h - recorded answers of bounded loads, compared with ours.
 *
 * DIR/bounded-<name>/<set>/ holds nodes.tsv (name, weight, in the order of configuration), keys.tsv (key,
 * hash, node; the hash may be empty) and params.txt, whose first words say what the set is of: MODEL with
 * events.tsv    the paper's state. events: op (arrive, depart, add, remove), key or node, node, other balls
 * that moved; keys.tsv: the balls that are left, in order of arrival MODEL without            the online
 * rule: keys.tsv in order of arrival impl=lafikl/...          keys.tsv: plain owners at the start; events:
 * arrive key node, done node, add node, remove node, load node amount, maxload amount impl=buraksezer/...
 * keys.tsv: owners at the start; partitions.tsv: partition, owner after each step
 */
#ifndef TEST_SESSION_SETS_H
#define TEST_SESSION_SETS_H

#include <stdio.h>

typedef struct test_session_sets {
    unsigned passed, failed;
} test_session_sets;

/* Every set below `folder`. Writes a line a failed set, and a line for whatever is not compared, with the
 * reason. */
test_session_sets test_check_session_sets(const char *folder, FILE *out);

#endif
