/* nearest.h - "did you mean": the name that a mistyped text is closest to. */
#ifndef RM_NEAREST_H
#define RM_NEAREST_H

#include <stddef.h>

/* The nearest of `names` by edit distance; NULL when more than a third would have to change. */
const char *rm_nearest(const char *text, const char *const *names, size_t count);

#endif
