/*
 * tree.c - a red-black tree with a node a point, each allocated by itself: ceilingEntry of java.util.TreeMap,
 * lower_bound of std::map (Cormen et al., "Introduction to Algorithms", chapter 13).
 *
 * Points are inserted node by node, as such rings are filled, so that neighbours on the circle are strangers
 * in memory. Of equal positions only the first is in the tree: it owns.
 */
#include "rival.h"

typedef struct vertex vertex;
struct vertex {
    vertex *child[2]; /* below: smaller, larger */
    vertex *parent;
    uint64_t position;
    uint32_t owner;
    bool red;
};

typedef struct tree {
    vertex *root;
    size_t count;
} tree;

static uint32_t find(const void *index, const rmk_points *points, uint64_t position) {
    (void)points;
    const vertex *v = ((const tree *)index)->root, *best = NULL;
    const vertex *root = v;
    while (v) {
        if (v->position == position)
            return v->owner;
        if (v->position < position) {
            v = v->child[1];
        } else {
            best = v;
            v = v->child[0];
        }
    }
    if (best)
        return best->owner;
    while (root->child[0])
        root = root->child[0];
    return root->owner;
}

static void find_batch(const void *index, const rmk_points *points, const uint64_t *positions, size_t count,
                       uint32_t *owners) {
    for (size_t i = 0; i < count; i++)
        owners[i] = find(index, points, positions[i]);
}

static void hang(tree *t, vertex *old, vertex *v) {
    v->parent = old->parent;
    if (!old->parent)
        t->root = v;
    else
        old->parent->child[old == old->parent->child[1]] = v;
}

/* v's child on side !side takes its place, and v goes down to that child's `side`. */
static void rotate(tree *t, vertex *v, int side) {
    vertex *up = v->child[!side], *inner = up->child[side];
    v->child[!side] = inner;
    if (inner)
        inner->parent = v;
    hang(t, v, up);
    up->child[side] = v;
    v->parent = up;
}

static void balance(tree *t, vertex *v) {
    while (v->parent && v->parent->red) {
        vertex *parent = v->parent, *grand = parent->parent;
        int side = parent == grand->child[1];
        vertex *uncle = grand->child[!side];
        if (uncle && uncle->red) {
            parent->red = uncle->red = false;
            grand->red = true;
            v = grand;
            continue;
        }
        if (v == parent->child[!side]) {
            rotate(t, parent, side);
            parent = v;
        }
        parent->red = false;
        grand->red = true;
        rotate(t, grand, !side);
        break;
    }
    t->root->red = false;
}

static bool insert(tree *t, const rmk_allocator *allocator, uint64_t position, uint32_t owner) {
    vertex *v = rmk_allocate(allocator, sizeof(void *), 1, sizeof *v), *parent = NULL;
    if (!v)
        return false;
    int side = 0;
    for (vertex *at = t->root; at; at = at->child[side]) {
        parent = at;
        side = at->position < position;
    }
    *v = (vertex){{NULL, NULL}, parent, position, owner, true};
    if (parent)
        parent->child[side] = v;
    else
        t->root = v;
    t->count++;
    balance(t, v);
    return true;
}

/* order: the places of the points that own something, node by node. Returns how many. */
static size_t by_owner(const rmk_points *points, uint32_t *first, size_t owners, uint32_t *order) {
    for (size_t i = 0; i <= owners; i++)
        first[i] = 0;
    size_t winners = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < points->count; i++) {
            if (i && points->positions[i] == points->positions[i - 1])
                continue;
            if (pass)
                order[first[points->owners[i]]++] = (uint32_t)i;
            else
                first[points->owners[i] + 1]++;
            winners += !pass;
        }
        for (size_t i = 0; !pass && i < owners; i++)
            first[i + 1] += first[i];
    }
    return winners;
}

static void destroy(const rmk_allocator *allocator, void *index) {
    tree *t = index;
    if (!t)
        return;
    for (vertex *v = t->root; v;) {
        vertex *next = v->child[0] ? v->child[0] : v->child[1];
        if (!next) {
            next = v->parent;
            if (next)
                next->child[v == next->child[1]] = NULL;
            rmk_release(allocator, v, 1, sizeof *v);
        }
        v = next;
    }
    rmk_release(allocator, t, 1, sizeof *t);
}

static bool fill(tree *t, const rmk_points *points, size_t owners, const rmk_allocator *allocator) {
    uint32_t *first = rmk_allocate(allocator, sizeof *first, owners + 1, sizeof *first);
    uint32_t *order = rmk_allocate(allocator, sizeof *order, points->count, sizeof *order);
    bool good = first && order;
    size_t count = good ? by_owner(points, first, owners, order) : 0;
    for (size_t i = 0; good && i < count; i++)
        good = insert(t, allocator, points->positions[order[i]], points->owners[order[i]]);
    rmk_release(allocator, first, owners + 1, sizeof *first);
    rmk_release(allocator, order, points->count, sizeof *order);
    return good;
}

static rmk_status build(const rmk_points *points, const rmk_index_options *options,
                        const rmk_allocator *allocator, void **index) {
    *index = NULL;
    tree *t = rmk_allocate(allocator, 64, 1, sizeof *t);
    if (!t)
        return RMK_NO_MEMORY;
    *t = (tree){NULL, 0};
    if (!fill(t, points, options->id_limit, allocator)) {
        destroy(allocator, t);
        return RMK_NO_MEMORY;
    }
    *index = t;
    return RMK_OK;
}

static size_t hot_bytes(const void *index, const rmk_points *points) {
    (void)points;
    return ((const tree *)index)->count * sizeof(vertex);
}

static size_t bytes(const void *index) {
    return sizeof(tree) + ((const tree *)index)->count * sizeof(vertex);
}

const rmk_index_type rm_rival_tree = {
    .name = "tree",
    .summary = "rival: a red-black tree with a node a point, as rings over Java's TreeMap are",
    .isas = 1u << RMK_ISA_SCALAR,
    .build = build,
    .destroy = destroy,
    .find = find,
    .find_batch = find_batch,
    .hot_bytes = hot_bytes,
    .bytes = bytes,
};
