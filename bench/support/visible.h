/*
 * visible.h - text of unknown origin made safe for one line of a terminal.
 */
#ifndef RM_VISIBLE_H
#define RM_VISIBLE_H

#include <stddef.h>

/*
 * Copies `length` bytes to `out` and ends them with NUL; at most `capacity` bytes with it (at least 1).
 * Control characters (C0, DEL, C1, the line and paragraph separators) and bytes that are not UTF-8 become
 * escapes: \n, \r, \t, \xHH. An escape or a character is never split. Returns the length without NUL.
 */
size_t rm_visible(const char *text, size_t length, char *out, size_t capacity);

/* The largest n <= length at which `text` can be cut without splitting a UTF-8 character. */
size_t rm_visible_cut(const char *text, size_t length);

#endif
