/* sides.h - the shared objects of `duet`, each loaded as if it were alone. Private to duet*.c. */
#ifndef RM_DUET_SIDES_H
#define RM_DUET_SIDES_H

#include "object.h"

/* BASE, HEAD, and BASE once more: what the last two differ by is noise. */
enum { RM_DUET_BASE, RM_DUET_HEAD, RM_DUET_CONTROL, RM_DUET_SIDES };

typedef struct rm_duet_sides {
    const rm_duet_object *objects[RM_DUET_SIDES];
} rm_duet_sides;

/*
 * Loads BASE, HEAD and BASE from fresh copies of the files, so that each is in memory of its own, also in the
 * page cache, in the order order[0..3). A file that is missing or no object
 * of `duet` (nor a plugin), one that calls another's library, two sides with different cases: one line and
 * exit 2.
 */
rm_duet_sides rm_duet_sides_load(const char *base, const char *head, const unsigned *order);

#endif
