#include "model.h"

#include "tests/support/memory.h"

static void counts_of(const rmk_nodes *nodes, uint64_t vnodes, uint64_t total, uint64_t *counts) {
    rmk_ring_options options = {.vnodes = vnodes, .total_points = total};
    assert_int_equal(rmk_ring_point_counts(nodes, &options, counts), RMK_OK);
}

static rmk_status status_of(const rmk_nodes *nodes, uint64_t vnodes, uint64_t total) {
    uint64_t counts[64];
    rmk_ring_options options = {.vnodes = vnodes, .total_points = total};
    return rmk_ring_point_counts(nodes, &options, counts);
}

static void points_are_vnodes_times_weight(void **state) {
    (void)state;
    node_list l = make_nodes(5);
    l.list[1].weight = 3;
    l.list[2].weight = 0;
    l.list[3].down = true;
    uint64_t counts[5];
    counts_of(&l.nodes, 160, 999, counts);
    const uint64_t expected[] = {160, 480, 0, 0, 160};
    assert_memory_equal(counts, expected, sizeof expected);
    free_nodes(&l);
}

static void a_total_goes_by_largest_remainder(void **state) {
    (void)state;
    node_list l = make_nodes(3);
    uint64_t counts[4];
    counts_of(&l.nodes, 0, 1024, counts); /* 341.33 each: the lower name gets the one left */
    const uint64_t thirds[] = {342, 341, 341};
    assert_memory_equal(counts, thirds, sizeof thirds);
    l.list[0].weight = 1;
    l.list[1].weight = 2;
    l.list[2].weight = 3;
    counts_of(&l.nodes, 0, 10, counts); /* 1.67, 3.33, 5 */
    const uint64_t weighted[] = {2, 3, 5};
    assert_memory_equal(counts, weighted, sizeof weighted);
    free_nodes(&l);
}

static void ties_go_to_the_lower_name_wherever_it_is_listed(void **state) {
    (void)state;
    rmk_node list[] = {{.id = 0, .weight = 1, .name = {(const unsigned char *)"c", 1}},
                       {.id = 1, .weight = 1, .name = {(const unsigned char *)"a", 1}},
                       {.id = 2, .weight = 1, .name = {(const unsigned char *)"b", 1}}};
    rmk_nodes nodes = {list, 3, 3};
    uint64_t counts[3];
    counts_of(&nodes, 0, 4, counts);
    const uint64_t one_left[] = {1, 2, 1};
    assert_memory_equal(counts, one_left, sizeof one_left);
    counts_of(&nodes, 0, 5, counts);
    const uint64_t two_left[] = {1, 2, 2};
    assert_memory_equal(counts, two_left, sizeof two_left);
}

static void a_light_node_still_gets_a_point(void **state) {
    (void)state;
    node_list l = make_nodes(4);
    l.list[0].weight = 1;
    l.list[1].weight = 1000000;
    l.list[2].weight = 0;
    l.list[3].weight = 1000000;
    uint64_t counts[4];
    counts_of(&l.nodes, 0, 11, counts);
    const uint64_t expected[] = {1, 5, 0, 5};
    assert_memory_equal(counts, expected, sizeof expected);
    counts_of(&l.nodes, 0, 3, counts);
    const uint64_t fewest[] = {1, 1, 0, 1};
    assert_memory_equal(counts, fewest, sizeof fewest);
    free_nodes(&l);
}

static void any_total_is_met_and_fair(void **state) {
    (void)state;
    start_random(71);
    for (size_t round = 0; round < 2000; round++) {
        node_list l = make_nodes(1 + next_random() % 40);
        size_t live = 0;
        long double weights = 0;
        for (size_t i = 0; i < l.nodes.count; i++) {
            l.list[i].weight = next_random() >> (next_random() & 63);
            l.list[i].down = next_random() % 7 == 0;
            live += !l.list[i].down && l.list[i].weight;
            weights += l.list[i].down ? 0 : (long double)l.list[i].weight;
        }
        shuffle(l.list, l.nodes.count);
        uint64_t counts[40], sum = 0, total = live + (next_random() >> 33 >> (next_random() & 31));
        if (!live) {
            assert_int_equal(status_of(&l.nodes, 0, total + 1), RMK_EMPTY);
            free_nodes(&l);
            continue;
        }
        counts_of(&l.nodes, 0, total, counts);
        for (size_t i = 0; i < l.nodes.count; i++) {
            const rmk_node *a = &l.list[i];
            sum += counts[i];
            assert_int_equal(counts[i] > 0, !a->down && a->weight);
            /* a node that has more than one point has none too many */
            if (counts[i] > 1)
                assert_true((long double)(counts[i] - 1) <
                            (long double)a->weight / weights * (long double)total * (1 + 1e-15L));
            for (size_t k = 0; k < l.nodes.count; k++)
                if (counts[i] && counts[k] && a->weight > l.list[k].weight)
                    assert_true(counts[i] >= counts[k]);
        }
        assert_true(sum == total);
        free_nodes(&l);
    }
}

