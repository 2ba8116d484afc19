#include "lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/reads.h"

/* Bytes read at once: they fit the second-level cache together with what is made of the keys. */
#define FIRST_CAPACITY (256 * 1024)

void rm_lines_open(rm_lines *lines, const char *what, const char *path, unsigned char separator,
                   size_t limit) {
    *lines = (rm_lines){.name = path, .separator = separator, .limit = limit};
    if (strcmp(path, "-") == 0) {
        lines->name = "standard input";
        lines->fd = STDIN_FILENO;
    } else {
        lines->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
        lines->owned = true;
        if (lines->fd < 0)
            rm_fail("cannot read %s %s: %s", what, path, strerror(errno));
    }
    struct stat there;
    if (fstat(lines->fd, &there) == 0 && S_ISDIR(there.st_mode))
        rm_fail("cannot read %s %s: a folder; name a file", what, path);
    char *role = lines->owned ? rm_text("%s%s%s", what, *what ? " " : "", path) : rm_text("standard input");
    rm_reads_add(role, lines->fd);
    free(role);
    /* Addresses for the longest line, memory only for what is used: a buffer that grew by copying would take
     * twice as much. */
    lines->buffer = mmap(NULL, limit + FIRST_CAPACITY, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (lines->buffer == MAP_FAILED)
        rm_fail("out of memory for reading %s", lines->name);
    lines->capacity = FIRST_CAPACITY;
}

/* Makes room behind `end`: what is unread moves to the front; only a line that fills the buffer extends
 * it. */
static void make_room(rm_lines *lines) {
    size_t unread = lines->end - lines->begin;
    if (lines->begin) {
        memmove(lines->buffer, lines->buffer + lines->begin, unread);
        lines->searched -= lines->begin;
        lines->begin = 0;
        lines->end = unread;
    }
    if (unread > lines->limit)
        rm_fail("%s:%llu: the line is longer than %zu bytes", lines->name,
                (unsigned long long)lines->number + 1, lines->limit);
    size_t most = lines->limit + FIRST_CAPACITY;
    if (lines->end == lines->capacity)
        lines->capacity = lines->capacity * 2 < most ? lines->capacity * 2 : most;
}

static void read_more(rm_lines *lines) {
    make_room(lines);
    for (;;) {
        ssize_t n = read(lines->fd, lines->buffer + lines->end, lines->capacity - lines->end);
        if (n < 0 && errno == EINTR && !rm_interrupted())
            continue;
        if (n < 0 && errno != EINTR)
            rm_fail("cannot read %s: %s", lines->name, strerror(errno));
        if (n < 0)
            lines->end = lines->begin; /* interrupted: the unfinished line is not a line */
        lines->at_end = n <= 0;
        lines->end += n > 0 ? (size_t)n : 0;
        return;
    }
}

/* Makes sure that a line is in the buffer; false at the end of the file. */
static bool have_line(rm_lines *lines) {
    for (;;) {
        size_t left = lines->end - lines->searched;
        if (left && memchr(lines->buffer + lines->searched, lines->separator, left))
            return true;
        lines->searched = lines->end;
        if (lines->at_end)
            return lines->begin < lines->end;
        read_more(lines);
        if (lines->searched > lines->end)
            lines->searched = lines->end;
    }
}

size_t rm_lines_next(rm_lines *lines, rmk_bytes *out, size_t most) {
    size_t count = 0;
    if (!have_line(lines))
        return 0;
    while (count < most && lines->begin < lines->end) {
        const unsigned char *line = lines->buffer + lines->begin;
        const unsigned char *stop = memchr(line, lines->separator, lines->end - lines->begin);
        if (!stop && !lines->at_end)
            break;
        size_t length = stop ? (size_t)(stop - line) : lines->end - lines->begin;
        if (length > lines->limit)
            rm_fail("%s:%llu: the line is longer than %zu bytes", lines->name,
                    (unsigned long long)lines->number + 1, lines->limit);
        out[count++] = (rmk_bytes){line, length};
        lines->unended = !stop;
        lines->number++;
        lines->begin += length + (stop ? 1 : 0);
    }
    lines->searched = lines->begin;
    return count;
}

void rm_lines_close(rm_lines *lines) {
    if (lines->owned && lines->fd >= 0)
        close(lines->fd);
    if (lines->buffer)
        munmap(lines->buffer, lines->limit + FIRST_CAPACITY);
    *lines = (rm_lines){.fd = -1};
}
