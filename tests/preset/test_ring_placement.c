/*
 * The rings of presets on a circle of 8 bits, against a model that walks the circle value by value: every
 * lookup rule with every tie rule, nodes that are down, every hash.
 */
#include "core/preset/ring_placement.h"

#include "recorded.h"

enum { VALUES = 256, MOST_POINTS = 14, MODEL_NODES = 5 };

static const rmk_hash byte_hash = {.name = "byte", .bits = 8, .value_bits = 8};

typedef struct model {
    rmk_node list[MODEL_NODES];
    rmk_nodes nodes;
    rmk_made_point points[MOST_POINTS]; /* as made */
    size_t count;
    rmk_tie_rule ties;
    rmk_lookup_rule lookup;
} model;

static const char *const node_names[MODEL_NODES] = {"a", "b", "c", "d", "e"};

static void random_model(model *m, uint64_t *seed) {
    *m = (model){.count = next_random(seed) % (MOST_POINTS + 1)};
    m->nodes = (rmk_nodes){.list = m->list, .count = MODEL_NODES, .id_limit = 40};
    uint64_t spread = next_random(seed) % 2 ? VALUES : 12;
    uint64_t base = next_random(seed) % VALUES;
    for (uint32_t i = 0; i < MODEL_NODES; i++)
        m->list[i] = (rmk_node){.id = 7 * (MODEL_NODES - i),
                                .weight = 1,
                                .down = next_random(seed) % 5 == 0,
                                .name = bytes_of(node_names[i])};
    for (uint32_t i = 0; i < m->count; i++)
        m->points[i] = (rmk_made_point){(base + next_random(seed) % spread) % VALUES,
                                        (uint32_t)(next_random(seed) % MODEL_NODES), i};
}

/* ---- the model ---- */

/* The points at one value in the order in which they own; those that are dropped are left out. */
static size_t points_at(const model *m, uint64_t value, size_t out[MOST_POINTS]) {
    size_t n = 0;
    bool settled = false;
    for (size_t k = 0; k < m->count && !settled; k++) {
        size_t i = m->ties == RMK_TIE_LAST_ALONE ? m->count - 1 - k : k;
        if (m->points[i].value != value)
            continue;
        settled = m->ties != RMK_TIE_FIRST_BOTH;
        if (!m->list[m->points[i].place].down)
            out[n++] = i;
    }
    return n;
}

static bool is_taken(const model *m, int value) {
    size_t some[MOST_POINTS];
    return value >= 0 && points_at(m, (uint64_t)value % VALUES, some) > 0;
}

/* The value whose first point decides, or -1. */
static int deciding_value(const model *m, int hash) {
    for (int d = 0; d <= VALUES; d++) {
        int ahead = hash + d, back = (hash - d + VALUES) % VALUES;
        if (m->lookup == RMK_LOOKUP_NEAREST && d < VALUES && is_taken(m, back))
            return back;
        if (m->lookup == RMK_LOOKUP_AFTER && !d)
            continue;
        if (m->lookup == RMK_LOOKUP_NO_WRAP && ahead >= VALUES)
            return -1;
        if (is_taken(m, ahead))
            return ahead % VALUES;
    }
    return -1;
}

static uint32_t id_of(const model *m, size_t point) {
    return m->list[m->points[point].place].id;
}

/* All points in ring order from `value` on. */
static size_t ring_from(const model *m, int value, size_t out[MOST_POINTS]) {
    size_t n = 0;
    for (int d = 0; d < VALUES; d++)
        n += points_at(m, (uint64_t)(value + d) % VALUES, out + n);
    return n;
}

static size_t model_replicas(const model *m, int value, uint32_t *out) {
    size_t points[MOST_POINTS], found = 0, n = value < 0 ? 0 : ring_from(m, value, points);
    for (size_t i = 0; i < n; i++) {
        bool known = false;
        for (size_t k = 0; k < found; k++)
            known |= out[k] == id_of(m, points[i]);
        if (!known)
            out[found++] = id_of(m, points[i]);
    }
    return found;
}

/* ---- comparing ---- */

static size_t serial_label(const rmk_preset *preset, const rmk_node *node, uint32_t serial,
                           unsigned char *out, size_t room) {
    assert_null(preset);
    int length = snprintf((char *)out, room, "%.*s%u", (int)node->name.length, node->name.data, serial);
    return (size_t)length;
}

static rmk_status try_ring(const model *m, const rmk_index_type *index, const rmk_allocator *allocator,
                           rmk_placement **placement) {
    rmk_made_ring made = {.nodes = &m->nodes,
                          .count = m->count,
                          .capacity = MOST_POINTS,
                          .ties = m->ties,
                          .lookup = m->lookup,
                          .label = serial_label};
    made.points = rmk_allocate(allocator, 64, MOST_POINTS, sizeof *made.points);
    if (!made.points)
        return RMK_NO_MEMORY;
    memcpy(made.points, m->points, sizeof m->points);
    rmk_placement_options options = {.key_hash = &byte_hash,
                                     .ring = {.index = index, .allocator = allocator}};
    return rmk_ring_placement(&made, &options, placement);
}