static void points_that_cannot_be_are_refused(void **state) {
    (void)state;
    node_list l = make_nodes(3);
    assert_int_equal(status_of(&l.nodes, 0, 0), RMK_BAD_INPUT);
    assert_int_equal(status_of(&l.nodes, 0, 2), RMK_BAD_INPUT);
    assert_int_equal(status_of(&l.nodes, 0, 3), RMK_OK);
    assert_int_equal(status_of(&l.nodes, RMK_MAX_POINTS / 3, 0), RMK_OK);
    assert_int_equal(status_of(&l.nodes, RMK_MAX_POINTS / 3 + 1, 0), RMK_LIMIT);
    assert_int_equal(status_of(&l.nodes, 0, RMK_MAX_POINTS), RMK_OK);
    assert_int_equal(status_of(&l.nodes, 0, (uint64_t)RMK_MAX_POINTS + 1), RMK_LIMIT);
    for (size_t i = 0; i < 3; i++)
        l.list[i].weight = i ? 0 : 5, l.list[i].down = true;
    assert_int_equal(status_of(&l.nodes, 1, 0), RMK_EMPTY);
    assert_int_equal(status_of(&l.nodes, 0, 10), RMK_EMPTY);
    free_nodes(&l);
}

static void memory_that_is_short_is_reported(void **state) {
    (void)state;
    node_list l = make_nodes(3);
    uint64_t counts[3];
    rmk_status status = RMK_NO_MEMORY;
    for (size_t n = 1; status != RMK_OK; n++) {
        test_memory memory = {.fail_at = n};
        rmk_allocator allocator = test_allocator(&memory);
        rmk_ring_options options = {.total_points = 10, .allocator = &allocator};
        status = rmk_ring_point_counts(&l.nodes, &options, counts);
        assert_true(status == RMK_NO_MEMORY || n > 4);
        assert_int_equal(memory.live_blocks, 0);
    }
    free_nodes(&l);
}

/* A name of a megabyte makes blocks of one label. */
static void long_names_have_points_too(void **state) {
    (void)state;
    enum { LENGTH = 1 << 20 };
    char *name = malloc(LENGTH + 4);
    memset(name, 'n', LENGTH);
    rmk_node list[] = {{.id = 0, .weight = 1, .name = {(const unsigned char *)name, LENGTH}},
                       {.id = 1, .weight = 1, .name = {(const unsigned char *)"short", 5}}};
    rmk_nodes nodes = {list, 2, 2};
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 3};
    rmk_ring *ring;
    assert_int_equal(rmk_ring_build(&nodes, &options, &ring), RMK_OK);
    memcpy(name + LENGTH, "#2", 2);
    assert_int_equal(rmk_ring_lookup(ring, model_hash(name, LENGTH + 2)), 0);
    assert_int_equal(rmk_ring_lookup(ring, model_hash("short#1", 7)), 1);
    rmk_ring_destroy(ring);
    free(name);
}

typedef size_t label_model(char *out, const char *name, unsigned vnode);
static size_t behind_the_name(char *out, const char *name, unsigned vnode) {
    return (size_t)sprintf(out, "%s#%u", name, vnode);
}
static size_t alone(char *out, const char *name, unsigned vnode) {
    (void)name;
    return (size_t)sprintf(out, "%u", vnode);
}
static size_t before_the_name(char *out, const char *name, unsigned vnode) {
    return (size_t)sprintf(out, "a-long-literal-before-it-all/%u-%s/and-one-behind", vnode, name);
}
static size_t twice(char *out, const char *name, unsigned vnode) {
    return (size_t)sprintf(out, "%u%s%u", vnode, name, vnode);
}
static size_t between_nines(char *out, const char *name, unsigned vnode) {
    return (size_t)sprintf(out, "%s9%u9%u", name, vnode, 70u);
}
static size_t never(char *out, const char *name, unsigned vnode) {
    (void)vnode;
    return (size_t)sprintf(out, "%s", name);
}

