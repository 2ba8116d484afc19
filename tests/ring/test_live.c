#include "model.h"

#include "core/ring/live/live.h"
#include "tests/support/memory.h"

/* All points in the first bucket; and in few places over the circle, with long gaps of empty buckets. */
static uint64_t low_one(const void *state, const void *data, size_t length) {
    (void)state;
    return model_hash(data, length) >> 36;
}

static uint64_t gaps_one(const void *state, const void *data, size_t length) {
    (void)state;
    return model_hash(data, length) & 0xe0000000000000ffu;
}

static const rmk_hash low_hash = {.name = "low", .bits = 64, .value_bits = 64, .one = low_one};
static const rmk_hash gaps_hash = {.name = "gaps", .bits = 64, .value_bits = 64, .one = gaps_one};

static rmk_live_ring *build_live(const rmk_nodes *nodes, const rmk_ring_options *options) {
    rmk_live_ring *live;
    assert_int_equal(rmk_live_ring_build(nodes, options, &live), RMK_OK);
    return live;
}

static rmk_ring *build_fresh(const rmk_nodes *nodes, const rmk_ring_options *options) {
    rmk_ring *ring;
    assert_int_equal(rmk_ring_build(nodes, options, &ring), RMK_OK);
    return ring;
}

static void is_valid(const rmk_live_ring *live) {
    const char *reason = NULL;
    if (!rmk_live_ring_validate(live, &reason))
        fail_msg("%s", reason);
}

/* At, before and behind every point, both ends of the circle, and anywhere. */
static uint64_t *queries_of(const rmk_points *points, size_t *count) {
    uint64_t *queries = malloc((4 * points->count + 66) * sizeof *queries);
    size_t n = 0;
    queries[n++] = 0;
    queries[n++] = UINT64_MAX;
    for (size_t i = 0; i < points->count; i++) {
        queries[n++] = points->positions[i] - 1;
        queries[n++] = points->positions[i];
        queries[n++] = points->positions[i] + 1;
        queries[n++] = next_random();
    }
    while (n % 64 != 63)
        queries[n++] = next_random();
    *count = n;
    return queries;
}

/* The oracle is a fresh ring, searched plainly. */
static void answers_as_a_fresh_ring(const rmk_live_ring *live, const rmk_nodes *nodes,
                                    const rmk_ring_options *options) {
    rmk_ring *fresh = build_fresh(nodes, options);
    rmk_points points = rmk_ring_points(fresh);
    size_t n;
    is_valid(live);
    assert_int_equal(rmk_live_ring_points_count(live), points.count);
    uint64_t *queries = queries_of(&points, &n);
    uint32_t *owners = malloc(n * sizeof *owners);
    rmk_live_ring_lookup_batch(live, queries, n, owners);
    for (size_t i = 0; i < n; i++) {
        uint32_t expected = rmk_ring_lookup_plain(fresh, queries[i]);
        if (owners[i] != expected || rmk_live_ring_lookup(live, queries[i]) != expected)
            fail_msg("query %zu of %zu points: %u and %u, not %u", i, points.count, owners[i],
                     rmk_live_ring_lookup(live, queries[i]), expected);
    }
    uint64_t *positions = malloc(points.count * sizeof *positions);
    uint32_t *copied = malloc(points.count * sizeof *copied);
    rmk_live_ring_copy_points(live, positions, copied);
    assert_memory_equal(positions, points.positions, points.count * sizeof *positions);
    assert_memory_equal(copied, points.owners, points.count * sizeof *copied);
    free(copied);
    free(positions);
    free(owners);
    free(queries);
    rmk_ring_destroy(fresh);
}

static bool is_live(const rmk_node *node) {
    return !node->down && node->weight;
}

/* The nodes of `all` that are in; how many of them have points. */
static rmk_nodes members(const node_list *all, const bool *in, rmk_node *list, size_t *live) {
    size_t count = 0;
    *live = 0;
    for (size_t i = 0; i < all->nodes.count; i++)
        if (in[i]) {
            *live += is_live(&all->list[i]);
            list[count++] = all->list[i];
        }
    return (rmk_nodes){list, count, all->nodes.id_limit};
}

static size_t bytes_of(const rmk_live_ring *live) {
    rmk_ring_memory memory = rmk_live_ring_memory_of(live);
    return memory.points_bytes + memory.index_bytes + memory.other_bytes;
}

