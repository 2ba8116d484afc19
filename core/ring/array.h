/* array.h - private: large arrays on the pages that were asked for; bench/ lays out its limit and its rivals
 * in the same way. */
#ifndef RMK_ARRAY_H
#define RMK_ARRAY_H

#include "../base.h"

/*
 * Large arrays. With huge pages (wanted, or AUTO from 4 MiB on) they are aligned to 2 MiB, their size is
 * rounded up to whole pages, and the kernel is advised to back them so. Otherwise they are 64-byte aligned.
 * Release takes what allocate was given.
 */
void *rmk_array_allocate(const rmk_allocator *allocator, rmk_pages pages, size_t count, size_t item);
void rmk_array_release(const rmk_allocator *allocator, rmk_pages pages, void *memory, size_t count,
                       size_t item);
/* How many bytes the allocator gave for such an array. */
size_t rmk_array_bytes(rmk_pages pages, size_t count, size_t item);

#endif
