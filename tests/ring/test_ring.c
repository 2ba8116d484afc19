#include "model.h"

#include "tests/support/memory.h"

static rmk_ring *build(const rmk_nodes *nodes, const rmk_ring_options *options) {
    rmk_ring *ring;
    assert_int_equal(rmk_ring_build(nodes, options, &ring), RMK_OK);
    return ring;
}

/* ---- examples ---- */

static uint64_t number(const void *state, const void *data, size_t length) {
    (void)state;
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++)
        value = value * 10 + (uint64_t)(((const unsigned char *)data)[i] - '0');
    return value;
}

static bool is_number(const void *data, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (((const unsigned char *)data)[i] - (unsigned)'0' > 9)
            return false;
    return length > 0;
}

/* The label is its own value, so that a test chooses positions. */
static const rmk_hash number_hash = {
    .name = "number", .bits = 64, .value_bits = 64, .one = number, .accepts = is_number};

static rmk_node named(uint32_t id, const char *name) {
    return (rmk_node){.id = id, .weight = 1, .name = {(const unsigned char *)name, strlen(name)}};
}

static void a_point_owns_the_hashes_up_to_itself(void **state) {
    (void)state;
    rmk_node list[] = {named(0, "100"), named(1, "200"), named(2, "300")};
    rmk_ring_options options = {.hash = &number_hash, .label = "{name}", .vnodes = 1};
    rmk_ring *ring = build(&(rmk_nodes){list, 3, 3}, &options);
    assert_int_equal(rmk_ring_lookup(ring, 0), 0);
    assert_int_equal(rmk_ring_lookup(ring, 100), 0);
    assert_int_equal(rmk_ring_lookup(ring, 101), 1);
    assert_int_equal(rmk_ring_lookup(ring, 200), 1);
    assert_int_equal(rmk_ring_lookup(ring, 300), 2);
    assert_int_equal(rmk_ring_lookup(ring, 301), 0);
    assert_int_equal(rmk_ring_lookup(ring, UINT64_MAX), 0);
    rmk_ring_destroy(ring);
}

static void a_short_hash_stands_at_the_top_of_the_circle(void **state) {
    (void)state;
    rmk_hash narrow = number_hash;
    narrow.bits = narrow.value_bits = 32;
    rmk_node list[] = {named(0, "1"), named(1, "4294967295")};
    rmk_ring_options options = {.hash = &narrow, .label = "{name}", .vnodes = 1};
    rmk_ring *ring = build(&(rmk_nodes){list, 2, 2}, &options);
    rmk_points points = rmk_ring_points(ring);
    assert_true(points.positions[0] == 0x0000000100000000u);
    assert_true(points.positions[1] == 0xffffffff00000000u);
    rmk_ring_destroy(ring);
}

static void one_node_with_one_point_owns_everything(void **state) {
    (void)state;
    rmk_node list[] = {named(5, "77")};
    rmk_ring_options options = {.hash = &number_hash, .label = "{name}", .vnodes = 1};
    rmk_ring *ring = build(&(rmk_nodes){list, 1, 6}, &options);
    const uint64_t positions[] = {0, 76, 77, 78, UINT64_MAX};
    uint32_t owners[5];
    rmk_ring_lookup_batch(ring, positions, 5, owners);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(rmk_ring_lookup(ring, positions[i]), 5);
        assert_int_equal(owners[i], 5);
    }
    assert_int_equal(rmk_ring_id_limit(ring), 6);
    rmk_ring_destroy(ring);
}

static void of_equal_positions_the_lower_name_owns(void **state) {
    (void)state;
    rmk_node list[] = {named(0, "007"), named(1, "07"), named(2, "0007"), named(3, "7")};
    rmk_ring_options options = {.hash = &number_hash, .label = "{name}", .vnodes = 1};
    rmk_ring *ring = build(&(rmk_nodes){list, 4, 4}, &options);
    const uint32_t expected[] = {2, 0, 1, 3};
    assert_memory_equal(rmk_ring_points(ring).owners, expected, sizeof expected);
    assert_int_equal(rmk_ring_lookup(ring, 7), 2);
    assert_int_equal(rmk_ring_points_lost(ring), 3);
    rmk_ring_destroy(ring);
}

