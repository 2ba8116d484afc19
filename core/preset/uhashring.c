/* uhashring.c - Python's uhashring. A key exactly on a point belongs to the next one (bisect). */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"md5", &rmk_hash_md5_high}};
static const rmk_preset_hash ketama_hashes[] = {{"md5", &rmk_hash_md5_word}};

/* Positions have 128 bits there; the low 64 are dropped, of points and keys alike. */
static const rmk_rule rule = {
    .label = "{name}-{vnode}",
    .point_hash = &rmk_hash_md5_high,
    .count = RMK_COUNT_WEIGHT_FLOOR,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AFTER,
};

static const rmk_rule ketama = {
    .label = "{name}-{vnode}",
    .words = 4,
    .count = RMK_COUNT_SHARE_FLOOR,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AFTER,
};

const rmk_preset rmk_preset_uhashring = {
    .name = "uhashring",
    .system = "uhashring 2.1, its default; high 64 of its 128 bits",
    .keys = "MD5 as a big-endian number, high 64 bits",
    .points = "as keys",
    .labels = "{name}-{vnode}",
    .weights = "vnodes times the weight",
    .ties = "the last node added owns",
    .lookup = "first point > hash, else the first",
    .source = "uhashring ring.py, ring_meta.py",
    .checked = "uhashring 2.1 itself",
    .bits = 64,
    .vnodes = 160,
    .takes = RMK_TAKES_VNODES | RMK_TAKES_WEIGHTS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};

const rmk_preset rmk_preset_uhashring_ketama = {
    .name = "uhashring-ketama",
    .system = "uhashring 2.1, hash_fn=\"ketama\"",
    .keys = "MD5, first word, little-endian",
    .points = "MD5, four words a digest",
    .labels = "{name}-{vnode}",
    .weights = "40 * nodes * w // W digests; nodes of weight 0 count",
    .ties = "the last node added owns",
    .lookup = "first point > hash, else the first",
    .source = "uhashring ring.py, ring_ketama.py",
    .checked = "uhashring 2.1 itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS | RMK_COUNTS_WEIGHT_0,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = ketama_hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &ketama,
};
