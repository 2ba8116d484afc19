#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/cells/cells.h"
#include "bench/cli/command.h"
#include "tests/support/child.h"

/* Options as the parser would leave them. */
typedef struct setup {
    rm_options o;
    uint64_t nodes[4], vnodes[4], totals[4];
    const rmk_algorithm *algorithms[4];
    const rmk_hash *hashes[4];
    const rmk_index_type *indexes[4];
} setup;

static const rm_command bare = {.name = "bare"};

static void start(setup *s) {
    *s = (setup){.nodes = {10, 100}, .vnodes = {1, 160}};
    s->algorithms[0] = &rmk_algorithm_ring;
    s->algorithms[1] = &rmk_algorithm_jump;
    s->hashes[0] = &rmk_hash_xxh3;
    s->hashes[1] = &rmk_hash_fnv1a_64;
    s->o = (rm_options){.command = &bare,
                        .seed = 1,
                        .nodes = {s->nodes, 2},
                        .names = "node-{set}-{index}",
                        .algorithms = s->algorithms,
                        .algorithm_count = 2,
                        .vnodes = {s->vnodes, 2},
                        .label = RMK_DEFAULT_LABEL,
                        .hashes = s->hashes,
                        .hash_count = 2,
                        .indexes = s->indexes,
                        .index_count = 1,
                        .isa = RMK_ISA_SCALAR,
                        .replicas = 1,
                        .shard = 1,
                        .shards = 1};
    size_t at;
    rmk_pattern_parse(s->o.names, RMK_FIELDS_OF_NAMES, &s->o.names_pattern, &at);
}

static void is_named(const rm_cells *cells, size_t i, const char *expected) {
    assert_true(i < cells->count);
    char *name = rm_cell_name(&cells->list[i]);
    assert_string_equal(name, expected);
    free(name);
}

static void cells_are_the_product_in_a_fixed_order(void **state) {
    (void)state;
    setup s;
    start(&s);
    rm_cells cells = rm_cells_of(&s.o, false);
    assert_int_equal(cells.count, 8 + 4);
    is_named(&cells, 0, "ring xxh3 nodes=10 vnodes=1");
    is_named(&cells, 1, "ring xxh3 nodes=10 vnodes=160");
    is_named(&cells, 2, "ring xxh3 nodes=100 vnodes=1");
    is_named(&cells, 7, "ring fnv1a-64 nodes=100 vnodes=160");
    is_named(&cells, 8, "jump xxh3 nodes=10"); /* once, whatever the virtual nodes */
    is_named(&cells, 11, "jump fnv1a-64 nodes=100");
    assert_ptr_equal(cells.list[0].node_hash, &rmk_hash_xxh3);
    assert_null(cells.list[8].node_hash);
    rm_cells_free(&cells);
}

static void a_fixed_ring_size_takes_the_place_of_virtual_nodes(void **state) {
    (void)state;
    setup s;
    start(&s);
    s.totals[0] = 1024;
    s.o.vnodes.count = 0;
    s.o.total_points = (rm_numbers){s.totals, 1};
    s.o.node_hash = &rmk_hash_md5;
    rm_cells cells = rm_cells_of(&s.o, false);
    assert_int_equal(cells.count, 4 + 4);
    is_named(&cells, 0, "ring xxh3 nodes=10 total_points=1024");
    assert_ptr_equal(cells.list[0].node_hash, &rmk_hash_md5);
    rm_cells_free(&cells);
}

static void indexes_multiply_only_what_has_points(void **state) {
    (void)state;
    setup s;
    start(&s);
    s.indexes[1] = &rmk_index_plain;
    s.o.index_count = 2;
    s.o.given[RM_OPT_INDEX] = true;
    s.o.hash_count = 1;
    s.o.nodes.count = 1;
    s.o.vnodes.count = 1;
    rm_cells cells = rm_cells_of(&s.o, true);
    assert_int_equal(cells.count, 2 + 1);
    is_named(&cells, 0, "ring xxh3 nodes=10 vnodes=1 index=line");
    is_named(&cells, 1, "ring xxh3 nodes=10 vnodes=1 index=plain");
    is_named(&cells, 2, "jump xxh3 nodes=10");
    rm_cells_free(&cells);
}

