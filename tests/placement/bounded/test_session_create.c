/* Sessions of bounded loads: what makes one, what cannot be one, and their idle answers. */
#include "tests/placement/nodes.h"

#include "core/placement/bounded/session.h"
#include "tests/support/memory.h"

static void making_one_that_lacks_memory_leaves_nothing(void **state) {
    (void)state;
    static const rmk_algorithm *const algorithms[] = {&rmk_algorithm_bounded, &rmk_algorithm_bounded_online,
                                                      &rmk_algorithm_bounded_partitions};
    some_nodes nodes;
    some_nodes_make(&nodes, 0, 5);
    for (size_t a = 0; a < 3; a++) {
        test_memory memory = {0};
        rmk_allocator allocator = test_allocator(&memory);
        const rmk_placement_options options = {
            .key_hash = &rmk_hash_xxh3,
            .ring = {.hash = &rmk_hash_xxh3, .vnodes = 3, .allocator = &allocator}};
        rmk_session *session = NULL;
        rmk_placement *placement = NULL;
        for (size_t fail = 1; !session; fail++) {
            memory.calls = 0;
            memory.fail_at = fail;
            rmk_status status = rmk_session_create(algorithms[a], &nodes.table, &options, &session);
            assert_int_equal(status, session ? RMK_OK : RMK_NO_MEMORY);
            assert_true(session || !memory.live_bytes);
        }
        rmk_session_destroy(session);
        for (size_t fail = 1; !placement; fail++) {
            memory.calls = 0;
            memory.fail_at = fail;
            rmk_status status = rmk_placement_create(algorithms[a], &nodes.table, &options, &placement);
            assert_int_equal(status, placement ? RMK_OK : RMK_NO_MEMORY);
            assert_true(placement || !memory.live_bytes);
        }
        rmk_placement_destroy(placement);
        assert_int_equal(memory.live_bytes, 0);
    }
}

static void what_cannot_be_a_session_is_refused(void **state) {
    (void)state;
    some_nodes nodes;
    some_nodes_make(&nodes, 0, 3);
    rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .ring = {.vnodes = 1}};
    rmk_session *session;
    assert_int_equal(rmk_session_create(&rmk_algorithm_ring, &nodes.table, &options, &session),
                     RMK_UNSUPPORTED);
    static const rmk_ratio bad[] = {{1, 1}, {99, 100}, {5, 0}, {0, 1}, {UINT64_MAX, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        options.load_factor = bad[i];
        assert_int_equal(rmk_session_create(&rmk_algorithm_bounded, &nodes.table, &options, &session),
                         RMK_BAD_INPUT);
        assert_null(session);
    }
    options.load_factor = (rmk_ratio){0, 0};
    nodes.list[1].weight = 2;
    assert_int_equal(rmk_session_create(&rmk_algorithm_bounded, &nodes.table, &options, &session),
                     RMK_UNSUPPORTED);
    nodes.list[1].weight = 1;
    nodes.list[1].name = nodes.list[0].name;
    assert_int_equal(rmk_session_create(&rmk_algorithm_bounded, &nodes.table, &options, &session),
                     RMK_DUPLICATE);
    some_nodes_make(&nodes, 0, 3);
    for (size_t i = 0; i < 3; i++)
        nodes.list[i].down = true;
    assert_int_equal(rmk_session_create(&rmk_algorithm_bounded, &nodes.table, &options, &session), RMK_EMPTY);
}

static void nodes_that_are_down_or_without_weight_get_nothing(void **state) {
    (void)state;
    some_nodes nodes;
    some_nodes_make(&nodes, 0, 4);
    nodes.list[0].down = true;
    nodes.list[2].weight = 0;
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .ring = {.vnodes = 4}};
    rmk_session *session;
    assert_int_equal(rmk_session_create(&rmk_algorithm_bounded, &nodes.table, &options, &session), RMK_OK);
    assert_int_equal(rmk_session_nodes(session), 2);
    assert_int_equal(rmk_session_node_at(session, 0).id, 1);
    assert_int_equal(rmk_session_node_at(session, 1).id, 3);
    rmk_session_destroy(session);
}

static void an_idle_session_answers_as_its_placement(void **state) {
    (void)state;
    some_nodes nodes;
    some_nodes_make(&nodes, 0, 20);
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh64,
                                           .ring = {.hash = &rmk_hash_xxh3, .vnodes = 5}};
    size_t count;
    const rmk_algorithm *const *table = rmk_algorithm_table(&count);
    for (size_t a = 0; a < count; a++) {
        if (!table[a]->session)
            continue;
        rmk_placement *placement;
        rmk_session *session;
        assert_int_equal(rmk_placement_create(table[a], &nodes.table, &options, &placement), RMK_OK);
        assert_int_equal(rmk_session_create(table[a], &nodes.table, &options, &session), RMK_OK);
        for (uint64_t seed = 3, i = 0; i < 500; i++) {
            uint64_t hash = next_random(&seed);
            rmk_assignment at;
            assert_int_equal(rmk_session_assign(session, hash, &at, NULL), RMK_OK);
            assert_int_equal(at.owner, rmk_placement_locate(placement, no_key, hash));
            assert_int_equal(rmk_session_release(session, at.ball, NULL), RMK_OK);
        }
        assert_forms_agree(placement, 5);
        rmk_session_destroy(session);
        rmk_placement_destroy(placement);
    }
}

static void partitions_that_do_not_fit_are_refused(void **state) {
    (void)state;
    some_nodes nodes;
    some_nodes_make(&nodes, 0, 7);
    rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .ring = {.vnodes = 20}, .table_size = 6};
    rmk_placement *placement;
    assert_int_equal(
        rmk_placement_create(&rmk_algorithm_bounded_partitions_integer, &nodes.table, &options, &placement),
        RMK_LIMIT); /* 6 div 7 is 0 */
    assert_null(placement);
    assert_int_equal(
        rmk_placement_create(&rmk_algorithm_bounded_partitions, &nodes.table, &options, &placement), RMK_OK);
    rmk_map map;
    const char *reason;
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    assert_true(rmk_map_validate(&map, nodes.table.id_limit, &reason));
    assert_int_equal(map.count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(rmk_placement_locate(placement, no_key, 600 + i), map.owners[i]);
    rmk_map_destroy(&map);
    rmk_placement_destroy(placement);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(making_one_that_lacks_memory_leaves_nothing),
        cmocka_unit_test(what_cannot_be_a_session_is_refused),
        cmocka_unit_test(nodes_that_are_down_or_without_weight_get_nothing),
        cmocka_unit_test(an_idle_session_answers_as_its_placement),
        cmocka_unit_test(partitions_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
