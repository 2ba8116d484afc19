/* test_options.c - the walk over argv, defaults, and what options mean to each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/bench/lines.h"

static void without_options_the_documented_defaults_hold(void **state) {
    (void)state;
    line l = line_of(&sweep, "");
    rm_options *o = parse(&l);
    assert_int_equal(o->seed, 1);
    assert_int_equal(o->format, isatty(STDOUT_FILENO) ? RM_FORMAT_TABLE : RM_FORMAT_CSV);
    assert_null(o->output);
    assert_int_equal(o->nodes.count, 1);
    assert_int_equal(o->nodes.items[0], 10);
    assert_string_equal(o->names, "node-{set}-{index}");
    assert_int_equal(o->names_pattern.fields, RMK_FIELD_SET | RMK_FIELD_INDEX);
    assert_null(o->nodes_file);
    assert_int_equal(o->sets, 1);
    assert_int_equal(o->algorithm_count, 1);
    assert_string_equal(o->algorithms[0]->name, "ring");
    assert_int_equal(o->vnodes.count, 1);
    assert_int_equal(o->vnodes.items[0], 160);
    assert_int_equal(o->total_points.count, 0);
    assert_string_equal(o->label, "{name}#{vnode}");
    assert_int_equal(o->hash_count, 1);
    assert_string_equal(o->hashes[0]->name, "xxh3");
    assert_null(o->node_hash);
    assert_int_equal(o->hash_tag[0], 0);
    assert_int_equal(o->index_count, 1);
    assert_null(o->indexes[0]);
    assert_int_equal(o->pages, RMK_PAGES_AUTO);
    assert_int_equal(o->replicas, 1);
    assert_int_not_equal(o->isa, RMK_ISA_AUTO);
    assert_int_equal(o->keys, 0);
    assert_int_equal(o->key_bytes.count, 1);
    assert_int_equal(o->key_bytes.items[0], 16);
    assert_int_equal(o->key_dist, RM_KEYS_UNIFORM);
    assert_string_equal(o->key_dist_text, "uniform");
    assert_int_equal(o->changes.count, 2);
    assert_string_equal(o->changes.items[0], "add");
    assert_string_equal(o->changes.items[1], "remove");
    assert_int_equal(o->modes.count, 3);
    assert_string_equal(o->modes.items[2], "batch");
    assert_int_equal(o->stages.count, 3);
    assert_string_equal(o->stages.items[1], "search");
    assert_int_equal(o->threads.items[0], 1);
    assert_int_equal(o->repeat, 5);
    assert_int_equal(o->jobs, sysconf(_SC_NPROCESSORS_ONLN));
    assert_int_equal(o->shard, 1);
    assert_int_equal(o->shards, 1);
    for (int id = 0; id < RM_OPTION_COUNT; id++)
        assert_false(o->given[id]);
    rm_options_free(o);
}

static void a_value_stands_behind_a_blank_or_an_equals_sign(void **state) {
    (void)state;
    line l =
        line_of(&sweep, "--vnodes 1,10,1000 --nodes=3,5 --label={name}={vnode} --seed 18446744073709551615");
    rm_options *o = parse(&l);
    assert_int_equal(o->vnodes.count, 3);
    assert_int_equal(o->vnodes.items[1], 10);
    assert_int_equal(o->vnodes.items[2], 1000);
    assert_int_equal(o->nodes.items[0], 3);
    assert_int_equal(o->nodes.items[1], 5);
    assert_string_equal(o->label, "{name}={vnode}");
    assert_true(o->seed == UINT64_MAX);
    assert_true(o->given[RM_OPT_VNODES]);
    assert_false(o->given[RM_OPT_HASH]);
    rm_options_free(o);
}

static void every_option_reaches_its_field(void **state) {
    (void)state;
    line l =
        line_of(&sweep,
                "--total-points 1024,2048 --hash md5,u64 --node-hash xxh64 --hash-tag {} --index plain,auto "
                "--pages huge --replicas 3 --key-dist zipf:1.25");
    rm_options *o = parse(&l);
    assert_int_equal(o->vnodes.count, 0);
    assert_int_equal(o->total_points.items[1], 2048);
    assert_ptr_equal(o->hashes[1], &rmk_hash_u64);
    assert_ptr_equal(o->node_hash, &rmk_hash_xxh64);
    assert_memory_equal(o->hash_tag, "{}", 2);
    assert_ptr_equal(o->indexes[0], &rmk_index_plain);
    assert_null(o->indexes[1]);
    assert_int_equal(o->pages, RMK_PAGES_HUGE);
    assert_int_equal(o->replicas, 3);
    assert_int_equal(o->key_dist, RM_KEYS_ZIPF);
    assert_true(o->zipf == 1.25);
    rm_options_free(o);

    l = line_of(&sweep,
                "--format json --output f --no-progress --sets 7 --keys 99 --mode chain --stage total "
                "--threads 1,2");
    o = parse(&l);
    assert_int_equal(o->format, RM_FORMAT_JSON);
    assert_string_equal(o->output, "f");
    assert_true(o->no_progress);
    assert_int_equal(o->sets, 7);
    assert_int_equal(o->keys, 99);
    assert_int_equal(o->modes.count, 1);
    assert_string_equal(o->modes.items[0], "chain");
    assert_string_equal(o->stages.items[0], "total");
    assert_int_equal(o->threads.items[1], 2);
    rm_options_free(o);

    l = line_of(&sweep,
                "--keys-file - -0 --quick --verify --samples s --change-every 250 --jobs 3 --filter x "
                "--shard 2/3 --nodes-file n");
    o = parse(&l);
    assert_string_equal(o->keys_file, "-");
    assert_true(o->keys_nul);
    assert_true(o->quick);
    assert_true(o->repeat < 5);
    assert_true(o->verify);
    assert_string_equal(o->samples, "s");
    assert_int_equal(o->change_every, 250);
    assert_int_equal(o->jobs, 3);
    assert_string_equal(o->filter, "x");
    assert_int_equal(o->shard, 2);
    assert_int_equal(o->shards, 3);
    assert_string_equal(o->nodes_file, "n");
    rm_options_free(o);
}

static void repeat_that_is_given_stands_against_quick(void **state) {
    (void)state;
    line l = line_of(&sweep, "--quick --repeat 9");
    rm_options *o = parse(&l);
    assert_int_equal(o->repeat, 9);
    rm_options_free(o);
}

static void operands_are_kept_and_two_dashes_end_the_options(void **state) {
    (void)state;
    line l = line_of(&single, "a --vnodes 3 - -- --hash");
    rm_options *o = parse(&l);
    assert_int_equal(o->operands.count, 3);
    assert_string_equal(o->operands.items[0], "a");
    assert_string_equal(o->operands.items[1], "-");
    assert_string_equal(o->operands.items[2], "--hash");
    assert_int_equal(o->vnodes.items[0], 3);
    rm_options_free(o);
    refuses(&sweep, "word", "sweep takes options only; found 'word'");
}

static void the_command_line_is_kept_as_a_shell_would_read_it(void **state) {
    (void)state;
    char *argv[] = {(char *)"--filter", (char *)"{name} it's", (char *)"--nodes=3"};
    rm_options *o = rm_options_parse(&sweep, 3, argv);
    assert_string_equal(o->command_line, "ringmark sweep --filter '{name} it'\\''s' --nodes=3");
    rm_options_free(o);
}

static void an_unknown_option_names_the_nearest(void **state) {
    (void)state;
    refuses(&sweep, "--vnode 3", "unknown option --vnode; did you mean --vnodes?");
    refuses(&sweep, "--algoritm=ring", "did you mean --algorithm?");
    refuses(&sweep, "-x", "unknown option -x; ringmark sweep --help");
    refuses(&single, "--chnage 3",
            "did you mean --change?"); /* of another command: the next answer says whose */
}

