/*
 * object.h - what `ringmark duet` loads: a shared object that holds one revision of the library and the
 * cases to be timed (shim.c, which is compiled against that revision). It calls its own copy of the
 * library whatever else is in the process, and exports rm_duet_entry alone.
 */
#ifndef RM_DUET_OBJECT_H
#define RM_DUET_OBJECT_H

#include <stddef.h>
#include <stdint.h>

#define RM_DUET_VERSION 1u

typedef struct rm_duet_text {
    const unsigned char *data;
    size_t length;
} rm_duet_text;

/* The input of all sides, in memory that they share: uniform key-hash values, and keys of 16 bytes. */
typedef struct rm_duet_input {
    const uint64_t *values;
    const rm_duet_text *keys;
    size_t count;
} rm_duet_input;

typedef struct rm_duet_object rm_duet_object;
struct rm_duet_object {
    uint32_t version;  /* RM_DUET_VERSION */
    size_t case_count; /* the same cases, in the same order, on all sides */
    const char *(*name)(const rm_duet_object *self, size_t number);
    int (*is_quick)(const rm_duet_object *self, size_t number); /* part of the short form */
    /* Makes what the case needs; NULL when this revision, or this CPU, has no such thing. The input outlives
     * it. */
    void *(*open)(const rm_duet_object *self, size_t number, const rm_duet_input *input);
    /* Does the operations start .. start+count-1 of the input; returns the sum of their answers. */
    uint64_t (*run)(void *state, size_t start, size_t count);
    void (*close)(void *state);
    /* An address inside the library that the object calls. May be NULL. */
    const void *(*own)(void);
};

const rm_duet_object *rm_duet_entry(void);

#endif
