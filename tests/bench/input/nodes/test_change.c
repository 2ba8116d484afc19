#include "bench/input/nodes/change.h"
#include "bench/input/nodes/nodes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static rm_options options_named(const char *names) {
    rm_options options = {.names = names};
    size_t fault;
    assert_int_equal(rmk_pattern_parse(names, RMK_FIELDS_OF_NAMES, &options.names_pattern, &fault), RMK_OK);
    return options;
}

/* Applies a change to `count` generated nodes of set 7, as the command does. */
static rm_node_list changed(const char *text, const rm_options *options, uint64_t count) {
    rm_node_list list = rm_nodes_generate(options, count, 7);
    rm_change change = rm_change_parse(text, NULL);
    rm_change_apply(&change, options, 7, rm_change_place(&change, &list), &list);
    rm_change_free(&change);
    return list;
}

static void expect_node(const rm_node_list *list, size_t place, const char *name, uint32_t id,
                        uint64_t weight) {
    assert_in_range(place, 0, list->nodes.count - 1);
    const rmk_node *node = list->nodes.list + place;
    assert_int_equal(node->name.length, strlen(name));
    assert_memory_equal(node->name.data, name, strlen(name));
    assert_int_equal(node->id, id);
    assert_int_equal(node->weight, weight);
}

static void added_nodes_get_the_next_name_and_id(void **unused) {
    (void)unused;
    rm_options options = options_named("n{set}.{index}");
    rm_node_list list = changed("add", &options, 3);
    assert_int_equal(list.nodes.count, 4);
    assert_int_equal(list.nodes.id_limit, 4);
    expect_node(&list, 2, "n7.2", 2, 1);
    expect_node(&list, 3, "n7.3", 3, 1);
    rm_nodes_free(&list);
}

static void added_nodes_of_a_file_are_called_new_node(void **unused) {
    (void)unused;
    rm_options options = options_named("new-node");
    options.nodes_file = "any.csv";
    rm_options generator = options_named("other-{index}");
    rm_node_list list = rm_nodes_generate(&generator, 1, 0);
    rm_change change = rm_change_parse("add", NULL);
    static const char *const names[] = {"other-0", "new-node", "new-node-2", "new-node-3"};
    for (size_t i = 1; i < 4; i++)
        rm_change_apply(&change, &options, 0, SIZE_MAX, &list);
    for (uint32_t i = 0; i < 4; i++)
        expect_node(&list, i, names[i], i, 1);
    rm_change_free(&change);
    rm_nodes_free(&list);
}

static void a_taken_name_is_not_given_twice(void **unused) {
    (void)unused;
    /* without {index} the next generated name is that of the only node */
    rm_options options = options_named("same");
    rm_node_list list = changed("add", &options, 1);
    expect_node(&list, 0, "same", 0, 1);
    expect_node(&list, 1, "new-node", 1, 1);
    rm_nodes_free(&list);
}

static void removal_takes_out_first_middle_last_or_a_name(void **unused) {
    (void)unused;
    rm_options options = options_named("n{index}");
    static const struct {
        const char *text;
        size_t gone;
    } cases[] = {{"remove:first", 0}, {"remove:middle", 5}, {"remove:last", 9}, {"remove:n3", 3}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        rm_node_list list = changed(cases[c].text, &options, 10);
        assert_int_equal(list.nodes.count, 9);
        assert_int_equal(list.nodes.id_limit, 10);
        for (size_t i = 0; i < 9; i++)
            assert_int_equal(list.nodes.list[i].id, i + (i >= cases[c].gone));
        rm_nodes_free(&list);
    }
}

static void the_middle_of_an_odd_list_is_the_index_n_half(void **unused) {
    (void)unused;
    rm_options options = options_named("n{index}");
    rm_node_list list = rm_nodes_generate(&options, 7, 0);
    rm_change change = rm_change_parse("remove:middle", NULL);
    assert_int_equal(rm_change_place(&change, &list), 3);
    rm_change_free(&change);
    rm_nodes_free(&list);
}

static void a_node_that_is_down_keeps_its_place_and_weight(void **unused) {
    (void)unused;
    rm_options options = options_named("n{index}");
    rm_node_list list = changed("down:n1", &options, 3);
    assert_int_equal(list.nodes.count, 3);
    expect_node(&list, 1, "n1", 1, 1);
    assert_false(list.nodes.list[0].down);
    assert_true(list.nodes.list[1].down);
    rm_nodes_free(&list);
}

