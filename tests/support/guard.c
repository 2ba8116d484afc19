#include "guard.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t whole_pages(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

static size_t whole_lines(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

void *test_before_guard(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = whole_pages(bytes);
    unsigned char *memory =
        mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + room, page, PROT_NONE) != 0)
        abort();
    return memory + room - bytes;
}

void *test_guarded_allocate(void *state, size_t alignment, size_t bytes) {
    (void)state, (void)alignment;
    return test_before_guard(whole_lines(bytes));
}

void test_guarded_release(void *state, void *memory, size_t bytes) {
    (void)state;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = whole_pages(bytes);
    munmap((unsigned char *)memory + whole_lines(bytes) - room, room + page);
}

const rmk_allocator test_guarded = {test_guarded_allocate, test_guarded_release, NULL};
