/* A naive model beside it: the replica set of every value of a 14-bit circle, before and after. */
#include "bench/balance/ownership.h"
#include "bench/balance/replicas/arcs.h"
#include "bench/movement/replica_movement.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BITS = 14, VALUES = 1 << BITS, MOST_NODES = 8, MOST_POINTS = MOST_NODES * 12 };

static uint64_t hash_one(const void *unused, const void *data, size_t length) {
    return rmk_hash_xxh3.one(unused, data, length) >> (64 - BITS);
}

static const rmk_hash small_hash = {
    .name = "small", .bits = BITS, .value_bits = BITS, .summary = "", .source = "", .one = hash_one};

static const char *const names[MOST_NODES] = {"a", "b", "c", "d", "e", "f", "g", "h"};
/* Of unequal size. */
static const char zones[] = "xxyxyzzx";

/* A cluster: weights by id, 0: the node is not there. */
typedef struct cluster {
    uint64_t weights[MOST_NODES];
    uint64_t vnodes;
    bool zone_aware;
    rmk_node list[MOST_NODES];
    rmk_nodes nodes;
    rmk_placement *placement;
} cluster;

static void build(cluster *c) {
    c->nodes = (rmk_nodes){c->list, 0, MOST_NODES};
    for (uint32_t id = 0; id < MOST_NODES; id++)
        if (c->weights[id])
            c->list[c->nodes.count++] =
                (rmk_node){.id = id,
                           .weight = c->weights[id],
                           .name = {(const unsigned char *)names[id], strlen(names[id])},
                           .zone = {(const unsigned char *)zones + id, 1}};
    rmk_placement_options options = {.key_hash = &small_hash, .ring = {.vnodes = c->vnodes}};
    assert_int_equal(rmk_placement_create(&rmk_algorithm_ring, &c->nodes, &options, &c->placement), RMK_OK);
}

typedef struct naive_point {
    uint64_t value;
    uint32_t id;
} naive_point;

static int by_value_then_name(const void *a, const void *b) {
    const naive_point *x = a, *y = b;
    return x->value != y->value ? (x->value > y->value) - (x->value < y->value)
                                : (x->id > y->id) - (x->id < y->id);
}

static size_t naive_points(const cluster *c, naive_point *points) {
    size_t count = 0;
    for (uint32_t id = 0; id < MOST_NODES; id++)
        for (uint64_t v = 0; v < c->vnodes * c->weights[id]; v++) {
            char label[32];
            int length = snprintf(label, sizeof label, "%s#%llu", names[id], (unsigned long long)v);
            points[count++] = (naive_point){hash_one(NULL, label, (size_t)length), id};
        }
    qsort(points, count, sizeof *points, by_value_then_name);
    return count;
}

static unsigned bits(unsigned set) {
    return (unsigned)__builtin_popcount(set);
}

static unsigned of_zone(unsigned set, char zone) {
    unsigned count = 0;
    for (uint32_t id = 0; id < MOST_NODES; id++)
        count += (set & 1u << id) && zones[id] == zone;
    return count;
}

/* The first `replicas` distinct nodes from a value on, as bits; `zone_aware`: in rounds, each of which takes a
 * node of each zone. */
static unsigned naive_set(const naive_point *points, size_t count, uint64_t value, unsigned replicas,
                          bool zone_aware) {
    size_t begin = 0;
    while (begin < count && points[begin].value < value)
        begin++;
    unsigned set = 0;
    for (unsigned round = zone_aware ? 0 : MOST_NODES; round <= MOST_NODES; round++)
        for (size_t i = 0; i < count && bits(set) < replicas; i++) {
            uint32_t id = points[(begin + i) % count].id;
            if (round == MOST_NODES || (!(set & 1u << id) && of_zone(set, zones[id]) == round))
                set |= 1u << id;
        }
    return set;
}

static rm_replicas_moved naive_movement(const cluster *before, const cluster *after, unsigned replicas) {
    naive_point from[MOST_POINTS], to[MOST_POINTS];
    size_t from_count = naive_points(before, from), to_count = naive_points(after, to);
    unsigned same = 0;
    for (uint32_t id = 0; id < MOST_NODES; id++)
        if (before->weights[id] && before->weights[id] == after->weights[id])
            same |= 1u << id;
    double moved = 0, collateral = 0, changed = 0;
    for (uint64_t value = 0; value < VALUES; value++) {
        unsigned a = naive_set(from, from_count, value, replicas, before->zone_aware),
                 b = naive_set(to, to_count, value, replicas, after->zone_aware);
        unsigned gained = b & ~a, lost = a & ~b;
        moved += bits(gained);
        changed += gained != 0;
        double without_need = (double)bits(gained & same) - (double)bits(lost & ~same);
        collateral += fmax(0, without_need);
    }
    return (rm_replicas_moved){moved / VALUES / replicas, collateral / VALUES / replicas, changed / VALUES};
}

