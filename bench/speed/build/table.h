/* table.h - private: the operations that `build` times. */
#ifndef RM_BUILD_TABLE_H
#define RM_BUILD_TABLE_H

#include "operation.h"

/* All of them, in the order of the rows. */
const rm_operation *const *rm_operation_table(size_t *count);

#endif