static void an_index_is_built_only_where_keys_are_looked_up(void **state) {
    (void)state;
    setup s;
    start(&s);
    assert_ptr_equal(rm_index_resolved(&rmk_index_plain), &rmk_index_plain);
    assert_non_null(rm_index_resolved(NULL));
    rm_cells cells = rm_cells_of(&s.o, false);
    assert_null(cells.list[0].index);
    rm_cells_free(&cells);
    s.o.keys = 1000;
    cells = rm_cells_of(&s.o, false);
    assert_ptr_equal(cells.list[0].index, rm_index_resolved(NULL));
    assert_null(cells.list[8].index);
    rm_cells_free(&cells);
}

static void shards_are_disjoint_and_together_the_whole(void **state) {
    (void)state;
    setup s;
    start(&s);
    rm_cells whole = rm_cells_of(&s.o, false);
    size_t found = 0;
    s.o.shards = 5;
    for (s.o.shard = 1; s.o.shard <= 5; s.o.shard++) {
        rm_cells part = rm_cells_of(&s.o, false);
        for (size_t i = 0; i < part.count; i++, found++) {
            char *a = rm_cell_name(&part.list[i]), *b = rm_cell_name(&whole.list[s.o.shard - 1 + 5 * i]);
            assert_string_equal(a, b);
            free(a);
            free(b);
        }
        rm_cells_free(&part);
    }
    assert_int_equal(found, whole.count);
    rm_cells_free(&whole);
}

static void a_filter_keeps_what_has_the_text_in_its_name(void **state) {
    (void)state;
    setup s;
    start(&s);
    s.o.filter = "nodes=100 vnodes=160";
    rm_cells cells = rm_cells_of(&s.o, false);
    assert_int_equal(cells.count, 2);
    is_named(&cells, 1, "ring fnv1a-64 nodes=100 vnodes=160");
    rm_cells_free(&cells);
}

static void seeds_depend_on_the_cell_and_never_on_the_run(void **state) {
    (void)state;
    setup s;
    start(&s);
    rm_cells cells = rm_cells_of(&s.o, false);
    uint64_t seeds[12];
    for (size_t i = 0; i < 12; i++) {
        seeds[i] = rm_cell_seed(&cells.list[i], "keys");
        for (size_t k = 0; k < i; k++)
            assert_true(seeds[k] != seeds[i]);
        assert_true(rm_cell_seed(&cells.list[i], "other") != seeds[i]);
    }
    rm_cells_free(&cells);
    s.o.filter = "fnv1a-64 nodes=100";
    cells = rm_cells_of(&s.o, false);
    assert_true(rm_cell_seed(&cells.list[0], "keys") == seeds[6]);
    s.o.seed = 2;
    assert_true(rm_cell_seed(&cells.list[0], "keys") != seeds[6]);
    s.o.seed = 1;
    s.o.names = "other-{index}";
    assert_true(rm_cell_seed(&cells.list[0], "keys") != seeds[6]);
    rm_cells_free(&cells);
}

static void columns_that_do_not_apply_are_empty(void **state) {
    (void)state;
    setup s;
    start(&s);
    rm_cells cells = rm_cells_of(&s.o, false);
    rm_row row = {0};
    rm_cell_columns(&cells.list[1], 1600, &row);
    assert_int_equal(row.values[0].kind, RM_EMPTY);
    assert_string_equal(row.values[1].u.t.text, "ring");
    assert_string_equal(row.values[4].u.t.text, "{name}#{vnode}");
    assert_string_equal(row.values[5].u.t.text, "node-{set}-{index}");
    assert_int_equal(row.values[7].u.count, 160);
    assert_int_equal(row.values[8].kind, RM_EMPTY);
    assert_int_equal(row.values[RM_COLUMN_POINTS].u.count, 1600);
    assert_int_equal(row.values[10].u.count, 1);
    rm_cell_columns(&cells.list[8], 0, &row);
    static const unsigned empty[] = {0, 3, 4, 7, 8, 9};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        assert_int_equal(row.values[empty[i]].kind, RM_EMPTY);
    rm_row_clear(&row);
    rm_cells_free(&cells);
}