static void a_replacement_takes_place_and_weight_under_a_new_id(void **unused) {
    (void)unused;
    rm_options options = options_named("n{index}");
    rm_node_list list = rm_nodes_generate(&options, 3, 0);
    list.list[0].weight = 5;
    list.list[0].server_id = 44;
    rm_change change = rm_change_parse("replace", NULL);
    rm_change_apply(&change, &options, 0, rm_change_place(&change, &list), &list);
    assert_int_equal(list.nodes.count, 3);
    expect_node(&list, 0, "n3", 3, 5);
    assert_int_equal(list.nodes.list[0].server_id, 0);
    expect_node(&list, 1, "n1", 1, 1);
    rm_change_free(&change);
    rm_nodes_free(&list);
}

static void a_renamed_node_stays_the_same_node(void **unused) {
    (void)unused;
    rm_options options = options_named("n{index}");
    rm_node_list list = changed("rename", &options, 3);
    assert_int_equal(list.nodes.count, 3);
    assert_int_equal(list.nodes.id_limit, 3);
    expect_node(&list, 0, "n3", 0, 1);
    expect_node(&list, 2, "n2", 2, 1);
    rm_nodes_free(&list);
}

static void weights_are_set_on_the_named_node(void **unused) {
    (void)unused;
    rm_options options = options_named("n{index}");
    rm_node_list list = changed("weight:n2=9", &options, 4);
    expect_node(&list, 2, "n2", 2, 9);
    expect_node(&list, 0, "n0", 0, 1);
    rm_nodes_free(&list);
    list = changed("weight:first=0", &options, 4);
    expect_node(&list, 0, "n0", 0, 0);
    rm_nodes_free(&list);
}

static void the_last_equals_sign_starts_the_weight(void **unused) {
    (void)unused;
    rm_change change = rm_change_parse("weight:a=b=3", NULL);
    assert_int_equal(change.kind, RM_CHANGE_WEIGHT);
    assert_string_equal(change.node, "a=b");
    assert_int_equal(change.number, 3);
    rm_change_free(&change);
}

static void an_unknown_node_has_no_place(void **unused) {
    (void)unused;
    rm_options options = options_named("n{index}");
    rm_node_list list = rm_nodes_generate(&options, 3, 0);
    rm_change change = rm_change_parse("remove:n3", NULL);
    assert_true(rm_change_place(&change, &list) == SIZE_MAX);
    rm_change_free(&change);
    change = rm_change_parse("add", NULL);
    assert_true(rm_change_place(&change, &list) == SIZE_MAX);
    rm_change_free(&change);
    rm_nodes_free(&list);
}

static void changes_of_the_placement_leave_the_nodes_alone(void **unused) {
    (void)unused;
    static const char *const texts[] = {"vnodes=7", "hash=md5", "total-points=1024"};
    rm_options options = options_named("n{index}");
    for (size_t c = 0; c < 3; c++) {
        rm_change change = rm_change_parse(texts[c], NULL);
        assert_true(rm_change_is_of_placement(&change));
        rm_change_free(&change);
        rm_node_list list = changed(texts[c], &options, 3);
        assert_int_equal(list.nodes.count, 3);
        for (uint32_t i = 0; i < 3; i++)
            expect_node(&list, i, (const char *[]){"n0", "n1", "n2"}[i], i, 1);
        rm_nodes_free(&list);
    }
}

static void every_form_is_told_from_the_others(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        rm_change_kind kind;
        uint64_t number;
        const char *node;
    } cases[] = {
        {"add", RM_CHANGE_ADD, 0, NULL},
        {"remove", RM_CHANGE_REMOVE_EACH, 0, NULL},
        {"remove:add", RM_CHANGE_REMOVE, 0, "add"},
        {"down:x:y", RM_CHANGE_DOWN, 0, "x:y"},
        {"replace", RM_CHANGE_REPLACE, 0, NULL},
        {"rename", RM_CHANGE_RENAME, 0, NULL},
        {"weight:last=12", RM_CHANGE_WEIGHT, 12, "last"},
        {"vnodes=160", RM_CHANGE_VNODES, 160, NULL},
        {"total-points=4096", RM_CHANGE_TOTAL_POINTS, 4096, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rm_change change = rm_change_parse(cases[i].text, NULL);
        assert_int_equal(change.kind, cases[i].kind);
        assert_int_equal(change.number, cases[i].number);
        assert_true(!change.node == !cases[i].node);
        if (change.node)
            assert_string_equal(change.node, cases[i].node);
        assert_int_equal(rm_change_is_of_placement(&change), i >= 7);
        rm_change_free(&change);
    }
    rm_change hash = rm_change_parse("hash=md5", NULL);
    assert_ptr_equal(hash.hash, rmk_hash_find("md5"));
    rm_change_free(&hash);
}

