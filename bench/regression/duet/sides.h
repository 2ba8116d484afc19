/* sides.h - private: the shared objects of `duet`, each loaded as if it were alone. */
#ifndef RM_DUET_SIDES_H
#define RM_DUET_SIDES_H

#include "object.h"

/* BASE, HEAD, and BASE once more as a control: what BASE and its copy differ by is noise. */
enum { RM_DUET_BASE, RM_DUET_HEAD, RM_DUET_CONTROL, RM_DUET_SIDES };

typedef struct rm_duet_sides {
    const rm_duet_object *objects[RM_DUET_SIDES];
} rm_duet_sides;

/*
 * Loads BASE, HEAD and BASE from fresh copies of the files, so that each is in memory of its own, also in the
 * page cache, in the order order[0..3). It is one line and exit 2 when a file is missing, is neither an
 * object of `duet` nor a plugin, or calls another's library, and when two sides have different cases.
 */
rm_duet_sides rm_duet_sides_load(const char *base, const char *head, const unsigned *order);

#endif
