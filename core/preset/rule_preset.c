/* rule_preset.c - what makes a rule one, and the preset of it. */
#include "rule_preset.h"

#include <string.h>

#include "label.h"
#include "ring_placement.h"
#include "rule_create.h"

/* ---- checks ---- */

static rmk_rule_fault good(void) {
    return (rmk_rule_fault){NULL, NULL};
}

static rmk_rule_fault check_words(const rmk_rule *rule) {
    const rmk_hash *hash = rule->point_hash ? rule->point_hash : &rmk_hash_md5;
    if (!rule->words)
        return rule->word_big_endian ? (rmk_rule_fault){"word_order", "there are no words to be read"}
                                     : good();
    if (!hash->digest)
        return (rmk_rule_fault){"words",
                                "the hash of points has no digest to take words of (md5, sha1, sha256 have)"};
    if (rule->words > hash->digest_bytes / 4)
        return (rmk_rule_fault){"words", "the digest has fewer words"};
    if (rule->collision == RMK_COLLISION_NEXT_INDEX && rule->words > 1)
        return (rmk_rule_fault){"collision",
                                "next-index is for labels that are one point each; words are several"};
    return good();
}

static unsigned point_bits(const rmk_rule *rule) {
    const rmk_hash *hash = rule->point_hash ? rule->point_hash : rule->key_hash;
    return rule->words ? 32 : hash->bits;
}

static rmk_rule_fault check_circle(const rmk_rule *rule) {
    if (rule->circle_bits && rule->circle_slots)
        return (rmk_rule_fault){"circle_slots",
                                "circle_bits is given too, and a circle is cut by one of them"};
    if (rule->circle_slots == 1 || rule->circle_slots > RMK_RULE_MOST_SLOTS)
        return (rmk_rule_fault){"circle_slots",
                                "it is from 2 to 16777216; say a larger power of two by circle_bits"};
    if (rule->circle_slots && rule->circle_slots - 1 > UINT64_MAX >> (64 - rule->key_hash->value_bits))
        return (rmk_rule_fault){"circle_slots", "there are more slots than values of the key hash"};
    if (rule->circle_slots && rule->lookup == RMK_LOOKUP_NEAREST)
        return (rmk_rule_fault){"lookup", "nearest has no meaning on a circle of slots"};
    if (rule->circle_slots && rule->key_values)
        return (rmk_rule_fault){"circle_slots", "the hash of keys has single values only"};
    if (rule->circle_bits > rule->key_hash->bits || rule->circle_bits > point_bits(rule))
        return (rmk_rule_fault){"circle_bits", "the hashes of keys and points are narrower"};
    if (rule->circle_bits && rule->key_values)
        return (rmk_rule_fault){"circle_bits", "the hash of keys has single values only"};
    if (!rule->circle_bits && !rule->circle_slots && point_bits(rule) != rule->key_hash->bits)
        return (rmk_rule_fault){"point_hash",
                                "keys and points have different widths; cut one (\"bytes\": [first, count]), "
                                "or both by circle_bits"};
    return good();
}

static bool is_share(rmk_count_rule count) {
    return count >= RMK_COUNT_SHARE_FLOOR && count <= RMK_COUNT_SHARE_CEIL;
}

static rmk_rule_fault check_counts(const rmk_rule *rule) {
    if (!rule->vnodes && !rule->total)
        return (rmk_rule_fault){"vnodes", "it is needed, 1 or more (or total, for a ring of fixed size)"};
    if (rule->vnodes > RMK_MAX_POINTS || rule->total > RMK_MAX_POINTS)
        return (rmk_rule_fault){rule->total ? "total" : "vnodes", "a ring has at most 4294967294 points"};
    if (rule->total && !is_share(rule->count))
        return (rmk_rule_fault){
            "total", "count is not one of the shares floor, round or ceil(vnodes*nodes*weight/weights)"};
    if (rule->most && rule->most < rule->least)
        return (rmk_rule_fault){"most", "it is below least"};
    if (rule->weight_unit > 1 && rule->count == RMK_COUNT_VNODES)
        return (rmk_rule_fault){"weight_unit", "count is vnodes, whatever the weights"};
    return good();
}

static rmk_rule_fault check_keys(const rmk_rule *rule) {
    if (rule->collision >= RMK_COLLISION_NEXT_POSITION && rule->ties != RMK_TIE_FIRST)
        return (rmk_rule_fault){"ties", "where the later point moves on, the first one owns"};
    return good();
}

static rmk_rule_fault check_label(const rmk_rule *rule) {
    rmk_label label;
    const char *fault = rule->label ? rmk_label_parse(rule->label, &label) : "it is needed";
    return (rmk_rule_fault){fault ? "label" : NULL, fault};
}

static rmk_rule_fault check_weighted(const rmk_rule *rule) {
    rmk_rule_fault fault;
    const rmk_rule *weighted = rule->weighted;
    if (!weighted)
        return good();
    if (weighted->weighted)
        return (rmk_rule_fault){"weighted", "it has a weighted rule of its own"};
    bool same = weighted->key_hash == rule->key_hash && weighted->circle_bits == rule->circle_bits &&
                weighted->circle_slots == rule->circle_slots;
    if (!same)
        return (rmk_rule_fault){"weighted", "it has another hash of keys or another circle"};
    return rmk_rule_check(weighted, &fault) == RMK_OK ? good() : fault;
}

