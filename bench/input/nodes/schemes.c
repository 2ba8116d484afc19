#include "schemes.h"

#include <stdlib.h>
#include <string.h>

#include "bench/cli/words.h"
#include "bench/support/fail.h"

static const rm_scheme table[] = {
    {"node", "node-{index}", "{name}#{vnode}", "tutorials and tests; ringmark's own default label"},
    {"memcached", "10.0.{set}.{index}:11211", "{name}-{vnode}", "libketama and memcached clients after it"},
    {"hash-sign", "10.0.{set}.{index}:80", "{name}#{vnode}", "rings written by hand"},
    {"underscore", "10.0.{set}.{index}:80", "{name}_{vnode}", "Envoy's ring_hash"},
    {"java", "192.168.{set}.{index}:111", "{name}&&VN{vnode}",
     "Java articles, together with their getHash()"},
    {"shard", "10.0.{set}.{index}:9999", "SHARD-{name}-NODE-{vnode}",
     "XXL-JOB; Jedis, with numbers as names"},
    {"index-first", "10.0.{set}.{index}:8080", "{vnode}{name}", "groupcache and stathat/consistent"},
    {"hostname", "cache-{index}.r{set}.example.com:11211", "{name}-{vnode}", "memcached servers by DNS name"},
    {"numbered", "node{set}0{index}", "{name}-{vnode}", "numbered machines; uhashring"},
    {"pod", "redis-{index}.redis.shop-{set}.svc.cluster.local:6379", "{name}#{vnode}",
     "pods of a Kubernetes StatefulSet"},
    {"ec2", "ip-10-0-{set}-{index}.ec2.internal", "{name}-{vnode}", "private host names of EC2"},
    {"uuid", "{hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}", "{name}-{vnode}", "instance and container ids"},
    {"letter", "{letter}", "{name}{vnode}", "textbooks: a0, a1, b0"},
    {"url", "https://cache{index}.dc{set}.example.com:8443/", "{name}#{vnode}", "HTTP peers"},
};

const rm_scheme *rm_scheme_table(size_t *count) {
    *count = sizeof table / sizeof *table;
    return table;
}

const rm_scheme *rm_scheme_named(const char *what, const char *name) {
    const char *names[sizeof table / sizeof *table];
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        names[i] = table[i].name;
    return table +
           rm_word(what, name, names, sizeof table / sizeof *table, "ringmark list schemes shows all");
}

/* {hex:N} is hashed from the set too, so such labels differ already. */
char *rm_scheme_label(const rm_scheme *scheme, uint64_t sets) {
    bool differ = strstr(scheme->names, "{set}") || strstr(scheme->names, "{hex:") ||
                  strstr(scheme->label, "{set}");
    return rm_text("%s%s", sets > 1 && !differ ? "{set}/" : "", scheme->label);
}
