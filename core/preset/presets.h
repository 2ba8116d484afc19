/* presets.h - private: the descriptors of core/preset, one system a file. */
#ifndef RMK_PRESETS_H
#define RMK_PRESETS_H

#include "preset.h"

extern const rmk_preset rmk_preset_java_fnv_plain, rmk_preset_java_fnv;            /* java_fnv.c */
extern const rmk_preset rmk_preset_dubbo;                                          /* dubbo.c */
extern const rmk_preset rmk_preset_ribbon, rmk_preset_ribbon_intent;               /* ribbon.c */
extern const rmk_preset rmk_preset_xxl_job;                                        /* xxl_job.c */
extern const rmk_preset rmk_preset_ketama;                                         /* ketama.c */
extern const rmk_preset rmk_preset_libmemcached, rmk_preset_libmemcached_weighted; /* libmemcached.c */
extern const rmk_preset rmk_preset_spymemcached, rmk_preset_spymemcached_lib;      /* spymemcached.c */
extern const rmk_preset rmk_preset_twemproxy;                                      /* twemproxy.c */
extern const rmk_preset rmk_preset_twemproxy_modula;                               /* twemproxy_modula.c */
extern const rmk_preset rmk_preset_nginx, rmk_preset_nginx_plain;                  /* nginx.c */
extern const rmk_preset rmk_preset_haproxy;                                        /* haproxy.c */
extern const rmk_preset rmk_preset_envoy_ring, rmk_preset_envoy_maglev;            /* envoy.c */
extern const rmk_preset rmk_preset_groupcache;                                     /* groupcache.c */
extern const rmk_preset rmk_preset_uhashring, rmk_preset_uhashring_ketama;         /* uhashring.c */
extern const rmk_preset rmk_preset_redis_cluster;                                  /* redis.c */
extern const rmk_preset rmk_preset_redis_rb;                                       /* redis_rb.c */
extern const rmk_preset rmk_preset_dalli;                                          /* dalli.c */
extern const rmk_preset rmk_preset_predis, rmk_preset_predis_ketama;               /* predis.c */
extern const rmk_preset rmk_preset_jedis, rmk_preset_jedis_named;                  /* jedis.c */
extern const rmk_preset rmk_preset_varnish_shard;                                  /* varnish.c */
extern const rmk_preset rmk_preset_traffic_server;                                 /* traffic_server.c */
extern const rmk_preset rmk_preset_memcached_evcache;                              /* evcache.c */
extern const rmk_preset rmk_preset_enyim;                                          /* enyim.c */
extern const rmk_preset rmk_preset_opentelemetry;                                  /* opentelemetry.c */
extern const rmk_preset rmk_preset_kong;                                           /* kong.c */
extern const rmk_preset rmk_preset_thanos;                                         /* thanos.c */
extern const rmk_preset rmk_preset_resty_chash;                                    /* resty.c */
extern const rmk_preset rmk_preset_grpc_ring;                                      /* envoy.c */

#endif
