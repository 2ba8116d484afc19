#include "session_internal.h"

#include <string.h>

#include "../growing.h"

/* The name of a ball: its slot, and how often the slot was given away. */
static uint64_t name_of(const rmk_session *s, uint32_t ball) {
    return (uint64_t)s->balls[ball].generation << 32 | ball;
}

static uint32_t ball_named(const rmk_session *s, uint64_t name) {
    uint32_t ball = (uint32_t)name;
    bool there = ball < s->used && s->balls[ball].taken && s->balls[ball].generation == name >> 32;
    return there ? ball : RMK_NONE;
}

/* Sets 0/0 to the default, 5/4. RMK_BAD_INPUT when the factor is not above 1, or is too large. */
static rmk_status settle_load_factor(rmk_ratio *factor) {
    if (!factor->numerator && !factor->denominator)
        *factor = (rmk_ratio){5, 4};
    bool fits = factor->denominator && factor->numerator <= INT64_MAX;
    return fits && factor->numerator > factor->denominator ? RMK_OK : RMK_BAD_INPUT;
}

size_t rmk_session_home(const rmk_session *s, uint64_t hash) {
    rmk_points points = rmk_ring_points(s->ring);
    size_t point = rmk_points_lower_bound(&points, rmk_hash_position(s->options.key_hash, hash));
    return point < points.count ? point : 0;
}

/* ---- making ---- */

void rmk_session_destroy(rmk_session *s) {
    if (!s)
        return;
    s->type->close(s);
    rmk_ring_destroy(s->ring);
    rmk_release(s->allocator, s->balls, s->room, sizeof *s->balls);
    rmk_release(s->allocator, s->loads, s->node_count, sizeof *s->loads);
    rmk_release(s->allocator, s->marks, s->node_count, sizeof *s->marks);
    rmk_release(s->allocator, s->nodes, s->node_count, sizeof *s->nodes);
    rmk_release(s->allocator, s, 1, sizeof *s);
}

/* Builds the ring over places of nodes, so that a point says at once whose load to look at. */
static rmk_status build_ring(rmk_session *s) {
    rmk_node *list = rmk_allocate(s->allocator, 64, s->node_count, sizeof *list);
    if (!list)
        return RMK_NO_MEMORY;
    for (size_t i = 0; i < s->node_count; i++) {
        list[i] = s->nodes[i];
        list[i].id = (uint32_t)i;
    }
    const rmk_nodes nodes = {list, s->node_count, (uint32_t)s->node_count};
    rmk_status status = rmk_ring_build(&nodes, &s->options.ring, &s->ring);
    rmk_release(s->allocator, list, s->node_count, sizeof *list);
    return status;
}

static rmk_status fill_in(rmk_session *s) {
    s->loads = rmk_allocate(s->allocator, 64, s->node_count, sizeof *s->loads);
    s->marks = rmk_allocate(s->allocator, 64, s->node_count, sizeof *s->marks);
    if (!s->loads || !s->marks)
        return RMK_NO_MEMORY;
    memset(s->loads, 0, s->node_count * sizeof *s->loads);
    memset(s->marks, 0, s->node_count * sizeof *s->marks);
    rmk_status status = build_ring(s);
    return status ? status : s->type->open(s);
}

/* Makes a session without balls. It takes over `nodes`, which came from the options' allocator. */
static rmk_status create_empty(const rmk_session_type *type, const rmk_placement_options *options,
                               rmk_node *nodes, size_t count, rmk_session **session) {
    const rmk_allocator *allocator = options->ring.allocator;
    rmk_session *s = rmk_allocate(allocator, 64, 1, sizeof *s);
    *session = NULL;
    if (!s) {
        rmk_release(allocator, nodes, count, sizeof *nodes);
        return RMK_NO_MEMORY;
    }
    *s = (rmk_session){.type = type,
                       .allocator = allocator,
                       .options = *options,
                       .nodes = nodes,
                       .node_count = count,
                       .free = RMK_NONE,
                       .first = RMK_NONE,
                       .last = RMK_NONE,
                       .moved = RMK_NONE,
                       .keeps_lost = type->keeps_lost};
    if (!s->options.ring.hash)
        s->options.ring.hash = options->key_hash;
    rmk_status status = fill_in(s);
    if (status) {
        rmk_session_destroy(s);
        return status;
    }
    *session = s;
    return RMK_OK;
}

static rmk_status check_nodes(const rmk_nodes *nodes, const rmk_allocator *allocator) {
    rmk_nodes_fault fault;
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->list[i].weight > 1)
            return RMK_UNSUPPORTED;
    rmk_status status = rmk_nodes_check(nodes, allocator, &fault);
    size_t serving = rmk_nodes_serving(nodes);
    return status ? status : !serving ? RMK_EMPTY : serving > RMK_MAX_NODES ? RMK_LIMIT : RMK_OK;
}

