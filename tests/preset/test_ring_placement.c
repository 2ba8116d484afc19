/*
 * The rings of presets on a circle of 8 bits, against a model that walks the circle value by value: every
 * lookup rule with every rule for both edges, for ties and for nodes that are down, every hash.
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
    bool skipped, unserved;
    rmk_lookup_rule lookup;
    rmk_edge_rule below_first, past_last;
    uint64_t slots; /* values of the circle; 0: VALUES */
} model;

static const char *const node_names[MODEL_NODES] = {"c", "e", "a", "d", "b"};

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

/* Whether point a owns rather than b, both at one value; a was made before b. */
static bool owns_first(const model *m, size_t a, size_t b) {
    const char *one = node_names[m->points[a].place], *other = node_names[m->points[b].place];
    if (m->ties == RMK_TIE_NAME && strcmp(one, other) != 0)
        return strcmp(one, other) < 0;
    return m->ties != RMK_TIE_LAST;
}

/* The points at one value in the order in which they own; those that are dropped are left out. */
static size_t points_at(const model *m, uint64_t value, size_t out[MOST_POINTS]) {
    size_t n = 0, kept = 0;
    for (size_t i = 0; i < m->count; i++) {
        if (m->points[i].value != value)
            continue;
        size_t at = n++;
        for (; at && !owns_first(m, out[at - 1], i); at--)
            out[at] = out[at - 1];
        out[at] = i;
    }
    for (size_t i = 0; i < n && (!i || !m->skipped); i++)
        if (m->unserved || !m->list[m->points[out[i]].place].down)
            out[kept++] = out[i];
    return kept;
}

static bool is_taken(const model *m, int value) {
    size_t some[MOST_POINTS];
    return points_at(m, (uint64_t)value, some) > 0;
}

/* The first value with a point from `from` on, in steps of 1 or -1; -1: none before the circle's seam. */
static int walk(const model *m, int from, int step) {
    for (int value = from; value >= 0 && value < VALUES; value += step)
        if (is_taken(m, value))
            return value;
    return -1;
}

static int at_edge(rmk_edge_rule edge, int first, int last, int wrapped) {
    return edge == RMK_EDGE_FIRST    ? first
           : edge == RMK_EDGE_LAST   ? last
           : edge == RMK_EDGE_NOBODY ? -1
                                     : wrapped;
}

/* The value whose first point decides, or -1. */
static int deciding_value(const model *m, int hash) {
    const int first = walk(m, 0, 1), last = walk(m, VALUES - 1, -1);
    if (first < 0)
        return -1;
    const bool strict = m->lookup == RMK_LOOKUP_AFTER || m->lookup == RMK_LOOKUP_BEFORE;
    const int before = walk(m, hash - (strict ? 1 : 0), -1), after = walk(m, hash + (strict ? 1 : 0), 1);
    if (m->lookup == RMK_LOOKUP_NEAREST) {
        int back = before >= 0 ? hash - before : hash + VALUES - last;
        int ahead = after >= 0 ? after - hash : first + VALUES - hash;
        int near = back <= ahead ? (before >= 0 ? before : last) : (after >= 0 ? after : first);
        return hash < first  ? at_edge(m->below_first, first, last, near)
               : hash > last ? at_edge(m->past_last, first, last, near)
                             : near;
    }
    const bool back = m->lookup == RMK_LOOKUP_AT_OR_BEFORE || m->lookup == RMK_LOOKUP_BEFORE;
    if (hash < first || (m->lookup == RMK_LOOKUP_BEFORE && hash == first))
        return at_edge(m->below_first, first, last, back ? last : first);
    if (hash > last || (m->lookup == RMK_LOOKUP_AFTER && hash == last))
        return at_edge(m->past_last, first, last, back ? last : first);
    return back ? before : after;
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
    if (n && m->list[m->points[points[0]].place].down)
        return 0;
    for (size_t i = 0; i < n; i++) {
        bool known = m->list[m->points[points[i]].place].down;
        for (size_t k = 0; k < found; k++)
            known |= out[k] == id_of(m, points[i]);
        if (!known)
            out[found++] = id_of(m, points[i]);
    }
    return found;
}

/* ---- comparing ---- */

static size_t serial_label(const void *rule, const rmk_nodes *nodes, uint32_t place, uint32_t serial,
                           unsigned char *out, size_t room) {
    assert_null(rule);
    const rmk_node *node = &nodes->list[place];
    int length = snprintf((char *)out, room, "%.*s%u", (int)node->name.length, node->name.data, serial);
    return (size_t)length;
}

