/*
 * libmemcached_owners.c - asks the real libmemcached who owns keys.
 *
 * usage: libmemcached_owners MODE NODES <KEYS
 *   MODE   ketama, weighted, or cons:HASH with the library's own name of a hash
 *   NODES  a file with a line "host port weight" a server
 * Reads a key a line and prints the owner's place among the servers, from 0.
 */
#include <libmemcached-1.0/memcached.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int fail(const char *what) {
    fprintf(stderr, "libmemcached_owners: %s\n", what);
    return 2;
}

/* The library calls its first one only "DEFAULT". */
static memcached_hash_t hash_named(const char *name) {
    if (!strcmp(name, "one_at_a_time"))
        return MEMCACHED_HASH_DEFAULT;
    for (int h = MEMCACHED_HASH_DEFAULT; h < MEMCACHED_HASH_CUSTOM; h++)
        if (!strcasecmp(libmemcached_string_hash((memcached_hash_t)h), name))
            return (memcached_hash_t)h;
    return MEMCACHED_HASH_MAX;
}

static bool set_mode(memcached_st *client, const char *mode) {
    if (!strcmp(mode, "ketama"))
        return !memcached_behavior_set(client, MEMCACHED_BEHAVIOR_KETAMA, 1);
    if (!strcmp(mode, "weighted"))
        return !memcached_behavior_set(client, MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED, 1);
    if (strncmp(mode, "cons:", 5) != 0)
        return false;
    memcached_hash_t hash = hash_named(mode + 5);
    return hash != MEMCACHED_HASH_MAX &&
           !memcached_behavior_set(client, MEMCACHED_BEHAVIOR_DISTRIBUTION,
                                   MEMCACHED_DISTRIBUTION_CONSISTENT) &&
           !memcached_behavior_set(client, MEMCACHED_BEHAVIOR_HASH, hash);
}

static bool add_servers(memcached_st *client, const char *path) {
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    char host[256];
    unsigned port, weight;
    bool good = true;
    while (good && fscanf(file, "%255s %u %u", host, &port, &weight) == 3)
        good = !memcached_server_add_with_weight(client, host, (in_port_t)port, weight);
    fclose(file);
    return good && memcached_server_count(client);
}

int main(int argc, char **argv) {
    if (argc != 3)
        return fail("usage: libmemcached_owners MODE NODES <KEYS");
    memcached_st *client = memcached_create(NULL);
    if (!client || !set_mode(client, argv[1]))
        return fail("the library refuses this mode");
    if (!add_servers(client, argv[2]))
        return fail("the library refuses these servers");
    char *line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
        if (line[length - 1] == '\n')
            length--;
        printf("%u\n", memcached_generate_hash(client, line, (size_t)length));
    }
    free(line);
    memcached_free(client);
    return 0;
}
