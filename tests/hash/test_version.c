#include "keys.h"

#include "core/ringmark.h"

static void the_version_is_three_numbers_from_the_header(void **state) {
    (void)state;
    char expected[64];
    snprintf(expected, sizeof expected, "%d.%d.%d", RMK_VERSION_MAJOR, RMK_VERSION_MINOR, RMK_VERSION_PATCH);
    assert_string_equal(rmk_version(), expected);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_version_is_three_numbers_from_the_header)};
    return cmocka_run_group_tests_name("version", tests, NULL, NULL);
}
