/* predis.c - Predis' two distributors: its own ring, which looks back, and a ketama ring. */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"crc32", &rmk_hash_crc32}};
static const rmk_preset_hash ketama_hashes[] = {{"md5", &rmk_hash_md5_word}};

static const rmk_rule rule = {
    .label = "{name}:{vnode}",
    .count = RMK_COUNT_SHARE_ROUND,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_BEFORE,
};

static const rmk_rule ketama = {
    .label = "{name}-{vnode}",
    .words = 4,
    .count = RMK_COUNT_SHARE_DOUBLE,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
};

const rmk_preset rmk_preset_predis = {
    .name = "predis",
    .system = "Predis HashRing (as 1.1)",
    .keys = "CRC-32, of the hash tag if there is one",
    .points = "CRC-32",
    .labels = "{name}:{vnode}, the name as host:port",
    .weights = "round(128 * nodes * w / W)",
    .ties = "the last node added owns",
    .lookup = "last point <= hash, else the last",
    .source = "Predis src/Cluster/Distributor/HashRing.php",
    .checked = "php-predis itself",
    .bits = 32,
    .vnodes = 128,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_HASH_TAG,
    .down = RMK_DOWN_UNSERVED,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};

const rmk_preset rmk_preset_predis_ketama = {
    .name = "predis-ketama",
    .system = "Predis KetamaRing (as 1.1)",
    .keys = "MD5, first word, little-endian, of the hash tag if there is one",
    .points = "MD5, four words a digest",
    .labels = "{name}-{vnode}, the name as host:port",
    .weights = "floor(w / W * nodes * 40) digests, in doubles: 49 equal nodes lose one each",
    .ties = "the last node added owns",
    .lookup = "first point >= hash, else the first",
    .source = "Predis src/Cluster/Distributor/KetamaRing.php",
    .checked = "php-predis itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_HASH_TAG,
    .down = RMK_DOWN_UNSERVED,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = ketama_hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &ketama,
};
