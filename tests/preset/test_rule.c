/* Rules that a program makes: labels byte by byte, circles, collisions against a naive ring, presets as rules. */
#include "core/preset/rule_preset.h"

#include "core/hash/variant.h"
#include "core/preset/hashes.h"
#include "core/preset/label.h"
#include "recorded.h"

#include <zlib.h>

static void assert_label(const char *pattern, const rmk_node *node, uint64_t vnode, const char *wanted,
                         size_t length) {
    rmk_label label;
    unsigned char text[200];
    const char *fault = rmk_label_parse(pattern, &label);
    if (fault)
        fail_msg("%s: %s", pattern, fault);
    assert_int_equal(rmk_label_write(&label, node, 5, vnode, text, sizeof text), length);
    assert_memory_equal(text, wanted, length);
    assert_int_equal(rmk_label_write(&label, node, 5, vnode, text, 1), length);
}

#define ASSERT_LABEL(pattern, node, vnode, wanted)                                                           \
    assert_label(pattern, node, vnode, wanted, sizeof wanted - 1)

static void a_label_prints_every_part_of_a_node_and_its_number_in_every_form(void **state) {
    (void)state;
    const rmk_node node = {.name = bytes_of("[::1]:11211"),
                           .alias = bytes_of("al"),
                           .zone = bytes_of("z1"),
                           .server_id = 7,
                           .weight = 3};
    const rmk_node bare = {.name = bytes_of("fe80::1")};
    ASSERT_LABEL("{name}-{vnode}", &node, 300, "[::1]:11211-300");
    ASSERT_LABEL("{name-11211}|{alias}|{zone}", &node, 0, "[::1]|al|z1");
    ASSERT_LABEL("{host}/{bare-host}/{port}", &node, 0, "[::1]/::1/11211");
    ASSERT_LABEL("{host}:{port:80}{port}", &bare, 0, "fe80::1:80");
    ASSERT_LABEL("{alias-11211}{id}{weight}{place}{place+1}", &node, 0, "al7356");
    ASSERT_LABEL("{{{vnode:03}{vnode+1:01}", &node, 9, "{00910");
    ASSERT_LABEL("a{vnode:byte}b{vnode:4bytes}", &node, 0x01020304,
                 "a\x04"
                 "b\x04\x03\x02\x01");
}

static void a_label_that_cannot_be_understood_is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "{nam}",
        "{name",
        "{name+1}",
        "{vnode:3}",
        "{vnode:00}",
        "{vnode+}",
        "{vnode+1234567890}",
        "{port:0}",
        "{name:03}",
        "{}",
        ("{vnode}{vnode}{vnode}{vnode}{vnode}{vnode}{vnode}{vnode}{vnode}{vnode}{vnode}"
         "{vnode}{vnode}{vnode}{vnode}{vnode}{vnode}")};
    rmk_label label;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!rmk_label_parse(bad[i], &label))
            fail_msg("'%s' was taken", bad[i]);
}

static rmk_placement *place_rule(rmk_rule_preset *made, const rmk_rule *rule, const node_table *t) {
    rmk_placement *placement = NULL;
    rmk_rule_fault fault = {"", ""};
    if (rmk_rule_preset_make(made, rule, &fault) != RMK_OK)
        fail_msg("%s: %s", fault.field, fault.reason);
    const rmk_placement_options options = {0};
    assert_int_equal(rmk_preset_place(&made->preset, &t->nodes, &options, &placement), RMK_OK);
    return placement;
}

enum { SMALL_CIRCLE = 256, LABELS = 60 };

/* Who has each position, made one label after the other on an array; `next_index` or the next position. */
static void naive_circle(const node_table *t, bool next_index, uint32_t owners[SMALL_CIRCLE]) {
    memset(owners, 0xff, SMALL_CIRCLE * sizeof *owners);
    for (size_t i = 0; i < t->nodes.count; i++)
        for (unsigned made = 0, index = 0; made < LABELS; index++) {
            char text[64];
            int length = snprintf(text, sizeof text, "%s/%u", t->texts[i], index);
            unsigned at = (unsigned)crc32(0, (const unsigned char *)text, (unsigned)length) % SMALL_CIRCLE;
            while (!next_index && owners[at] != RMK_NOBODY)
                at = (at + 1) % SMALL_CIRCLE;
            if (owners[at] != RMK_NOBODY)
                continue;
            owners[at] = t->list[i].id;
            made++;
        }
}

