#define LIMIT_VECTOR_BYTES 64
#include "limit_body.h"

const rm_limit_kernel rm_limit_kernel_avx512 = {limit_loop, limit_batch, limit_chain};
