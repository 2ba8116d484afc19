#include "rule.h"

#include <string.h>

#include "../hash/md5.h"

enum { BATCH = 64 }; /* labels hashed together */

static const rmk_rule *rule_for(const rmk_preset *preset, const rmk_nodes *nodes) {
    const rmk_rule *rule = preset->rule;
    for (size_t i = 0; rule->weighted && i < nodes->count; i++)
        if (nodes->list[i].weight != 1)
            return rule->weighted;
    return rule;
}

rmk_bytes rmk_name_without_11211(const rmk_node *node) {
    static const char port[] = ":11211";
    rmk_bytes name = node->name;
    size_t length = sizeof port - 1;
    if (name.length > length && !memcmp(name.data + name.length - length, port, length))
        name.length -= length;
    return name;
}

/* ---- labels ---- */

typedef struct text {
    unsigned char *out;
    size_t room, length;
} text;

static void append(text *t, const void *bytes, size_t length) {
    size_t fits = t->length < t->room ? t->room - t->length : 0;
    if (length && fits)
        memcpy(t->out + t->length, bytes, length < fits ? length : fits);
    t->length += length;
}

static void append_number(text *t, uint64_t number) {
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    append(t, digits + at, sizeof digits - at);
}

static size_t write_label(const rmk_pattern *pattern, rmk_bytes name, uint64_t vnode, unsigned char *out,
                          size_t room) {
    text t = {out, room, 0};
    for (unsigned i = 0; i < pattern->count; i++) {
        const rmk_pattern_part *part = &pattern->parts[i];
        if (part->field == RMK_FIELD_NAME)
            append(&t, name.data, name.length);
        else if (part->field == RMK_FIELD_VNODE)
            append_number(&t, vnode);
        else
            append(&t, part->text.data, part->text.length);
    }
    return t.length;
}

static rmk_bytes name_of(const rmk_rule *rule, const rmk_node *node) {
    return rule->name_of ? rule->name_of(node) : node->name;
}

static unsigned points_a_label(const rmk_rule *rule) {
    return rule->words ? rule->words : 1;
}

static rmk_status parse(const rmk_rule *rule, rmk_pattern *pattern) {
    size_t fault;
    return rmk_pattern_parse(rule->label, RMK_FIELD_NAME | RMK_FIELD_VNODE, pattern, &fault);
}

static size_t label_by(const rmk_rule *rule, const rmk_node *node, uint32_t serial, unsigned char *out,
                       size_t room) {
    rmk_pattern pattern;
    if (parse(rule, &pattern) != RMK_OK)
        return 0;
    return write_label(&pattern, name_of(rule, node), serial / points_a_label(rule), out, room);
}

static size_t plain_label(const rmk_preset *preset, const rmk_node *node, uint32_t serial, unsigned char *out,
                          size_t room) {
    return label_by(preset->rule, node, serial, out, room);
}

static size_t weighted_label(const rmk_preset *preset, const rmk_node *node, uint32_t serial,
                             unsigned char *out, size_t room) {
    return label_by(((const rmk_rule *)preset->rule)->weighted, node, serial, out, room);
}

/* ---- points ---- */

typedef struct maker {
    const rmk_rule *rule;
    rmk_pattern pattern;
    rmk_hasher hasher;
    unsigned char *texts; /* BATCH labels of `bound` bytes */
    size_t bound;
    rmk_made_ring *made;
} maker;

static uint64_t labels_of(const rmk_rule *rule, const rmk_nodes *nodes, size_t i, uint64_t weights,
                          uint64_t vnodes) {
    rmk_count_of of = {nodes->list[i].weight, weights, nodes->count, vnodes};
    return rule->count(&of);
}

