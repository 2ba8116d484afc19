#include "serving.h"

static bool numbered_in_order(const rmk_nodes *nodes) {
    uint32_t place = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i) && nodes->list[i].id != place++)
            return false;
    return true;
}

rmk_status rmk_serving_create(const rmk_nodes *nodes, const rmk_allocator *allocator, rmk_serving *serving) {
    *serving = (rmk_serving){.count = (uint32_t)rmk_nodes_serving(nodes)};
    if (numbered_in_order(nodes))
        return RMK_OK;
    serving->ids = rmk_allocate(allocator, 64, serving->count, sizeof *serving->ids);
    if (!serving->ids)
        return RMK_NO_MEMORY;
    for (size_t i = 0, place = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            serving->ids[place++] = nodes->list[i].id;
    return RMK_OK;
}

void rmk_serving_destroy(rmk_serving *serving, const rmk_allocator *allocator) {
    rmk_release(allocator, serving->ids, serving->count, sizeof *serving->ids);
    *serving = (rmk_serving){0};
}