static void an_option_of_other_commands_says_whose_it_is(void **state) {
    (void)state;
    refuses(&single, "--change add", "single has no use for --change; it belongs to move");
}

static void a_missing_a_needless_and_an_empty_value_are_refused(void **state) {
    (void)state;
    refuses(&sweep, "--vnodes", "--vnodes needs a value: LIST");
    refuses(&sweep, "--vnodes --hash md5", "--vnodes needs a value, LIST, but --hash follows");
    refuses(&sweep, "--quick=1", "--quick takes no value; found '1'");
    refuses(&sweep, "--names _", "--names: the value is empty; it takes PATTERN");
    refuses(&sweep, "--vnodes _", "--vnodes: the list is empty");
    refuses(&sweep, "--vnodes=", "--vnodes: the list is empty");
}

static void an_option_that_would_be_overridden_is_refused(void **state) {
    (void)state;
    refuses(&sweep, "--vnodes 1 --vnodes 2", "--vnodes is given twice; write one list with commas");
    refuses(&sweep, "--quick --quick", "--quick is given twice");
}

static void options_that_contradict_each_other_are_refused(void **state) {
    (void)state;
    refuses(&sweep, "--vnodes 3 --total-points 30", "--vnodes and --total-points exclude each other");
    refuses(&sweep, "--nodes-file f --nodes 3", "--nodes-file and --nodes exclude each other");
    refuses(&sweep, "--nodes-file f --names a{index}", "--nodes-file and --names exclude each other");
    refuses(&sweep, "--keys 3 --keys-file f", "--keys-file and --keys exclude each other");
    refuses(&sweep, "--keys-file f --key-bytes 8", "--keys-file and --key-bytes exclude each other");
    refuses(&sweep, "--keys-file f --key-dist sequential", "--keys-file and --key-dist exclude each other");
    refuses(&sweep, "-0", "-0 needs --keys-file FILE");
    refuses(&sweep, "--key-weights", "--key-weights needs --keys-file FILE");
    refuses(&sweep, "--keys-file f -0 --key-weights", "-0 and --key-weights exclude each other");
}

