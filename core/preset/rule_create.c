/* A ring made by a rule: labels, their hashes, collisions; ring_placement.c makes a placement of it. */
#include "rule_create.h"

#include <string.h>

#include "../hash/bits.h"
#include "../hash/md5.h"
#include "../merge_order.h"
#include "counts.h"
#include "label.h"
#include "ring_placement.h"
#include "taken.h"

enum { BATCH = 64 }; /* labels hashed together */

/* How often a label may collide before the circle counts as full: tries a point of the whole ring, and more. */
enum { TRIES_A_POINT = 64, MORE_TRIES = 4096 };

static const rmk_rule *rule_for(const rmk_preset *preset, const rmk_nodes *nodes) {
    const rmk_rule *rule = preset->rule;
    for (size_t i = 0; rule->weighted && i < nodes->count; i++)
        if (nodes->list[i].weight != 1)
            return rule->weighted;
    return rule;
}

static unsigned points_a_label(const rmk_rule *rule) {
    return rule->words ? rule->words : 1;
}

static size_t label_of(const void *from, const rmk_nodes *nodes, uint32_t place, uint32_t serial,
                       unsigned char *out, size_t room) {
    const rmk_rule *rule = from;
    rmk_label label;
    if (rmk_label_parse(rule->label, &label))
        return 0;
    return rmk_label_write(&label, &nodes->list[place], place,
                           rule->first_vnode + serial / points_a_label(rule), out, room);
}

/* ---- counting ---- */

static bool sum_of_weights(const rmk_nodes *nodes, uint64_t *sum) {
    *sum = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (__builtin_add_overflow(*sum, nodes->list[i].weight, sum))
            return false;
    return true;
}

static uint64_t labels_of(const rmk_rule *rule, const rmk_nodes *nodes, size_t i, uint64_t weights,
                          uint64_t vnodes) {
    rmk_count_of of = {nodes->list[i].weight, weights, nodes->count, vnodes / points_a_label(rule)};
    return rmk_rule_labels(rule, &of);
}

/* A rule for weights has a number of its own; else the option decides, which is the preset's when not given. */
static uint64_t vnodes_of(const rmk_preset *preset, const rmk_rule *rule,
                          const rmk_placement_options *options) {
    return rule != preset->rule && rule->vnodes ? rule->vnodes : options->ring.vnodes;
}

static rmk_status count_points(const rmk_rule *rule, const rmk_nodes *nodes, uint64_t weights,
                               uint64_t vnodes, size_t *points) {
    uint64_t labels = 0, most = RMK_MAX_POINTS / points_a_label(rule);
    for (size_t i = 0; i < nodes->count; i++) {
        uint64_t own = labels_of(rule, nodes, i, weights, vnodes);
        if (own > most || (labels += own) > most)
            return RMK_LIMIT;
    }
    *points = (size_t)labels * points_a_label(rule);
    return RMK_OK;
}

uint64_t rmk_rule_count(const rmk_preset *preset, const rmk_nodes *nodes,
                        const rmk_placement_options *options) {
    const rmk_rule *rule = rule_for(preset, nodes);
    uint64_t weights;
    size_t points;
    if (!sum_of_weights(nodes, &weights) ||
        count_points(rule, nodes, weights, vnodes_of(preset, rule, options), &points) != RMK_OK)
        return UINT64_MAX;
    return points;
}

/* ---- points ---- */

typedef struct maker {
    const rmk_rule *rule;
    rmk_label label;
    rmk_hasher hasher;
    bool md5;             /* words are of MD5, which has kernels for many labels */
    unsigned char *texts; /* BATCH labels of `bound` bytes */
    size_t bound;
    rmk_made_ring *made;
    uint64_t largest;         /* position of the circle */
    rmk_taken taken;          /* where points may not share a position */
    uint64_t tries;           /* that collisions may cost yet */
    uint64_t weights, vnodes; /* of all nodes; of one of weight 1 */
} maker;

static uint64_t on_circle(const maker *m, uint64_t value) {
    return m->rule->circle_slots ? value % m->rule->circle_slots : value & m->largest;
}

/* False when the point has no place, for its position has one already. */
static bool push(maker *m, uint64_t value, uint32_t place, uint32_t serial) {
    uint64_t position = on_circle(m, value);
    rmk_collision_rule collision = m->rule->collision;
    if (collision == RMK_COLLISION_NEXT_INDEX && !rmk_taken_add(&m->taken, position))
        return false;
    while (collision == RMK_COLLISION_NEXT_POSITION && !rmk_taken_add(&m->taken, position))
        position = position == m->largest ? 0 : position + 1;
    m->made->points[m->made->count++] = (rmk_made_point){position, place, serial};
    return true;
}

