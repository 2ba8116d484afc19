/* parallel.h - the cells of a sweep on several workers, with rows in the order of the cells whatever the
 * workers do. */
#ifndef RM_PARALLEL_H
#define RM_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

/* Calls work(i, context) for i = 0..count-1 on `jobs` threads and emit(i, context) on the calling thread, in
 * order, as results become ready. Stops handing out work after an interrupt. What was under way then may
 * have been cut short and is dropped; what was finished is emitted up to the first gap. False when something
 * was still being worked on RM_GRACE_MS after an interrupt: `context` is still in use then, and all that the
 * caller may do is close its output and end the program. */
bool rm_parallel(size_t jobs, size_t count, void (*work)(size_t i, void *context),
                 void (*emit)(size_t i, void *context), void *context);

#endif