static void points_that_collide_move_on_as_the_rule_says(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 4);
    for (int kind = 0; kind < 4; kind++) {
        bool next_index = kind % 2, slots = kind / 2;
        const rmk_rule rule = {.key_hash = &rmk_hash_crc32,
                               .label = "{name}/{vnode}",
                               .vnodes = LABELS,
                               .circle_slots = slots ? SMALL_CIRCLE : 0,
                               .circle_bits = slots ? 0 : 8,
                               .collision = next_index ? RMK_COLLISION_NEXT_INDEX
                                                       : RMK_COLLISION_NEXT_POSITION};
        uint32_t owners[SMALL_CIRCLE];
        rmk_rule_preset made;
        rmk_placement *p = place_rule(&made, &rule, &t);
        naive_circle(&t, next_index, owners);
        rmk_points points = p->algorithm->points(p);
        assert_int_equal(points.count, 4 * LABELS);
        for (size_t i = 0; i < points.count; i++)
            assert_int_equal(points.owners[i], owners[points.positions[i] >> 56]);
        assert_consistent(p, 3);
        rmk_placement_destroy(p);
    }
}

static void more_points_than_positions_are_refused(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 3);
    const rmk_rule rule = {.key_hash = &rmk_hash_crc32,
                           .label = "{name}/{vnode}",
                           .vnodes = 90,
                           .circle_bits = 8,
                           .collision = RMK_COLLISION_NEXT_POSITION};
    rmk_rule_preset made;
    rmk_placement *p;
    const rmk_placement_options options = {0};
    assert_int_equal(rmk_rule_preset_make(&made, &rule, NULL), RMK_OK);
    assert_int_equal(rmk_preset_place(&made.preset, &t.nodes, &options, &p), RMK_LIMIT);
}

/* What nothing checked when they were written as data. */
static void constant_variants_are_as_if_they_were_made(void **state) {
    (void)state;
    const rmk_hash_variant *const all[] = {&rmk_hash_sha256_tail, &rmk_hash_murmur2_jedis};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        rmk_hash_variant made;
        rmk_hasher one, other;
        assert_int_equal(rmk_hash_variant_make(&made, &all[i]->how), RMK_OK);
        assert_int_equal(made.hash.bits, all[i]->hash.bits);
        assert_int_equal(made.hash.value_bits, all[i]->hash.value_bits);
        assert_int_equal(rmk_hasher_open(&one, &made.hash, RMK_ISA_AUTO, NULL), RMK_OK);
        assert_int_equal(rmk_hasher_open(&other, &all[i]->hash, RMK_ISA_AUTO, NULL), RMK_OK);
        for (unsigned k = 0; k < 50; k++)
            assert_true(rmk_hash_one(&one, "0123456789012345678901234567890123456789012345678", k) ==
                        rmk_hash_one(&other, "0123456789012345678901234567890123456789012345678", k));
        rmk_hasher_close(&one);
        rmk_hasher_close(&other);
    }
}

static void the_rule_of_every_preset_makes_the_same_points(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 9);
    size_t count, rules = 0;
    const rmk_preset *const *table = rmk_preset_table(&count);
    for (size_t i = 0; i < count; i++) {
        rmk_rule own[2];
        if (rmk_rule_of_preset(table[i], own) != RMK_OK)
            continue;
        rmk_rule_preset made;
        rmk_placement *one = place(table[i]->name, NULL, &t), *other = place_rule(&made, &own[0], &t);
        rmk_points a = one->algorithm->points(one), b = other->algorithm->points(other);
        assert_int_equal(a.count, b.count);
        assert_memory_equal(a.positions, b.positions, a.count * sizeof *a.positions);
        assert_memory_equal(a.owners, b.owners, a.count * sizeof *a.owners);
        assert_int_equal(made.preset.bits, table[i]->bits);
        rmk_placement_destroy(one);
        rmk_placement_destroy(other);
        rules++;
    }
    assert_in_range(rules, 25, count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_label_prints_every_part_of_a_node_and_its_number_in_every_form),
        cmocka_unit_test(a_label_that_cannot_be_understood_is_refused),
        cmocka_unit_test(points_that_collide_move_on_as_the_rule_says),
        cmocka_unit_test(more_points_than_positions_are_refused),
        cmocka_unit_test(constant_variants_are_as_if_they_were_made),
        cmocka_unit_test(the_rule_of_every_preset_makes_the_same_points),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
