/* points.c - where the points of each node stand: its labels, formed and hashed. */
#include "points.h"

#include <pthread.h>
#include <string.h>

/* Labels are formed and hashed in blocks of at most BLOCK_LABELS, and of at most BLOCK_BYTES where names
 * are long. */
enum { BLOCK_LABELS = 256, BLOCK_BYTES = 1 << 18, MAX_THREADS = 8, POINTS_A_THREAD = 1 << 14 };
enum { COPY = 16 }; /* labels are copied by so many bytes, and as many are readable behind the last */

/* One thread's part: `count` points from vnode `vnode` of nodes[0] on. */
typedef struct generator {
    const ring_node *nodes;
    const rmk_ring_options *options;
    const rmk_pattern *label;
    bool counts;           /* {vnode} occurs once, so a label is the one before it counted up */
    size_t behind;         /* bytes of a label of this node behind its number */
    uint64_t longer_vnode; /* the next vnode that has a digit more */
    rmk_hasher hasher;
    unsigned char *text;
    size_t bound, block; /* the most bytes of a label; labels a block */
    uint64_t vnode;
    size_t count;
    uint64_t *positions;
    uint32_t *owners;
    rmk_status status;
} generator;

/* Finds the place of {vnode} in the label when it occurs once, else returns the number of parts. */
static unsigned counted_part(const rmk_pattern *label) {
    unsigned place = label->count;
    for (unsigned i = 0; i < label->count; i++) {
        if (label->parts[i].field != RMK_FIELD_VNODE)
            continue;
        if (place < label->count)
            return label->count;
        place = i;
    }
    return place;
}

/* Formats a label, and finds out what the next ones of the node need. `text` has room for any label. */
static size_t format_label(generator *g, unsigned char *text) {
    rmk_pattern_values values = {g->nodes->name, g->vnode, g->options->set, 0};
    if (g->counts && g->nodes->points > 1) {
        rmk_pattern rest = {0};
        for (unsigned i = counted_part(g->label) + 1; i < g->label->count; i++)
            rest.parts[rest.count++] = g->label->parts[i];
        g->behind = rmk_pattern_format(&rest, &values, text);
        for (g->longer_vnode = 10; g->longer_vnode <= g->vnode;)
            g->longer_vnode *= 10;
    }
    return rmk_pattern_format(g->label, &values, text);
}

/* Copies a label in whole steps: what is written behind its end is written again by the labels that
 * follow. */
static void copy_label(unsigned char *text, rmk_bytes label) {
    for (size_t i = 0; i < label.length; i += COPY)
        memcpy(text + i, label.data + i, COPY);
}

/* Makes the label after `before`, which is of the same node and has as many digits. */
static size_t count_up(const generator *g, rmk_bytes before, unsigned char *text) {
    copy_label(text, before);
    unsigned char *digit = text + before.length - g->behind - 1;
    for (; *digit == '9'; digit--)
        *digit = '0';
    ++*digit;
    return before.length;
}

static size_t form_labels(generator *g, size_t wanted, rmk_bytes *labels, uint32_t *owners) {
    const rmk_hash *hash = g->hasher.hash;
    bool fresh = true; /* this block has no label of this node yet */
    for (size_t i = 0; i < wanted; i++, g->vnode++) {
        for (; g->vnode == g->nodes->points; g->vnode = 0) {
            g->nodes++;
            fresh = true;
        }
        unsigned char *text = g->text + i * g->bound;
        fresh |= !g->counts || g->vnode == g->longer_vnode;
        labels[i] = (rmk_bytes){text, fresh ? format_label(g, text) : count_up(g, labels[i - 1], text)};
        fresh = false;
        owners[i] = g->nodes->id;
        if (hash->accepts && !hash->accepts(text, labels[i].length))
            return i;
    }
    return wanted;
}

