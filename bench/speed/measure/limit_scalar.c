#define LIMIT_VECTOR_BYTES 16
#include "limit_body.h"

const rm_limit_kernel rm_limit_kernel_scalar = {limit_loop, limit_batch, limit_chain};
