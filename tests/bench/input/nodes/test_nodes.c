#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench/input/nodes/nodes.h"
#include "tests/support/child.h"

static const char *folder;

static int make_folder(void **state) {
    (void)state;
    folder = test_folder();
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    test_remove_folder(folder);
    return 0;
}

static rm_node_list read_bytes(const void *bytes, size_t length) {
    char *path = test_file(folder, "nodes.csv", bytes, length);
    rm_node_list list = rm_nodes_read(path);
    free(path);
    return list;
}

static rm_node_list read_text(const char *text) {
    return read_bytes(text, strlen(text));
}

static void is_node(const rm_node_list *list, size_t i, const char *name, uint64_t weight, const char *zone) {
    const rmk_node *node = &list->nodes.list[i];
    assert_int_equal(node->id, i);
    assert_int_equal(node->name.length, strlen(name));
    assert_memory_equal(node->name.data, name, strlen(name));
    assert_int_equal(node->weight, weight);
    assert_int_equal(node->zone.length, strlen(zone));
    if (zone[0])
        assert_memory_equal(node->zone.data, zone, strlen(zone));
}

static void a_line_is_name_weight_and_zone(void **state) {
    (void)state;
    rm_node_list list = read_text("a\nb,2\nc,3,eu\nd,,us\n  e  , 5 \n");
    assert_int_equal(list.nodes.count, 5);
    assert_int_equal(list.nodes.id_limit, 5);
    is_node(&list, 0, "a", 1, "");
    is_node(&list, 1, "b", 2, "");
    is_node(&list, 2, "c", 3, "eu");
    is_node(&list, 3, "d", 1, "us");
    is_node(&list, 4, "e", 5, "");
    rm_nodes_free(&list);
}

static void a_header_names_the_columns_in_any_order(void **state) {
    (void)state;
    rm_node_list list = read_text("name,state,id,alias,zone,weight\na,down,7,other,eu,4\nb,up\nc\n");
    assert_int_equal(list.nodes.count, 3);
    is_node(&list, 0, "a", 4, "eu");
    assert_true(list.list[0].down);
    assert_int_equal(list.list[0].server_id, 7);
    assert_memory_equal(list.list[0].alias.data, "other", 5);
    assert_false(list.list[1].down);
    is_node(&list, 2, "c", 1, "");
    rm_nodes_free(&list);
    /* only a first field that is exactly "name" makes a header */
    list = read_text("names,3\nname,4\n");
    assert_int_equal(list.nodes.count, 2);
    is_node(&list, 1, "name", 4, "");
    rm_nodes_free(&list);
}

static void comments_blank_lines_marks_and_line_ends_do_not_matter(void **state) {
    (void)state;
    rm_node_list list =
        read_text("\xef\xbb\xbf# nodes\r\n\r\n  \t\r\nname,weight\r\n  # more\r\na,2\r\n\"b,\"\"c\",3");
    assert_int_equal(list.nodes.count, 2);
    is_node(&list, 0, "a", 2, "");
    is_node(&list, 1, "b,\"c", 3, "");
    rm_nodes_free(&list);
    list = read_text("\"# not a comment\"\n");
    is_node(&list, 0, "# not a comment", 1, "");
    rm_nodes_free(&list);
}

typedef struct file {
    const void *bytes;
    size_t length;
} file;

static void read_file(void *context) {
    const file *f = context;
    rm_node_list list = read_bytes(f->bytes, f->length);
    rm_nodes_free(&list);
}

static void refused(const void *bytes, size_t length, const char *part) {
    file f = {bytes, length};
    test_child child = test_run(read_file, &f);
    assert_int_equal(child.code, 2);
    assert_ptr_equal(strchr(child.err, '\n'), child.err + strlen(child.err) - 1);
    if (!strstr(child.err, part))
        fail_msg("'%s' is not in: %s", part, child.err);
}