static void labels_that_run_together_are_counted_as_lost(void **state) {
    (void)state;
    rmk_node list[] = {named(0, "s1"), named(1, "s11")};
    rmk_ring_options options = {.hash = &wide_hash, .label = "{name}{vnode}", .vnodes = 20};
    rmk_ring *joined = build(&(rmk_nodes){list, 2, 2}, &options);
    /* s1 + 10..19 = s11 + 0..9 */
    assert_int_equal(rmk_ring_points_lost(joined), 10);
    assert_int_equal(rmk_ring_lookup(joined, model_hash("s111", 4)), 0);
    options.label = NULL;
    rmk_ring *apart = build(&(rmk_nodes){list, 2, 2}, &options);
    assert_int_equal(rmk_ring_points_lost(apart), 0);
    rmk_ring_destroy(joined);
    rmk_ring_destroy(apart);
}

static void a_label_without_the_vnode_makes_equal_points(void **state) {
    (void)state;
    rmk_node list[] = {named(0, "a"), named(1, "b")};
    rmk_ring_options options = {.hash = &wide_hash, .label = "{name}", .vnodes = 5};
    rmk_ring *ring = build(&(rmk_nodes){list, 2, 2}, &options);
    assert_int_equal(rmk_ring_points(ring).count, 10);
    assert_int_equal(rmk_ring_points_lost(ring), 8);
    assert_true(rmk_ring_validate(ring, NULL));
    rmk_ring_destroy(ring);
}

static void the_set_is_part_of_the_label(void **state) {
    (void)state;
    rmk_node list[] = {named(0, "12")};
    rmk_ring_options options = {.hash = &number_hash, .label = "{set}{name}0{vnode}", .vnodes = 2, .set = 9};
    rmk_ring *ring = build(&(rmk_nodes){list, 1, 1}, &options);
    assert_true(rmk_ring_points(ring).positions[0] == 91200);
    assert_true(rmk_ring_points(ring).positions[1] == 91201);
    rmk_ring_destroy(ring);
}

/* ---- the model ---- */

static void lookups_agree(const rmk_ring *ring, const model *m) {
    for (size_t i = 0; i < 200; i++) {
        uint64_t position = i < 100 ? next_random()
                                    : m->points[next_random() % m->count].position + next_random() % 3 - 1;
        uint32_t owner = model_owner(m, position);
        assert_int_equal(rmk_ring_lookup(ring, position), owner);
        assert_int_equal(rmk_ring_lookup_plain(ring, position), owner);
    }
}

static void rings_are_those_of_a_naive_model(void **state) {
    (void)state;
    start_random(31);
    const rmk_index_type *indexes[] = {NULL, &rmk_index_plain, &rmk_index_eytzinger};
    for (size_t round = 0; round < 150; round++) {
        node_list l = make_nodes(1 + next_random() % 40);
        for (size_t i = 0; i < l.nodes.count; i++) {
            l.list[i].weight = i ? next_random() % 4 : 1;
            l.list[i].down = i && next_random() % 5 == 0;
        }
        shuffle(l.list, l.nodes.count);
        uint64_t vnodes = 1 + next_random() % 30;
        rmk_ring_options options = {.hash = round % 2 ? &wide_hash : &tiny_hash,
                                    .vnodes = vnodes,
                                    .index = indexes[round % 3],
                                    .threads = (unsigned)(round % 4)};
        rmk_ring *ring = build(&l.nodes, &options);
        model m = model_of(&l.nodes, vnodes, options.hash);
        ring_equals_model(ring, &m);
        lookups_agree(ring, &m);
        free(m.points);
        rmk_ring_destroy(ring);
        free_nodes(&l);
    }
}