static rmk_status try_ring(const model *m, const rmk_index_type *index, const rmk_allocator *allocator,
                           rmk_placement **placement) {
    rmk_made_ring made = {.nodes = &m->nodes,
                          .count = m->count,
                          .capacity = MOST_POINTS,
                          .ties = m->ties,
                          .collision = m->skipped ? RMK_COLLISION_SKIPPED : RMK_COLLISION_STAYS,
                          .unserved = m->unserved,
                          .lookup = m->lookup,
                          .below_first = m->below_first,
                          .past_last = m->past_last,
                          .circle_slots = m->slots,
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
        owner = m->list[m->points[some[0]].place].down ? RMK_NOBODY : id_of(m, some[0]);
        rmk_points points = p->algorithm->points(p);
        assert_true(points.positions[point] == (uint64_t)value << 56);
        assert_int_equal(points.owners[point], id_of(m, some[0]));
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
    for (int round = 0; round < 60; round++) {
        model m;
        random_model(&m, &seed);
        for (unsigned rule = 0; rule < 5 * 16; rule++) {
            m.lookup = rule % 5;
            m.below_first = rule / 5 % 4;
            m.past_last = rule / 20;
            m.ties = next_random(&seed) % 3;
            m.skipped = next_random(&seed) % 2;
            m.unserved = next_random(&seed) % 3 == 0;
            assert_as_the_model(&m, round % 2 ? &rmk_index_eytzinger : NULL);
        }
    }
}

/* ---- examples ---- */

static model two_points(rmk_lookup_rule lookup, uint64_t one, uint64_t other) {
    model m = {.count = 2, .ties = RMK_TIE_FIRST, .lookup = lookup};
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
    model m = two_points(RMK_LOOKUP_AT_OR_AFTER, 3, 200), full = two_points(RMK_LOOKUP_AT_OR_AFTER, 3, 255);
    m.past_last = full.past_last = RMK_EDGE_NOBODY;
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
    m.skipped = true;
    assert_owners(&m, (const int[]){40}, (const uint32_t[]){2}, 1);
}

/* Two rings that people run: Redis' Ruby client, and Varnish's shard director. */
static void looking_back_and_staying_at_the_end_are_rules_of_their_own(void **state) {
    (void)state;
    model back = two_points(RMK_LOOKUP_AT_OR_BEFORE, 10, 20),
          stays = two_points(RMK_LOOKUP_AT_OR_AFTER, 10, 20);
    stays.past_last = RMK_EDGE_LAST;
    assert_owners(&back, (const int[]){0, 9, 10, 19, 20, 255}, (const uint32_t[]){1, 1, 0, 0, 1, 1}, 6);
    assert_owners(&stays, (const int[]){0, 10, 11, 20, 21, 255}, (const uint32_t[]){0, 0, 1, 1, 1, 1}, 6);
}

/* 256 values over 10 slots: six slots have 26 values each, four have 25. */
static void a_circle_of_slots_takes_the_remainder_and_counts_exactly(void **state) {
    (void)state;
    model m = two_points(RMK_LOOKUP_AT_OR_AFTER, 3, 7);
    m.slots = 10;
    m.nodes = (rmk_nodes){m.list, MODEL_NODES, MODEL_NODES};
    rmk_placement *p;
    rmk_map map;
    assert_int_equal(try_ring(&m, NULL, NULL, &p), RMK_OK);
    assert_int_equal(rmk_placement_map(p, &map), RMK_OK);
    rmk_u128 owned[2] = {0, 0};
    for (size_t i = 0; i < map.count; i++)
        owned[map.owners[i]] += rmk_map_values(&map, i);
    assert_true(owned[0] == 26 * 4 + 25 * 2 && owned[1] == 26 * 2 + 25 * 2);
    for (int hash = 0; hash < VALUES; hash++) {
        uint32_t owner = hash % 10 <= 3 || hash % 10 > 7 ? 0 : 1;
        assert_int_equal(rmk_placement_locate(p, (rmk_bytes){NULL, 0}, (uint64_t)hash), owner);
        assert_int_equal(rmk_placement_locate_plain(p, (rmk_bytes){NULL, 0}, (uint64_t)hash), owner);
        assert_int_equal(rmk_map_owner(&map, (uint64_t)hash), owner);
    }
    rmk_map_destroy(&map);
    rmk_placement_destroy(p);
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
    for (unsigned rule = 0; rule < 10; rule++) {
        rmk_status status = RMK_NO_MEMORY;
        model m = two_points(rule % 5, 7, 99);
        m.past_last = rule / 5 ? RMK_EDGE_NOBODY : RMK_EDGE_WRAPS;
        m.ties = rule % 2 ? RMK_TIE_NAME : RMK_TIE_FIRST;
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
        cmocka_unit_test(looking_back_and_staying_at_the_end_are_rules_of_their_own),
        cmocka_unit_test(a_circle_of_slots_takes_the_remainder_and_counts_exactly),
        cmocka_unit_test(a_ring_without_points_owns_nothing),
        cmocka_unit_test(a_failing_allocator_leaks_nothing_and_bytes_are_exact),
    };
    return cmocka_run_group_tests_name("ring of a preset", tests, NULL, NULL);
}
