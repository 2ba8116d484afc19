/* Recorded answers of bounded loads, a part of them, and that a wrong one would be seen. */
#include "tests/support/child.h"
#include "tests/support/session_sets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static void every_rule_answers_as_its_reference(void **state) {
    (void)state;
    test_session_sets sums = test_check_session_sets("tests/vectors/algorithms", stdout);
    assert_int_equal(sums.failed, 0);
    assert_int_equal(sums.passed, 7);
}

/* What is said of a set of these files; "" when it passes. */
static char *said_of(const char *params, const char *keys, const char *events, const char *partitions) {
    const char *folder = test_folder();
    char path[4096];
    snprintf(path, sizeof path, "%s/some", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    strcat(path, "/set");
    assert_int_equal(mkdir(path, 0700), 0);
    free(test_file(path, "params.txt", params, strlen(params)));
    free(test_file(path, "nodes.tsv", "a\t1\nb\t1\n", 8));
    free(test_file(path, "keys.tsv", keys, strlen(keys)));
    if (events)
        free(test_file(path, "events.tsv", events, strlen(events)));
    if (partitions)
        free(test_file(path, "partitions.tsv", partitions, strlen(partitions)));
    char *said = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&said, &length);
    test_session_sets sums = test_check_session_sets(folder, out);
    fclose(out);
    test_remove_folder(folder);
    assert_int_equal(sums.passed + sums.failed, 1);
    assert_int_equal(sums.passed, !strstr(said, "failed: "));
    return said;
}

static void assert_said(char *said, const char *reason) {
    if (*reason ? !strstr(said, reason) : *said)
        fail_msg("'%s' is not in: %s", reason, said);
    free(said);
}

#define PAPER "MODEL of the canonical state. c=1.25 as a fraction."
#define KEY   "x\t6665539201184043299\tb\n"

static void a_wrong_set_is_named_with_what_is_wrong(void **state) {
    (void)state;
    assert_said(said_of(PAPER, KEY, "arrive\tx\tb\t0\n", NULL), "");
    assert_said(said_of(PAPER, KEY, "arrive\tx\ta\t0\n", NULL), "arrive 'x': a is recorded, and not b");
    assert_said(said_of(PAPER, KEY, "arrive\tx\tb\t1\n", NULL), "arrive 'x': 1 is recorded, and not 0");
    assert_said(said_of(PAPER, "x\t6665539201184043299\ta\n", "arrive\tx\tb\t0\n", NULL),
                "left 'x': a is recorded");
    assert_said(said_of(PAPER, KEY, "arrive\tx\tb\t0\narrive\ty\ta\t\n", NULL),
                "1 keys are recorded as left");
    assert_said(said_of(PAPER, KEY, "depart\tx\t\t0\n", NULL), "there is none");
    assert_said(said_of(PAPER, KEY, "remove\tc\t\t0\n", NULL), "remove 'c': no such node");
    assert_said(said_of(PAPER, KEY, "jump\tx\t\t0\n", NULL), "unknown event jump");
    assert_said(said_of("MODEL c=1", KEY, "arrive\tx\tb\t0\n", NULL), "no load factor above 1");
    assert_said(said_of("c=1.25", KEY, "arrive\tx\tb\t0\n", NULL), "names no implementation");
    assert_said(said_of("MODEL cap=ceil(c*m/n) c=1.05", KEY, NULL, NULL), "");
    assert_said(said_of("MODEL cap=ceil(c*m/n) c=1.05", "x\t7\tb\n", NULL, NULL), "another hash");
}

#define PARTITIONS(steps)                                                                                    \
    "impl=buraksezer/consistent v1.0.0\nPartitionCount=2\nReplicationFactor=1\nLoad=1.25\nsteps: " steps "\n"

static void wrong_partitions_are_named(void **state) {
    (void)state;
    assert_said(said_of(PARTITIONS("start"), KEY, NULL, "0\ta\n1\tb\n"), "");
    assert_said(said_of(PARTITIONS("start; remove 'b'"), KEY, NULL, "0\ta\ta\n1\tb\ta\n"), "");
    assert_said(said_of(PARTITIONS("start; remove 'b'"), KEY, NULL, "0\ta\ta\n1\tb\tb\n"),
                "partition '1': b is recorded, and not a");
    assert_said(said_of(PARTITIONS("start"), "x\t6665539201184043299\ta\n", NULL, "0\ta\n1\tb\n"),
                "owner of 'x': a is recorded, and not b");
    assert_said(said_of(PARTITIONS("start; remove 'c'"), KEY, NULL, "0\ta\ta\n1\tb\ta\n"),
                "there is no such node");
    assert_said(said_of(PARTITIONS("start; grow"), KEY, NULL, "0\ta\ta\n1\tb\ta\n"), "unknown step grow");
    assert_said(said_of(PARTITIONS("start"), KEY, NULL, "0\ta\ta\n1\tb\ta\n"), "2 owners for 1 steps");
    assert_said(said_of(PARTITIONS("start\ncapacity at each step=[3]"), KEY, NULL, "0\ta\n1\tb\n"),
                "capacity 3 is recorded, and not 2");
    /* the recorded code gave up where ours goes on */
}

/* The recorded code gave up where ours goes on. */
static void steps_behind_a_panic_are_skipped_by_name(void **state) {
    (void)state;
    char *said = said_of(PARTITIONS("start; remove 'b'\nPANIC at remove"), KEY, NULL, "0\ta\n1\tb\n");
    assert_said(said, "steps from 2 on: the reference panics");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_answers_as_its_reference),
        cmocka_unit_test(a_wrong_set_is_named_with_what_is_wrong),
        cmocka_unit_test(wrong_partitions_are_named),
        cmocka_unit_test(steps_behind_a_panic_are_skipped_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
