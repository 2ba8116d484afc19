/*
 * base.h - what every module of libringmark shares: status codes, byte strings, memory, CPU features, limits.
 *
 * The library never prints, exits, opens files, reads the environment or keeps global state.
 */
#ifndef RMK_BASE_H
#define RMK_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks what leaves the shared library; everything else is hidden. */
#define RMK_API __attribute__((visibility("default")))

/* The owner where nobody owns: the system has no answer for these hash values. */
#define RMK_NOBODY UINT32_MAX

/* Limits. Node ids are below RMK_NOBODY; point counts fit the 32-bit indices of every search structure. */
#define RMK_MAX_NODES  (UINT32_MAX - 1u)
#define RMK_MAX_POINTS (UINT32_MAX - 1u)

/* Sums of shares need 65 bits: one node may own all 2^64 hash values. */
__extension__ typedef unsigned __int128 rmk_u128;

typedef enum rmk_status {
    RMK_OK = 0,
    RMK_NO_MEMORY,   /* the allocator returned NULL, or a size overflows */
    RMK_BAD_INPUT,   /* an argument outside its documented domain */
    RMK_LIMIT,       /* above RMK_MAX_NODES or RMK_MAX_POINTS */
    RMK_UNSUPPORTED, /* this algorithm, hash or CPU cannot do that */
    RMK_NOT_FOUND,   /* no such node */
    RMK_DUPLICATE,   /* the node is there already */
    RMK_EMPTY,       /* no node that could own anything */
    RMK_LIBRARY,     /* a library underneath (OpenSSL) refused */
} rmk_status;

/* A constant English sentence fragment for `status`; never NULL. Any thread. */
RMK_API const char *rmk_status_text(rmk_status status);

/* A borrowed byte string; may hold NUL, need not end in one. */
typedef struct rmk_bytes {
    const unsigned char *data;
    size_t length;
} rmk_bytes;

/* Compares as memcmp does; a prefix comes before what it begins. Returns <0, 0 or >0. Any thread. */
RMK_API int rmk_bytes_compare(rmk_bytes a, rmk_bytes b);

/*
 * Where memory comes from. `allocate` returns `bytes` bytes aligned to `alignment` (a power of two), or NULL;
 * `release` gets the same size back. Both may be called from any thread that uses an object made with them.
 * Tests make the n-th call fail; benchmarks count bytes exactly. The table must outlive every object made
 * with it.
 */
typedef struct rmk_allocator {
    void *(*allocate)(void *state, size_t alignment, size_t bytes);
    void (*release)(void *state, void *memory, size_t bytes);
    void *state;
} rmk_allocator;

/* aligned_alloc and free. Wherever an allocator may be NULL, this one is meant. */
RMK_API const rmk_allocator *rmk_default_allocator(void);

/* `count` items of `item` bytes, aligned; NULL when the product overflows or memory is short. */
RMK_API void *rmk_allocate(const rmk_allocator *allocator, size_t alignment, size_t count, size_t item);
/* Gives back what rmk_allocate returned for the same count and item; NULL memory is fine. */
RMK_API void rmk_release(const rmk_allocator *allocator, void *memory, size_t count, size_t item);

/* Instruction sets that kernels exist for, weakest first. AUTO is the best that the CPU has. */
typedef enum rmk_isa { RMK_ISA_AUTO = 0, RMK_ISA_SCALAR, RMK_ISA_AVX2, RMK_ISA_AVX512 } rmk_isa;

/* The best that this CPU has; AVX512 needs F, BW, DQ, VL and CD. Never AUTO. */
RMK_API rmk_isa rmk_isa_detect(void);
/* AUTO becomes the detected one; another is kept. RMK_UNSUPPORTED when the CPU lacks it. */
RMK_API rmk_status rmk_isa_resolve(rmk_isa wanted, rmk_isa *isa);
/* The name of an instruction set: "auto", "scalar", "avx2" or "avx512". */
RMK_API const char *rmk_isa_name(rmk_isa isa);

/*
 * The kernel that runs when `isa` is chosen: the best of `isas` (bits 1 << rmk_isa) that is not above it,
 * else scalar, which everything has.
 */
RMK_API rmk_isa rmk_isa_kernel(unsigned isas, rmk_isa isa);

/* Page size of large arrays: AUTO takes huge pages above a size, where the allocator can. */
typedef enum rmk_pages { RMK_PAGES_AUTO = 0, RMK_PAGES_NORMAL, RMK_PAGES_HUGE } rmk_pages;

#endif
