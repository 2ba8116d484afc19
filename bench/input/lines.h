/* lines.h - a file cut into lines in bounded memory, without copying. */
#ifndef RM_LINES_H
#define RM_LINES_H

#include "core/base.h"

typedef struct rm_lines {
    const char *name; /* for messages; borrowed */
    int fd;
    bool owned;              /* the descriptor is closed at the end */
    bool at_end;             /* nothing more can be read */
    bool unended;            /* the last line that was given out had no separator behind it */
    unsigned char separator; /* LF or NUL */
    size_t limit;            /* bytes of one line; longer is an error */
    uint64_t number;         /* lines given out so far */
    unsigned char *buffer;
    size_t begin, end, capacity; /* the bytes not given out yet are [begin, end) */
    size_t searched;             /* no separator stands between `begin` and here */
} rm_lines;

/* Opens `path` ("-": stdin). `what` names the option in messages. A file that is missing, unreadable or a
 * folder is one line and exit 2, and so is a read error or a line above `limit` later on. */
void rm_lines_open(rm_lines *lines, const char *what, const char *path, unsigned char separator,
                   size_t limit);
/* Gives out up to `most` next lines without their separators, at least one unless the file has ended: then
 * it returns 0. What is at hand is given out rather than waited for. The texts are borrowed until the next
 * call. A last line needs no separator. An interrupt (interrupt.h) that comes while waiting is an end. */
size_t rm_lines_next(rm_lines *lines, rmk_bytes *out, size_t most);
void rm_lines_close(rm_lines *lines);

#endif
