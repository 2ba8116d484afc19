#include <string.h>

#include "presets.h"

static const rmk_preset *const presets[] = {
    &rmk_preset_java_fnv_plain,
    &rmk_preset_java_fnv,
    &rmk_preset_dubbo,
    &rmk_preset_ribbon,
    &rmk_preset_ribbon_intent,
    &rmk_preset_xxl_job,
    &rmk_preset_ketama,
    &rmk_preset_libmemcached,
    &rmk_preset_libmemcached_weighted,
    &rmk_preset_spymemcached,
    &rmk_preset_spymemcached_lib,
    &rmk_preset_twemproxy,
    &rmk_preset_twemproxy_modula,
    &rmk_preset_nginx,
    &rmk_preset_nginx_plain,
    &rmk_preset_haproxy,
    &rmk_preset_envoy_ring,
    &rmk_preset_envoy_maglev,
    &rmk_preset_groupcache,
    &rmk_preset_uhashring,
    &rmk_preset_uhashring_ketama,
    &rmk_preset_redis_cluster,
    &rmk_preset_redis_rb,
    &rmk_preset_dalli,
    &rmk_preset_predis,
    &rmk_preset_predis_ketama,
    &rmk_preset_jedis,
    &rmk_preset_jedis_named,
    &rmk_preset_varnish_shard,
    &rmk_preset_traffic_server,
    &rmk_preset_memcached_evcache,
    &rmk_preset_enyim,
    &rmk_preset_opentelemetry,
    &rmk_preset_kong,
    &rmk_preset_thanos,
    &rmk_preset_resty_chash,
    &rmk_preset_grpc_ring,
};

const rmk_preset *const *rmk_preset_table(size_t *count) {
    *count = sizeof presets / sizeof *presets;
    return presets;
}

const rmk_preset *rmk_preset_find(const char *name) {
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        if (!strcmp(presets[i]->name, name))
            return presets[i];
    return NULL;
}
