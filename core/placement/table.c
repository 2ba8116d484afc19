#include "placement.h"

#include <string.h>

static const rmk_algorithm *const algorithms[] = {
    &rmk_algorithm_ring,
    &rmk_algorithm_jump,
    &rmk_algorithm_modulo,
    &rmk_algorithm_anchor,
    &rmk_algorithm_dx,
    &rmk_algorithm_memento,
    &rmk_algorithm_jumpback,
    &rmk_algorithm_jumpback_anchor,
    &rmk_algorithm_binomial,
    &rmk_algorithm_power,
    &rmk_algorithm_flip,
    &rmk_algorithm_maglev,
    &rmk_algorithm_rendezvous,
    &rmk_algorithm_multi_probe,
    &rmk_algorithm_cassandra_random,
    &rmk_algorithm_cassandra_allocated,
    &rmk_algorithm_spread_minimizing,
    &rmk_algorithm_bounded,
    &rmk_algorithm_bounded_online,
    &rmk_algorithm_bounded_integer,
    &rmk_algorithm_bounded_partitions,
    &rmk_algorithm_anchor_crc32c,
    &rmk_algorithm_anchor_mix64,
    &rmk_algorithm_dx_crc32c,
    &rmk_algorithm_memento_xxh64,
    &rmk_algorithm_memento_mix64,
    &rmk_algorithm_memento_crc32c,
    &rmk_algorithm_jumpback_xorshift,
    &rmk_algorithm_power_pcg32,
    &rmk_algorithm_power_crc32c,
    &rmk_algorithm_power_mix64,
    &rmk_algorithm_maglev_siphash,
    &rmk_algorithm_maglev_kkdai,
    &rmk_algorithm_maglev_kkdai_siphash,
    &rmk_algorithm_maglev_katran,
    &rmk_algorithm_maglev_envoy,
    &rmk_algorithm_rendezvous_fnv1a,
    &rmk_algorithm_rendezvous_xxh64,
    &rmk_algorithm_rendezvous_mcrouter,
    &rmk_algorithm_rendezvous_mcrouter_weighted,
    &rmk_algorithm_rendezvous_proxygen,
    &rmk_algorithm_rendezvous_nspcc,
    &rmk_algorithm_multi_probe_siphash,
    &rmk_algorithm_bounded_integer_lafikl,
    &rmk_algorithm_bounded_partitions_integer,
};

const rmk_algorithm *const *rmk_algorithm_table(size_t *count) {
    *count = sizeof algorithms / sizeof *algorithms;
    return algorithms;
}

const rmk_algorithm *rmk_algorithm_find(const char *name) {
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        if (!strcmp(algorithms[i]->name, name))
            return algorithms[i];
    return NULL;
}