static bool is_there(const rm_node_list *list, const char *name) {
    return rm_nodes_named(list, name) != SIZE_MAX;
}

static void a_part_or_one_is_drawn_by_seed_and_set(void **unused) {
    (void)unused;
    rm_options options = options_named("n{index}");
    options.seed = 5;
    rm_node_list a = changed("remove:30%", &options, 50), b = changed("remove:30%", &options, 50);
    assert_int_equal(a.nodes.count, 35);
    for (size_t i = 0; i < 35; i++)
        assert_int_equal(a.list[i].id, b.list[i].id);
    options.seed = 6;
    rm_node_list c = changed("remove:30%", &options, 50), one = changed("remove:random", &options, 50);
    size_t same = 0;
    for (size_t i = 0; i < 35; i++)
        same += a.list[i].id == c.list[i].id;
    assert_true(same < 35);
    assert_int_equal(one.nodes.count, 49);
    rm_nodes_free(&a);
    rm_nodes_free(&b);
    rm_nodes_free(&c);
    rm_nodes_free(&one);
}

static void who_is_gone_is_no_place_and_can_return(void **unused) {
    (void)unused;
    rm_options options = options_named("n{index}");
    rm_node_list list = rm_nodes_for(&options, &rmk_algorithm_anchor, 4, 0);
    const char *const texts[] = {"remove:last", "remove:last", "remove:first"};
    for (size_t i = 0; i < 3; i++) {
        rm_change change = rm_change_parse(texts[i], NULL);
        rm_change_apply(&change, &options, 0, rm_change_place(&change, &list), &list);
        rm_change_free(&change);
    }
    bool down[] = {true, false, true, true};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(list.list[i].down, down[i]);
    rm_change gone = rm_change_parse("remove:n2", NULL), back = rm_change_parse("add:n2", NULL);
    assert_int_equal(rm_change_place(&gone, &list), SIZE_MAX);
    assert_true(rm_change_can_return(&back, &list));
    rm_change_apply(&back, &options, 0, SIZE_MAX, &list);
    assert_false(list.list[2].down);
    assert_false(rm_change_can_return(&back, &list));
    assert_int_equal(rm_change_place(&gone, &list), 2);
    rm_change add = rm_change_parse("add", NULL);
    rm_change_apply(&add, &options, 0, SIZE_MAX, &list);
    assert_true(is_there(&list, "n4"));
    assert_int_equal(list.past.count, 5);
    rm_change_free(&gone);
    rm_change_free(&back);
    rm_change_free(&add);
    rm_nodes_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_or_one_is_drawn_by_seed_and_set),
        cmocka_unit_test(who_is_gone_is_no_place_and_can_return),
        cmocka_unit_test(added_nodes_get_the_next_name_and_id),
        cmocka_unit_test(added_nodes_of_a_file_are_called_new_node),
        cmocka_unit_test(a_taken_name_is_not_given_twice),
        cmocka_unit_test(removal_takes_out_first_middle_last_or_a_name),
        cmocka_unit_test(the_middle_of_an_odd_list_is_the_index_n_half),
        cmocka_unit_test(a_node_that_is_down_keeps_its_place_and_weight),
        cmocka_unit_test(a_replacement_takes_place_and_weight_under_a_new_id),
        cmocka_unit_test(a_renamed_node_stays_the_same_node),
        cmocka_unit_test(weights_are_set_on_the_named_node),
        cmocka_unit_test(the_last_equals_sign_starts_the_weight),
        cmocka_unit_test(an_unknown_node_has_no_place),
        cmocka_unit_test(changes_of_the_placement_leave_the_nodes_alone),
        cmocka_unit_test(every_form_is_told_from_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