static void *generate_part(void *argument) {
    generator *g = argument;
    rmk_bytes labels[BLOCK_LABELS];
    for (size_t done = 0; done < g->count;) {
        size_t wanted = g->count - done < g->block ? g->count - done : g->block;
        uint64_t *positions = g->positions + done;
        if (form_labels(g, wanted, labels, g->owners + done) < wanted) {
            g->status = RMK_BAD_INPUT;
            return NULL;
        }
        rmk_hash_batch(&g->hasher, labels, wanted, positions);
        for (size_t i = 0; i < wanted; i++)
            positions[i] = rmk_hash_position(g->hasher.hash, positions[i]);
        done += wanted;
    }
    return NULL;
}

/* Takes the memory of a part. The calling thread does so for all parts. */
static rmk_status generator_open(generator *g) {
    const rmk_ring_options *o = g->options;
    g->block = BLOCK_BYTES / (g->bound + 1);
    g->block = g->block < 1 ? 1 : g->block < BLOCK_LABELS ? g->block : BLOCK_LABELS;
    g->text = rmk_allocate(o->allocator, 64, g->block * g->bound + COPY, 1);
    return g->text ? rmk_hasher_open(&g->hasher, o->hash, o->isa, o->allocator) : RMK_NO_MEMORY;
}

static void generator_close(generator *g) {
    rmk_hasher_close(&g->hasher);
    rmk_release(g->options->allocator, g->text, g->block * g->bound + COPY, 1);
}

static void run_generators(generator *parts, unsigned threads) {
    pthread_t handles[MAX_THREADS];
    bool started[MAX_THREADS] = {false};
    for (unsigned t = 1; t < threads; t++)
        started[t] = !pthread_create(&handles[t], NULL, generate_part, &parts[t]);
    generate_part(&parts[0]);
    for (unsigned t = 1; t < threads; t++) {
        if (started[t])
            pthread_join(handles[t], NULL);
        else
            generate_part(&parts[t]);
    }
}

/* Cuts the points into equal parts; a part may begin inside a node. */
static void cut_parts(generator *parts, unsigned threads, const generator *whole) {
    const ring_node *node = whole->nodes;
    size_t before = 0; /* points of the nodes before `node` */
    for (unsigned t = 0; t < threads; t++) {
        size_t begin = (size_t)((rmk_u128)whole->count * t / threads);
        size_t end = (size_t)((rmk_u128)whole->count * (t + 1) / threads);
        while (begin - before >= node->points && begin < whole->count)
            before += node++->points;
        parts[t] = *whole;
        parts[t].nodes = node;
        parts[t].vnode = begin - before;
        parts[t].count = end - begin;
        parts[t].positions += begin;
        parts[t].owners += begin;
    }
}

rmk_status rmk_ring_generate(const ring_node *nodes, size_t node_count, const rmk_ring_options *options,
                             uint64_t *positions, uint32_t *owners) {
    rmk_pattern label;
    size_t fault, longest = 0, count = 0;
    rmk_status status = rmk_pattern_parse(options->label, RMK_FIELDS_OF_LABELS, &label, &fault);
    if (status != RMK_OK)
        return status;
    for (size_t i = 0; i < node_count; i++) {
        count += nodes[i].points;
        longest = nodes[i].name.length > longest ? nodes[i].name.length : longest;
    }
    size_t bound = rmk_pattern_bound(&label, longest);
    generator whole = {.nodes = nodes,
                       .options = options,
                       .label = &label,
                       .counts = counted_part(&label) < label.count,
                       .bound = bound,
                       .count = count,
                       .positions = positions,
                       .owners = owners,
                       .status = RMK_OK};
    unsigned threads = options->threads < 1             ? 1
                       : options->threads < MAX_THREADS ? options->threads
                                                        : MAX_THREADS;
    if (count / POINTS_A_THREAD < threads)
        threads = count < POINTS_A_THREAD ? 1 : (unsigned)(count / POINTS_A_THREAD);
    generator parts[MAX_THREADS];
    cut_parts(parts, threads, &whole);
    unsigned opened = 0;
    for (; opened < threads && status == RMK_OK; opened++)
        status = generator_open(&parts[opened]);
    if (status == RMK_OK)
        run_generators(parts, threads);
    for (unsigned t = 0; t < threads && status == RMK_OK; t++)
        status = parts[t].status;
    while (opened)
        generator_close(&parts[--opened]);
    return status;
}