/* A random walk over subsets of the nodes, with weights, nodes that are down, and every status on the way. */
static void random_changes(const rmk_hash *hash, uint64_t vnodes, uint32_t first_id, rmk_isa isa,
                           size_t steps) {
    enum { NODES = 20 };
    node_list all = make_nodes(NODES);
    for (size_t i = 0; i < NODES; i++) {
        all.list[i].weight = next_random() % 4;
        all.list[i].down = next_random() % 6 == 0;
        all.list[i].id += i % 2 ? first_id : 0;
    }
    all.nodes.id_limit = NODES + first_id;
    all.list[0].weight = 1;
    all.list[0].down = false;
    bool in[NODES] = {true};
    rmk_node list[NODES];
    size_t able;
    test_memory memory = {0};
    rmk_allocator allocator = test_allocator(&memory);
    rmk_ring_options options = {.hash = hash, .vnodes = vnodes, .isa = isa, .allocator = &allocator};
    rmk_nodes nodes = members(&all, in, list, &able);
    nodes.id_limit = NODES;
    rmk_live_ring *live = build_live(&nodes, &options);
    options.allocator = NULL;
    for (size_t step = 0; step < steps; step++) {
        size_t i = next_random() % NODES;
        in[i] = !in[i];
        nodes = members(&all, in, list, &able);
        rmk_status status = in[i] ? rmk_live_ring_add(live, &all.list[i])
                                  : rmk_live_ring_remove(live, all.list[i].id);
        assert_int_equal(status, able ? RMK_OK : RMK_EMPTY);
        if (!able)
            in[i] = true;
        nodes = members(&all, in, list, &able);
        shuffle(list, nodes.count);
        answers_as_a_fresh_ring(live, &nodes, &options);
        assert_int_equal(bytes_of(live), memory.live_bytes);
    }
    rmk_live_ring_destroy(live);
    assert_int_equal(memory.live_blocks, 0);
    free_nodes(&all);
}

static void any_history_of_changes_answers_as_a_fresh_build(void **state) {
    (void)state;
    start_random(81);
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++) {
        random_changes(&wide_hash, 30, 0, isa, 150);
        random_changes(&wide_hash, 5, 0x10000, isa, 150);
    }
}

static void ties_clusters_and_gaps_change_as_well(void **state) {
    (void)state;
    start_random(82);
    const rmk_hash *const hashes[] = {&tiny_hash, &low_hash, &gaps_hash};
    for (size_t h = 0; h < 3; h++) {
        random_changes(hashes[h], 20, 0, RMK_ISA_AUTO, 150);
        random_changes(hashes[h], 20, 0x10000, RMK_ISA_AUTO, 150);
        random_changes(hashes[h], 1, 0, RMK_ISA_SCALAR, 150);
    }
}

static void rings_of_one_two_and_three_points_change(void **state) {
    (void)state;
    start_random(83);
    for (size_t round = 0; round < 10; round++) {
        random_changes(&wide_hash, 1, 0, RMK_ISA_AUTO, 60);
        random_changes(&tiny_hash, 1, 0x10000, RMK_ISA_AUTO, 60);
    }
}

/* Between 4 and 12 points a line. */
static void lines_are_as_many_as_they_should_be(const rmk_live_ring *live) {
    size_t lines = rmk_live_ring_memory_of(live).hot_bytes / 64, points = rmk_live_ring_points_count(live);
    assert_true(points <= 12 * lines);
    assert_true(lines == 1 || points >= 4 * lines);
}

/* From 8 points to 4,000 and back: through every size of the table. */
static void a_ring_grows_and_shrinks(void **state) {
    (void)state;
    start_random(84);
    enum { NODES = 500 };
    node_list all = make_nodes(NODES);
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 8};
    rmk_nodes nodes = {all.list, 1, NODES};
    rmk_live_ring *live = build_live(&nodes, &options);
    size_t small = bytes_of(live);
    for (; nodes.count < NODES;) {
        assert_int_equal(rmk_live_ring_add(live, &all.list[nodes.count++]), RMK_OK);
        lines_are_as_many_as_they_should_be(live);
        if (nodes.count % 23 == 0)
            answers_as_a_fresh_ring(live, &nodes, &options);
    }
    assert_true(bytes_of(live) > 20 * small);
    while (nodes.count > 1) {
        assert_int_equal(rmk_live_ring_remove(live, all.list[--nodes.count].id), RMK_OK);
        lines_are_as_many_as_they_should_be(live);
        if (nodes.count % 23 == 0)
            answers_as_a_fresh_ring(live, &nodes, &options);
    }
    answers_as_a_fresh_ring(live, &nodes, &options);
    assert_true(rmk_live_ring_memory_of(live).hot_bytes < 256);
    rmk_live_ring_destroy(live);
    free_nodes(&all);
}