rmk_status rmk_session_create(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                              const rmk_placement_options *options, rmk_session **session) {
    const rmk_allocator *allocator = options->ring.allocator;
    rmk_placement_options settled = *options;
    *session = NULL;
    if (!algorithm->session)
        return RMK_UNSUPPORTED;
    rmk_status status = options->key_hash ? settle_load_factor(&settled.load_factor) : RMK_BAD_INPUT;
    status = status ? status : check_nodes(nodes, allocator);
    if (status)
        return status;
    size_t count = 0, serving = rmk_nodes_serving(nodes);
    rmk_node *list = rmk_allocate(allocator, 64, serving, sizeof *list);
    if (!list)
        return RMK_NO_MEMORY;
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            list[count++] = nodes->list[i];
    return create_empty(algorithm->session, &settled, list, count, session);
}

/* ---- balls ---- */

static rmk_status reserve_slot(rmk_session *s) {
    if (s->free != RMK_NONE)
        return RMK_OK;
    if (s->used == RMK_NONE)
        return RMK_LIMIT;
    bool grown = rmk_grow(s->allocator, &s->balls, s->used, &s->room, RMK_NONE, sizeof *s->balls);
    return grown ? RMK_OK : RMK_NO_MEMORY;
}

/* Adds a new last ball without a node. */
static rmk_status take_slot(rmk_session *s, uint64_t hash, uint32_t *taken) {
    rmk_status status = reserve_slot(s);
    if (status)
        return status;
    uint32_t ball = s->free, generation = 0;
    if (ball == RMK_NONE) {
        ball = s->used++;
    } else {
        s->free = s->balls[ball].after;
        generation = s->balls[ball].generation + 1;
    }
    s->balls[ball] = (rmk_ball){.sequence = s->next_sequence++,
                                .hash = hash,
                                .node = RMK_NONE,
                                .before = s->last,
                                .after = RMK_NONE,
                                .generation = generation,
                                .taken = true,
                                .visits = RMK_NONE,
                                .was = RMK_NONE};
    *(s->last == RMK_NONE ? &s->first : &s->balls[s->last].after) = ball;
    s->last = ball;
    s->count++;
    *taken = ball;
    return RMK_OK;
}

void rmk_session_forget(rmk_session *s, uint32_t ball) {
    rmk_ball *b = s->balls + ball;
    *(b->before == RMK_NONE ? &s->first : &s->balls[b->before].after) = b->after;
    *(b->after == RMK_NONE ? &s->last : &s->balls[b->after].before) = b->before;
    s->count--;
    b->taken = false;
    if (b->generation == UINT32_MAX)
        return; /* all names of the slot are used up */
    b->after = s->free;
    s->free = ball;
}

/* How many balls the operation left elsewhere than they were; makes the list of them empty. */
static size_t count_moved(rmk_session *s) {
    size_t moved = 0;
    for (uint32_t ball = s->moved; ball != RMK_NONE; ball = s->balls[ball].next_moved) {
        moved += s->balls[ball].was != s->balls[ball].node;
        s->balls[ball].was = RMK_NONE;
    }
    s->moved = RMK_NONE;
    return moved;
}

static rmk_assignment assignment_of(const rmk_session *s, uint32_t ball) {
    const rmk_ball *b = s->balls + ball;
    return (rmk_assignment){.ball = name_of(s, ball), .owner = s->nodes[b->node].id, .probes = b->probes};
}

static void set_moved(size_t *moved, size_t count) {
    if (moved)
        *moved = count;
}

rmk_status rmk_session_assign(rmk_session *s, uint64_t hash, rmk_assignment *assigned, size_t *moved) {
    uint32_t ball;
    rmk_status status = take_slot(s, hash, &ball);
    if (status)
        return status;
    status = s->type->assign(s, ball);
    size_t count = count_moved(s);
    if (status) {
        rmk_session_forget(s, ball);
        return status;
    }
    set_moved(moved, count);
    *assigned = assignment_of(s, ball);
    return RMK_OK;
}

rmk_status rmk_session_release(rmk_session *s, uint64_t name, size_t *moved) {
    uint32_t ball = ball_named(s, name);
    if (ball == RMK_NONE)
        return RMK_NOT_FOUND;
    rmk_status status = s->type->release(s, ball);
    size_t count = count_moved(s);
    if (status)
        return status;
    rmk_session_forget(s, ball);
    set_moved(moved, count);
    return RMK_OK;
}

rmk_status rmk_session_find(const rmk_session *s, uint64_t name, rmk_assignment *assigned) {
    uint32_t ball = ball_named(s, name);
    if (ball == RMK_NONE)
        return RMK_NOT_FOUND;
    *assigned = assignment_of(s, ball);
    return RMK_OK;
}

/* ---- nodes ---- */

static rmk_status copy_balls(rmk_session *to, const rmk_session *from) {
    to->used = from->used;
    to->free = from->free;
    to->first = from->first;
    to->last = from->last;
    to->count = from->count;
    to->next_sequence = from->next_sequence;
    to->lost = from->lost;
    if (!from->room)
        return RMK_OK;
    to->balls = rmk_allocate(to->allocator, 64, from->room, sizeof *to->balls);
    if (!to->balls)
        return RMK_NO_MEMORY;
    to->room = from->room;
    memcpy(to->balls, from->balls, from->used * sizeof *to->balls);
    return RMK_OK;
}

