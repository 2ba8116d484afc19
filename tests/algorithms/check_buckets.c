/* check_buckets.c - compares the engines of numbered buckets with the recorded answers below a folder. */
#include "tests/support/bucket_sets.h"

int main(int count, char **words) {
    if (count != 2) {
        fputs("usage: check_buckets DIR\n", stderr);
        return 2;
    }
    test_bucket_sets sums = test_check_bucket_sets(words[1], stdout);
    printf("%u passed, %u failed\n", sums.passed, sums.failed);
    return sums.failed ? 1 : 0;
}