static void what_a_node_held_is_used_again(void **state) {
    (void)state;
    node_list l = make_nodes(40);
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 160};
    rmk_nodes most = {l.list, 39, 40};
    rmk_live_ring *live = build_live(&most, &options);
    size_t bytes = 0;
    for (int i = 0; i < 200; i++) {
        assert_int_equal(rmk_live_ring_add(live, &l.list[39]), RMK_OK);
        assert_true(!i || bytes_of(live) == bytes);
        bytes = bytes_of(live);
        assert_int_equal(rmk_live_ring_remove(live, l.list[39].id), RMK_OK);
    }
    answers_as_a_fresh_ring(live, &most, &options);
    rmk_live_ring_destroy(live);
    free_nodes(&l);
}

/* So many points at once that most buckets need more room, or the only one that is used. */
static void room_for_a_heavy_node(const rmk_hash *hash) {
    node_list l = make_nodes(11);
    l.list[10].weight = 4;
    rmk_ring_options options = {.hash = hash, .vnodes = 800};
    rmk_nodes ten = {l.list, 10, 11};
    rmk_live_ring *live = build_live(&ten, &options);
    size_t light = bytes_of(live);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(rmk_live_ring_add(live, &l.list[10]), RMK_OK);
        assert_true(bytes_of(live) > light + (64 << 10)); /* more than a slab */
        answers_as_a_fresh_ring(live, &l.nodes, &options);
        assert_int_equal(rmk_live_ring_remove(live, l.list[10].id), RMK_OK);
        answers_as_a_fresh_ring(live, &ten, &options);
    }
    rmk_live_ring_destroy(live);
    free_nodes(&l);
}

static void a_heavy_node_finds_its_room(void **state) {
    (void)state;
    start_random(88);
    room_for_a_heavy_node(&wide_hash);
    room_for_a_heavy_node(&low_hash);
}

static void a_live_ring_stands_alone(void **state) {
    (void)state;
    start_random(85);
    node_list l = make_nodes(5);
    char label[] = "{name}/{set}/{vnode}";
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 10, .label = label, .set = 3};
    rmk_nodes four = {l.list, 4, 5};
    rmk_ring *ring = build_fresh(&four, &options), *fresh = build_fresh(&l.nodes, &options);
    rmk_live_ring *live;
    assert_int_equal(rmk_live_ring_of(ring, &live), RMK_OK);
    rmk_ring_destroy(ring);
    memset(label, 'x', sizeof label - 1); /* the ring copied it */
    assert_int_equal(rmk_live_ring_add(live, &l.list[4]), RMK_OK);
    is_valid(live);
    for (int i = 0; i < 1000; i++) {
        uint64_t position = next_random();
        assert_int_equal(rmk_live_ring_lookup(live, position), rmk_ring_lookup_plain(fresh, position));
    }
    memset(l.names, 0, sizeof *l.names); /* so are the names */
    assert_int_equal(rmk_live_ring_remove(live, l.list[0].id), RMK_OK);
    is_valid(live);
    rmk_live_ring_destroy(live);
    rmk_ring_destroy(fresh);
    free_nodes(&l);
}

