#include "ring_internal.h"

static const char *fault_at(const rmk_ring *ring, size_t i) {
    if (ring->owners[i] >= ring->id_limit && ring->owners[i] != RMK_NOBODY)
        return "an owner is not below the id limit";
    if (!i)
        return NULL;
    if (ring->positions[i] < ring->positions[i - 1])
        return "positions do not ascend";
    if (!ring->catalogue.memory || ring->positions[i] > ring->positions[i - 1])
        return NULL;
    size_t place = rmk_ring_catalogue_place(&ring->catalogue, ring->owners[i]);
    if (place == SIZE_MAX)
        return "an owner is not a node of the ring";
    if (rmk_ring_catalogue_place(&ring->catalogue, ring->owners[i - 1]) > place)
        return "equal positions are not in name order";
    return NULL;
}

static const char *fault_of_padding(const rmk_ring *ring) {
    for (size_t i = ring->count; i < ring->count + RING_PADDING; i++)
        if (ring->positions[i] != UINT64_MAX || ring->owners[i] != ring->owners[0])
            return "the padding is not ~0 and the first owner";
    return NULL;
}

static const char *fault_of_catalogue(const ring_catalogue *catalogue) {
    for (size_t i = 1; i < catalogue->count; i++) {
        if (rmk_bytes_compare(catalogue->nodes[i - 1].name, catalogue->nodes[i].name) >= 0)
            return "names are not in order";
        if (catalogue->nodes[catalogue->by_id[i - 1]].id >= catalogue->nodes[catalogue->by_id[i]].id)
            return "ids are not in order";
    }
    return NULL;
}

static const char *fault_of(const rmk_ring *ring) {
    size_t lost = 0;
    if (!ring->count)
        return "no points";
    if ((uintptr_t)ring->positions % 64 || (uintptr_t)ring->owners % 64)
        return "an array is not aligned";
    for (size_t i = 0; i < ring->count; i++) {
        const char *fault = fault_at(ring, i);
        if (fault)
            return fault;
        lost += i && ring->positions[i] == ring->positions[i - 1];
    }
    if (lost != ring->lost)
        return "the lost points are miscounted";
    const char *fault = fault_of_padding(ring);
    return fault ? fault : fault_of_catalogue(&ring->catalogue);
}

bool rmk_ring_validate(const rmk_ring *ring, const char **reason) {
    const char *fault = fault_of(ring);
    if (reason)
        *reason = fault;
    return !fault;
}