/* Counts balls that are not where they were, by id; a ball that ended with its node counts too. */
static size_t count_changed(const rmk_session *before, const rmk_session *after) {
    size_t moved = 0;
    for (uint32_t ball = before->first; ball != RMK_NONE; ball = before->balls[ball].after)
        moved += !after->balls[ball].taken ||
                 before->nodes[before->balls[ball].node].id != after->nodes[after->balls[ball].node].id;
    return moved;
}

/* Makes a session with the same balls over another list, which it takes over. */
static rmk_status change_nodes(const rmk_session *s, rmk_node *nodes, size_t count, uint32_t gone,
                               rmk_session **changed, size_t *moved) {
    rmk_status status = create_empty(s->type, &s->options, nodes, count, changed);
    if (status)
        return status;
    status = copy_balls(*changed, s);
    status = status ? status : s->type->refill(*changed, s, gone);
    if (status) {
        rmk_session_destroy(*changed);
        *changed = NULL;
        return status;
    }
    set_moved(moved, moved ? count_changed(s, *changed) : 0);
    return RMK_OK;
}

/* Makes a list with room for `count`, begun with the nodes before `gone` and those behind it. */
static rmk_node *nodes_without(const rmk_session *s, uint32_t gone, size_t count) {
    rmk_node *nodes = rmk_allocate(s->allocator, 64, count, sizeof *nodes);
    for (size_t i = 0, to = 0; nodes && i < s->node_count; i++)
        if (i != gone)
            nodes[to++] = s->nodes[i];
    return nodes;
}

rmk_status rmk_session_with(const rmk_session *s, const rmk_node *node, rmk_session **changed,
                            size_t *moved) {
    *changed = NULL;
    if (node->weight > 1)
        return RMK_UNSUPPORTED;
    if (!rmk_node_serves(node))
        return RMK_BAD_INPUT;
    if (s->node_count >= RMK_MAX_NODES)
        return RMK_LIMIT;
    for (size_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].id == node->id || !rmk_bytes_compare(s->nodes[i].name, node->name))
            return RMK_DUPLICATE;
    rmk_node *nodes = nodes_without(s, RMK_NONE, s->node_count + 1);
    if (!nodes)
        return RMK_NO_MEMORY;
    nodes[s->node_count] = *node;
    return change_nodes(s, nodes, s->node_count + 1, RMK_NONE, changed, moved);
}

rmk_status rmk_session_without(const rmk_session *s, uint32_t id, rmk_session **changed, size_t *moved) {
    *changed = NULL;
    uint32_t gone = 0;
    while (gone < s->node_count && s->nodes[gone].id != id)
        gone++;
    if (gone == s->node_count)
        return RMK_NOT_FOUND;
    if (s->node_count == 1)
        return RMK_EMPTY;
    rmk_node *nodes = nodes_without(s, gone, s->node_count - 1);
    if (!nodes)
        return RMK_NO_MEMORY;
    return change_nodes(s, nodes, s->node_count - 1, gone, changed, moved);
}

/* Makes the session what it was changed to. */
static rmk_status become(rmk_session *s, rmk_session *changed, rmk_status status) {
    if (status)
        return status;
    rmk_session before = *s;
    *s = *changed;
    *changed = before;
    rmk_session_destroy(changed);
    return RMK_OK;
}

rmk_status rmk_session_add(rmk_session *s, const rmk_node *node, size_t *moved) {
    rmk_session *changed;
    rmk_status status = rmk_session_with(s, node, &changed, moved);
    return become(s, changed, status);
}

rmk_status rmk_session_remove(rmk_session *s, uint32_t id, size_t *moved) {
    rmk_session *changed;
    rmk_status status = rmk_session_without(s, id, &changed, moved);
    return become(s, changed, status);
}

/* ---- reading ---- */

size_t rmk_session_balls(const rmk_session *s) {
    return s->count;
}

size_t rmk_session_nodes(const rmk_session *s) {
    return s->node_count;
}

rmk_session_node rmk_session_node_at(const rmk_session *s, size_t place) {
    return (rmk_session_node){
        .id = s->nodes[place].id, .load = s->loads[place], .capacity = s->type->capacity(s, (uint32_t)place)};
}

bool rmk_session_validate(const rmk_session *s, const char **reason) {
    size_t count = 0, sum = 0;
    uint32_t before = RMK_NONE;
    uint64_t sequence = 0;
    for (size_t i = 0; i < s->node_count; i++)
        sum += s->loads[i];
    for (uint32_t ball = s->first; ball != RMK_NONE; before = ball, ball = s->balls[ball].after, count++) {
        const rmk_ball *b = s->balls + ball;
        *reason = "balls are not listed in the order of their arrival";
        if (b->before != before || !b->taken || (count && b->sequence <= sequence))
            return false;
        sequence = b->sequence;
        *reason = "a ball has no node, or asked none";
        if (b->node >= s->node_count || !b->probes)
            return false;
    }
    *reason = "the loads do not add up to the balls";
    return count == s->count && sum == count && before == s->last && s->type->validate(s, reason);
}