static void are_equal(double found, double expected) {
    if (!(fabs(found - expected) < 1e-12))
        fail_msg("%.15g, not %.15g", found, expected);
}

static rm_replicas_moved compare(cluster before, cluster after, unsigned replicas) {
    build(&before);
    build(&after);
    rm_replicas_moved found =
        rm_replicas_between(before.placement, after.placement, replicas, before.zone_aware, false);
    rm_replica_count *count =
        rm_replica_count_open(before.placement, after.placement, replicas, before.zone_aware);
    for (uint64_t value = 0; value < VALUES; value++)
        rm_replica_count_add(count, (rmk_bytes){NULL, 0}, value, 3);
    rm_replicas_moved counted = rm_replica_count_close(count, false);
    rm_replicas_moved expected = naive_movement(&before, &after, replicas);
    are_equal(found.moved, expected.moved);
    are_equal(found.collateral, expected.collateral);
    are_equal(found.sets_changed, expected.sets_changed);
    are_equal(counted.moved, expected.moved);
    are_equal(counted.collateral, expected.collateral);
    are_equal(counted.sets_changed, expected.sets_changed);
    rmk_placement_destroy(before.placement);
    rmk_placement_destroy(after.placement);
    return found;
}

static const cluster five = {.weights = {1, 1, 1, 1, 1}, .vnodes = 7};
static const cluster zoned = {.weights = {1, 1, 1, 1, 1}, .vnodes = 7, .zone_aware = true};

static void every_change(cluster first) {
    cluster added = first, gone = first, heavier = first, other = first, both = first, all = first;
    added.weights[6] = 1;
    gone.weights[2] = 0;
    heavier.weights[3] = 2;
    other.vnodes = 9;
    both.weights[0] = 0;
    both.weights[7] = 1;
    all.weights[1] = 0;
    all.weights[4] = 2;
    all.vnodes = 9;
    const cluster after[] = {added, gone, heavier, other, both, all, first};
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        for (unsigned replicas = 1; replicas <= 4; replicas++)
            compare(first, after[i], replicas);
}

static void every_change_moves_what_a_naive_model_says(void **state) {
    (void)state;
    every_change(five);
    every_change(zoned);
}

static void come_and_go(cluster first, uint32_t id) {
    for (unsigned replicas = 2; replicas <= 4; replicas++) {
        cluster more = first;
        more.weights[id] = 1;
        rm_replicas_moved added = compare(first, more, replicas), gone = compare(more, first, replicas);
        are_equal(added.collateral, 0);
        are_equal(gone.collateral, 0);
        /* a set changes by one node at most */
        are_equal(added.sets_changed, replicas * added.moved);
        are_equal(gone.moved, added.moved);
    }
}

static void replica_sets_change_minimally_when_a_node_comes_or_goes(void **state) {
    (void)state;
    come_and_go(five, 5);
    come_and_go(zoned, 5); /* the first of its zone */
    come_and_go(zoned, 7);
    cluster other = five;
    other.vnodes = 8;
    assert_true(compare(five, other, 3).collateral > 0.01);
    are_equal(compare(five, five, 3).moved, 0);
}

static void remove_each(cluster first) {
    for (unsigned replicas = 2; replicas <= 3; replicas++) {
        double moved = 0, changed = 0;
        for (uint32_t id = 0; id < 5; id++) {
            cluster without = first;
            without.weights[id] = 0;
            rm_replicas_moved one = compare(first, without, replicas);
            moved += one.moved / 5;
            changed += one.sets_changed / 5;
        }
        cluster all = first;
        build(&all);
        rm_replicas_moved each = rm_replicas_removing_each(all.placement, replicas, first.zone_aware);
        are_equal(each.moved, moved);
        are_equal(each.sets_changed, changed);
        are_equal(each.collateral, 0);
        rmk_placement_destroy(all.placement);
    }
}

