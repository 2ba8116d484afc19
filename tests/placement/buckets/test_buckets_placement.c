/* Which node has which bucket: lists, nodes that are down, histories. */
#include "tests/placement/nodes.h"

#include <string.h>

#include "core/placement/buckets/buckets.h"
#include "tests/support/memory.h"

enum { KEYS = 500 };

static some_nodes nodes;

static rmk_placement *place_after(const rmk_algorithm *algorithm, const rmk_step *steps, size_t count,
                                  uint64_t capacity) {
    const rmk_placement_options options = {
        .key_hash = &rmk_hash_xxh3, .capacity = capacity, .changes = steps, .change_count = count};
    rmk_placement *placement;
    assert_int_equal(rmk_placement_create(algorithm, &nodes.table, &options, &placement), RMK_OK);
    return placement;
}

static rmk_status refused(const rmk_algorithm *algorithm, const rmk_step *steps, size_t count,
                          uint64_t capacity) {
    const rmk_placement_options options = {
        .key_hash = &rmk_hash_xxh3, .capacity = capacity, .changes = steps, .change_count = count};
    rmk_placement *placement;
    rmk_status status = rmk_placement_create(algorithm, &nodes.table, &options, &placement);
    assert_null(placement);
    return status;
}

static rmk_buckets *engine_of(const char *name, uint32_t working, uint32_t capacity) {
    const rmk_buckets_options options = {.capacity = capacity};
    rmk_buckets *engine;
    assert_int_equal(rmk_buckets_create(rmk_buckets_find(name), working, &options, &engine), RMK_OK);
    return engine;
}

/* Each key is on the node that `owners` says of its bucket. */
static void assert_owners(const rmk_placement *placement, const rmk_buckets *engine, const uint32_t *owners) {
    uint64_t seed = 3501;
    for (int i = 0; i < KEYS; i++) {
        uint64_t hash = next_random(&seed);
        uint32_t bucket = rmk_buckets_locate(engine, hash);
        assert_int_equal(rmk_placement_locate(placement, no_key, hash),
                         bucket == RMK_NOBODY ? RMK_NOBODY : owners[bucket]);
    }
    assert_forms_agree(placement, 3502);
}

static void ordered_ones_number_the_nodes_that_serve(void **state) {
    (void)state;
    const uint32_t live[] = {100, 99, 97, 96, 94, 93};
    some_nodes_make(&nodes, 0, 8);
    for (uint32_t i = 0; i < 8; i++)
        nodes.list[i].id = 100 - i;
    nodes.list[2].down = true;
    nodes.list[5].weight = 0;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    for (size_t t = 0; t < count; t++) {
        if (types[t]->removes_any)
            continue;
        rmk_placement *placement = place_after(rmk_algorithm_find(types[t]->name), NULL, 0, 0);
        rmk_buckets *engine = engine_of(types[t]->name, 6, 0);
        assert_owners(placement, engine, live);
        assert_int_equal(placement->algorithm->hot_bytes(placement), sizeof live);
        rmk_buckets_destroy(engine);
        rmk_placement_destroy(placement);
    }
}

static void others_remove_the_nodes_that_do_not_serve_in_list_order(void **state) {
    (void)state;
    const uint32_t owners[] = {7, 6, 5, 4, 3, 2, 1, 0};
    some_nodes_make(&nodes, 0, 8);
    for (uint32_t i = 0; i < 8; i++)
        nodes.list[i].id = 7 - i;
    nodes.list[2].down = true;
    nodes.list[5].weight = 0;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    for (size_t t = 0; t < count; t++) {
        if (!types[t]->removes_any)
            continue;
        rmk_placement *placement = place_after(rmk_algorithm_find(types[t]->name), NULL, 0, 20);
        rmk_buckets *engine = engine_of(types[t]->name, 8, 20);
        assert_int_equal(rmk_buckets_remove(engine, 2), RMK_OK);
        assert_int_equal(rmk_buckets_remove(engine, 5), RMK_OK);
        assert_owners(placement, engine, owners);
        rmk_buckets_destroy(engine);
        rmk_placement_destroy(placement);
    }
}

/* Node 9 comes when bucket 3 is free and takes it; node 3 comes back to what is free then. */
static void changes_are_made_step_by_step(void **state) {
    (void)state;
    const rmk_step steps[] = {{false, 1}, {false, 3}, {true, 9}, {true, 3}, {false, 0}};
    some_nodes_make(&nodes, 0, 10);
    nodes.list[6].down = true;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    for (size_t t = 0; t < count; t++) {
        if (!types[t]->removes_any)
            continue;
        uint32_t owners[40] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, bucket;
        rmk_placement *placement = place_after(rmk_algorithm_find(types[t]->name), steps, 5, 30);
        rmk_buckets *engine = engine_of(types[t]->name, 9, 30);
        assert_int_equal(rmk_buckets_remove(engine, 1), RMK_OK);
        assert_int_equal(rmk_buckets_remove(engine, 3), RMK_OK);
        assert_int_equal(rmk_buckets_add(engine, &bucket), RMK_OK);
        owners[bucket] = 9;
        assert_int_equal(rmk_buckets_add(engine, &bucket), RMK_OK);
        owners[bucket] = 3;
        assert_int_equal(rmk_buckets_remove(engine, 0), RMK_OK);
        assert_int_equal(rmk_buckets_remove(engine, 6), RMK_OK);
        assert_owners(placement, engine, owners);
        rmk_buckets_destroy(engine);
        rmk_placement_destroy(placement);
    }
}