static int by_value(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void labels_count_up_as_their_pattern_says(void **state) {
    (void)state;
    static const struct {
        const char *label;
        label_model *model;
    } cases[] = {{"{name}#{vnode}", behind_the_name},
                 {"{vnode}", alone},
                 {"a-long-literal-before-it-all/{vnode}-{name}/and-one-behind", before_the_name},
                 {"{vnode}{name}{vnode}", twice},
                 {"{name}9{vnode}9{set}", between_nines},
                 {"{name}", never}};
    static const char *const names[] = {"a", "b99", "c"};
    enum { NODES = 3, MOST = 11003 };
    static const uint64_t vnodes[] = {1, 2, 9, 10, 11, 255, 256, 257, 1001, MOST};
    static uint64_t expected[NODES * MOST];
    rmk_node list[NODES] = {{0}};
    for (uint32_t i = 0; i < NODES; i++)
        list[i] =
            (rmk_node){.id = i, .weight = 1, .name = {(const unsigned char *)names[i], strlen(names[i])}};
    rmk_nodes nodes = {.list = list, .count = NODES, .id_limit = NODES};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (size_t v = 0; v < sizeof vnodes / sizeof *vnodes; v++) {
            size_t count = 0;
            for (size_t i = 0; i < NODES; i++)
                for (unsigned vnode = 0; vnode < vnodes[v]; vnode++) {
                    char text[128];
                    size_t length = cases[c].model(text, names[i], vnode);
                    expected[count++] = rmk_hash_fnv1a_64.one(NULL, text, length);
                }
            qsort(expected, count, sizeof *expected, by_value);
            rmk_ring_options options = {.hash = &rmk_hash_fnv1a_64,
                                        .label = cases[c].label,
                                        .set = 70,
                                        .vnodes = vnodes[v],
                                        .threads = 2};
            rmk_ring *ring;
            assert_int_equal(rmk_ring_build(&nodes, &options, &ring), RMK_OK);
            assert_int_equal(rmk_ring_points(ring).count, count);
            assert_memory_equal(rmk_ring_points(ring).positions, expected, count * sizeof *expected);
            rmk_ring_destroy(ring);
        }
}

static void unsorted_points_come_node_after_node_in_name_order(void **state) {
    (void)state;
    static const char *const names[] = {"c", "a", "out", "b"};
    static const uint64_t weights[] = {1, 2, 0, 1};
    rmk_node list[4] = {{0}};
    for (uint32_t i = 0; i < 4; i++)
        list[i] = (rmk_node){
            .id = 9 - i, .weight = weights[i], .name = {(const unsigned char *)names[i], strlen(names[i])}};
    rmk_nodes nodes = {.list = list, .count = 4, .id_limit = 10};
    static const char *const labels[] = {"a#0", "a#1", "a#2", "a#3", "b#0", "b#1", "c#0", "c#1"};
    static const uint32_t ids[] = {8, 8, 8, 8, 6, 6, 9, 9};
    rmk_ring_options options = {.hash = &tiny_hash, .vnodes = 2};
    uint64_t positions[8];
    uint32_t owners[8];
    assert_int_equal(rmk_ring_unsorted_points(&nodes, &options, positions, owners), RMK_OK);
    for (size_t i = 0; i < 8; i++)
        assert_true(positions[i] == tiny_one(NULL, labels[i], 3) << 56);
    assert_memory_equal(owners, ids, sizeof ids);
    options.label = "{index}";
    assert_int_equal(rmk_ring_unsorted_points(&nodes, &options, positions, owners), RMK_BAD_INPUT);
    rmk_status status = RMK_NO_MEMORY;
    for (size_t n = 1; status != RMK_OK; n++) {
        test_memory memory = {.fail_at = n};
        rmk_allocator allocator = test_allocator(&memory);
        rmk_ring_options short_of_memory = {.hash = &wide_hash, .vnodes = 2, .allocator = &allocator};
        status = rmk_ring_unsorted_points(&nodes, &short_of_memory, positions, owners);
        assert_true(status == RMK_NO_MEMORY || n > 4);
        assert_int_equal(memory.live_blocks, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_vnodes_times_weight),
        cmocka_unit_test(a_total_goes_by_largest_remainder),
        cmocka_unit_test(ties_go_to_the_lower_name_wherever_it_is_listed),
        cmocka_unit_test(a_light_node_still_gets_a_point),
        cmocka_unit_test(any_total_is_met_and_fair),
        cmocka_unit_test(points_that_cannot_be_are_refused),
        cmocka_unit_test(memory_that_is_short_is_reported),
        cmocka_unit_test(long_names_have_points_too),
        cmocka_unit_test(labels_count_up_as_their_pattern_says),
        cmocka_unit_test(unsorted_points_come_node_after_node_in_name_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
