/* test_options_values.c - the syntax of single options: numbers, lists, words, changes, patterns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/cli/words.h"
#include "tests/bench/lines.h"

static void numbers_are_plain_digits_within_their_range(void **state) {
    (void)state;
    static const char *const bad[] = {"1e6", "-1", "+1", "0x10", "1.5", "10k", "ten", "1-3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[64];
        snprintf(text, sizeof text, "--vnodes %s", bad[i]);
        refuses(&sweep, text, "is not a whole number; write plain digits, 1 to 4294967294");
    }
    refuses(&sweep, "--vnodes 0", "--vnodes: 0 is out of range, 1 to 4294967294");
    refuses(&sweep, "--vnodes 4294967295", "out of range, 1 to 4294967294");
    refuses(&sweep, "--vnodes 18446744073709551617", "out of range");
    refuses(&sweep, "--vnodes 184467440737095516160", "out of range");
    refuses(&sweep, "--seed 18446744073709551616", "out of range");
    refuses(&sweep, "--nodes 0", "--nodes: 0 is out of range");
    refuses(&sweep, "--keys 0", "--keys: 0 is out of range");
    refuses(&sweep, "--sets 0", "--sets: 0 is out of range");
    refuses(&sweep, "--jobs 0", "--jobs: 0 is out of range");
    refuses(&sweep, "--replicas 0", "--replicas: 0 is out of range");
}

static void a_number_at_the_edge_of_its_range_is_taken(void **state) {
    (void)state;
    assert_true(rm_number("x", "18446744073709551615", 0, UINT64_MAX) == UINT64_MAX);
    assert_int_equal(rm_number("x", "0", 0, 0), 0);
    assert_int_equal(rm_number("x", "007", 7, 7), 7);
}

static void a_list_with_an_empty_or_a_double_item_names_it(void **state) {
    (void)state;
    refuses(&sweep, "--vnodes 1,,2", "--vnodes: item 2 of the list '1,,2' is empty");
    refuses(&sweep, "--vnodes ,1", "item 1 of the list");
    refuses(&sweep, "--hash md5,", "--hash: item 2 of the list");
    refuses(&sweep, "--vnodes 10,20,010", "--vnodes: 010 is given twice");
    refuses(&sweep, "--hash md5,xxh3,md5", "--hash: md5 is given twice");
    refuses(&sweep, "--mode loop,loop", "--mode: loop is given twice");
}

static void a_command_of_single_values_refuses_lists(void **state) {
    (void)state;
    refuses(&single, "--vnodes 1,2", "single takes one value for --vnodes, not a list of 2");
    refuses(&single, "--hash md5,xxh3", "single takes one value for --hash");
}

static void an_unknown_word_names_the_nearest_and_where_to_look(void **state) {
    (void)state;
    refuses(&sweep, "--hash xxh", "--hash: unknown 'xxh'; did you mean xxh3? (ringmark list hashes");
    refuses(&sweep, "--hash fnv1a", "did you mean fnv1a-32?");
    refuses(&sweep, "--hash MD5", "did you mean md5?");
    refuses(&sweep, "--hash qqqqqqqqqqqq", "--hash: unknown 'qqqqqqqqqqqq' (ringmark list hashes");
    refuses(&sweep, "--node-hash sha265", "--node-hash: unknown 'sha265'; did you mean sha256?");
    refuses(&sweep, "--algorithm rign", "did you mean ring? (ringmark list algorithms");
    refuses(&sweep, "--index plan", "did you mean plain?");
    refuses(&sweep, "--pages hug", "did you mean huge? (auto, normal or huge)");
    refuses(&sweep, "--mode bacth", "did you mean batch? (all, loop, chain, batch)");
    refuses(&sweep, "--stage serch", "did you mean search? (all, hash, search, total)");
    refuses(&sweep, "--format cvs", "did you mean csv? (table, csv, json or markdown)");
    refuses(&sweep, "--key-dist unifrom", "did you mean uniform?");
}

static void changes_follow_their_grammar(void **state) {
    (void)state;
    line l = line_of(&sweep,
                     "--change add,remove,remove:first,remove:middle,remove:last,remove:a-1,down:a-2,replace,"
                     "rename,weight:first=2,weight:a=b=0,vnodes=1,hash=fnv1-32,total-points=7,"
                     "add:b,remove:random,remove:0.5%");
    rm_options *o = parse(&l);
    assert_int_equal(o->changes.count, 17);
    assert_string_equal(o->changes.items[10], "weight:a=b=0");
    rm_options_free(o);

    refuses(&sweep, "--change ad", "--change: unknown 'ad'; did you mean add?");
    refuses(&sweep, "--change addx,remove", "did you mean add?");
    refuses(&sweep, "--change wieght:first=2", "did you mean weight:NAME=W?");
    refuses(&sweep, "--change vnode=3", "did you mean vnodes=V?");
    refuses(&sweep, "--change zzzzzzzzzz", "--change: unknown 'zzzzzzzzzz' (add, add:NAME, remove");
    refuses(&sweep, "--change remove:", "names no node; write remove:NAME");
    refuses(&sweep, "--change down:", "names no node");
    refuses(&sweep, "--change add:", "names no node; write add:NAME");
    refuses(&sweep, "--change weight:first", "is not weight:NAME=W");
    refuses(&sweep, "--change weight:=2", "is not weight:NAME=W");
    refuses(&sweep, "--change weight:first=", "is not a whole number");
    refuses(&sweep, "--change weight:first=1.5", "is not a whole number");
    refuses(&sweep, "--change weight:first=-1", "is not a whole number");
    refuses(&sweep, "--change vnodes=0", "out of range");
    refuses(&sweep, "--change total-points=x", "is not a whole number");
    refuses(&sweep, "--change hash=md6", "did you mean md5?");
    refuses(&sweep, "--change add,add", "--change: add is given twice");
}

static void patterns_name_the_place_of_their_mistake(void **state) {
    (void)state;
    refuses(&sweep, "--label {name}{nod}", "--label: '{name}{nod}' is wrong from '{nod}' on");
    refuses(&sweep, "--label {index}", "wrong from '{index}' on");
    refuses(&sweep, "--names a{vnode}", "wrong from '{vnode}' on");
    refuses(&sweep, "--names a{hex:17}", "wrong from '{hex:17}' on");
    refuses(&sweep, "--names a{index", "wrong from '{index' on");
    refuses(&sweep, "--names same", "names all nodes alike; put {index}");
    line l = line_of(&sweep, "--names same --nodes 1");
    rm_options_free(parse(&l));
}

static void rivals_are_indexes_too(void **state) {
    (void)state;
    line l = line_of(&sweep, "--index bsearch,tree,plain");
    rm_options *o = parse(&l);
    assert_int_equal(o->index_count, 3);
    assert_string_equal(o->indexes[0]->name, "bsearch");
    assert_ptr_equal(o->indexes[2], &rmk_index_plain);
    rm_options_free(o);
    refuses(&sweep, "--index bsaerch", "did you mean bsearch?");
}

static void small_values_have_their_syntax(void **state) {
    (void)state;
    refuses(&sweep, "--shard 3", "--shard: '3' is not I/N");
    refuses(&sweep, "--shard 3/2", "the I of I/N: 3 is out of range, 1 to 2");
    refuses(&sweep, "--shard 0/2", "the I of I/N: 0 is out of range, 1 to 2");
    refuses(&sweep, "--shard 1/0", "the N of I/N: 0 is out of range");
    refuses(&sweep, "--shard 1/", "the N of I/N");
    refuses(&sweep, "--hash-tag {", "is not two marks of one byte each");
    refuses(&sweep, "--hash-tag {{}", "is not two marks of one byte each");
    static const char *const bad[] = {"zipf:",    "zipf:0",     "zipf:-1", "zipf:nan", "zipf:inf",
                                      "zipf:1e1", "zipf:1.2.3", "zipf:.",  "zipf:101", "zipf:0x1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[64];
        snprintf(text, sizeof text, "--key-dist %s", bad[i]);
        refuses(&sweep, text, "the S of zipf:S is a number above 0");
    }
}

int main(void) {
    rm_command_table_use();
    unsetenv("RINGMARK_ISA");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_plain_digits_within_their_range),
        cmocka_unit_test(a_number_at_the_edge_of_its_range_is_taken),
        cmocka_unit_test(a_list_with_an_empty_or_a_double_item_names_it),
        cmocka_unit_test(a_command_of_single_values_refuses_lists),
        cmocka_unit_test(an_unknown_word_names_the_nearest_and_where_to_look),
        cmocka_unit_test(changes_follow_their_grammar),
        cmocka_unit_test(patterns_name_the_place_of_their_mistake),
        cmocka_unit_test(rivals_are_indexes_too),
        cmocka_unit_test(small_values_have_their_syntax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