rmk_status rmk_rule_check(const rmk_rule *rule, rmk_rule_fault *fault) {
    static rmk_rule_fault (*const checks[])(const rmk_rule *) = {check_label,  check_words, check_circle,
                                                                 check_counts, check_keys,  check_weighted};
    rmk_rule_fault found = good();
    if (!rule->key_hash)
        found = (rmk_rule_fault){"key_hash", "it is needed"};
    for (size_t i = 0; !found.field && i < sizeof checks / sizeof *checks; i++)
        found = checks[i](rule);
    if (fault)
        *fault = found;
    return found.field ? RMK_BAD_INPUT : RMK_OK;
}

/* ---- a hash on a smaller circle ---- */

typedef struct opened {
    rmk_hasher base;
    uint64_t mask;
} opened;

static rmk_status circle_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa,
                              void **state) {
    opened *o = rmk_allocate(allocator, _Alignof(opened), 1, sizeof *o);
    if (!o)
        return RMK_NO_MEMORY;
    o->mask = UINT64_MAX >> (64 - hash->bits);
    rmk_status status = rmk_hasher_open(&o->base, ((const rmk_circle_hash *)hash)->base, isa, allocator);
    if (status != RMK_OK)
        rmk_release(allocator, o, 1, sizeof *o);
    else
        *state = o;
    return status;
}

static void circle_close(const rmk_allocator *allocator, void *state) {
    rmk_hasher_close(&((opened *)state)->base);
    rmk_release(allocator, state, 1, sizeof(opened));
}

static uint64_t circle_one(const void *state, const void *data, size_t length) {
    const opened *o = state;
    return rmk_hash_one(&o->base, data, length) & o->mask;
}

static void circle_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    const opened *o = state;
    rmk_hash_batch(&o->base, strings, count, values);
    for (size_t i = 0; i < count; i++)
        values[i] &= o->mask;
}

static rmk_circle_hash circle_hash(const rmk_hash *base, unsigned bits) {
    return (rmk_circle_hash){
        .base = base,
        .hash = {.name = base->name,
                 .bits = bits,
                 .value_bits = base->value_bits < bits ? base->value_bits : bits,
                 .summary = base->summary,
                 .source = base->source,
                 .open = circle_open,
                 .close = circle_close,
                 .one = circle_one,
                 .batch = circle_batch,
                 .accepts = base->accepts,
                 .isas = base->isas},
    };
}

/* ---- the preset ---- */

static unsigned takes_of(const rmk_rule *rule) {
    static const unsigned zeros[] = {
        [RMK_ZERO_OUT] = 0, [RMK_ZERO_IS_ONE] = RMK_TAKES_WEIGHT_0, [RMK_ZERO_COUNTED] = RMK_COUNTS_WEIGHT_0};
    rmk_label label;
    unsigned takes = RMK_TAKES_HASH_TAG | zeros[rule->zero];
    if (!rule->total && !rule->weighted)
        takes |= RMK_TAKES_VNODES;
    if (rule->count != RMK_COUNT_VNODES || rule->weighted)
        takes |= RMK_TAKES_WEIGHTS;
    if (!rmk_label_parse(rule->label, &label))
        takes |= (rmk_label_has_alias(&label) ? RMK_TAKES_ALIAS : 0u) |
                 (rmk_label_has_id(&label) ? RMK_TAKES_ID : 0u);
    return takes;
}

rmk_status rmk_rule_preset_make(rmk_rule_preset *made, const rmk_rule *rule, rmk_rule_fault *fault) {
    rmk_status status = rmk_rule_check(rule, fault);
    if (status != RMK_OK)
        return status;
    *made = (rmk_rule_preset){.rule = *rule};
    made->key_hash = (rmk_preset_hash){rule->key_hash->name, rule->key_hash};
    if (rule->circle_bits) {
        made->circle = circle_hash(rule->key_hash, rule->circle_bits);
        made->key_hash.hash = &made->circle.hash;
    }
    made->preset = (rmk_preset){
        .name = rule->name ? rule->name : "rule",
        .system = "a rule",
        .labels = rule->label,
        .bits = rule->circle_slots ? rmk_slot_bits(rule->circle_slots) : made->key_hash.hash->bits,
        .vnodes = rule->vnodes,
        .takes = takes_of(rule),
        .down = rule->down,
        .algorithm = &rmk_algorithm_preset_ring,
        .hashes = &made->key_hash,
        .hash_count = 1,
        .count = rmk_rule_count,
        .create = rmk_rule_create,
        .rule = &made->rule,
    };
    return RMK_OK;
}

static void complete(const rmk_preset *preset, rmk_rule *rule) {
    rule->name = preset->name;
    rule->key_hash = rule->key_hash ? rule->key_hash : preset->hashes[0].hash;
    rule->vnodes = rule->vnodes ? rule->vnodes : preset->vnodes;
    rule->down = preset->down;
    rule->zero = preset->takes & RMK_TAKES_WEIGHT_0    ? RMK_ZERO_IS_ONE
                 : preset->takes & RMK_COUNTS_WEIGHT_0 ? RMK_ZERO_COUNTED
                                                       : RMK_ZERO_OUT;
}

rmk_status rmk_rule_of_preset(const rmk_preset *preset, rmk_rule rules[2]) {
    if (!preset->rule)
        return RMK_UNSUPPORTED;
    rules[0] = *preset->rule;
    complete(preset, &rules[0]);
    if (!preset->rule->weighted)
        return RMK_OK;
    rules[1] = *preset->rule->weighted;
    rules[1].key_hash = rules[1].key_hash ? rules[1].key_hash : rules[0].key_hash;
    complete(preset, &rules[1]);
    rules[0].weighted = &rules[1];
    return RMK_OK;
}