static void a_cell_places_the_points_that_it_says(void **state) {
    (void)state;
    setup s;
    start(&s);
    rm_cells cells = rm_cells_of(&s.o, false);
    rm_node_list list = rm_nodes_of(&s.o, 10, 0);
    rmk_placement *placement = rm_cell_place(&cells.list[1], &list.nodes, 0);
    assert_int_equal(placement->algorithm->points(placement).count, 1600);
    rmk_placement_destroy(placement);
    placement = rm_cell_place(&cells.list[8], &list.nodes, 0);
    assert_ptr_equal(placement->algorithm, &rmk_algorithm_jump);
    rmk_placement_destroy(placement);
    rm_nodes_free(&list);
    rm_cells_free(&cells);
}

static void use(void *context) {
    setup *s = context;
    rm_cells cells = rm_cells_of(&s->o, false);
    for (size_t i = 0; i < cells.count; i++) {
        char *name = rm_cell_name(&cells.list[i]);
        puts(name);
        free(name);
    }
    rm_node_list list = rm_nodes_of(&s->o, cells.list[0].nodes, 0);
    rmk_placement_destroy(rm_cell_place(&cells.list[0], &list.nodes, 0));
    rm_nodes_free(&list);
    rm_cells_free(&cells);
}

static void refused(setup *s, const char *part) {
    test_child child = test_run(use, s);
    assert_int_equal(child.code, 2);
    if (!strstr(child.err, part))
        fail_msg("'%s' is not in: %s", part, child.err);
}

static void use_nothing(void *context) {
    setup *s = context;
    rm_cells cells = rm_cells_of(&s->o, false);
    printf("%zu", cells.count);
    rm_cells_free(&cells);
}

static void a_shard_without_cells_is_empty_and_noted(void **state) {
    (void)state;
    setup s;
    start(&s);
    s.o.shard = s.o.shards = 13;
    test_child child = test_run(use_nothing, &s);
    assert_int_equal(child.code, 0);
    assert_string_equal(child.out, "0");
    assert_non_null(strstr(child.err, "--shard 13/13 is empty: there are only 12 cells"));
}

static void what_cannot_be_is_one_line(void **state) {
    (void)state;
    setup s;
    start(&s);
    s.o.filter = "nowhere";
    refused(&s, "--filter nowhere: no cell");
    start(&s);
    s.o.algorithm_count = 1;
    s.nodes[0] = 3;
    s.o.replicas = 5;
    refused(&s, "--replicas 5 is above the 3 nodes");
    start(&s);
    s.o.nodes.count = 1;
    s.vnodes[1] = 429496730; /* x 10 nodes: the first number of points above the limit */
    refused(&s, "4294967294");
    start(&s);
    s.vnodes[1] = UINT64_MAX;
    refused(&s, "4294967294");
    start(&s);
    s.totals[0] = UINT32_MAX;
    s.o.total_points = (rm_numbers){s.totals, 1};
    refused(&s, "--total-points 4294967295");
    start(&s);
    s.hashes[0] = &rmk_hash_u64;
    refused(&s, "--label {name}#{vnode} gives a text that is not a decimal number");
}

static void memory_above_the_machine_is_refused_before_it_is_taken(void **state) {
    (void)state;
    setup s;
    start(&s);
    s.nodes[0] = s.nodes[1] = 4000000000u;
    s.vnodes[0] = s.vnodes[1] = 1;
    refused(&s, "GB of memory");
}

