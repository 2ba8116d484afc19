/*
 * named_sets.h - recorded answers of reference implementations over named nodes, compared with ours.
 *
 * DIR/<algorithm>/<set>/: params.txt says which implementation with which numbers; nodes.tsv (name, weight,
 * in the order of the configuration), keys.tsv (key, hash, node, sometimes the next two), and where they are
 * there table.tsv (slot, node), keys_rebuilt.tsv (after nodes died), tokens.tsv, hexkeys.tsv. Sets of bounded
 * loads (partitions.tsv, events.tsv, or a cap in params.txt) are not looked at.
 */
#ifndef TEST_NAMED_SETS_H
#define TEST_NAMED_SETS_H

#include <stdio.h>

typedef struct test_named_sets {
    unsigned passed, failed, skipped;
} test_named_sets;

/* Every set below `folder`. Writes a line a failed set, and a line a skipped one with the reason. */
test_named_sets test_check_named_sets(const char *folder, FILE *out);

#endif
