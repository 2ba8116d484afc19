#include "pattern.h"

#include "bench/support/fail.h"

void rm_take_pattern(const rm_option *option, const char *value, unsigned allowed, const char *placeholders,
                     rmk_pattern *pattern) {
    size_t at = 0;
    if (rmk_pattern_parse(value, allowed, pattern, &at) != RMK_OK)
        rm_fail("%s: '%s' is wrong from '%s' on; placeholders are %s, {{ is a brace, at most %d parts",
                option->name, value, value + at, placeholders, RMK_PATTERN_PARTS);
}
