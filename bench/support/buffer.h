/*
 * buffer.h - bytes that grow at the end.
 */
#ifndef RM_OUTPUT_BUFFER_H
#define RM_OUTPUT_BUFFER_H

#include <stdlib.h>
#include <string.h>

#include "fail.h"

typedef struct rm_buffer {
    char *bytes;
    size_t length, capacity;
} rm_buffer;

/* Where the next `extra` bytes may be written; the caller adds to length what it used. */
static inline char *rm_buffer_room(rm_buffer *buffer, size_t extra) {
    if (!buffer->bytes || buffer->capacity - buffer->length < extra) {
        size_t capacity = buffer->capacity ? buffer->capacity : 4096;
        while (capacity - buffer->length < extra)
            capacity *= 2;
        buffer->bytes = rm_realloc(buffer->bytes, capacity);
        buffer->capacity = capacity;
    }
    return buffer->bytes + buffer->length;
}

static inline void rm_buffer_add(rm_buffer *buffer, const void *bytes, size_t length) {
    if (length == 0)
        return;
    memcpy(rm_buffer_room(buffer, length), bytes, length);
    buffer->length += length;
}

static inline void rm_buffer_char(rm_buffer *buffer, char c) {
    *rm_buffer_room(buffer, 1) = c;
    buffer->length++;
}

static inline void rm_buffer_free(rm_buffer *buffer) {
    free(buffer->bytes);
    *buffer = (rm_buffer){0};
}

#endif