static void several_sets_need_a_placeholder_that_tells_them_apart(void **state) {
    (void)state;
    refuses(&sweep, "--sets 2 --names a{index}", "--sets 2 needs {set} in --names or --label");
    refuses(&sweep, "--sets 2 --nodes-file f", "--sets 2 needs {set} in the label");
    static const char *const good[] = {"--sets 2", "--sets 2 --names a{index} --label {name}#{vnode}{set}",
                                       "--sets 2 --nodes-file f --label {set}{name}{vnode}",
                                       "--sets 1 --names a{index}", "--sets 2 --names {hex:12}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        line l = line_of(&sweep, good[i]);
        rm_options_free(parse(&l));
    }
}

static void a_total_below_the_number_of_nodes_is_refused(void **state) {
    (void)state;
    refuses(&sweep, "--nodes 10 --total-points 9", "--total-points 9 is less than the 10 nodes");
    refuses(&sweep, "--nodes 3,10 --total-points 100,9", "--total-points 9 is less than the 10 nodes");
    line l = line_of(&sweep, "--nodes 10 --total-points 10");
    rm_options_free(parse(&l));
    l = line_of(&sweep, "--algorithm jump --nodes 10 --total-points 9");
    rm_options_free(parse(&l));
}

static void the_environment_chooses_the_kernels(void **state) {
    (void)state;
    setenv("RINGMARK_ISA", "scalar", 1);
    line l = line_of(&sweep, "");
    rm_options *o = parse(&l);
    assert_int_equal(o->isa, RMK_ISA_SCALAR);
    rm_options_free(o);
    setenv("RINGMARK_ISA", "avx51", 1);
    refuses(&sweep, "", "RINGMARK_ISA: unknown 'avx51'; did you mean avx512?");
    setenv("RINGMARK_ISA", "", 1);
    l = line_of(&sweep, "");
    o = parse(&l);
    assert_int_equal(o->isa, rmk_isa_detect());
    rm_options_free(o);
    if (rmk_isa_detect() < RMK_ISA_AVX512) {
        setenv("RINGMARK_ISA", "avx512", 1);
        refuses(&sweep, "", "RINGMARK_ISA: this CPU lacks avx512");
    }
    unsetenv("RINGMARK_ISA");
}

static void a_label_without_vnode_is_taken_with_a_warning(void **state) {
    (void)state;
    line l = line_of(&sweep, "--label {name}");
    ending e = ending_of(parse_in_child, &l);
    assert_int_equal(e.code, 99);
    assert_int_equal(e.lines, 1);
    assert_non_null(strstr(e.said, "warning: --label '{name}' gives all points of a node one position"));
    l = line_of(&sweep, "--label {name} --vnodes 1");
    assert_int_equal(ending_of(parse_in_child, &l).lines, 0);
    l = line_of(&sweep, "--label {vnode}");
    assert_non_null(strstr(ending_of(parse_in_child, &l).said, "put {name} into it"));
}

static void every_option_has_a_name_of_its_own_and_a_meaning(void **state) {
    (void)state;
    const rm_option *table = rm_option_table();
    for (int id = 1; id < RM_OPTION_COUNT; id++) {
        assert_int_equal(table[id].id, id);
        assert_non_null(table[id].name);
        assert_non_null(table[id].meaning);
        for (int other = 1; other < id; other++)
            assert_string_not_equal(table[id].name, table[other].name);
    }
}

static void every_command_has_a_name_a_question_and_an_example(void **state) {
    (void)state;
    size_t count;
    const rm_command *const *table = rm_commands(&count);
    assert_true(count >= 9);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(rm_command_find(table[i]->name), table[i]);
        assert_non_null(table[i]->question);
        assert_non_null(table[i]->run);
        assert_non_null(table[i]->example);
    }
    assert_null(rm_command_find("nosuch"));
}

int main(void) {
    unsetenv("RINGMARK_ISA");
    rm_command_table_use();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_options_the_documented_defaults_hold),
        cmocka_unit_test(a_value_stands_behind_a_blank_or_an_equals_sign),
        cmocka_unit_test(every_option_reaches_its_field),
        cmocka_unit_test(repeat_that_is_given_stands_against_quick),
        cmocka_unit_test(operands_are_kept_and_two_dashes_end_the_options),
        cmocka_unit_test(the_command_line_is_kept_as_a_shell_would_read_it),
        cmocka_unit_test(an_unknown_option_names_the_nearest),
        cmocka_unit_test(an_option_of_other_commands_says_whose_it_is),
        cmocka_unit_test(a_missing_a_needless_and_an_empty_value_are_refused),
        cmocka_unit_test(an_option_that_would_be_overridden_is_refused),
        cmocka_unit_test(options_that_contradict_each_other_are_refused),
        cmocka_unit_test(several_sets_need_a_placeholder_that_tells_them_apart),
        cmocka_unit_test(a_total_below_the_number_of_nodes_is_refused),
        cmocka_unit_test(the_environment_chooses_the_kernels),
        cmocka_unit_test(a_label_without_vnode_is_taken_with_a_warning),
        cmocka_unit_test(every_option_has_a_name_of_its_own_and_a_meaning),
        cmocka_unit_test(every_command_has_a_name_a_question_and_an_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
