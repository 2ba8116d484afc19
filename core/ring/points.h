/* points.h - private: the points of a ring before they are sorted. */
#ifndef RMK_RING_POINTS_H
#define RMK_RING_POINTS_H

#include "catalogue.h"
#include "options.h"

/* Hashes the labels of all points of `nodes`, node after node, on options->threads threads. */
rmk_status rmk_ring_generate(const ring_node *nodes, size_t node_count, const rmk_ring_options *options,
                             uint64_t *positions, uint32_t *owners);

#endif
