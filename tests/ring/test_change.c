#include "model.h"

#include "tests/support/memory.h"

static rmk_ring *build(const rmk_nodes *nodes, const rmk_ring_options *options) {
    rmk_ring *ring;
    assert_int_equal(rmk_ring_build(nodes, options, &ring), RMK_OK);
    return ring;
}

/* The nodes of `all` that are in. */
static rmk_nodes members(const node_list *all, const bool *in, rmk_node *list) {
    size_t count = 0;
    for (size_t i = 0; i < all->nodes.count; i++)
        if (in[i])
            list[count++] = all->list[i];
    return (rmk_nodes){list, count, all->nodes.id_limit};
}

static bool is_live(const rmk_node *node) {
    return !node->down && node->weight;
}

static void random_changes(const rmk_hash *hash, const rmk_index_type *index, uint64_t vnodes) {
    enum { NODES = 24, STEPS = 400 };
    node_list all = make_nodes(NODES);
    for (size_t i = 0; i < NODES; i++) {
        all.list[i].weight = next_random() % 4;
        all.list[i].down = next_random() % 6 == 0;
    }
    all.list[0].weight = 2;
    all.list[0].down = false;
    bool in[NODES] = {true};
    rmk_node list[NODES];
    rmk_ring_options options = {.hash = hash, .vnodes = vnodes, .index = index};
    rmk_nodes nodes = members(&all, in, list);
    rmk_ring *ring = build(&nodes, &options);
    for (size_t step = 0; step < STEPS; step++) {
        size_t i = next_random() % NODES;
        rmk_ring *changed;
        rmk_status status = in[i] ? rmk_ring_without(ring, all.list[i].id, &changed)
                                  : rmk_ring_with(ring, &all.list[i], &changed);
        in[i] = !in[i];
        nodes = members(&all, in, list);
        size_t live = 0;
        for (size_t k = 0; k < nodes.count; k++)
            live += is_live(&list[k]);
        if (!live) {
            assert_int_equal(status, RMK_EMPTY);
            assert_null(changed);
            in[i] = !in[i];
            continue;
        }
        assert_int_equal(status, RMK_OK);
        shuffle(list, nodes.count);
        rmk_ring *fresh = build(&nodes, &options);
        same_arrays(changed, fresh);
        assert_int_equal(rmk_ring_memory_of(changed).other_bytes, rmk_ring_memory_of(fresh).other_bytes);
        model m = model_of(&nodes, vnodes, hash);
        ring_equals_model(changed, &m);
        for (size_t k = 0; k < 20; k++) {
            uint64_t position = next_random();
            assert_int_equal(rmk_ring_lookup(changed, position), model_owner(&m, position));
        }
        free(m.points);
        rmk_ring_destroy(fresh);
        rmk_ring_destroy(ring);
        ring = changed;
    }
    rmk_ring_destroy(ring);
    free_nodes(&all);
}

static void any_history_of_changes_gives_the_ring_of_a_fresh_build(void **state) {
    (void)state;
    start_random(41);
    random_changes(&wide_hash, &rmk_index_eytzinger, 20);
    random_changes(&tiny_hash, NULL, 20);
    random_changes(&tiny_hash, &rmk_index_plain, 1);
}

static void adding_and_removing_is_the_identity(void **state) {
    (void)state;
    node_list l = make_nodes(12);
    rmk_nodes most = {l.list, 11, 12};
    rmk_ring_options options = {.hash = &tiny_hash, .vnodes = 60};
    rmk_ring *before = build(&most, &options), *with, *after;
    assert_int_equal(rmk_ring_with(before, &l.list[11], &with), RMK_OK);
    assert_int_equal(rmk_ring_points(with).count, 720);
    assert_int_equal(rmk_ring_without(with, l.list[11].id, &after), RMK_OK);
    same_arrays(before, after);
    rmk_ring_destroy(after);
    rmk_ring_destroy(with);
    rmk_ring_destroy(before);
    free_nodes(&l);
}

static void a_changed_ring_stands_alone(void **state) {
    (void)state;
    node_list l = make_nodes(5);
    char label[] = "{name}/{set}/{vnode}";
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 10, .label = label, .set = 3};
    rmk_ring *fresh = build(&l.nodes, &options);
    rmk_nodes four = {l.list, 4, 5};
    rmk_ring *first = build(&four, &options), *second, *third, *fourth;
    memset(label, 'x', sizeof label - 1); /* the ring copied it */
    assert_int_equal(rmk_ring_with(first, &l.list[4], &second), RMK_OK);
    rmk_ring_destroy(first);
    same_arrays(second, fresh);
    assert_int_equal(rmk_ring_without(second, l.list[2].id, &third), RMK_OK);
    rmk_ring_destroy(second);
    rmk_node again = l.list[2];
    memset(l.names, 0, sizeof *l.names); /* so are the names */
    assert_int_equal(rmk_ring_with(third, &again, &fourth), RMK_OK);
    rmk_ring_destroy(third);
    same_arrays(fourth, fresh);
    rmk_ring_destroy(fourth);
    rmk_ring_destroy(fresh);
    free_nodes(&l);
}