static bool sum_of_weights(const rmk_nodes *nodes, uint64_t *sum) {
    *sum = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (__builtin_add_overflow(*sum, nodes->list[i].weight, sum))
            return false;
    return true;
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

static void push(rmk_made_ring *made, uint64_t value, uint32_t place, uint32_t serial) {
    made->points[made->count++] = (rmk_made_point){value, place, serial};
}

static void push_words(maker *m, const rmk_bytes *labels, size_t count, uint32_t place, uint64_t from) {
    unsigned char digests[BATCH][RMK_MD5_BYTES];
    unsigned words = m->rule->words;
    rmk_md5_batch(m->hasher.state, labels, count, digests);
    for (size_t i = 0; i < count; i++)
        for (unsigned word = 0; word < words; word++) {
            const unsigned char *at = digests[i] + 4 * word;
            uint32_t value = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
            push(m->made, value, place, (uint32_t)((from + i) * words + word));
        }
}

static void push_hashes(maker *m, const rmk_bytes *labels, size_t count, uint32_t place, uint64_t from) {
    uint64_t values[BATCH];
    rmk_hash_batch(&m->hasher, labels, count, values);
    for (size_t i = 0; i < count; i++)
        push(m->made, values[i], place, (uint32_t)(from + i));
}

static void make_node(maker *m, uint32_t place, uint64_t count) {
    rmk_bytes name = name_of(m->rule, &m->made->nodes->list[place]);
    rmk_bytes labels[BATCH];
    for (uint64_t from = 0; from < count; from += BATCH) {
        size_t batch = count - from < BATCH ? (size_t)(count - from) : BATCH;
        for (size_t i = 0; i < batch; i++) {
            labels[i].data = m->texts + i * m->bound;
            labels[i].length = write_label(&m->pattern, name, from + i, m->texts + i * m->bound, m->bound);
        }
        if (m->rule->words)
            push_words(m, labels, batch, place, from);
        else
            push_hashes(m, labels, batch, place, from);
    }
}

static rmk_status maker_open(maker *m, const rmk_placement_options *options) {
    const rmk_nodes *nodes = m->made->nodes;
    size_t longest = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        size_t length = name_of(m->rule, &nodes->list[i]).length;
        longest = length > longest ? length : longest;
    }
    rmk_status status = parse(m->rule, &m->pattern);
    if (status != RMK_OK)
        return status;
    m->bound = rmk_pattern_bound(&m->pattern, longest);
    m->texts = rmk_allocate(options->ring.allocator, 64, BATCH, m->bound);
    if (!m->texts)
        return RMK_NO_MEMORY;
    const rmk_hash *hash = m->rule->words ? &rmk_hash_md5 : m->rule->hash;
    return rmk_hasher_open(&m->hasher, hash ? hash : options->key_hash, options->ring.isa,
                           options->ring.allocator);
}

static rmk_status make_in_order(maker *m, const rmk_placement_options *options, uint64_t weights) {
    const rmk_nodes *nodes = m->made->nodes;
    const rmk_allocator *allocator = options->ring.allocator;
    uint32_t *order = NULL;
    rmk_status status = RMK_OK;
    if (m->rule->order) {
        order = rmk_allocate(allocator, 64, nodes->count, sizeof *order);
        status = order ? m->rule->order(nodes, allocator, order) : RMK_NO_MEMORY;
    }
    for (size_t i = 0; status == RMK_OK && i < nodes->count; i++) {
        uint32_t place = order ? order[i] : (uint32_t)i;
        make_node(m, place, labels_of(m->rule, nodes, place, weights, options->ring.vnodes));
    }
    rmk_release(allocator, order, nodes->count, sizeof *order);
    return status;
}

static rmk_status make_points(const rmk_rule *rule, rmk_made_ring *made,
                              const rmk_placement_options *options) {
    const rmk_allocator *allocator = options->ring.allocator;
    uint64_t weights;
    if (!sum_of_weights(made->nodes, &weights))
        return RMK_LIMIT;
    rmk_status status = count_points(rule, made->nodes, weights, options->ring.vnodes, &made->capacity);
    if (status != RMK_OK || !made->capacity)
        return status;
    made->points = rmk_allocate(allocator, 64, made->capacity, sizeof *made->points);
    if (!made->points)
        return RMK_NO_MEMORY;
    maker m = {.rule = rule, .made = made};
    status = maker_open(&m, options);
    if (status == RMK_OK)
        status = make_in_order(&m, options, weights);
    if (m.hasher.hash)
        rmk_hasher_close(&m.hasher);
    rmk_release(allocator, m.texts, BATCH, m.bound);
    return status;
}

uint64_t rmk_rule_count(const rmk_preset *preset, const rmk_nodes *nodes,
                        const rmk_placement_options *options) {
    uint64_t weights;
    size_t points;
    if (!sum_of_weights(nodes, &weights) ||
        count_points(rule_for(preset, nodes), nodes, weights, options->ring.vnodes, &points) != RMK_OK)
        return UINT64_MAX;
    return points;
}

rmk_status rmk_rule_create(const rmk_preset *preset, const rmk_nodes *nodes,
                           const rmk_placement_options *options, rmk_placement **placement) {
    const rmk_rule *rule = rule_for(preset, nodes);
    rmk_made_ring made = {
        .preset = preset,
        .nodes = nodes,
        .ties = rule->ties,
        .lookup = rule->lookup,
        .label = rule == preset->rule ? plain_label : weighted_label,
        .keyless = rule->sole_is_keyless && nodes->count == 1,
        .key_values = rule->key_values,
        .key_value_count = rule->key_value_count,
    };
    *placement = NULL;
    rmk_status status = make_points(rule, &made, options);
    if (status == RMK_OK)
        return rmk_ring_placement(&made, options, placement);
    rmk_release(options->ring.allocator, made.points, made.capacity, sizeof *made.points);
    return status;
}