static void every_batch_size_answers_like_single_lookups(void **state) {
    (void)state;
    start_random(32);
    static const size_t sizes[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 1000};
    node_list l = make_nodes(30);
    size_t types;
    const rmk_index_type *const *table = rmk_index_table(&types);
    for (size_t t = 0; t <= types; t++)
        for (rmk_isa isa = RMK_ISA_AUTO; isa <= rmk_isa_detect(); isa++) {
            rmk_ring_options options = {
                .hash = &wide_hash, .vnodes = 40, .index = t < types ? table[t] : NULL, .isa = isa};
            rmk_ring *ring = build(&l.nodes, &options);
            assert_ptr_equal(rmk_ring_index(ring), options.index);
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                uint64_t positions[1000];
                uint32_t owners[1001];
                for (size_t i = 0; i < sizes[s]; i++)
                    positions[i] = next_random();
                owners[sizes[s]] = 0xabcdef;
                rmk_ring_lookup_batch(ring, positions, sizes[s], owners);
                for (size_t i = 0; i < sizes[s]; i++) {
                    assert_int_equal(owners[i], rmk_ring_lookup_plain(ring, positions[i]));
                    assert_int_equal(owners[i], rmk_ring_lookup(ring, positions[i]));
                }
                assert_int_equal(owners[sizes[s]], 0xabcdef);
            }
            rmk_ring_destroy(ring);
        }
    free_nodes(&l);
}

static void the_order_of_the_list_does_not_matter(void **state) {
    (void)state;
    start_random(33);
    node_list l = make_nodes(25);
    for (size_t hash = 0; hash < 2; hash++) {
        rmk_ring_options options = {.hash = hash ? &wide_hash : &tiny_hash, .vnodes = 50};
        rmk_ring *first = build(&l.nodes, &options);
        for (size_t i = 0; i < 20; i++) {
            shuffle(l.list, l.nodes.count);
            rmk_ring *ring = build(&l.nodes, &options);
            same_arrays(first, ring);
            rmk_ring_destroy(ring);
        }
        rmk_ring_destroy(first);
    }
    free_nodes(&l);
}

static void the_number_of_threads_does_not_matter(void **state) {
    (void)state;
    node_list l = make_nodes(50);
    l.list[0].weight = 0;
    l.list[7].weight = 900;
    l.list[49].down = true;
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 101};
    rmk_ring *first = build(&l.nodes, &options);
    model m = model_of(&l.nodes, 101, &wide_hash);
    ring_equals_model(first, &m);
    for (unsigned threads = 2; threads < 12; threads++) {
        options.threads = threads;
        rmk_ring *ring = build(&l.nodes, &options);
        same_arrays(first, ring);
        rmk_ring_destroy(ring);
    }
    free(m.points);
    rmk_ring_destroy(first);
    free_nodes(&l);
}

/* ---- memory ---- */

static void memory_is_accounted_exactly(void **state) {
    (void)state;
    node_list l = make_nodes(20);
    const rmk_pages pages[] = {RMK_PAGES_AUTO, RMK_PAGES_NORMAL, RMK_PAGES_HUGE};
    const rmk_index_type *indexes[] = {NULL, &rmk_index_plain, &rmk_index_eytzinger};
    for (size_t k = 0; k < 9; k++) {
        test_memory memory = {0};
        rmk_allocator allocator = test_allocator(&memory);
        rmk_ring_options options = {.hash = &wide_hash,
                                    .vnodes = k == 0 ? 30000 : 100,
                                    .index = indexes[k % 3],
                                    .pages = pages[k / 3],
                                    .allocator = &allocator};
        rmk_ring *ring = build(&l.nodes, &options);
        rmk_ring_memory m = rmk_ring_memory_of(ring);
        assert_int_equal(m.points_bytes + m.index_bytes + m.other_bytes, memory.live_bytes);
        assert_true(m.hot_bytes > 0 && m.hot_bytes <= memory.live_bytes);
        assert_true(m.points_bytes >= 12 * (rmk_ring_points(ring).count + 8));
        assert_int_equal((uintptr_t)rmk_ring_points(ring).positions % 64, 0);
        assert_int_equal((uintptr_t)rmk_ring_points(ring).owners % 64, 0);
        rmk_ring_destroy(ring);
        assert_int_equal(memory.live_bytes, 0);
        assert_int_equal(memory.live_blocks, 0);
    }
    free_nodes(&l);
}

