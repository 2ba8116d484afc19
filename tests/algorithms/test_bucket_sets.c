/* Recorded answers of the reference implementations, a part of them, and that a wrong one would be seen. */
#include "tests/support/bucket_sets.h"
#include "tests/support/child.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static void every_engine_answers_as_its_reference(void **state) {
    (void)state;
    test_bucket_sets sums = test_check_bucket_sets("tests/vectors/algorithms", stdout);
    assert_int_equal(sums.failed, 0);
    assert_int_equal(sums.passed, 38);
}

/* A set of two keys, right but for what the caller writes into it: what is said of it. */
static char *said_of(const char *text, unsigned failed) {
    const char *folder = test_folder();
    char path[4096];
    snprintf(path, sizeof path, "%s/some", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    free(test_file(path, "set.tsv", text, strlen(text)));
    char *said = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&said, &length);
    test_bucket_sets sums = test_check_bucket_sets(folder, out);
    fclose(out);
    test_remove_folder(folder);
    assert_int_equal(sums.failed, failed);
    assert_int_equal(sums.passed, 1 - failed);
    return said;
}

#define HEAD "# algo=mementohash variant=mix64 nodes=2 capacity=none\n# step init working=2 ops=-\n"

static void assert_refused(const char *text, const char *reason) {
    char *said = said_of(text, 1);
    if (!strstr(said, reason))
        fail_msg("'%s' is not in: %s", reason, said);
    free(said);
}

static void a_wrong_set_is_named_with_what_is_wrong(void **state) {
    (void)state;
    char *said =
        said_of(HEAD
                "# step last working=1 ops=r1\n# step back working=2 ops=a*1 added=1\nkey\tinit\tlast"
                "\tback\n0\t0\t0\t0\n",
                0);
    assert_string_equal(said, "");
    free(said);
    assert_refused(HEAD "key\tinit\n0\t1\n", "set.tsv: init, key 0: 1 is recorded, and not 0");
    assert_refused(HEAD "key\tinit\n0\t-1\n", "-1 is recorded");
    assert_refused(HEAD "# step last working=2 ops=r1\nkey\tinit\tlast\n0\t0\t0\n", "1 work");
    assert_refused(HEAD "# step more working=3 ops=a*1 added=7\nkey\tinit\tmore\n0\t0\t0\n",
                   "7 is recorded as added, and not 2");
    assert_refused(HEAD "# step odd working=2 ops=q\nkey\tinit\todd\n0\t0\t0\n", "unknown operation q");
    assert_refused(HEAD "# step none working=0 ops=r0,r1\nkey\tinit\tnone\n0\t0\t0\n", "removing 1:");
    assert_refused(HEAD "key\tother\n0\t0\n", "its column is other");
    assert_refused("# algo=mementohash variant=md5 nodes=2\nkey\tn1\n0\t0\n", "no engine of mementohash md5");
    assert_refused("# nothing\n", "no `# algo=` line");
    assert_refused(HEAD "# step file working=2 ops=R@none.txt\nkey\tinit\tfile\n0\t0\t0\n",
                   "ops/none.txt cannot be read");
    assert_refused("# algo=binomialhash variant=ref columns=number_of_buckets\nkey\tn2\n0\t1\n",
                   "n2, key 0: 1 is recorded");
    assert_refused("# algo=binomialhash variant=ref columns=number_of_buckets\nkey\tn2147483648\n0\t1\n",
                   "binomial of 2147483648 buckets");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_answers_as_its_reference),
        cmocka_unit_test(a_wrong_set_is_named_with_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
