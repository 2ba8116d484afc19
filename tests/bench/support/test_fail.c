/* test_fail.c - messages are one line whatever is in them; unfinished files go with the program. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/cli/options.h"
#include "bench/support/cleanup.h"
#include "bench/support/fail.h"
#include "bench/support/nearest.h"
#include "bench/support/visible.h"
#include "tests/bench/ending.h"

static void assert_visible(const char *text, size_t length, const char *expected) {
    char out[256];
    assert_int_equal(rm_visible(text, length, out, sizeof out), strlen(expected));
    assert_string_equal(out, expected);
}

static void control_characters_and_broken_utf8_become_escapes(void **state) {
    (void)state;
    assert_visible("a\nb\r\tc", 6, "a\\nb\\r\\tc");
    assert_visible("\0\x1b[31m\x7f", 7, "\\x00\\x1B[31m\\x7F");
    assert_visible("gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80", 15,
                   "gr\xC3\xBC\xC3\x9F \xE2\x82\xAC \xF0\x9F\x98\x80");
    assert_visible("\xC2\x85", 2, "\\xC2\\x85");                   /* C1: next line */
    assert_visible("\xE2\x80\xA8", 3, "\\xE2\\x80\\xA8");          /* line separator */
    assert_visible("\xC0\xAF", 2, "\\xC0\\xAF");                   /* overlong */
    assert_visible("\xED\xA0\x80", 3, "\\xED\\xA0\\x80");          /* surrogate */
    assert_visible("\xF4\x90\x80\x80", 4, "\\xF4\\x90\\x80\\x80"); /* above U+10FFFF */
    assert_visible("a\xE2\x82", 3, "a\\xE2\\x82");                 /* cut short */
    assert_visible("", 0, "");
}

static void visible_text_never_passes_its_room_nor_splits(void **state) {
    (void)state;
    char out[8] = "#######";
    assert_int_equal(rm_visible("ab\ncd", 5, out, 4), 2);
    assert_string_equal(out, "ab");
    assert_int_equal(out[4], '#');
    assert_int_equal(rm_visible("ab\xE2\x82\xAC", 5, out, 5), 2);
    assert_int_equal(rm_visible("abc", 3, out, 1), 0);
    assert_string_equal(out, "");
    assert_int_equal(rm_visible_cut("ab\xE2\x82\xAC", 4), 2);
    assert_int_equal(rm_visible_cut("ab\xE2\x82\xAC", 5), 5);
    assert_int_equal(rm_visible_cut("abc", 2), 2);
}

static void fail_with_text(void *text) {
    rm_fail("%s", (const char *)text);
}

static void a_message_is_one_line_and_exit_2(void **state) {
    (void)state;
    char text[] = "nodes\n\x1b[2Jfile";
    ending e = ending_of(fail_with_text, text);
    assert_int_equal(e.code, 2);
    assert_string_equal(e.said, "ringmark: nodes\\n\\x1B[2Jfile\n");
}

static void a_message_of_megabytes_is_cut(void **state) {
    (void)state;
    size_t length = 10u << 20;
    char *text = malloc(length + 1);
    memset(text, '\n', length);
    text[length] = '\0';
    ending e = ending_of(fail_with_text, text);
    free(text);
    assert_int_equal(e.code, 2);
    assert_int_equal(e.lines, 1);
    assert_true(strlen(e.said) < 10000);
    assert_string_equal(e.said + strlen(e.said) - 6, "\\n...\n");
}

static void fail_with_three(void *nothing) {
    (void)nothing;
    rm_fail_with(3, "not valid: %d", 7);
}

static void another_exit_code_can_be_given(void **state) {
    (void)state;
    ending e = ending_of(fail_with_three, NULL);
    assert_int_equal(e.code, 3);
    assert_string_equal(e.said, "ringmark: not valid: 7\n");
}

static void say_things(void *nothing) {
    (void)nothing;
    for (int i = 0; i < 100; i++) {
        rm_warn("number %d", i % 50);
        rm_note("number %d", i % 2);
    }
}

static void identical_texts_are_said_once(void **state) {
    (void)state;
    ending e = ending_of(say_things, NULL);
    assert_int_equal(e.lines, 52);
    assert_non_null(strstr(e.said, "ringmark: warning: number 49\n"));
    assert_non_null(strstr(e.said, "ringmark: number 1\n"));
}

static void *fail_in_thread(void *nothing) {
    (void)nothing;
    rm_fail("from a thread");
}

static void fail_in_eight_threads(void *nothing) {
    (void)nothing;
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, fail_in_thread, NULL);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
}

static void of_threads_that_fail_together_one_speaks(void **state) {
    (void)state;
    ending e = ending_of(fail_in_eight_threads, NULL);
    assert_int_equal(e.code, 2);
    assert_string_equal(e.said, "ringmark: from a thread\n");
}