static void every_mistake_is_named_with_its_line(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "no nodes"},
        {"# only\n\n", "no nodes"},
        {"name,weight\n", "no nodes"},
        {"a\nb\na\n", "nodes.csv:3: the name 'a' is on line 1 already"},
        {"a\n#\n\nb\nb\n", "nodes.csv:5: the name 'b' is on line 4 already"},
        {"a,-1\n", "nodes.csv:1: weight '-1'"},
        {"a\nb,1.5\n", "nodes.csv:2: weight '1.5'"},
        {"a,x\n", "weight 'x'"},
        {"a,4294967296\n", "weight '4294967296'"},
        {"a,99999999999999999999\n", "weight '99999999999999999999'"},
        {"a,184467440737095516160\n", "weight '1844674407"},
        {"a,0\nb,0\n", "every weight is 0"},
        {"name,state,weight\na,down,1\nb,up,0\n", "all are down or of weight 0"},
        {"name,wieght\na,1\n", "nodes.csv:1: unknown column 'wieght'; did you mean 'weight'"},
        {"name,qqqqqqqq\na,1\n", "the columns are"},
        {"name,zone,zone\na\n", "'zone' is there twice"},
        {"name,weight\na,1,z\n", "nodes.csv:2: 3 fields"},
        {"a,1,z,b\n", "nodes.csv:1: 4 fields"},
        {"a\n,2\n", "nodes.csv:2: the name is empty"},
        {"name,id\na,0\n", "id '0'"},
        {"name,id\na,5\nb,4\nc,5\n", "nodes.csv:4: the id 5 is on line 2 already"},
        {"name,state\na,off\n", "state 'off'"},
        {"\"a\nb\n", "nodes.csv:1: a quote"},
        {"a\"b\n", "nodes.csv:1: a quote"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused(cases[i][0], strlen(cases[i][0]), cases[i][1]);
    refused("a\nb\0c\n", 6, "nodes.csv:2: a NUL byte");
}

static void a_line_above_a_mebibyte_is_refused_and_one_below_is_not(void **state) {
    (void)state;
    size_t length = 10 << 20;
    char *bytes = malloc(length + 2);
    assert_non_null(bytes);
    memcpy(bytes, "a\n", 2);
    memset(bytes + 2, 'x', length);
    refused(bytes, length + 2, "nodes.csv:2: the line is longer than 1048576 bytes");
    rm_node_list list = read_bytes(bytes, 2 + (1 << 20));
    assert_int_equal(list.list[1].name.length, 1 << 20);
    rm_nodes_free(&list);
    refused(bytes, 2 + (1 << 20) + 1, "longer");
    free(bytes);
}

static void read_path(void *context) {
    rm_node_list list = rm_nodes_read(context);
    rm_nodes_free(&list);
}

static void files_that_cannot_be_read_are_named(void **state) {
    (void)state;
    test_child child = test_run(read_path, (char[]){"/nowhere/nodes.csv"});
    assert_int_equal(child.code, 2);
    assert_non_null(strstr(child.err, "--nodes-file /nowhere/nodes.csv: No such file"));
    child = test_run(read_path, (char[]){"/tmp"});
    assert_int_equal(child.code, 2);
    assert_non_null(strstr(child.err, "folder"));
}

static void a_large_file_is_read_whole(void **state) {
    (void)state;
    enum { COUNT = 200000 };
    char *bytes = malloc((size_t)COUNT * 32), *at = bytes;
    assert_non_null(bytes);
    for (int i = 0; i < COUNT; i++)
        at += sprintf(at, "server-%d.example,%d,zone-%d\n", i, i % 5 + 1, i % 3);
    rm_node_list list = read_bytes(bytes, (size_t)(at - bytes));
    assert_int_equal(list.nodes.count, COUNT);
    is_node(&list, 123456, "server-123456.example", 123456 % 5 + 1, "zone-0");
    rm_nodes_free(&list);
    free(bytes);
}

static rm_options named(const char *names) {
    rm_options options = {.names = names};
    size_t at;
    assert_int_equal(rmk_pattern_parse(names, RMK_FIELDS_OF_NAMES, &options.names_pattern, &at), RMK_OK);
    return options;
}

