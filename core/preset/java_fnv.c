/* java_fnv.c - the ring of three Java articles, without virtual nodes and with "&&VN" ones. */
#include "presets.h"
#include "rule_create.h"

#include <string.h>

static const rmk_preset_hash hashes[] = {{"fnv1_32", &rmk_hash_java_fnv1_32}};

static const rmk_rule plain = {
    .label = "{name}",
    .point_hash = &rmk_hash_java_fnv1_32,
    .count = RMK_COUNT_VNODES,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
};

static const rmk_rule virtual = {
    .label = "{name}&&VN{vnode}",
    .point_hash = &rmk_hash_java_fnv1_32,
    .count = RMK_COUNT_VNODES,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
};

static const char *fault(const rmk_node *node) {
    return memmem(node->name.data, node->name.length, "&&", 2)
               ? "the ring takes only what stands before the first && for the node"
               : NULL;
}

const rmk_preset rmk_preset_java_fnv_plain = {
    .name = "java-fnv-plain",
    .system = "Java FNV1_32 ring of articles, no virtual nodes",
    .keys = "FNV1_32 on UTF-16 units, 31 bits",
    .points = "as keys, one a node",
    .labels = "{name}",
    .weights = "none",
    .ties = "the last node listed replaces the others",
    .lookup = "first point >= hash, else the first",
    .source = "articles on consistent hashing in Java, ConsistentHashingWithoutVirtualNode",
    .checked = "the articles' program",
    .bits = 31,
    .vnodes = 1,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &plain,
};

const rmk_preset rmk_preset_java_fnv = {
    .name = "java-fnv",
    .system = "Java FNV1_32 ring of articles, virtual nodes",
    .keys = "FNV1_32 on UTF-16 units, 31 bits",
    .points = "as keys",
    .labels = "{name}&&VN{vnode}",
    .weights = "none",
    .ties = "the last point made replaces the others",
    .lookup = "first point >= hash, else the first",
    .source = "articles on consistent hashing in Java, ConsistentHashingWithVirtualNode",
    .checked = "the articles' program",
    .bits = 31,
    .vnodes = 5,
    .takes = RMK_TAKES_VNODES,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .node_fault = fault,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &virtual,
};