static void check_statuses(void *nothing) {
    (void)nothing;
    rm_check(RMK_OK, "nothing");
    rm_check(RMK_LIMIT, "node %s", "a\nb");
}

static void a_status_is_told_with_what_it_is_about(void **state) {
    (void)state;
    ending e = ending_of(check_statuses, NULL);
    assert_int_equal(e.code, 2);
    char expected[256];
    snprintf(expected, sizeof expected, "ringmark: node a\\nb: %s\n", rmk_status_text(RMK_LIMIT));
    assert_string_equal(e.said, expected);
}

static void too_much(void *nothing) {
    (void)nothing;
    /* volatile: a compiler may drop what nobody reads */
    void *volatile memory = rm_calloc(SIZE_MAX / 2, 4);
    free(memory);
}

static void memory_that_is_not_to_be_had_is_one_line(void **state) {
    (void)state;
    ending e = ending_of(too_much, NULL);
    assert_int_equal(e.code, 2);
    assert_int_equal(e.lines, 1);
}

struct files {
    char kept[64], dropped[64];
};

static void fail_with_files(void *context) {
    struct files *files = context;
    rm_cleanup_file(files->kept);
    rm_cleanup_file(files->dropped);
    rm_cleanup_forget(files->kept);
    rm_cleanup_forget("never registered");
    rm_fail("the disk is full");
}

static void unfinished_files_are_removed_and_finished_ones_stay(void **state) {
    (void)state;
    struct files files = {"/tmp/ringmark-kept-XXXXXX", "/tmp/ringmark-dropped-XXXXXX"};
    close(mkstemp(files.kept));
    close(mkstemp(files.dropped));
    ending e = ending_of(fail_with_files, &files);
    assert_int_equal(e.code, 2);
    assert_int_equal(access(files.kept, F_OK), 0);
    assert_int_not_equal(access(files.dropped, F_OK), 0);
    unlink(files.kept);
}

static void fill_the_table(void *context) {
    const char *path = context;
    for (int round = 0; round < 100; round++) { /* places are used again */
        rm_cleanup_file(path);
        rm_cleanup_forget(path);
    }
    for (int i = 0; i < RM_CLEANUP_FILES; i++)
        rm_cleanup_file("/nonexistent/file");
    rm_cleanup_file(path);
}

static void more_unfinished_files_than_places_are_refused(void **state) {
    (void)state;
    char path[] = "/nonexistent/other";
    ending e = ending_of(fill_the_table, path);
    assert_int_equal(e.code, 2);
    assert_int_equal(e.lines, 1);
}

static const char *nearest(const char *text) {
    static const char *const names[] = {"fnv1-32", "fnv1a-32", "fnv1a-64",   "md5",
                                        "xxh32",   "xxh3",     "murmur3-128"};
    return rm_nearest(text, names, sizeof names / sizeof *names);
}

static void the_nearest_name_is_the_one_with_the_fewest_edits(void **state) {
    (void)state;
    assert_string_equal(nearest("md6"), "md5");
    assert_string_equal(nearest("MD5"), "md5");
    assert_string_equal(nearest("dm5"), "md5"); /* a swap is one edit */
    assert_string_equal(nearest("fnv1a"), "fnv1a-32");
    assert_string_equal(nearest("fvn1a-64"), "fnv1a-64");
    assert_string_equal(nearest("murmur"), "murmur3-128");
    assert_string_equal(nearest("xxh"), "xxh32");
    assert_string_equal(nearest("xxh4"), "xxh3");
    assert_string_equal(nearest("murmr3-182"), "murmur3-128"); /* two of eleven */
    assert_null(nearest("xyh4"));                              /* half of it differs */
    assert_null(nearest("quite another thing"));
    assert_null(nearest("q"));
    assert_null(nearest(""));
}

static void a_very_long_text_has_no_nearest_name(void **state) {
    (void)state;
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_null(nearest(text));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control_characters_and_broken_utf8_become_escapes),
        cmocka_unit_test(visible_text_never_passes_its_room_nor_splits),
        cmocka_unit_test(a_message_is_one_line_and_exit_2),
        cmocka_unit_test(a_message_of_megabytes_is_cut),
        cmocka_unit_test(another_exit_code_can_be_given),
        cmocka_unit_test(identical_texts_are_said_once),
        cmocka_unit_test(of_threads_that_fail_together_one_speaks),
        cmocka_unit_test(a_status_is_told_with_what_it_is_about),
        cmocka_unit_test(memory_that_is_not_to_be_had_is_one_line),
        cmocka_unit_test(unfinished_files_are_removed_and_finished_ones_stay),
        cmocka_unit_test(more_unfinished_files_than_places_are_refused),
        cmocka_unit_test(the_nearest_name_is_the_one_with_the_fewest_edits),
        cmocka_unit_test(a_very_long_text_has_no_nearest_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
