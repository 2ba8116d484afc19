#include "zones.h"

#include "../merge_order.h"

static bool stands_after(const void *context, uint32_t a, uint32_t b) {
    const rmk_nodes *nodes = context;
    return rmk_bytes_compare(nodes->list[a].zone, nodes->list[b].zone) > 0;
}

rmk_status rmk_zones_number(const rmk_nodes *nodes, const rmk_allocator *allocator, uint32_t *zone_of,
                            uint32_t *count) {
    const size_t n = nodes->count;
    uint32_t *order = rmk_allocate(allocator, 64, n, sizeof *order);
    uint32_t *scratch = rmk_allocate(allocator, 64, n, sizeof *scratch);
    rmk_status status = order && scratch ? RMK_OK : RMK_NO_MEMORY;
    *count = 0;
    if (!status) {
        for (size_t i = 0; i < n; i++)
            order[i] = (uint32_t)i;
        rmk_merge_order(order, scratch, n, stands_after, nodes);
        for (size_t i = 0; i < n; i++) {
            if (i && stands_after(nodes, order[i], order[i - 1]))
                ++*count;
            zone_of[order[i]] = *count;
        }
        ++*count;
    }
    rmk_release(allocator, scratch, n, sizeof *scratch);
    rmk_release(allocator, order, n, sizeof *order);
    return status;
}
