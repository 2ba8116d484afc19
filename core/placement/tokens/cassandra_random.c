/*
 * cassandra_random.c - a ring of tokens drawn at random, as Cassandra has it without an allocator. A node
 * draws by splitmix64 from a seed that is the XXH3 of its name and the set, so that the same nodes get the
 * same tokens.
 */
#include "../inner.h"
#include "../name_hashes.h"
#include "../ring_place.h"

static rmk_status count_tokens(const rmk_nodes *nodes, uint64_t vnodes, size_t *count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        uint64_t tokens;
        if (!rmk_node_serves(nodes->list + i))
            continue;
        if (__builtin_mul_overflow(nodes->list[i].weight, vnodes, &tokens) || tokens > RMK_MAX_POINTS)
            return RMK_LIMIT;
        sum += tokens;
        if (sum > RMK_MAX_POINTS)
            return RMK_LIMIT;
    }
    *count = (size_t)sum;
    return sum ? RMK_OK : RMK_EMPTY;
}

/* Draws tokens in the order of names, which decides between equal tokens. */
static rmk_status draw(const rmk_nodes *nodes, const uint32_t *order, uint64_t set, uint64_t vnodes,
                       rmk_tokens *tokens) {
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + order[i];
        uint64_t state = rmk_name_hash(node->name) + set;
        uint64_t wanted = rmk_node_serves(node) ? node->weight * vnodes : 0;
        for (; wanted; wanted--) {
            tokens->positions[tokens->count] = rmk_splitmix64(&state);
            tokens->owners[tokens->count++] = node->id;
        }
    }
    return RMK_OK;
}

static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    const uint64_t vnodes = options->ring.vnodes ? options->ring.vnodes : RMK_DEFAULT_TOKENS;
    rmk_tokens tokens = {0};
    rmk_status status = count_tokens(nodes, vnodes, &tokens.capacity);
    if (status)
        return status;
    uint32_t *order = rmk_allocate(allocator, 64, nodes->count, sizeof *order);
    tokens.positions = rmk_allocate(allocator, 64, tokens.capacity, sizeof *tokens.positions);
    tokens.owners = rmk_allocate(allocator, 64, tokens.capacity, sizeof *tokens.owners);
    status = order && tokens.positions && tokens.owners ? RMK_OK : RMK_NO_MEMORY;
    if (!status)
        status = rmk_nodes_name_order(nodes, allocator, order);
    if (!status)
        status = draw(nodes, order, options->ring.set, vnodes, &tokens);
    if (!status)
        status = rmk_ring_place_tokens(&rmk_algorithm_cassandra_random, nodes, &tokens, options, placement);
    rmk_release(allocator, order, nodes->count, sizeof *order);
    rmk_release(allocator, tokens.positions, tokens.capacity, sizeof *tokens.positions);
    rmk_release(allocator, tokens.owners, tokens.capacity, sizeof *tokens.owners);
    return status;
}

const rmk_algorithm rmk_algorithm_cassandra_random = {
    .name = "cassandra-random",
    .summary = "a ring of random tokens, 16 a node: Cassandra without its allocator",
    .source = "Apache Cassandra, num_tokens without allocate_tokens_for_local_replication_factor",
    .can = RMK_CAN_WEIGHTS | RMK_CAN_REMOVE_ANY | RMK_CAN_REPLICAS | RMK_CAN_TOKENS | RMK_HAS_POINTS |
           RMK_HAS_MAP,
    .create = create,
    RMK_RING_PLACE,
};
