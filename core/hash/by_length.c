/* by_length.c - a counting sort by length. It costs about 2 ns a key, as much as hashing ten bytes. */
#include "by_length.h"

#include <string.h>

enum { EXACT = 64, EXACT_BITS = 6, FINE_BITS = 4, CLASSES = EXACT + (12 << FINE_BITS) };

/* Classes ascend with `units`; above EXACT there are 16 classes for each doubling. */
static unsigned class_of(size_t units) {
    if (units < EXACT)
        return (unsigned)units;
    unsigned octave = 63 - (unsigned)__builtin_clzll(units);
    unsigned fine = (unsigned)(units >> (octave - FINE_BITS)) & ((1u << FINE_BITS) - 1);
    unsigned at = EXACT + ((octave - EXACT_BITS) << FINE_BITS) + fine;
    return at < CLASSES ? at : CLASSES - 1;
}

void rmk_sort_by_length(const rmk_bytes *strings, size_t count, unsigned shift, rmk_by_length *sorted) {
    uint16_t places[CLASSES] = {0};
    uint8_t classes[RMK_CHUNK];
    _Static_assert(CLASSES <= UINT8_MAX + 1, "a class fits a byte");
    for (size_t i = 0; i < count; i++) {
        classes[i] = (uint8_t)class_of(strings[i].length >> shift);
        places[classes[i]]++;
    }
    unsigned place = 0;
    for (size_t i = CLASSES; i-- > 0;) {
        unsigned here = places[i];
        places[i] = (uint16_t)place;
        place += here;
    }
    for (size_t i = 0; i < count; i++) {
        size_t to = places[classes[i]]++;
        sorted->keys[to] = strings[i];
        sorted->from[to] = (uint16_t)i;
    }
}
