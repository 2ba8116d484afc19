#include "sizes.h"

#include <stdio.h>

char *rm_size_text(double bytes, char out[RM_SIZE_TEXT]) {
    static const char *const units[] = {"bytes", "kB", "MB", "GB"};
    int unit = 0;
    for (; bytes >= 1000 && unit < 3; unit++)
        bytes /= 1000;
    snprintf(out, RM_SIZE_TEXT, "%.3g %s", bytes, units[unit]);
    return out;
}
