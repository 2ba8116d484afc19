/*
 * failing_memory.c - for LD_PRELOAD: the allocation number FAIL_AT of a process fails (from 1; with FAIL_ON=1
 * all after it do, too), and COUNT_TO names a file that gets the number of allocations of a process that ends
 * whole.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long made, fail_at;
static bool fails_on;
static pid_t counted;

/* dlsym() itself may ask for memory: it gets some of this, which is never given back. */
static _Alignas(64) unsigned char early[1 << 16];
static size_t early_used;

static void *early_memory(size_t bytes) {
    size_t from = __atomic_fetch_add(&early_used, (bytes + 63) & ~(size_t)63, __ATOMIC_RELAXED);
    return from + bytes <= sizeof early ? early + from : NULL;
}

static bool is_early(const void *memory) {
    return (uintptr_t)memory >= (uintptr_t)early && (uintptr_t)memory < (uintptr_t)early + sizeof early;
}

static void *(*next_malloc)(size_t), *(*next_calloc)(size_t, size_t), *(*next_realloc)(void *, size_t);
static void *(*next_aligned)(size_t, size_t), *(*next_mallocx)(size_t, int);
static int (*next_posix)(void **, size_t, size_t);
static void (*next_free)(void *);

static void find(const char *name, void *into) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(into, &found, sizeof found);
}

static bool looking;

/* False while dlsym() looks the next ones up. */
static bool ready(void) {
    if (next_free)
        return true;
    if (looking)
        return false;
    looking = true;
    find("malloc", &next_malloc);
    find("calloc", &next_calloc);
    find("realloc", &next_realloc);
    find("aligned_alloc", &next_aligned);
    find("posix_memalign", &next_posix);
    find("free", &next_free);
    looking = false;
    return true;
}

/* What is asked for before main() is not the program's: it is not counted. */
static bool fails(void) {
    if (!counted)
        return false;
    unsigned long number = __atomic_add_fetch(&made, 1, __ATOMIC_RELAXED);
    bool failed = fail_at && (fails_on ? number >= fail_at : number == fail_at);
    if (failed)
        errno = ENOMEM;
    return failed;
}

static unsigned long number_in(const char *name) {
    const char *text = getenv(name);
    return text ? strtoul(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void) {
    ready();
    fail_at = number_in("FAIL_AT");
    fails_on = number_in("FAIL_ON") == 1;
    counted = getpid();
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("COUNT_TO");
    if (!path || counted != getpid())
        return;
    unsigned long count = made;
    FILE *file = fopen(path, "w");
    if (!file || fprintf(file, "%lu\n", count) < 0 || fclose(file) != 0)
        _exit(99);
}

void *malloc(size_t bytes) {
    if (!ready())
        return early_memory(bytes);
    return fails() ? NULL : next_malloc(bytes);
}

void *calloc(size_t count, size_t item) {
    if (!ready())
        return early_memory(count * item);
    return fails() ? NULL : next_calloc(count, item);
}

void *realloc(void *memory, size_t bytes) {
    if (!ready() || is_early(memory))
        abort();
    return fails() ? NULL : next_realloc(memory, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    return !ready() || fails() ? NULL : next_aligned(alignment, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
    return aligned_alloc(alignment, bytes);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
    return !ready() || fails() ? ENOMEM : next_posix(memory, alignment, bytes);
}

/* jemalloc's own, where the program is linked with it */
void *mallocx(size_t bytes, int flags) {
    if (!next_mallocx)
        find("mallocx", &next_mallocx);
    return fails() ? NULL : next_mallocx(bytes, flags);
}

void free(void *memory) {
    if (is_early(memory) || !ready())
        return;
    next_free(memory);
}
