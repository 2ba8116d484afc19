#include "catalogue.h"

#include <string.h>

rmk_status rmk_ring_catalogue_create(ring_catalogue *catalogue, const rmk_allocator *allocator, size_t count,
                                     size_t name_bytes, const char *label) {
    size_t label_bytes = strlen(label) + 1, bytes;
    memset(catalogue, 0, sizeof *catalogue);
    if (__builtin_mul_overflow(count, sizeof(ring_node) + sizeof(uint32_t), &bytes) ||
        __builtin_add_overflow(bytes, name_bytes, &bytes) ||
        __builtin_add_overflow(bytes, label_bytes, &bytes))
        return RMK_NO_MEMORY;
    unsigned char *memory = rmk_allocate(allocator, 64, bytes, 1);
    if (!memory)
        return RMK_NO_MEMORY;
    catalogue->memory = memory;
    catalogue->bytes = bytes;
    catalogue->nodes = (ring_node *)(void *)memory;
    memory += count * sizeof(ring_node);
    catalogue->by_id = (uint32_t *)(void *)memory;
    memory += count * sizeof(uint32_t);
    catalogue->label = memcpy(memory, label, label_bytes);
    catalogue->text = memory + label_bytes;
    return RMK_OK;
}

void rmk_ring_catalogue_push(ring_catalogue *catalogue, ring_node node) {
    memcpy(catalogue->text, node.name.data, node.name.length);
    node.name.data = catalogue->text;
    catalogue->text += node.name.length;
    catalogue->nodes[catalogue->count++] = node;
    catalogue->serving += node.points > 0;
}

size_t rmk_ring_catalogue_place(const ring_catalogue *catalogue, uint32_t id) {
    size_t low = 0, high = catalogue->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (catalogue->nodes[catalogue->by_id[middle]].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    bool there = low < catalogue->count && catalogue->nodes[catalogue->by_id[low]].id == id;
    return there ? catalogue->by_id[low] : SIZE_MAX;
}
