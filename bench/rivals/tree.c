/*
 * tree.c - a red-black tree with a node a point: ceilingEntry of java.util.TreeMap, lower_bound of std::map
 * (Cormen et al., "Introduction to Algorithms", chapter 13).
 *
 * The rival gets the best of it: 40 bytes a node without a header, from one arena in the order of insertion,
 * as a young Java heap allocates, on huge pages where the ring has them; and it knows the first point, which
 * firstEntry has to walk for. Points are inserted node by node, as such rings are filled, so that neighbours
 * on the circle lie far apart in memory. Only the first of equal positions is in the tree, since it owns them
 * all.
 */
#include "core/ring/array.h"
#include "rival.h"

typedef struct vertex vertex;
struct vertex {
    vertex *child[2]; /* [0] has smaller positions, [1] larger ones */
    vertex *parent;
    uint64_t position;
    uint32_t owner;
    bool red;
};

typedef struct tree {
    vertex *root;
    vertex *arena;
    size_t count, room; /* vertices in the tree, and in the arena */
    uint32_t first;     /* who owns what lies behind the last point */
    rmk_pages pages;
} tree;

static uint32_t find(const void *index, const rmk_points *points, uint64_t position) {
    (void)points;
    const vertex *v = ((const tree *)index)->root, *best = NULL;
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
    return best ? best->owner : ((const tree *)index)->first;
}

static void find_batch(const void *index, const rmk_points *points, const uint64_t *positions, size_t count,
                       uint32_t *owners) {
    for (size_t i = 0; i < count; i++)
        owners[i] = find(index, points, positions[i]);
}

/* Puts v where `old` hangs below its parent. */
static void replace(tree *t, vertex *old, vertex *v) {
    v->parent = old->parent;
    if (!old->parent)
        t->root = v;
    else
        old->parent->child[old == old->parent->child[1]] = v;
}

/* v's child on side !side takes the place of v, and v becomes that child's child on `side`. */
static void rotate(tree *t, vertex *v, int side) {
    vertex *up = v->child[!side], *inner = up->child[side];
    v->child[!side] = inner;
    if (inner)
        inner->parent = v;
    replace(t, v, up);
    up->child[side] = v;
    v->parent = up;
}

/* Makes the tree one of red and black vertices again, after the red v was inserted. */
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

static void insert(tree *t, uint64_t position, uint32_t owner) {
    vertex *v = &t->arena[t->count++], *parent = NULL;
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
    balance(t, v);
}

/* Nodes rank by their ids. A point without an owner has RMK_NOBODY there, which ranks behind all. */
static uint32_t rank_of(const rmk_points *points, size_t i, uint32_t owners) {
    return points->owners[i] < owners ? points->owners[i] : owners;
}

/* Writes the places of the points that own something into `order`, node by node, and returns how many there
 * are. `first` is scratch with room for owners + 2: where each node's places begin. */
static size_t by_owner(const rmk_points *points, uint32_t *first, uint32_t owners, uint32_t *order) {
    for (size_t i = 0; i < (size_t)owners + 2; i++)
        first[i] = 0;
    size_t winners = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < points->count; i++) {
            if (i && points->positions[i] == points->positions[i - 1])
                continue;
            if (pass)
                order[first[rank_of(points, i, owners)]++] = (uint32_t)i;
            else
                first[rank_of(points, i, owners) + 1]++;
            winners += !pass;
        }
        for (size_t i = 0; !pass && i <= owners; i++)
            first[i + 1] += first[i];
    }
    return winners;
}

static void destroy(const rmk_allocator *allocator, void *index) {
    tree *t = index;
    if (!t)
        return;
    rmk_array_release(allocator, t->pages, t->arena, t->room, sizeof *t->arena);
    rmk_release(allocator, t, 1, sizeof *t);
}

static bool fill(tree *t, const rmk_points *points, uint32_t owners, const rmk_allocator *allocator) {
    uint32_t *first = rmk_allocate(allocator, sizeof *first, (size_t)owners + 2, sizeof *first);
    uint32_t *order = rmk_allocate(allocator, sizeof *order, points->count, sizeof *order);
    size_t winners = first && order ? by_owner(points, first, owners, order) : 0;
    if (winners)
        t->arena = rmk_array_allocate(allocator, t->pages, winners, sizeof *t->arena);
    t->room = winners;
    for (size_t i = 0; t->arena && i < winners; i++)
        insert(t, points->positions[order[i]], points->owners[order[i]]);
    rmk_release(allocator, first, (size_t)owners + 2, sizeof *first);
    rmk_release(allocator, order, points->count, sizeof *order);
    return t->arena;
}

static rmk_status build(const rmk_points *points, const rmk_index_options *options,
                        const rmk_allocator *allocator, void **index) {
    *index = NULL;
    tree *t = rmk_allocate(allocator, 64, 1, sizeof *t);
    if (!t)
        return RMK_NO_MEMORY;
    *t = (tree){.first = points->owners[0], .pages = options->pages};
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
    const tree *t = index;
    return sizeof *t + rmk_array_bytes(t->pages, t->room, sizeof *t->arena);
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
