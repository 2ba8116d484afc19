/* Clients that take other parts of a digest than the system they talk to. */
#include "tests/preset/recorded.h"

#include "core/hash/md5.h"

enum { NODES = 10, DIGESTS = 40, WORDS = 4, MOST = NODES * DIGESTS * WORDS };

typedef struct words_ring {
    uint64_t positions[MOST];
    uint32_t owners[MOST];
    size_t count;
} words_ring;

/* The first `words` words of the digests of name-0, name-1, ... */
static void make_points(const node_table *t, const void *md5, size_t words, words_ring *into) {
    into->count = 0;
    for (uint32_t node = 0; node < NODES; node++)
        for (int i = 0; i < DIGESTS; i++) {
            char label[160];
            unsigned char digest[RMK_MD5_BYTES];
            int length = snprintf(label, sizeof label, "%s-%d", t->texts[node], i);
            rmk_md5(md5, label, (size_t)length, digest);
            for (size_t w = 0; w < words; w++) {
                const unsigned char *d = digest + 4 * w;
                uint32_t word = d[0] | (uint32_t)d[1] << 8 | (uint32_t)d[2] << 16 | (uint32_t)d[3] << 24;
                into->positions[into->count] = (uint64_t)word << 32;
                into->owners[into->count++] = node;
            }
        }
}

static rmk_ring *ring_of(const words_ring *points) {
    rmk_ring *ring = NULL;
    rmk_ring_options options = {0};
    assert_int_equal(
        rmk_ring_from_points(points->positions, points->owners, points->count, NODES, &options, &ring),
        RMK_OK);
    return ring;
}

static void a_client_that_uses_three_words_of_four_disagrees_on_a_quarter_of_the_keys(void **state) {
    (void)state;
    static node_table t;
    static words_ring points;
    void *md5 = NULL;
    add_nodes(&t, NODES);
    assert_int_equal(rmk_md5_open(&rmk_hash_md5, NULL, RMK_ISA_SCALAR, &md5), RMK_OK);
    make_points(&t, md5, WORDS, &points);
    rmk_ring *four = ring_of(&points);
    make_points(&t, md5, WORDS - 1, &points);
    rmk_ring *three = ring_of(&points);
    rmk_placement *ketama = place("ketama", NULL, &t);
    size_t differ = 0;
    enum { KEYS = 1 << 16 };
    for (uint64_t i = 0; i < KEYS; i++) {
        uint32_t owner = rmk_ring_lookup(four, i << 48);
        assert_int_equal(rmk_placement_locate(ketama, (rmk_bytes){NULL, 0}, i << 16), owner);
        differ += rmk_ring_lookup(three, i << 48) != owner;
    }
    /* one key of four had a point that is not there; one of ten of them goes to the same node */
    assert_in_range(differ, KEYS * 0.20, KEYS * 0.25);
    assert_int_equal(rmk_ring_points(three).count, NODES * 120);
    rmk_placement_destroy(ketama);
    rmk_ring_destroy(three);
    rmk_ring_destroy(four);
    rmk_md5_close(NULL, md5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_client_that_uses_three_words_of_four_disagrees_on_a_quarter_of_the_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
