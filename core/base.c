#include "base.h"

#include <stdlib.h>
#include <string.h>

const char *rmk_status_text(rmk_status status) {
    switch (status) {
    case RMK_OK:
        return "success";
    case RMK_NO_MEMORY:
        return "out of memory";
    case RMK_BAD_INPUT:
        return "bad argument";
    case RMK_LIMIT:
        return "too many nodes or points";
    case RMK_UNSUPPORTED:
        return "not supported";
    case RMK_NOT_FOUND:
        return "no such node";
    case RMK_DUPLICATE:
        return "node is there already";
    case RMK_EMPTY:
        return "no node that can own keys";
    case RMK_LIBRARY:
        return "a library underneath refused";
    }
    return "unknown status";
}

int rmk_bytes_compare(rmk_bytes a, rmk_bytes b) {
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter ? memcmp(a.data, b.data, shorter) : 0;
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

static void *default_allocate(void *state, size_t alignment, size_t bytes) {
    (void)state;
    if (alignment < sizeof(void *))
        alignment = sizeof(void *);
    if (bytes > SIZE_MAX - alignment)
        return NULL;
    return aligned_alloc(alignment, (bytes + alignment - 1) & ~(alignment - 1));
}

static void default_release(void *state, void *memory, size_t bytes) {
    (void)state;
    (void)bytes;
    free(memory);
}

const rmk_allocator *rmk_default_allocator(void) {
    static const rmk_allocator allocator = {default_allocate, default_release, NULL};
    return &allocator;
}

void *rmk_allocate(const rmk_allocator *allocator, size_t alignment, size_t count, size_t item) {
    size_t bytes;
    if (__builtin_mul_overflow(count, item, &bytes))
        return NULL;
    if (!allocator)
        allocator = rmk_default_allocator();
    return allocator->allocate(allocator->state, alignment, bytes ? bytes : 1);
}

void rmk_release(const rmk_allocator *allocator, void *memory, size_t count, size_t item) {
    if (!memory)
        return;
    if (!allocator)
        allocator = rmk_default_allocator();
    size_t bytes = count * item;
    allocator->release(allocator->state, memory, bytes ? bytes : 1);
}

rmk_isa rmk_isa_detect(void) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512cd"))
        return RMK_ISA_AVX512;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") ? RMK_ISA_AVX2 : RMK_ISA_SCALAR;
}

rmk_status rmk_isa_resolve(rmk_isa wanted, rmk_isa *isa) {
    rmk_isa best = rmk_isa_detect();
    *isa = wanted == RMK_ISA_AUTO ? best : wanted;
    return *isa <= best ? RMK_OK : RMK_UNSUPPORTED;
}

rmk_isa rmk_isa_kernel(unsigned isas, rmk_isa isa) {
    while (isa > RMK_ISA_SCALAR && !(isas >> isa & 1))
        isa--;
    return isa > RMK_ISA_SCALAR ? isa : RMK_ISA_SCALAR;
}

const char *rmk_isa_name(rmk_isa isa) {
    static const char *const names[] = {"auto", "scalar", "avx2", "avx512"};
    return names[isa];
}
