/*
 * bucket_sets.h - recorded answers of reference implementations over numbered buckets, compared with ours.
 *
 * DIR/<algorithm>/<set>.tsv: `# algo=A variant=V seed=S nodes=N capacity=C`, a header row
 * `key<TAB>column...`, then a key and its bucket a column; -1 is no answer. With `columns=number_of_buckets`
 * column nN is the bucket among N; else a line `# step NAME working=W ops=OPS added=IDS` a column: OPS are
 * `-` (nothing), rB (remove bucket B), a*K (add K times), R@FILE (remove the buckets of DIR/ops/FILE), x
 * (start afresh), on one engine; IDS begins the list of what was added.
 */
#ifndef TEST_BUCKET_SETS_H
#define TEST_BUCKET_SETS_H

#include <stdio.h>

typedef struct test_bucket_sets {
    unsigned passed, failed;
} test_bucket_sets;

/* Every set below `folder`. Writes a line a failed set, and a line for whatever is not compared, with the
 * reason. */
test_bucket_sets test_check_bucket_sets(const char *folder, FILE *out);

#endif
