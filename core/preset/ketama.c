/* ketama.c - the original libketama. */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

#include <string.h>

enum { LONGEST_NAME = 23 }; /* a field of 22 bytes, two of padding behind it, and a NUL */

static const rmk_preset_hash hashes[] = {{"md5", &rmk_hash_md5_c}};

static const rmk_rule rule = {
    .label = "{name}-{vnode}",
    .words = 4,
    .count = RMK_COUNT_LIBKETAMA,
    .ties = RMK_TIE_FIRST,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
};

static const char *fault(const rmk_node *node) {
    if (node->name.length > LONGEST_NAME)
        return "the program has room for 23 bytes of an address";
    if (memchr(node->name.data, '\t', node->name.length) || memchr(node->name.data, '\n', node->name.length))
        return "a tab or a newline ends an address in its file";
    return NULL;
}

const rmk_preset rmk_preset_ketama = {
    .name = "ketama",
    .system = "libketama",
    .keys = "MD5, first word, little-endian",
    .points = "MD5, four words a digest",
    .labels = "{name}-{vnode}",
    .weights = "floor(float(w/W * 40.0 * nodes)) digests",
    .ties = "the first point made owns, both stay",
    .lookup = "first point >= hash, else the first",
    .source = "RJ/ketama libketama/ketama.c",
    .checked = "libketama itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .node_fault = fault,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
