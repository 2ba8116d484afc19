/* pattern.h - private: an option whose value is a pattern of names or labels. */
#ifndef RM_PATTERN_H
#define RM_PATTERN_H

#include "core/pattern.h"
#include "option.h"

/* Parses `value` into *pattern; a mistake is one line with the place and the placeholders that there are, and exit 2. */
void rm_take_pattern(const rm_option *option, const char *value, unsigned allowed, const char *placeholders,
                     rmk_pattern *pattern);

#endif