static void what_cannot_be_changed_is_refused(void **state) {
    (void)state;
    start_random(86);
    node_list l = make_nodes(3);
    rmk_nodes two = {l.list, 2, 3};
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 10};
    rmk_live_ring *live = build_live(&two, &options);
    rmk_node same_id = l.list[2], same_name = l.list[2], bad = l.list[2], heavy = l.list[2];
    same_id.id = l.list[0].id;
    same_name.name = l.list[1].name;
    bad.name.length = 0;
    assert_int_equal(rmk_live_ring_add(live, &same_id), RMK_DUPLICATE);
    assert_int_equal(rmk_live_ring_add(live, &same_name), RMK_DUPLICATE);
    assert_int_equal(rmk_live_ring_add(live, &bad), RMK_BAD_INPUT);
    bad = l.list[2];
    bad.id = RMK_NOBODY;
    assert_int_equal(rmk_live_ring_add(live, &bad), RMK_BAD_INPUT);
    heavy.weight = RMK_MAX_POINTS / 10;
    assert_int_equal(rmk_live_ring_add(live, &heavy), RMK_LIMIT);
    heavy.weight = UINT64_MAX;
    assert_int_equal(rmk_live_ring_add(live, &heavy), RMK_LIMIT);
    assert_int_equal(rmk_live_ring_remove(live, l.list[2].id), RMK_NOT_FOUND);
    answers_as_a_fresh_ring(live, &two, &options);
    assert_int_equal(rmk_live_ring_remove(live, l.list[0].id), RMK_OK);
    assert_int_equal(rmk_live_ring_remove(live, l.list[1].id), RMK_EMPTY);
    is_valid(live);
    rmk_live_ring_destroy(live);
    options.vnodes = 0;
    options.total_points = 100;
    assert_int_equal(rmk_live_ring_build(&two, &options, &live), RMK_UNSUPPORTED);
    assert_null(live);
    rmk_ring *ring = build_fresh(&two, &options);
    assert_int_equal(rmk_live_ring_of(ring, &live), RMK_UNSUPPORTED);
    rmk_ring_destroy(ring);
    free_nodes(&l);
}

/* Of 40 changes each allocation fails once: every answer stays, and nothing is lost. */
static void memory_that_is_short_leaves_every_answer(void **state) {
    (void)state;
    start_random(87);
    node_list l = make_nodes(41);
    l.list[40].id = 70000; /* the last one needs wide lines */
    l.nodes.id_limit = 70001;
    test_memory memory = {0};
    rmk_allocator allocator = test_allocator(&memory);
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 30, .allocator = &allocator};
    rmk_ring_options plain = {.hash = &wide_hash, .vnodes = 30};
    rmk_nodes nodes = {l.list, 1, 70001};
    rmk_live_ring *live = NULL;
    for (size_t n = 1; !live; n++) {
        memory = (test_memory){.fail_at = n};
        rmk_status status = rmk_live_ring_build(&(rmk_nodes){l.list, 1, 41}, &options, &live);
        assert_int_equal(status, live ? RMK_OK : RMK_NO_MEMORY);
        assert_true(live || !memory.live_blocks);
    }
    size_t failures = 0;
    while (nodes.count < l.nodes.count) {
        memory.fail_at = 0;
        for (size_t n = 1;; n++) {
            memory.calls = 0;
            memory.fail_at = n;
            if (rmk_live_ring_add(live, &l.list[nodes.count]) == RMK_OK)
                break;
            failures++;
            answers_as_a_fresh_ring(live, &nodes, &plain);
            assert_int_equal(bytes_of(live), memory.live_bytes);
        }
        nodes.count++;
        answers_as_a_fresh_ring(live, &nodes, &plain);
    }
    while (nodes.count > 1) {
        for (size_t n = 1;; n++) {
            memory.calls = 0;
            memory.fail_at = n;
            if (rmk_live_ring_remove(live, l.list[nodes.count - 1].id) == RMK_OK)
                break;
            failures++;
            answers_as_a_fresh_ring(live, &nodes, &plain);
            assert_int_equal(bytes_of(live), memory.live_bytes);
        }
        nodes.count--;
        answers_as_a_fresh_ring(live, &nodes, &plain);
    }
    assert_true(failures > 300);
    rmk_live_ring_destroy(live);
    assert_int_equal(memory.live_blocks, 0);
    free_nodes(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_history_of_changes_answers_as_a_fresh_build),
        cmocka_unit_test(ties_clusters_and_gaps_change_as_well),
        cmocka_unit_test(rings_of_one_two_and_three_points_change),
        cmocka_unit_test(a_ring_grows_and_shrinks),
        cmocka_unit_test(what_a_node_held_is_used_again),
        cmocka_unit_test(a_heavy_node_finds_its_room),
        cmocka_unit_test(a_live_ring_stands_alone),
        cmocka_unit_test(what_cannot_be_changed_is_refused),
        cmocka_unit_test(memory_that_is_short_leaves_every_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