static void a_node_that_is_out_is_known(void **state) {
    (void)state;
    node_list l = make_nodes(4);
    l.list[1].down = true;
    l.list[2].weight = 0;
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 10};
    rmk_ring *ring = build(&l.nodes, &options), *less, *changed;
    assert_int_equal(rmk_ring_with(ring, &l.list[1], &changed), RMK_DUPLICATE);
    assert_int_equal(rmk_ring_without(ring, l.list[1].id, &less), RMK_OK);
    same_arrays(ring, less);
    assert_int_equal(rmk_ring_without(less, l.list[1].id, &changed), RMK_NOT_FOUND);
    l.list[1].down = false; /* back, and up */
    assert_int_equal(rmk_ring_with(less, &l.list[1], &changed), RMK_OK);
    rmk_ring *fresh = build(&l.nodes, &options);
    same_arrays(changed, fresh);
    rmk_ring_destroy(fresh);
    rmk_ring_destroy(changed);
    rmk_ring_destroy(less);
    rmk_ring_destroy(ring);
    free_nodes(&l);
}

static void what_cannot_be_changed_is_refused(void **state) {
    (void)state;
    node_list l = make_nodes(3);
    rmk_nodes two = {l.list, 2, 3};
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 10};
    rmk_ring *ring = build(&two, &options), *changed = ring;
    rmk_node same_id = l.list[2], same_name = l.list[2], bad = l.list[2], heavy = l.list[2];
    same_id.id = l.list[0].id;
    same_name.name = l.list[1].name;
    bad.name.length = 0;
    heavy.weight = RMK_MAX_POINTS / 10;
    assert_int_equal(rmk_ring_with(ring, &same_id, &changed), RMK_DUPLICATE);
    assert_null(changed);
    assert_int_equal(rmk_ring_with(ring, &same_name, &changed), RMK_DUPLICATE);
    assert_int_equal(rmk_ring_with(ring, &bad, &changed), RMK_BAD_INPUT);
    bad = l.list[2];
    bad.id = RMK_NOBODY;
    assert_int_equal(rmk_ring_with(ring, &bad, &changed), RMK_BAD_INPUT);
    assert_int_equal(rmk_ring_with(ring, &heavy, &changed), RMK_LIMIT);
    heavy.weight = UINT64_MAX;
    assert_int_equal(rmk_ring_with(ring, &heavy, &changed), RMK_LIMIT);
    assert_int_equal(rmk_ring_without(ring, l.list[2].id, &changed), RMK_NOT_FOUND);
    rmk_ring *one;
    assert_int_equal(rmk_ring_without(ring, l.list[0].id, &one), RMK_OK);
    assert_int_equal(rmk_ring_without(one, l.list[1].id, &changed), RMK_EMPTY);
    assert_null(changed);
    rmk_ring_destroy(one);
    rmk_ring_destroy(ring);
    options.vnodes = 0;
    options.total_points = 100;
    ring = build(&two, &options);
    assert_int_equal(rmk_ring_with(ring, &l.list[2], &changed), RMK_UNSUPPORTED);
    assert_int_equal(rmk_ring_without(ring, l.list[0].id, &changed), RMK_UNSUPPORTED);
    rmk_ring_destroy(ring);
    free_nodes(&l);
}

static void a_new_id_may_raise_the_limit(void **state) {
    (void)state;
    node_list l = make_nodes(3);
    rmk_node far = l.list[2];
    far.id = 1000;
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 10};
    rmk_ring *ring = build(&(rmk_nodes){l.list, 2, 3}, &options), *changed;
    assert_int_equal(rmk_ring_with(ring, &far, &changed), RMK_OK);
    assert_int_equal(rmk_ring_id_limit(ring), 3);
    assert_int_equal(rmk_ring_id_limit(changed), 1001);
    assert_true(rmk_ring_validate(changed, NULL));
    rmk_ring_destroy(changed);
    rmk_ring_destroy(ring);
    free_nodes(&l);
}

static void memory_that_is_short_leaves_the_ring_as_it_was(void **state) {
    (void)state;
    node_list l = make_nodes(6);
    test_memory memory = {0};
    rmk_allocator allocator = test_allocator(&memory);
    rmk_ring_options options = {
        .hash = &wide_hash, .vnodes = 30, .index = &rmk_index_eytzinger, .allocator = &allocator};
    rmk_ring *ring = build(&(rmk_nodes){l.list, 5, 6}, &options);
    options.allocator = NULL;
    rmk_ring *copy = build(&(rmk_nodes){l.list, 5, 6}, &options);
    size_t live = memory.live_bytes;
    for (int with = 0; with < 2; with++) {
        size_t n = 1;
        for (bool done = false; !done; n++) {
            memory.calls = 0;
            memory.fail_at = n;
            rmk_ring *changed = ring;
            rmk_status status = with ? rmk_ring_with(ring, &l.list[5], &changed)
                                     : rmk_ring_without(ring, l.list[3].id, &changed);
            done = status == RMK_OK;
            assert_true(done || (status == RMK_NO_MEMORY && !changed));
            rmk_ring_destroy(changed);
            assert_int_equal(memory.live_bytes, live);
            same_arrays(ring, copy);
        }
        assert_true(n > 5);
    }
    rmk_ring_destroy(ring);
    rmk_ring_destroy(copy);
    assert_int_equal(memory.live_blocks, 0);
    free_nodes(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_history_of_changes_gives_the_ring_of_a_fresh_build),
        cmocka_unit_test(adding_and_removing_is_the_identity),
        cmocka_unit_test(a_changed_ring_stands_alone),
        cmocka_unit_test(a_node_that_is_out_is_known),
        cmocka_unit_test(what_cannot_be_changed_is_refused),
        cmocka_unit_test(a_new_id_may_raise_the_limit),
        cmocka_unit_test(memory_that_is_short_leaves_the_ring_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
