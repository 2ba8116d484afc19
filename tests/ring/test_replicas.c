#include "model.h"

/* Walks the model's list, once around. */
static size_t model_replicas(const model *m, uint64_t position, size_t wanted, uint32_t *out) {
    size_t at = 0, found = 0;
    while (at < m->count && m->points[at].position < position)
        at++;
    for (size_t i = 0; i < m->count && found < wanted; i++) {
        uint32_t id = m->points[(at + i) % m->count].id;
        bool seen = false;
        for (size_t k = 0; k < found; k++)
            seen |= out[k] == id;
        if (!seen)
            out[found++] = id;
    }
    return found;
}

static void replicas_are_the_next_distinct_nodes(void **state) {
    (void)state;
    start_random(51);
    for (size_t round = 0; round < 60; round++) {
        node_list l = make_nodes(1 + next_random() % 20);
        if (round % 3 == 0 && l.nodes.count > 1)
            l.list[1].down = true;
        const rmk_hash *hash = round % 2 ? &wide_hash : &tiny_hash;
        rmk_ring_options options = {.hash = hash, .vnodes = 1 + round % 9};
        rmk_ring *ring;
        assert_int_equal(rmk_ring_build(&l.nodes, &options, &ring), RMK_OK);
        model m = model_of(&l.nodes, options.vnodes, hash);
        for (size_t i = 0; i < 60; i++) {
            uint32_t got[32], expected[32];
            uint64_t position = i ? next_random() : UINT64_MAX;
            size_t wanted = next_random() % 25;
            size_t count = rmk_ring_replicas(ring, position, wanted, got);
            assert_int_equal(count, model_replicas(&m, position, wanted, expected));
            if (count)
                assert_memory_equal(got, expected, count * sizeof *got);
            if (count)
                assert_int_equal(got[0], rmk_ring_lookup(ring, position));
        }
        free(m.points);
        rmk_ring_destroy(ring);
        free_nodes(&l);
    }
}

static void a_walk_from_behind_the_last_point_visits_all_5(void **state) {
    (void)state;
    const uint64_t positions[] = {10, 20, 30, 40, 50, 60};
    const uint32_t owners[] = {4, 4, 3, 1, 0, 2};
    rmk_ring_options options = {0};
    rmk_ring *ring;
    assert_int_equal(rmk_ring_from_points(positions, owners, 6, 5, &options, &ring), RMK_OK);
    uint32_t out[8];
    assert_int_equal(rmk_ring_replicas(ring, 61, 8, out), 5);
    const uint32_t all[] = {4, 3, 1, 0, 2};
    assert_memory_equal(out, all, sizeof all);
    assert_int_equal(rmk_ring_replicas(ring, 60, 5, out), 5);
    const uint32_t from_last[] = {2, 4, 3, 1, 0};
    assert_memory_equal(out, from_last, sizeof from_last);
    assert_int_equal(rmk_ring_replicas(ring, 45, 3, out), 3);
    const uint32_t over_the_end[] = {0, 2, 4};
    assert_memory_equal(out, over_the_end, sizeof over_the_end);
    assert_int_equal(rmk_ring_replicas(ring, 45, 0, out), 0);
    rmk_ring_destroy(ring);
}

static void losers_of_a_position_are_replicas_of_it(void **state) {
    (void)state;
    const uint64_t positions[] = {10, 10, 10, 20};
    const uint32_t owners[] = {2, 0, 2, 1};
    rmk_ring_options options = {0};
    rmk_ring *ring;
    assert_int_equal(rmk_ring_from_points(positions, owners, 4, 3, &options, &ring), RMK_OK);
    uint32_t out[3];
    assert_int_equal(rmk_ring_replicas(ring, 5, 3, out), 3);
    const uint32_t expected[] = {2, 0, 1};
    assert_memory_equal(out, expected, sizeof expected);
    rmk_ring_destroy(ring);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replicas_are_the_next_distinct_nodes),
        cmocka_unit_test(a_walk_from_behind_the_last_point_visits_all_5),
        cmocka_unit_test(losers_of_a_position_are_replicas_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
