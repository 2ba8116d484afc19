/* A program that embeds a ring: which of three caches owns a key? */
#include <ringmark.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    rmk_node list[3] = {{.id = 0, .weight = 1, .name = {(const unsigned char *)"cache-a", 7}},
                        {.id = 1, .weight = 1, .name = {(const unsigned char *)"cache-b", 7}},
                        {.id = 2, .weight = 2, .name = {(const unsigned char *)"cache-c", 7}}};
    rmk_nodes nodes = {list, 3, 3};
    rmk_ring *ring;
    rmk_hasher hasher;
    if (rmk_ring_build(&nodes, &(rmk_ring_options){.hash = &rmk_hash_xxh3, .vnodes = 160}, &ring) != RMK_OK ||
        rmk_hasher_open(&hasher, &rmk_hash_xxh3, RMK_ISA_AUTO, NULL) != RMK_OK)
        return 1;
    const char *key = argc > 1 ? argv[1] : "user:42";
    uint64_t value = rmk_hash_one(&hasher, key, strlen(key));
    puts((const char *)list[rmk_ring_lookup(ring, rmk_hash_position(hasher.hash, value))].name.data);
    rmk_hasher_close(&hasher);
    rmk_ring_destroy(ring);
    return 0;
}
