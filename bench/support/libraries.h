/*
 * libraries.h - the memory of libraries underneath. Not every one of them passes on that there was none:
 * Jansson's callers have a hundred places to look at, and OpenSSL may crash while it starts. Theirs is
 * therefore that of fail.h, which ends the program with one line.
 */
#ifndef RM_LIBRARIES_H
#define RM_LIBRARIES_H

/* To be called before any of them is. */
void rm_libraries_take_memory(void);

#endif
