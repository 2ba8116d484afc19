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

/* Marks what the shared library exports; the build hides every other symbol. */
#define RMK_API __attribute__((visibility("default")))

/* Stands for the owner of hash values that no node owns, because the real system has no answer for them. */
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

/* Returns a constant English sentence fragment for `status`, which is never NULL. Any thread may call it. */
RMK_API const char *rmk_status_text(rmk_status status);

/* A byte string that somebody else owns. It may hold NUL bytes, and need not end in one. */
typedef struct rmk_bytes {
    const unsigned char *data;
    size_t length;
} rmk_bytes;

/* Compares as memcmp does, and puts a string before every longer one that begins with it. Returns <0, 0 or
 * >0. Any thread may call it. */
RMK_API int rmk_bytes_compare(rmk_bytes a, rmk_bytes b);

/*
 * Says where memory comes from. `allocate` returns `bytes` bytes aligned to `alignment` (a power of two), or
 * NULL; `release` gets the memory back with the same size. Any thread that uses an object made with them may
 * call both. The caller chooses them so that a test can make the n-th call fail and a benchmark can count
 * bytes. The struct must outlive every object made with it.
 */
typedef struct rmk_allocator {
    void *(*allocate)(void *state, size_t alignment, size_t bytes);
    void (*release)(void *state, void *memory, size_t bytes);
    void *state;
} rmk_allocator;

/* Returns the allocator over aligned_alloc and free, which stands in wherever an allocator may be NULL. */
RMK_API const rmk_allocator *rmk_default_allocator(void);

/* Allocates `count` items of `item` bytes, aligned to `alignment`. Returns NULL when the product overflows or
 * memory is short. */
RMK_API void *rmk_allocate(const rmk_allocator *allocator, size_t alignment, size_t count, size_t item);
/* Releases what rmk_allocate returned for the same count and item; it does nothing when `memory` is NULL. */
RMK_API void rmk_release(const rmk_allocator *allocator, void *memory, size_t count, size_t item);

/* Instruction sets that kernels exist for, weakest first. AUTO is the best that the CPU has. */
typedef enum rmk_isa { RMK_ISA_AUTO = 0, RMK_ISA_SCALAR, RMK_ISA_AVX2, RMK_ISA_AVX512 } rmk_isa;

/* Returns the best set that this CPU has, never AUTO. AVX512 needs the CPU features F, BW, DQ, VL and CD. */
RMK_API rmk_isa rmk_isa_detect(void);
/* Sets *isa to the detected set when `wanted` is AUTO, else to `wanted`. Returns RMK_UNSUPPORTED when the CPU
 * lacks it. */
RMK_API rmk_status rmk_isa_resolve(rmk_isa wanted, rmk_isa *isa);
/* Returns the name of an instruction set: "auto", "scalar", "avx2" or "avx512". */
RMK_API const char *rmk_isa_name(rmk_isa isa);

/*
 * Returns the instruction set of the kernel that runs when `isa` is chosen: the best one in `isas` (bits 1 <<
 * rmk_isa) that is not above `isa`. If `isas` has none, it is scalar, since every function has scalar code.
 */
RMK_API rmk_isa rmk_isa_kernel(unsigned isas, rmk_isa isa);

/* The page size of large arrays. AUTO asks the kernel for huge pages for arrays from some MiB on. */
typedef enum rmk_pages { RMK_PAGES_AUTO = 0, RMK_PAGES_NORMAL, RMK_PAGES_HUGE } rmk_pages;

#endif
