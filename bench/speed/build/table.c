/* table.c - all operations, in the order of the rows. */
#include "table.h"

extern const rm_operation rm_operation_build, rm_operation_add, rm_operation_remove; /* change.c */
extern const rm_operation rm_operation_add_in_place, rm_operation_remove_in_place;   /* in_place.c */
extern const rm_operation rm_operation_add_bucket, rm_operation_remove_bucket;       /* buckets.c */
extern const rm_operation rm_operation_sort, rm_operation_copy, rm_operation_qsort;  /* sort.c */
extern const rm_operation rm_operation_map, rm_operation_shares, rm_operation_move,
    rm_operation_removals; /* analysis.c */

static const rm_operation *const table[] = {
    &rm_operation_build,
    &rm_operation_add,
    &rm_operation_remove,
    &rm_operation_add_in_place,
    &rm_operation_remove_in_place,
    &rm_operation_add_bucket,
    &rm_operation_remove_bucket,
    &rm_operation_sort,
    &rm_operation_copy,
    &rm_operation_qsort,
    &rm_operation_map,
    &rm_operation_shares,
    &rm_operation_move,
    &rm_operation_removals,
};

const rm_operation *const *rm_operation_table(size_t *count) {
    *count = sizeof table / sizeof *table;
    return table;
}
