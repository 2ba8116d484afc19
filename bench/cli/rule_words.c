#include "rule_words.h"

#include <string.h>

static const char *const orders[] = {[RMK_ORDER_LISTED] = "listed",
                                     [RMK_ORDER_NAME] = "name",
                                     [RMK_ORDER_LENGTH_THEN_NAME] = "length-then-name",
                                     NULL};
static const char *const sides[] = {"little", "big", NULL};
static const char *const counts[] = {
    [RMK_COUNT_VNODES] = "vnodes",
    [RMK_COUNT_WEIGHT_FLOOR] = "vnodes*weight",
    [RMK_COUNT_WEIGHT_ROUND] = "round(vnodes*weight)",
    [RMK_COUNT_WEIGHT_CEIL] = "ceil(vnodes*weight)",
    [RMK_COUNT_SHARE_FLOOR] = "floor(vnodes*nodes*weight/weights)",
    [RMK_COUNT_SHARE_ROUND] = "round(vnodes*nodes*weight/weights)",
    [RMK_COUNT_SHARE_CEIL] = "ceil(vnodes*nodes*weight/weights)",
    [RMK_COUNT_SHARE_DOUBLE] = "floor(weight/weights*nodes*vnodes)",
    [RMK_COUNT_LIBKETAMA] = "libketama",
    [RMK_COUNT_LIBMEMCACHED] = "libmemcached",
    NULL,
};
static const char *const zeros[] = {
    [RMK_ZERO_OUT] = "out", [RMK_ZERO_IS_ONE] = "one", [RMK_ZERO_COUNTED] = "counted", NULL};
static const char *const lookups[] = {
    [RMK_LOOKUP_AT_OR_AFTER] = "at-or-after",   [RMK_LOOKUP_AFTER] = "after",
    [RMK_LOOKUP_AT_OR_BEFORE] = "at-or-before", [RMK_LOOKUP_BEFORE] = "before",
    [RMK_LOOKUP_NEAREST] = "nearest",           NULL,
};
static const char *const edges[] = {[RMK_EDGE_WRAPS] = "wraps",
                                    [RMK_EDGE_FIRST] = "first",
                                    [RMK_EDGE_LAST] = "last",
                                    [RMK_EDGE_NOBODY] = "nobody",
                                    NULL};
static const char *const ties[] = {
    [RMK_TIE_FIRST] = "first", [RMK_TIE_LAST] = "last", [RMK_TIE_NAME] = "name", NULL};
static const char *const collisions[] = {
    [RMK_COLLISION_STAYS] = "stays",
    [RMK_COLLISION_SKIPPED] = "skipped",
    [RMK_COLLISION_NEXT_POSITION] = "next-position",
    [RMK_COLLISION_NEXT_INDEX] = "next-index",
    NULL,
};
static const char *const downs[] = {
    [RMK_DOWN_REBUILDS] = "rebuilds", [RMK_DOWN_SKIPS] = "skips", [RMK_DOWN_UNSERVED] = "unserved", NULL};

#define AT(field) offsetof(rmk_rule, field)

static const rm_rule_key keys[] = {
    {"name", RM_RULE_TEXT, AT(name), 0, NULL},
    {"key_hash", RM_RULE_HASH, AT(key_hash), 0, NULL},
    {"point_hash", RM_RULE_HASH, AT(point_hash), 0, NULL},
    {"words", RM_RULE_SMALL, AT(words), 16, NULL},
    {"word_order", RM_RULE_SIDE, AT(word_big_endian), 0, sides},
    {"circle_bits", RM_RULE_SMALL, AT(circle_bits), 64, NULL},
    {"circle_slots", RM_RULE_COUNT, AT(circle_slots), RMK_RULE_MOST_SLOTS, NULL},
    {"label", RM_RULE_TEXT, AT(label), 0, NULL},
    {"first_vnode", RM_RULE_COUNT, AT(first_vnode), UINT32_MAX, NULL},
    {"order", RM_RULE_WORD, AT(order), 0, orders},
    {"count", RM_RULE_WORD, AT(count), 0, counts},
    {"vnodes", RM_RULE_COUNT, AT(vnodes), RMK_MAX_POINTS, NULL},
    {"total", RM_RULE_COUNT, AT(total), RMK_MAX_POINTS, NULL},
    {"weight_unit", RM_RULE_COUNT, AT(weight_unit), UINT32_MAX, NULL},
    {"least", RM_RULE_COUNT, AT(least), RMK_MAX_POINTS, NULL},
    {"most", RM_RULE_COUNT, AT(most), RMK_MAX_POINTS, NULL},
    {"weight_0", RM_RULE_WORD, AT(zero), 0, zeros},
    {"lookup", RM_RULE_WORD, AT(lookup), 0, lookups},
    {"below_first", RM_RULE_WORD, AT(below_first), 0, edges},
    {"past_last", RM_RULE_WORD, AT(past_last), 0, edges},
    {"ties", RM_RULE_WORD, AT(ties), 0, ties},
    {"collision", RM_RULE_WORD, AT(collision), 0, collisions},
    {"down", RM_RULE_WORD, AT(down), 0, downs},
    {"sole_is_keyless", RM_RULE_SWITCH, AT(sole_is_keyless), 0, NULL},
    {"weighted", RM_RULE_INNER, AT(weighted), 0, NULL},
};

const rm_rule_key *rm_rule_keys(size_t *count) {
    *count = sizeof keys / sizeof *keys;
    return keys;
}

const rmk_hash *rm_rule_hash_find(const char *name) {
    size_t count;
    const rmk_rule_hash *own = rmk_rule_hash_table(&count);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(own[i].name, name))
            return own[i].hash;
    return rmk_hash_find(name);
}

const char *rm_rule_hash_name(const rmk_hash *hash) {
    size_t count;
    const rmk_rule_hash *own = rmk_rule_hash_table(&count);
    for (size_t i = 0; i < count; i++)
        if (own[i].hash == hash)
            return own[i].name;
    return rmk_hash_find(hash->name) == hash ? hash->name : NULL;
}
