#include "peak.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"

rm_parts rm_parts_of_size(size_t count) {
    return (rm_parts){rm_calloc(count, sizeof(size_t)), rm_calloc(count, sizeof(double)),
                      rm_calloc(count, sizeof(double)), rm_calloc(count, sizeof(double)), 0};
}

void rm_parts_free(rm_parts *parts) {
    free(parts->places);
    free(parts->shares);
    free(parts->fair);
    free(parts->weights);
}

rm_parts rm_parts_of_nodes(const rmk_nodes *nodes, const rm_ownership *owned, uint64_t replicas) {
    rm_parts parts = rm_parts_of_size(nodes->count);
    double serving_weight = rmk_serving_weight(nodes);
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + i;
        if (!rmk_node_serves(node))
            continue;
        size_t at = parts.count++;
        parts.places[at] = i;
        parts.shares[at] = owned->amounts[node->id] / owned->total;
        parts.fair[at] = (double)replicas * rmk_fair_share(node, serving_weight);
        parts.weights[at] = (double)node->weight;
    }
    return parts;
}

rm_evenness rm_evenness_of(const rm_parts *parts) {
    rm_evenness even = {.least = INFINITY};
    double squares = 0;
    for (size_t i = 0; i < parts->count; i++) {
        double relative = parts->shares[i] / parts->fair[i];
        even.peak = fmax(even.peak, relative);
        even.least = fmin(even.least, relative);
        squares += (relative - 1) * (relative - 1);
    }
    even.cv_squared = squares / (double)parts->count;
    return even;
}

bool rm_all_equal(const double *values, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (values[i] < values[0] || values[i] > values[0])
            return false;
    return true;
}

double *rm_keep(const double *values, size_t count) {
    double *kept = rm_calloc(count, sizeof *kept);
    memcpy(kept, values, count * sizeof *kept);
    return kept;
}
