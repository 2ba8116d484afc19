/* check_bounded.c - compares bounded loads with the recorded answers below a folder. */
#include "tests/support/session_sets.h"

int main(int count, char **words) {
    if (count != 2) {
        fputs("usage: check_bounded DIR\n", stderr);
        return 2;
    }
    test_session_sets sums = test_check_session_sets(words[1], stdout);
    printf("%u passed, %u failed\n", sums.passed, sums.failed);
    return sums.failed ? 1 : 0;
}
