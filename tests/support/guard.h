/* guard.h - memory that ends where no page is: a read behind it ends the program. */
#ifndef TEST_GUARD_H
#define TEST_GUARD_H

#include "core/base.h"

/* `bytes` bytes, rounded up to 64 and aligned so, right before a page that cannot be touched. Never NULL. */
void *test_guarded_allocate(void *state, size_t alignment, size_t bytes);
void test_guarded_release(void *state, void *memory, size_t bytes);

/* `bytes` bytes that end right before such a page, to the byte; never given back. Never NULL. */
void *test_before_guard(size_t bytes);

/* The two as an allocator. */
extern const rmk_allocator test_guarded;

#endif