static void removing_each_is_the_mean_of_the_removals(void **state) {
    (void)state;
    remove_each(five);
    remove_each(zoned);
}

static void every_move_of_a_changed_placement_is_collateral_when_asked(void **state) {
    (void)state;
    cluster before = five, after = five;
    after.weights[5] = 1;
    build(&before);
    build(&after);
    rm_replicas_moved all = rm_replicas_between(before.placement, after.placement, 2, false, true);
    assert_true(all.moved > 0);
    are_equal(all.collateral, all.moved);
    rmk_placement_destroy(before.placement);
    rmk_placement_destroy(after.placement);
}

static rmk_placement *maglev_of(cluster *c, uint64_t slots) {
    build(c);
    rmk_placement_destroy(c->placement);
    rmk_placement *placement;
    const rmk_placement_options options = {.key_hash = &small_hash, .table_size = slots};
    assert_int_equal(rmk_placement_create(&rmk_algorithm_maglev, &c->nodes, &options, &placement), RMK_OK);
    return placement;
}

static unsigned set_of(const rmk_placement *placement, uint64_t value, unsigned replicas) {
    uint32_t nodes[MOST_NODES];
    size_t count = rmk_algorithm_maglev.replicas(placement, (rmk_bytes){NULL, 0}, value, replicas, nodes);
    unsigned set = 0;
    for (size_t i = 0; i < count; i++)
        set |= 1u << nodes[i];
    return set;
}

static void tables_of_one_size_are_compared_slot_by_slot(void **state) {
    (void)state;
    cluster before = five, after = five;
    after.weights[1] = 0;
    rmk_placement *from = maglev_of(&before, 251), *to = maglev_of(&after, 251);
    double owned[MOST_NODES] = {0}, moved = 0, collateral = 0, changed = 0;
    for (uint64_t value = 0; value < VALUES; value++) {
        unsigned a = set_of(from, value, 2), b = set_of(to, value, 2);
        unsigned unneeded = bits(b & ~a) - bits(a & 1u << 1);
        moved += bits(b & ~a);
        changed += a != b;
        collateral += unneeded;
        for (unsigned id = 0; id < MOST_NODES; id++)
            owned[id] += (a >> id) & 1;
    }
    rm_replicas_moved found = rm_replicas_between(from, to, 2, false, false);
    are_equal(found.moved, moved / VALUES / 2);
    are_equal(found.collateral, collateral / VALUES / 2);
    are_equal(found.sets_changed, changed / VALUES);
    assert_true(collateral > 0);
    rm_ownership shares;
    assert_int_equal(rm_own_replicas(from, MOST_NODES, 2, false, &shares), RMK_OK);
    for (unsigned id = 0; id < MOST_NODES; id++)
        are_equal(shares.amounts[id], owned[id]);
    rm_ownership_free(&shares);
    rmk_placement_destroy(to);
    to = maglev_of(&after, 257);
    assert_true(isnan(rm_replicas_between(from, to, 3, false, false).moved));
    rmk_placement_destroy(from);
    rmk_placement_destroy(to);
}

static void what_has_no_replicas_has_no_answer(void **state) {
    (void)state;
    cluster c = five;
    build(&c);
    rmk_placement_options options = {.key_hash = &small_hash};
    rmk_placement *modulo;
    assert_int_equal(rmk_placement_create(&rmk_algorithm_modulo, &c.nodes, &options, &modulo), RMK_OK);
    assert_true(isnan(rm_replicas_between(modulo, c.placement, 2, false, false).moved));
    assert_true(isnan(rm_replicas_between(c.placement, modulo, 2, false, false).moved));
    assert_true(isnan(rm_replicas_removing_each(modulo, 2, false).moved));
    assert_null(rm_replica_count_open(modulo, c.placement, 2, false));
    rm_replica_walk walk;
    assert_int_equal(rm_replica_walk_open(modulo, 2, false, &walk), RMK_UNSUPPORTED);
    rmk_placement_destroy(modulo);
    rmk_placement_destroy(c.placement);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_change_moves_what_a_naive_model_says),
        cmocka_unit_test(replica_sets_change_minimally_when_a_node_comes_or_goes),
        cmocka_unit_test(removing_each_is_the_mean_of_the_removals),
        cmocka_unit_test(every_move_of_a_changed_placement_is_collateral_when_asked),
        cmocka_unit_test(tables_of_one_size_are_compared_slot_by_slot),
        cmocka_unit_test(what_has_no_replicas_has_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
