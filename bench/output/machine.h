/*
 * machine.h - facts of the machine and the run, for FILE.json; memory as jemalloc counts it.
 */
#ifndef RM_MACHINE_H
#define RM_MACHINE_H

#include <jansson.h>

#include "bench/cli/options.h"

/* A new JSON object: command line, seed, commit and dirty flag (as built), compiler and flags, library
 * versions, CPU, kernel, caches, ISA, --pages, huge pages, load, UTC start. */
json_t *rm_machine_facts(const rm_options *options);

/* A new JSON text, without what is not UTF-8 in it; null for NULL and "". */
json_t *rm_fact_text(const char *text);
/* Sets object[name], which takes `value` over; memory that runs out is one line and exit 2. */
void rm_fact_set(json_t *object, const char *name, json_t *value);

/* Sizes in bytes of the data caches; 0 where unknown. */
typedef struct rm_caches {
    size_t l1, l2, l3;
} rm_caches;
rm_caches rm_caches_of_machine(void);

/* Bytes of this process that stand on huge pages now; 0 where the kernel does not say. */
uint64_t rm_huge_bytes(void);

/* An allocator over jemalloc that counts what is live, from any thread. */
typedef struct rm_counting {
    size_t live_bytes;      /* as asked for */
    size_t allocated_bytes; /* as jemalloc rounds them (sallocx) */
    size_t calls;
} rm_counting;
rmk_allocator rm_counting_allocator(rm_counting *counting);

#endif