static void memory_that_is_short_leaves_nothing_behind(void **state) {
    (void)state;
    node_list l = make_nodes(10);
    for (int total = 0; total < 2; total++) {
        size_t n = 1;
        for (bool built = false; !built; n++) {
            test_memory memory = {.fail_at = n};
            rmk_allocator allocator = test_allocator(&memory);
            rmk_ring_options options = {.hash = &wide_hash,
                                        .vnodes = total ? 0 : 4000,
                                        .total_points = 40000,
                                        .index = &rmk_index_eytzinger,
                                        .threads = 2,
                                        .allocator = &allocator};
            rmk_ring *ring = (rmk_ring *)&memory;
            rmk_status status = rmk_ring_build(&l.nodes, &options, &ring);
            built = status == RMK_OK;
            assert_true(built || (status == RMK_NO_MEMORY && !ring));
            rmk_ring_destroy(ring);
            assert_int_equal(memory.live_blocks, 0);
            assert_int_equal(memory.live_bytes, 0);
        }
        assert_true(n > 10);
    }
    free_nodes(&l);
}

/* ---- bad input ---- */

static void bad_input_is_refused(void **state) {
    (void)state;
    node_list l = make_nodes(3);
    rmk_ring *ring = NULL;
    rmk_ring_options good = {.hash = &wide_hash, .vnodes = 1}, bad = good;
    bad.hash = NULL;
    assert_int_equal(rmk_ring_build(&l.nodes, &bad, &ring), RMK_BAD_INPUT);
    bad = good;
    bad.label = "{name}{index}";
    assert_int_equal(rmk_ring_build(&l.nodes, &bad, &ring), RMK_BAD_INPUT);
    bad = good;
    bad.vnodes = 0;
    assert_int_equal(rmk_ring_build(&l.nodes, &bad, &ring), RMK_BAD_INPUT);
    bad = good;
    bad.hash = &number_hash; /* the labels are no numbers */
    assert_int_equal(rmk_ring_build(&l.nodes, &bad, &ring), RMK_BAD_INPUT);
    assert_null(ring);
    rmk_nodes none = {l.list, 0, 3};
    assert_int_equal(rmk_ring_build(&none, &good, &ring), RMK_EMPTY);
    l.list[2].id = l.list[0].id;
    assert_int_equal(rmk_ring_build(&l.nodes, &good, &ring), RMK_DUPLICATE);
    l.list[2].id = 3;
    assert_int_equal(rmk_ring_build(&l.nodes, &good, &ring), RMK_BAD_INPUT);
    assert_null(ring);
    free_nodes(&l);
}

static void too_many_points_are_refused_before_memory_is_taken(void **state) {
    (void)state;
    node_list l = make_nodes(3);
    test_memory memory = {0};
    rmk_allocator allocator = test_allocator(&memory);
    rmk_ring *ring;
    rmk_ring_options options = {.hash = &wide_hash, .allocator = &allocator};
    static const uint64_t vnodes[] = {(RMK_MAX_POINTS / 3) + 1, UINT64_MAX / 3 + 1, UINT64_MAX};
    for (size_t i = 0; i < 3; i++) {
        options.vnodes = vnodes[i];
        assert_int_equal(rmk_ring_build(&l.nodes, &options, &ring), RMK_LIMIT);
    }
    options.vnodes = 1;
    l.list[1].weight = UINT64_MAX;
    assert_int_equal(rmk_ring_build(&l.nodes, &options, &ring), RMK_LIMIT);
    options.vnodes = 0;
    options.total_points = (uint64_t)RMK_MAX_POINTS + 1;
    assert_int_equal(rmk_ring_build(&l.nodes, &options, &ring), RMK_LIMIT);
    assert_int_equal(memory.calls, 0);
    free_nodes(&l);
}

/* ---- given points ---- */

