/* Recorded answers of references over named nodes, a part of them, and that a wrong one would be seen. */
#include "tests/support/child.h"
#include "tests/support/named_sets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static void every_placement_answers_as_its_reference(void **state) {
    (void)state;
    test_named_sets sums = test_check_named_sets("tests/vectors/algorithms", stdout);
    assert_int_equal(sums.failed, 0);
    assert_int_equal(sums.passed, 30);
    assert_int_equal(sums.skipped, 2);
}

typedef struct one_file {
    const char *name, *text;
} one_file;

/* What is said of a set of these files. */
static char *said_of(const one_file *files, size_t count, unsigned failed) {
    const char *folder = test_folder();
    char path[4096];
    snprintf(path, sizeof path, "%s/some", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    strcat(path, "/set");
    assert_int_equal(mkdir(path, 0700), 0);
    for (size_t i = 0; i < count; i++)
        free(test_file(path, files[i].name, files[i].text, strlen(files[i].text)));
    char *said = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&said, &length);
    test_named_sets sums = test_check_named_sets(folder, out);
    fclose(out);
    test_remove_folder(folder);
    assert_int_equal(sums.failed, failed);
    return said;
}

static void assert_said(const char *params, const char *nodes, const char *keys, const char *what) {
    const one_file files[] = {{"params.txt", params}, {"nodes.tsv", nodes}, {"keys.tsv", keys}};
    char *said = said_of(files, 3, what != NULL);
    if (what && !strstr(said, what))
        fail_msg("'%s' is not in: %s", what, said);
    free(said);
}

static void a_wrong_set_is_named_with_what_is_wrong(void **state) {
    (void)state;
    const char *probe = "impl=dgryski/go-mpchash\nseeds=1,2\nk=5\n", *two = "alpha\t1\nbravo\t1\n";
    const char *plain = "impl=dgryski/go-rendezvous\nhash=xxh64\n";
    assert_said(plain, "alpha\t1\n", "\t17241709254077376921\talpha\n", NULL);
    assert_said(plain, "alpha\t1\n", "\t1\talpha\n", "its hash is recorded as 1");
    assert_said(plain, "alpha\t1\n", "\t17241709254077376921\tbravo\n", "bravo is recorded, and not alpha");
    assert_said(plain, "alpha\t1\n", "\t17241709254077376921\n", "is not key, hash, node");
    assert_said("impl=nothing\n", two, "", "names no implementation");
    assert_said("impl=kkdai/maglev (xxhash)\nM=251\n", two, "a\t1\talpha\n", "its hash is recorded");
    assert_said("impl=kkdai/maglev (xxhash)\nM=250\n", two, "", "maglev-kkdai:");
    assert_said("impl=dgryski/go-maglev\nM=251\ntable_sha256_le_i32_node_index=00\n", two, "", "SHA-256");
    assert_said(probe, two, "a\t1,2\talpha\n", "its hashes are recorded as 1,2");
    assert_said("impl=mcrouter RendezvousHashFunc\n", "alpha\t1\nbravo\t1\n",
                "\t5873368576286395696\talpha\tbravo\talpha\n\t5873368576286395696\tbravo\talpha\talpha\n",
                "is recorded");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_placement_answers_as_its_reference),
        cmocka_unit_test(a_wrong_set_is_named_with_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