static uint32_t word_of(const maker *m, const unsigned char *digest, unsigned word) {
    uint32_t value = rmk_load32(digest + 4 * word);
    return m->rule->word_big_endian ? __builtin_bswap32(value) : value;
}

/* Points of `count` labels from the number `from` on; how many had no place. */
static size_t push_words(maker *m, const rmk_bytes *labels, size_t count, uint32_t place, uint64_t from) {
    unsigned char digests[BATCH][RMK_MAX_DIGEST];
    unsigned char md5[BATCH][RMK_MD5_BYTES];
    unsigned words = m->rule->words;
    size_t lost = 0;
    if (m->md5)
        rmk_md5_batch(m->hasher.state, labels, count, md5);
    for (size_t i = 0; i < count; i++) {
        if (!m->md5)
            m->hasher.hash->digest(m->hasher.state, labels[i].data, labels[i].length, digests[i]);
        for (unsigned word = 0; word < words; word++)
            lost += !push(m, word_of(m, m->md5 ? md5[i] : digests[i], word), place,
                          (uint32_t)((from + i) * words + word));
    }
    return lost;
}

static size_t push_hashes(maker *m, const rmk_bytes *labels, size_t count, uint32_t place, uint64_t from) {
    uint64_t values[BATCH];
    size_t lost = 0;
    rmk_hash_batch(&m->hasher, labels, count, values);
    for (size_t i = 0; i < count; i++)
        lost += !push(m, values[i], place, (uint32_t)(from + i));
    return lost;
}

/* `count` grows by the labels that found no place, so that the node gets as many points all the same. */
static rmk_status make_node(maker *m, uint32_t place, uint64_t count) {
    const rmk_node *node = &m->made->nodes->list[place];
    rmk_bytes labels[BATCH];
    for (uint64_t from = 0, batch; from < count; from += batch) {
        batch = count - from < BATCH ? count - from : BATCH;
        for (size_t i = 0; i < batch; i++) {
            unsigned char *text = m->texts + i * m->bound;
            labels[i].data = text;
            labels[i].length =
                rmk_label_write(&m->label, node, place, m->rule->first_vnode + from + i, text, m->bound);
            if (m->hasher.hash->accepts && !m->hasher.hash->accepts(labels[i].data, labels[i].length))
                return RMK_BAD_INPUT;
        }
        size_t lost = m->rule->words ? push_words(m, labels, batch, place, from)
                                     : push_hashes(m, labels, batch, place, from);
        if (lost > m->tries)
            return RMK_LIMIT;
        m->tries -= lost;
        count += lost;
    }
    return RMK_OK;
}

/* ---- the order of nodes ---- */

typedef struct ordering {
    const rmk_nodes *nodes;
    const rmk_label *label;
    rmk_order_rule order;
} ordering;

static bool stands_after(const void *context, uint32_t a, uint32_t b) {
    const ordering *o = context;
    rmk_bytes one = rmk_label_name(o->label, &o->nodes->list[a]);
    rmk_bytes other = rmk_label_name(o->label, &o->nodes->list[b]);
    if (o->order == RMK_ORDER_LENGTH_THEN_NAME && one.length != other.length)
        return one.length > other.length;
    return rmk_bytes_compare(one, other) > 0;
}

rmk_status rmk_rule_order(const rmk_nodes *nodes, const rmk_label *label, rmk_order_rule rule,
                          const rmk_allocator *allocator, uint32_t *order) {
    for (size_t i = 0; i < nodes->count; i++)
        order[i] = (uint32_t)i;
    if (rule == RMK_ORDER_LISTED)
        return RMK_OK;
    uint32_t *scratch = rmk_allocate(allocator, 64, nodes->count, sizeof *scratch);
    if (!scratch)
        return RMK_NO_MEMORY;
    const ordering by = {nodes, label, rule};
    rmk_merge_order(order, scratch, nodes->count, stands_after, &by);
    rmk_release(allocator, scratch, nodes->count, sizeof *scratch);
    return RMK_OK;
}

/* ---- the ring ---- */

/* No label of these nodes is longer, whatever the index. */
static size_t bound_of(const maker *m) {
    size_t longest = 1;
    for (uint32_t i = 0; i < m->made->nodes->count; i++) {
        size_t length = rmk_label_write(&m->label, &m->made->nodes->list[i], i, UINT64_MAX >> 1, NULL, 0);
        longest = length > longest ? length : longest;
    }
    return longest + RMK_LABEL_PARTS;
}