static void assert_points(const model *m, const rmk_placement *p) {
    rmk_points points = p->algorithm->points(p);
    size_t order[MOST_POINTS], n = ring_from(m, 0, order);
    assert_int_equal(points.count, n);
    for (size_t i = 0; i < n; i++) {
        unsigned char text[8];
        char wanted[8];
        assert_true(points.positions[i] == m->points[order[i]].value << 56);
        assert_int_equal(points.owners[i], id_of(m, order[i]));
        snprintf(wanted, sizeof wanted, "%s%zu", node_names[m->points[order[i]].place], order[i]);
        assert_int_equal(p->algorithm->label(p, i, text, sizeof text), strlen(wanted));
        assert_memory_equal(text, wanted, strlen(wanted));
    }
}

static void assert_hash(const model *m, const rmk_placement *p, const rmk_map *map, uint32_t batch,
                        int hash) {
    rmk_bytes none = {NULL, 0};
    int value = deciding_value(m, hash);
    size_t some[MOST_POINTS];
    uint32_t owner = RMK_NOBODY, wanted[MODEL_NODES], got[MODEL_NODES + 1];
    size_t point = p->algorithm->point_of(p, (uint64_t)hash);
    if (value < 0) {
        assert_int_equal(point, SIZE_MAX);
    } else {
        points_at(m, (uint64_t)value, some);
        owner = id_of(m, some[0]);
        rmk_points points = p->algorithm->points(p);
        assert_true(points.positions[point] == (uint64_t)value << 56);
        assert_int_equal(points.owners[point], owner);
    }
    assert_int_equal(rmk_placement_locate(p, none, (uint64_t)hash), owner);
    assert_int_equal(rmk_placement_locate_plain(p, none, (uint64_t)hash), owner);
    assert_int_equal(batch, owner);
    assert_int_equal(rmk_map_owner(map, (uint64_t)hash), owner);
    size_t count = model_replicas(m, value, wanted);
    assert_int_equal(p->algorithm->replicas(p, none, (uint64_t)hash, MODEL_NODES + 1, got), count);
    assert_memory_equal(got, wanted, count * sizeof *got);
}

static void assert_as_the_model(const model *m, const rmk_index_type *index) {
    uint64_t hashes[VALUES];
    uint32_t owners[VALUES];
    rmk_placement *p;
    rmk_map map;
    const char *reason = "";
    assert_int_equal(try_ring(m, index, NULL, &p), RMK_OK);
    assert_int_equal(rmk_placement_map(p, &map), RMK_OK);
    assert_true(rmk_map_validate(&map, m->nodes.id_limit, &reason));
    assert_points(m, p);
    for (size_t i = 0; i < VALUES; i++)
        hashes[i] = i;
    rmk_placement_locate_batch(p, NULL, hashes, VALUES, owners);
    for (int hash = 0; hash < VALUES; hash++)
        assert_hash(m, p, &map, owners[hash], hash);
    rmk_map_destroy(&map);
    rmk_placement_destroy(p);
}

static void every_hash_goes_where_the_rules_say(void **state) {
    (void)state;
    uint64_t seed = getenv("RINGMARK_SEED") ? strtoull(getenv("RINGMARK_SEED"), NULL, 10) : 20240607;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 250; round++) {
        model m;
        random_model(&m, &seed);
        for (unsigned rule = 0; rule < 12; rule++) {
            m.lookup = rule % 4;
            m.ties = rule / 4;
            assert_as_the_model(&m, round % 2 ? &rmk_index_eytzinger : NULL);
        }
    }
}

/* ---- examples ---- */

static model two_points(rmk_lookup_rule lookup, uint64_t one, uint64_t other) {
    model m = {.count = 2, .ties = RMK_TIE_FIRST_BOTH, .lookup = lookup};
    for (uint32_t i = 0; i < MODEL_NODES; i++)
        m.list[i] = (rmk_node){.id = i, .weight = 1, .name = bytes_of(node_names[i])};
    m.points[0] = (rmk_made_point){one, 0, 0};
    m.points[1] = (rmk_made_point){other, 1, 0};
    return m;
}