static void weights_skip_what_cannot_weight_and_name_it(void **state) {
    (void)state;
    const char *folder = test_folder();
    char *path = test_file(folder, "nodes.csv", "a,2\nb\n", 6);
    setup s;
    start(&s);
    s.o.nodes_file = path;
    test_child child = test_run(use, &s);
    assert_int_equal(child.code, 0);
    assert_null(strstr(child.out, "jump"));
    assert_non_null(strstr(child.out, "ring xxh3 nodes=2 vnodes=160"));
    assert_non_null(strstr(child.err, "jump is skipped"));
    rm_cells cells = rm_cells_of(&s.o, false);
    rm_row row = {0};
    rm_cell_columns(&cells.list[0], 0, &row);
    assert_string_equal(row.values[5].u.t.text, path);
    rm_row_clear(&row);
    rm_cells_free(&cells);
    s.algorithms[0] = &rmk_algorithm_jump;
    s.o.algorithm_count = 1;
    refused(&s, "jump cannot weight nodes");
    s.algorithms[1] = &rmk_algorithm_modulo;
    s.o.algorithm_count = 2;
    refused(&s, "no algorithm of the list");
    free(path);
    test_remove_folder(folder);
}

static rmk_nodes nodes_of(rmk_node *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        list[i] =
            (rmk_node){.id = (uint32_t)i, .weight = 1, .name = {(const unsigned char *)"abcdefghij" + i, 1}};
    return (rmk_nodes){list, count, (uint32_t)count};
}

static uint64_t kept(const rmk_algorithm *algorithm, const rm_options *options, size_t after, size_t down) {
    rmk_node before_list[3], after_list[10];
    const rmk_nodes before = nodes_of(before_list, 3), changed = nodes_of(after_list, after);
    for (size_t i = 0; i < down; i++)
        after_list[i].down = true;
    rm_cell cell = {.options = options, .algorithm = algorithm, .hash = &rmk_hash_xxh3};
    const rmk_placement_options how = {
        .key_hash = cell.hash, .table_size = 7, .ring = {.hash = cell.hash, .vnodes = 1}};
    rmk_placement *placement;
    assert_int_equal(rmk_placement_create(algorithm, &before, &how, &placement), RMK_OK);
    cell = rm_cell_keeping(&cell, placement, &changed);
    rmk_placement_destroy(placement);
    return cell.table_size;
}

static void a_table_keeps_its_size_until_the_nodes_outgrow_it(void **state) {
    (void)state;
    const rm_options options = {.command = &bare},
                     preset = {.command = &bare, .preset = rmk_preset_find("envoy-maglev")};
    assert_int_equal(kept(&rmk_algorithm_maglev, &options, 2, 0), 7);
    assert_int_equal(kept(&rmk_algorithm_maglev, &options, 7, 0), 7);
    assert_int_equal(kept(&rmk_algorithm_maglev, &options, 8, 0), 0);
    assert_int_equal(kept(&rmk_algorithm_maglev, &options, 10, 3), 7);
    assert_int_equal(kept(&rmk_algorithm_maglev, &preset, 2, 0), 0);
    assert_int_equal(kept(&rmk_algorithm_ring, &options, 2, 0), 0);
    assert_int_equal(kept(&rmk_algorithm_modulo, &options, 2, 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_keeps_its_size_until_the_nodes_outgrow_it),
        cmocka_unit_test(cells_are_the_product_in_a_fixed_order),
        cmocka_unit_test(a_fixed_ring_size_takes_the_place_of_virtual_nodes),
        cmocka_unit_test(indexes_multiply_only_what_has_points),
        cmocka_unit_test(an_index_is_built_only_where_keys_are_looked_up),
        cmocka_unit_test(shards_are_disjoint_and_together_the_whole),
        cmocka_unit_test(a_filter_keeps_what_has_the_text_in_its_name),
        cmocka_unit_test(seeds_depend_on_the_cell_and_never_on_the_run),
        cmocka_unit_test(columns_that_do_not_apply_are_empty),
        cmocka_unit_test(a_cell_places_the_points_that_it_says),
        cmocka_unit_test(a_shard_without_cells_is_empty_and_noted),
        cmocka_unit_test(what_cannot_be_is_one_line),
        cmocka_unit_test(memory_above_the_machine_is_refused_before_it_is_taken),
        cmocka_unit_test(weights_skip_what_cannot_weight_and_name_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