static bool moves_points(const rmk_rule *rule) {
    return rule->collision == RMK_COLLISION_NEXT_POSITION || rule->collision == RMK_COLLISION_NEXT_INDEX;
}

static rmk_status open_taken(maker *m, const rmk_placement_options *options) {
    const size_t points = m->made->capacity;
    if (!moves_points(m->rule))
        return RMK_OK;
    if (points - 1 > m->largest)
        return RMK_LIMIT; /* more points than positions */
    m->tries = (uint64_t)points * TRIES_A_POINT + MORE_TRIES;
    return rmk_taken_open(&m->taken, points, options->ring.allocator);
}

static rmk_status maker_open(maker *m, const rmk_placement_options *options) {
    const rmk_rule *rule = m->rule;
    const rmk_hash *hash = rule->point_hash ? rule->point_hash : rule->words ? &rmk_hash_md5 : NULL;
    if (rmk_label_parse(rule->label, &m->label))
        return RMK_BAD_INPUT;
    m->bound = bound_of(m);
    m->largest = rule->circle_slots ? rule->circle_slots - 1 : UINT64_MAX >> (64 - options->key_hash->bits);
    m->md5 = rule->words && hash == &rmk_hash_md5;
    m->texts = rmk_allocate(options->ring.allocator, 64, BATCH, m->bound);
    if (!m->texts)
        return RMK_NO_MEMORY;
    rmk_status status = rmk_hasher_open(&m->hasher, hash ? hash : options->key_hash, options->ring.isa,
                                        options->ring.allocator);
    return status == RMK_OK ? open_taken(m, options) : status;
}

static void maker_close(maker *m, const rmk_placement_options *options) {
    if (m->hasher.hash)
        rmk_hasher_close(&m->hasher);
    rmk_release(options->ring.allocator, m->texts, BATCH, m->bound);
    if (m->taken.slots || m->taken.used)
        rmk_taken_close(&m->taken);
}

static rmk_status make_in_order(maker *m, const rmk_allocator *allocator) {
    const rmk_nodes *nodes = m->made->nodes;
    uint32_t *order = rmk_allocate(allocator, 64, nodes->count, sizeof *order);
    rmk_status status = order ? rmk_rule_order(nodes, &m->label, m->rule->order, allocator, order)
                              : RMK_NO_MEMORY;
    for (size_t i = 0; status == RMK_OK && i < nodes->count; i++)
        status = make_node(m, order[i], labels_of(m->rule, nodes, order[i], m->weights, m->vnodes));
    rmk_release(allocator, order, nodes->count, sizeof *order);
    return status;
}

static rmk_status make_points(maker *m, const rmk_placement_options *options) {
    const rmk_allocator *allocator = options->ring.allocator;
    rmk_made_ring *made = m->made;
    if (!sum_of_weights(made->nodes, &m->weights))
        return RMK_LIMIT;
    rmk_status status = count_points(m->rule, made->nodes, m->weights, m->vnodes, &made->capacity);
    if (status != RMK_OK || !made->capacity)
        return status;
    made->points = rmk_allocate(allocator, 64, made->capacity, sizeof *made->points);
    if (!made->points)
        return RMK_NO_MEMORY;
    status = maker_open(m, options);
    if (status == RMK_OK)
        status = make_in_order(m, allocator);
    maker_close(m, options);
    return status;
}

rmk_status rmk_rule_create(const rmk_preset *preset, const rmk_nodes *nodes,
                           const rmk_placement_options *options, rmk_placement **placement) {
    const rmk_rule *rule = rule_for(preset, nodes);
    rmk_made_ring made = {
        .nodes = nodes,
        .lookup = rule->lookup,
        .below_first = rule->below_first,
        .past_last = rule->past_last,
        .ties = rule->ties,
        .collision = rule->collision,
        .unserved = preset->down == RMK_DOWN_UNSERVED,
        .circle_slots = rule->circle_slots,
        .rule = rule,
        .label = label_of,
        .keyless = rule->sole_is_keyless && nodes->count == 1,
        .key_values = rule->key_values,
        .key_value_count = rule->key_value_count,
    };
    *placement = NULL;
    maker m = {.rule = rule, .made = &made, .vnodes = vnodes_of(preset, rule, options)};
    rmk_status status = make_points(&m, options);
    if (status == RMK_OK)
        return rmk_ring_placement(&made, options, placement);
    rmk_release(options->ring.allocator, made.points, made.capacity, sizeof *made.points);
    return status;
}