static void assert_owners(model *m, const int *hashes, const uint32_t *owners, size_t count) {
    rmk_placement *p;
    rmk_bytes none = {NULL, 0};
    m->nodes = (rmk_nodes){m->list, MODEL_NODES, MODEL_NODES};
    assert_int_equal(try_ring(m, NULL, NULL, &p), RMK_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(rmk_placement_locate(p, none, (uint64_t)hashes[i]), owners[i]);
    rmk_placement_destroy(p);
}

static void a_hash_in_the_middle_belongs_to_the_point_before(void **state) {
    (void)state;
    model even = two_points(RMK_LOOKUP_NEAREST, 10, 20), odd = two_points(RMK_LOOKUP_NEAREST, 10, 21);
    assert_owners(&even, (const int[]){10, 15, 16, 20, 143, 144}, (const uint32_t[]){0, 0, 1, 1, 1, 0}, 6);
    assert_owners(&odd, (const int[]){15, 16, 21, 9}, (const uint32_t[]){0, 1, 1, 0}, 4);
}

static void a_hash_on_a_point_belongs_to_the_next_one_where_greater_is_asked(void **state) {
    (void)state;
    model m = two_points(RMK_LOOKUP_AFTER, 0, 200);
    assert_owners(&m, (const int[]){0, 199, 200, 255}, (const uint32_t[]){1, 1, 0, 0}, 4);
}

static void nobody_owns_what_is_past_the_last_point_without_a_wrap(void **state) {
    (void)state;
    model m = two_points(RMK_LOOKUP_NO_WRAP, 3, 200), full = two_points(RMK_LOOKUP_NO_WRAP, 3, 255);
    assert_owners(&m, (const int[]){0, 3, 4, 200, 201, 255},
                  (const uint32_t[]){0, 0, 1, 1, RMK_NOBODY, RMK_NOBODY}, 6);
    assert_owners(&full, (const int[]){4, 255}, (const uint32_t[]){1, 1}, 2);
}

/* The loser of a position was replaced for good: it does not come back when the winner is down. */
static void a_replaced_point_stays_away_when_its_winner_is_down(void **state) {
    (void)state;
    model m = two_points(RMK_LOOKUP_AT_OR_AFTER, 50, 50);
    m.points[m.count++] = (rmk_made_point){90, 2, 0};
    m.list[0].down = true;
    assert_owners(&m, (const int[]){40}, (const uint32_t[]){1}, 1);
    m.ties = RMK_TIE_FIRST_ALONE;
    assert_owners(&m, (const int[]){40}, (const uint32_t[]){2}, 1);
}

static void a_ring_without_points_owns_nothing(void **state) {
    (void)state;
    model m = two_points(RMK_LOOKUP_AT_OR_AFTER, 0, 0);
    m.count = 0;
    m.nodes = (rmk_nodes){m.list, MODEL_NODES, MODEL_NODES};
    rmk_placement *p;
    rmk_map map;
    assert_int_equal(try_ring(&m, &rmk_index_eytzinger, NULL, &p), RMK_OK);
    assert_int_equal(p->algorithm->points(p).count, 0);
    assert_int_equal(p->algorithm->hot_bytes(p), 0);
    assert_int_equal(rmk_placement_map(p, &map), RMK_OK);
    assert_int_equal(map.count, 1);
    assert_int_equal(map.owners[0], RMK_NOBODY);
    rmk_map_destroy(&map);
    rmk_placement_destroy(p);
}

static void a_failing_allocator_leaks_nothing_and_bytes_are_exact(void **state) {
    (void)state;
    for (unsigned rule = 0; rule < 4; rule++) {
        rmk_status status = RMK_NO_MEMORY;
        model m = two_points(rule, 7, 99);
        m.nodes = (rmk_nodes){m.list, MODEL_NODES, MODEL_NODES};
        for (size_t n = 1; status != RMK_OK; n++) {
            test_memory memory = {.fail_at = n};
            rmk_allocator allocator = test_allocator(&memory);
            rmk_placement *p = NULL;
            status = try_ring(&m, &rmk_index_eytzinger, &allocator, &p);
            if (status == RMK_OK)
                assert_int_equal(memory.live_bytes, p->algorithm->bytes(p));
            else
                assert_int_equal(status, RMK_NO_MEMORY);
            assert_in_range(n, 1, 60);
            rmk_placement_destroy(p);
            assert_int_equal(memory.live_blocks, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hash_goes_where_the_rules_say),
        cmocka_unit_test(a_hash_in_the_middle_belongs_to_the_point_before),
        cmocka_unit_test(a_hash_on_a_point_belongs_to_the_next_one_where_greater_is_asked),
        cmocka_unit_test(nobody_owns_what_is_past_the_last_point_without_a_wrap),
        cmocka_unit_test(a_replaced_point_stays_away_when_its_winner_is_down),
        cmocka_unit_test(a_ring_without_points_owns_nothing),
        cmocka_unit_test(a_failing_allocator_leaks_nothing_and_bytes_are_exact),
    };
    return cmocka_run_group_tests_name("ring of a preset", tests, NULL, NULL);
}