static void given_points_keep_their_order_at_equal_positions(void **state) {
    (void)state;
    const uint64_t positions[] = {50, 10, 50, 10, UINT64_MAX, 0};
    const uint32_t owners[] = {9, 8, 1, 2, 3, 4};
    rmk_ring_options options = {.index = &rmk_index_eytzinger};
    rmk_ring *ring, *changed;
    assert_int_equal(rmk_ring_from_points(positions, owners, 6, 10, &options, &ring), RMK_OK);
    const uint64_t sorted[] = {0, 10, 10, 50, 50, UINT64_MAX};
    const uint32_t sorted_owners[] = {4, 8, 2, 9, 1, 3};
    assert_memory_equal(rmk_ring_points(ring).positions, sorted, sizeof sorted);
    assert_memory_equal(rmk_ring_points(ring).owners, sorted_owners, sizeof sorted_owners);
    assert_true(rmk_ring_validate(ring, NULL));
    assert_int_equal(rmk_ring_points_lost(ring), 2);
    assert_int_equal(rmk_ring_lookup(ring, 10), 8);
    assert_int_equal(rmk_ring_lookup(ring, 11), 9);
    assert_int_equal(rmk_ring_without(ring, 9, &changed), RMK_UNSUPPORTED);
    assert_int_equal(rmk_ring_from_points(positions, owners, 6, 9, &options, &changed), RMK_BAD_INPUT);
    assert_int_equal(rmk_ring_from_points(positions, owners, 0, 9, &options, &changed), RMK_EMPTY);
    assert_null(changed);
    rmk_ring_destroy(ring);
}

static void a_broken_ring_is_not_valid(void **state) {
    (void)state;
    rmk_node list[] = {named(0, "3"), named(1, "03"), named(2, "5")};
    rmk_ring_options options = {.hash = &number_hash, .label = "{name}", .vnodes = 1};
    rmk_ring *ring = build(&(rmk_nodes){list, 3, 3}, &options);
    rmk_points points = rmk_ring_points(ring);
    uint64_t *positions = (uint64_t *)(uintptr_t)points.positions;
    uint32_t *owners = (uint32_t *)(uintptr_t)points.owners;
    const char *reason;
    assert_true(rmk_ring_validate(ring, &reason));
    assert_null(reason);
    owners[0] = 0, owners[1] = 1; /* name order is 03, 3 */
    for (size_t i = 3; i < 11; i++)
        owners[i] = 0;
    assert_false(rmk_ring_validate(ring, &reason));
    assert_string_equal(reason, "equal positions are not in name order");
    owners[0] = 1, owners[1] = 0;
    for (size_t i = 3; i < 11; i++)
        owners[i] = 1;
    assert_true(rmk_ring_validate(ring, NULL));
    positions[2] = 2;
    assert_false(rmk_ring_validate(ring, &reason));
    positions[2] = 5;
    owners[2] = 3;
    assert_false(rmk_ring_validate(ring, &reason));
    owners[2] = 2;
    owners[10] = 2;
    assert_false(rmk_ring_validate(ring, &reason));
    owners[10] = 1;
    positions[10] = 5;
    assert_false(rmk_ring_validate(ring, &reason));
    positions[10] = UINT64_MAX;
    positions[1] = 4; /* one lost point fewer than counted */
    assert_false(rmk_ring_validate(ring, &reason));
    positions[1] = 3;
    assert_true(rmk_ring_validate(ring, &reason));
    rmk_ring_destroy(ring);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_point_owns_the_hashes_up_to_itself),
        cmocka_unit_test(a_short_hash_stands_at_the_top_of_the_circle),
        cmocka_unit_test(one_node_with_one_point_owns_everything),
        cmocka_unit_test(of_equal_positions_the_lower_name_owns),
        cmocka_unit_test(labels_that_run_together_are_counted_as_lost),
        cmocka_unit_test(a_label_without_the_vnode_makes_equal_points),
        cmocka_unit_test(the_set_is_part_of_the_label),
        cmocka_unit_test(rings_are_those_of_a_naive_model),
        cmocka_unit_test(every_batch_size_answers_like_single_lookups),
        cmocka_unit_test(the_order_of_the_list_does_not_matter),
        cmocka_unit_test(the_number_of_threads_does_not_matter),
        cmocka_unit_test(memory_is_accounted_exactly),
        cmocka_unit_test(memory_that_is_short_leaves_nothing_behind),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(too_many_points_are_refused_before_memory_is_taken),
        cmocka_unit_test(given_points_keep_their_order_at_equal_positions),
        cmocka_unit_test(a_broken_ring_is_not_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
