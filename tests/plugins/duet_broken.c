/* duet_broken.c - an object of `ringmark duet` of another version (-DBROKEN_VERSION), or whose library is in
 * another object (-DBROKEN_OWN); else with cases of its own (-DCASES=N): nothing is done in them, and BASE
 * may lack the last
 * (-DLACKS). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/regression/duet/object.h"

#ifndef CASES
#define CASES 1
#endif

static const char *name(const rm_duet_object *self, size_t number) {
    (void)self;
    return number ? "another case" : "a case";
}

static int is_quick(const rm_duet_object *self, size_t number) {
    (void)self;
    return number == 0;
}

static void *open_case(const rm_duet_object *self, size_t number, const rm_duet_input *input) {
    (void)self, (void)input;
#ifdef LACKS
    if (number == CASES - 1)
        return NULL;
#endif
    (void)number;
    return malloc(1);
}

static uint64_t run(void *state, size_t start, size_t count) {
    uint64_t sum = 0;
    (void)state;
    for (size_t i = start; i < start + count; i++)
        sum += i ^ (uint64_t)clock();
    return sum & 0;
}

static const void *own(void) {
#ifdef BROKEN_OWN
    return stdout;
#else
    return name(NULL, 0);
#endif
}

__attribute__((visibility("default"))) const rm_duet_object *rm_duet_entry(void) {
    static const rm_duet_object object = {
#ifdef BROKEN_VERSION
        .version = RM_DUET_VERSION + 1,
#else
        .version = RM_DUET_VERSION,
#endif
        .case_count = CASES,
        .name = name,
        .is_quick = is_quick,
        .open = open_case,
        .run = run,
        .close = free,
        .own = own};
    return &object;
}