static void a_node_that_comes_moves_keys_to_itself_alone(void **state) {
    (void)state;
    const rmk_step steps[] = {{false, 4}, {false, 2}, {true, 12}, {true, 13}, {true, 14}};
    some_nodes_make(&nodes, 0, 15);
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    for (size_t t = 0; t < count; t++) {
        if (!types[t]->removes_any || types[t] == &rmk_buckets_dx_crc32c)
            continue;
        nodes.table.count = 12;
        rmk_placement *before = place_after(rmk_algorithm_find(types[t]->name), steps, 2, 30);
        for (size_t told = 3; told <= 5; told++) {
            nodes.table.count = 10 + told;
            rmk_placement *after = place_after(rmk_algorithm_find(types[t]->name), steps, told, 30);
            uint64_t seed = 3503;
            for (int i = 0; i < KEYS; i++) {
                uint64_t hash = next_random(&seed);
                uint32_t from = rmk_placement_locate(before, no_key, hash);
                uint32_t to = rmk_placement_locate(after, no_key, hash);
                assert_true(from == to || to == steps[told - 1].id);
            }
            rmk_placement_destroy(before);
            before = after;
        }
        rmk_placement_destroy(before);
    }
}

static void a_list_in_the_order_of_ids_needs_no_table(void **state) {
    (void)state;
    some_nodes_make(&nodes, 0, 12);
    rmk_placement *placement = place_after(&rmk_algorithm_jumpback_anchor, NULL, 0, 0);
    assert_int_equal(placement->algorithm->hot_bytes(placement), 0);
    rmk_placement_destroy(placement);
    nodes.list[3].id = 5;
    nodes.list[5].id = 3;
    placement = place_after(&rmk_algorithm_jumpback_anchor, NULL, 0, 0);
    assert_int_equal(placement->algorithm->hot_bytes(placement), 12 * sizeof(uint32_t));
    rmk_placement_destroy(placement);
}

static void steps_that_cannot_be_are_refused(void **state) {
    (void)state;
    some_nodes_make(&nodes, 0, 3);
    const rmk_step twice[] = {{false, 1}, {false, 1}}, there[] = {{false, 1}, {true, 1}, {true, 1}};
    const rmk_step unknown[] = {{false, 50}}, outside[] = {{true, MOST_NODES}};
    const rmk_step all[] = {{false, 0}, {false, 1}, {false, 2}};
    const rmk_step none_at_first[] = {{true, 0}, {true, 1}, {true, 2}};
    const rmk_step more[] = {{true, 40}, {true, 41}, {true, 42}, {true, 43}};
    assert_int_equal(refused(&rmk_algorithm_memento, twice, 2, 0), RMK_NOT_FOUND);
    assert_int_equal(refused(&rmk_algorithm_memento, there, 3, 0), RMK_DUPLICATE);
    assert_int_equal(refused(&rmk_algorithm_memento, unknown, 1, 0), RMK_NOT_FOUND);
    assert_int_equal(refused(&rmk_algorithm_memento, outside, 1, 0), RMK_NOT_FOUND);
    assert_int_equal(refused(&rmk_algorithm_memento, all, 3, 0), RMK_EMPTY);
    assert_int_equal(refused(&rmk_algorithm_memento, none_at_first, 3, 0), RMK_EMPTY);
    assert_int_equal(refused(&rmk_algorithm_anchor, more, 4, 6), RMK_LIMIT);
    assert_int_equal(refused(&rmk_algorithm_anchor, NULL, 0, 2), RMK_BAD_INPUT);
    assert_int_equal(refused(&rmk_algorithm_anchor, NULL, 0, (uint64_t)1 << 32), RMK_LIMIT);
    nodes.list[1].weight = 2;
    assert_int_equal(refused(&rmk_algorithm_anchor, NULL, 0, 0), RMK_UNSUPPORTED);
}

static void without_memory_nothing_is_left_behind(void **state) {
    (void)state;
    const rmk_step steps[] = {{false, 1}, {false, 3}, {true, 9}, {true, 3}, {false, 0}, {true, 1}, {true, 8}};
    some_nodes_make(&nodes, 0, 10);
    nodes.list[2].down = true;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    for (size_t t = 0; t < count; t++) {
        rmk_status status = RMK_NO_MEMORY;
        for (size_t nth = 1; status; nth++) {
            test_memory memory = {.fail_at = nth};
            rmk_allocator allocator = test_allocator(&memory);
            const rmk_placement_options options = {.key_hash = &rmk_hash_xxh3,
                                                   .ring = {.allocator = &allocator},
                                                   .changes = steps,
                                                   .change_count = 7};
            rmk_placement *placement;
            const rmk_algorithm *algorithm = rmk_algorithm_find(types[t]->name);
            status = rmk_placement_create(algorithm, &nodes.table, &options, &placement);
            assert_true(status == RMK_OK || status == RMK_NO_MEMORY);
            if (!status)
                assert_int_equal(memory.live_bytes, algorithm->bytes(placement));
            rmk_placement_destroy(placement);
            assert_int_equal(memory.live_bytes, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ordered_ones_number_the_nodes_that_serve),
        cmocka_unit_test(others_remove_the_nodes_that_do_not_serve_in_list_order),
        cmocka_unit_test(changes_are_made_step_by_step),
        cmocka_unit_test(a_node_that_comes_moves_keys_to_itself_alone),
        cmocka_unit_test(a_list_in_the_order_of_ids_needs_no_table),
        cmocka_unit_test(steps_that_cannot_be_are_refused),
        cmocka_unit_test(without_memory_nothing_is_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
