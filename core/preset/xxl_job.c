/* xxl_job.c - XXL-JOB's consistent-hash router: job ids in decimal on a ring of executor addresses. */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"md5", &rmk_hash_md5_word}};

static const rmk_rule rule = {
    .label = "SHARD-{name}-NODE-{vnode}",
    .point_hash = &rmk_hash_md5_word,
    .count = RMK_COUNT_VNODES,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
};

const rmk_preset rmk_preset_xxl_job = {
    .name = "xxl-job",
    .system = "XXL-JOB from 2.2.0; with 5 virtual nodes up to 2.1.2",
    .keys = "MD5, first word, little-endian",
    .points = "as keys",
    .labels = "SHARD-{name}-NODE-{vnode}",
    .weights = "none",
    .ties = "the last point made replaces the others",
    .lookup = "first point >= hash, else the first",
    .source = "com.xxl.job.admin ExecutorRouteConsistentHash",
    .checked = "the class itself",
    .bits = 32,
    .vnodes = 100,
    .takes = RMK_TAKES_VNODES,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
