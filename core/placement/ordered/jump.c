#include "../placement.h"

#include "../serving.h"
#include "jump.h"

enum { LANES = 8 }; /* keys in flight, since a step is a chain of multiply, convert and divide */

typedef struct jump_placement {
    rmk_placement base;
    rmk_serving serving;
    rmk_jump_many *many; /* the kernel of the instruction set in use */
} jump_placement;

/* Makes one step of the paper: returns the bucket count at which the key of bucket b jumps next, and gives
 * the key its new state. */
static inline int64_t next_jump(uint64_t *key, int64_t b) {
    *key = *key * RMK_JUMP_FACTOR + 1;
    return (int64_t)((double)(b + 1) * ((double)(1LL << 31) / (double)(int64_t)((*key >> 33) + 1)));
}

uint32_t rmk_jump(uint64_t key, uint32_t buckets) {
    int64_t b = -1, j = 0;
    while (j < (int64_t)buckets) {
        b = j;
        j = next_jump(&key, b);
    }
    return (uint32_t)b;
}

/* Walks LANES keys side by side; a lane that has arrived keeps its bucket while the others go on. */
static void jump_lanes(const uint64_t *hashes, uint32_t buckets, uint32_t *out) {
    uint64_t keys[LANES];
    int64_t b[LANES], j[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        keys[lane] = hashes[lane];
        b[lane] = -1;
        j[lane] = 0;
    }
    for (bool going = true; going;) {
        going = false;
        for (unsigned lane = 0; lane < LANES; lane++) {
            bool active = j[lane] < (int64_t)buckets;
            b[lane] = active ? j[lane] : b[lane];
            int64_t next = next_jump(&keys[lane], b[lane]);
            j[lane] = active ? next : j[lane];
            going |= j[lane] < (int64_t)buckets;
        }
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        out[lane] = (uint32_t)b[lane];
}

void rmk_jump_many_scalar(const uint64_t *keys, size_t count, uint32_t buckets, uint32_t *out) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        jump_lanes(keys + i, buckets, out + i);
    for (; i < count; i++)
        out[i] = rmk_jump(keys[i], buckets);
}

rmk_jump_many *rmk_jump_kernel(rmk_isa isa) {
    return isa == RMK_ISA_AVX512 ? rmk_jump_many_avx512
           : isa == RMK_ISA_AVX2 ? rmk_jump_many_avx2
                                 : rmk_jump_many_scalar;
}

static const jump_placement *jump_of(const rmk_placement *placement) {
    return (const jump_placement *)placement;
}

static void destroy(rmk_placement *placement) {
    jump_placement *self = (jump_placement *)placement;
    rmk_serving_destroy(&self->serving, placement->allocator);
    rmk_release(placement->allocator, self, 1, sizeof *self);
}

static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    rmk_isa isa;
    if (rmk_isa_resolve(options->ring.isa, &isa))
        return RMK_UNSUPPORTED;
    jump_placement *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    self->base = (rmk_placement){.algorithm = &rmk_algorithm_jump,
                                 .nodes = nodes,
                                 .domain = rmk_domain_of(options->key_hash),
                                 .allocator = allocator};
    self->many = rmk_jump_kernel(isa);
    rmk_status status = rmk_serving_create(nodes, allocator, &self->serving);
    if (status) {
        rmk_release(allocator, self, 1, sizeof *self);
        return status;
    }
    *placement = &self->base;
    return RMK_OK;
}

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const rmk_serving *serving = &jump_of(placement)->serving;
    return rmk_serving_id(serving, rmk_jump(hash, serving->count));
}

static void locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners) {
    (void)keys;
    const rmk_serving *serving = &jump_of(placement)->serving;
    jump_of(placement)->many(hashes, count, serving->count, owners);
    for (size_t i = 0; serving->ids && i < count; i++)
        owners[i] = serving->ids[owners[i]];
}

static size_t bytes(const rmk_placement *placement) {
    return sizeof(jump_placement) + rmk_serving_bytes(&jump_of(placement)->serving);
}

static size_t hot_bytes(const rmk_placement *placement) {
    return rmk_serving_bytes(&jump_of(placement)->serving);
}

const rmk_algorithm rmk_algorithm_jump = {
    .name = "jump",
    .summary = "jump consistent hash: no table, nodes numbered as listed",
    .source = "Lamping & Veach, \"A Fast, Minimal Memory, Consistent Hash Algorithm\" (2014)",
    .can = RMK_IS_ORDERED,
    .isas = 1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2 | 1u << RMK_ISA_AVX512,
    .create = create,
    .destroy = destroy,
    .locate = locate,
    .locate_batch = locate_batch,
    .bytes = bytes,
    .hot_bytes = hot_bytes,
};
