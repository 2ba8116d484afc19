/* check_named.c - compares placements of named nodes with the recorded answers below a folder. */
#include "tests/support/named_sets.h"

int main(int count, char **words) {
    if (count != 2) {
        fputs("usage: check_named DIR\n", stderr);
        return 2;
    }
    test_named_sets sums = test_check_named_sets(words[1], stdout);
    printf("%u passed, %u failed\n", sums.passed, sums.failed);
    return sums.failed ? 1 : 0;
}
