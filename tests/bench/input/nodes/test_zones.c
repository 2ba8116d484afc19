#include "bench/input/nodes/zones.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static rmk_bytes bytes_of(const char *text) {
    return (rmk_bytes){(const unsigned char *)text, strlen(text)};
}

static void is_on(const char *name, const char *host) {
    rmk_bytes found = rm_host_of(bytes_of(name));
    assert_int_equal(found.length, strlen(host));
    assert_memory_equal(found.data, host, found.length);
}

static void a_host_is_the_name_up_to_its_last_colon(void **state) {
    (void)state;
    is_on("10.0.0.1:11211", "10.0.0.1");
    is_on("cache-a", "cache-a");
    is_on("a:b:c", "a:b");
    is_on("a:", "a");
    is_on(":80", "");
}

static void an_address_in_brackets_keeps_its_colons(void **state) {
    (void)state;
    is_on("[::1]:11211", "[::1]");
    is_on("[fe80::1:2]", "[fe80::1:2]");
    is_on("[broken:80", "[broken");
    is_on("a[b]:80", "a[b]");
}

static void groups_come_in_the_order_of_their_first_node(void **state) {
    (void)state;
    static const char *const names[] = {"z:1", "a:1", "z:2", "m", "a:2", "z:3"};
    static const size_t expected[] = {0, 1, 0, 2, 1, 0};
    rmk_node list[6];
    for (uint32_t i = 0; i < 6; i++)
        list[i] = (rmk_node){.id = i, .weight = 1, .name = bytes_of(names[i])};
    rmk_nodes nodes = {list, 6, 6};
    rm_groups groups = rm_groups_of(RM_GROUP_HOST, &nodes);
    assert_int_equal(groups.count, 3);
    assert_memory_equal(groups.of, expected, sizeof expected);
    assert_int_equal(rmk_bytes_compare(groups.names[0], bytes_of("z")), 0);
    assert_int_equal(rmk_bytes_compare(groups.names[2], bytes_of("m")), 0);
    rm_groups_free(&groups);
}

static void thousands_of_hosts_are_told_apart(void **state) {
    (void)state;
    enum { N = 3000, HOSTS = 1000 };
    static char names[N][16];
    static rmk_node list[N];
    for (uint32_t i = 0; i < N; i++) {
        snprintf(names[i], sizeof names[i], "h%u:%u", i % HOSTS, i);
        list[i] = (rmk_node){.id = i, .weight = 1, .name = bytes_of(names[i])};
    }
    rmk_nodes nodes = {list, N, N};
    rm_groups groups = rm_groups_of(RM_GROUP_HOST, &nodes);
    assert_int_equal(groups.count, HOSTS);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(groups.of[i], i % HOSTS);
    rm_groups_free(&groups);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_is_the_name_up_to_its_last_colon),
        cmocka_unit_test(an_address_in_brackets_keeps_its_colons),
        cmocka_unit_test(groups_come_in_the_order_of_their_first_node),
        cmocka_unit_test(thousands_of_hosts_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