static void generated_names_follow_the_pattern(void **state) {
    (void)state;
    rm_options options = named("192.168.{set}.{index}:111");
    rm_node_list list = rm_nodes_of(&options, 300, 7);
    assert_int_equal(list.nodes.count, 300);
    is_node(&list, 0, "192.168.7.0:111", 1, "");
    is_node(&list, 299, "192.168.7.299:111", 1, "");
    rm_nodes_free(&list);
}

static void generate(void *context) {
    rm_options options = named(context);
    rm_node_list list = rm_nodes_generate(&options, 3, 0);
    rm_nodes_free(&list);
}

static void a_pattern_that_repeats_is_refused(void **state) {
    (void)state;
    test_child child = test_run(generate, (char[]){"same"});
    assert_int_equal(child.code, 2);
    assert_non_null(strstr(child.err, "nodes 0 and 1 the same name same"));
    child = test_run(generate, (char[]){""});
    assert_int_equal(child.code, 2);
    child = test_run(generate, (char[]){"{hex:8}"});
    assert_int_equal(child.code, 0);
}

static void changed_copies_share_nothing_with_the_original(void **state) {
    (void)state;
    rm_node_list list = read_text("name,zone\na,x\nb,y\nc,z\n");
    rm_node_list copy = rm_nodes_copy(&list, 1);
    rm_nodes_free(&list);
    rmk_node node = {.id = RMK_NOBODY, .weight = 9, .name = {(const unsigned char *)"new", 3}};
    rm_nodes_insert(&copy, 1, &node);
    assert_int_equal(copy.nodes.count, 4);
    assert_int_equal(copy.nodes.id_limit, 4);
    assert_int_equal(copy.nodes.list[1].id, 3);
    assert_int_equal(rm_nodes_named(&copy, "new"), 1);
    assert_int_equal(rm_nodes_named(&copy, "b"), 2);
    rm_nodes_drop(&copy, 0);
    assert_int_equal(rm_nodes_named(&copy, "a"), SIZE_MAX);
    assert_int_equal(rm_nodes_named(&copy, "c"), 2);
    assert_int_equal(copy.nodes.id_limit, 4);
    node.id = 10;
    for (int i = 0; i < 20; i++, node.id++)
        rm_nodes_insert(&copy, SIZE_MAX, &node);
    assert_int_equal(copy.nodes.count, 23);
    assert_int_equal(copy.nodes.id_limit, 30);
    assert_ptr_equal(copy.nodes.list, copy.list);
    rm_nodes_free(&copy);
}

static void a_file_is_read_once_a_run(void **state) {
    (void)state;
    char *path = test_file(folder, "once.csv", "a\nb\n", 4);
    rm_options options = {.nodes_file = path};
    rm_node_list first = rm_nodes_of(&options, 99, 0);
    assert_int_equal(unlink(path), 0);
    rm_node_list second = rm_nodes_of(&options, 99, 1);
    assert_int_equal(first.nodes.count, 2);
    assert_int_equal(second.nodes.count, 2);
    assert_ptr_not_equal(first.list[0].name.data, second.list[0].name.data);
    rm_nodes_free(&first);
    rm_nodes_free(&second);
    free(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_name_weight_and_zone),
        cmocka_unit_test(a_header_names_the_columns_in_any_order),
        cmocka_unit_test(comments_blank_lines_marks_and_line_ends_do_not_matter),
        cmocka_unit_test(every_mistake_is_named_with_its_line),
        cmocka_unit_test(a_line_above_a_mebibyte_is_refused_and_one_below_is_not),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
        cmocka_unit_test(a_large_file_is_read_whole),
        cmocka_unit_test(generated_names_follow_the_pattern),
        cmocka_unit_test(a_pattern_that_repeats_is_refused),
        cmocka_unit_test(changed_copies_share_nothing_with_the_original),
        cmocka_unit_test(a_file_is_read_once_a_run),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
