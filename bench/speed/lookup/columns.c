#include "columns.h"

uint64_t rm_lookup_points(const rmk_placement *placement) {
    return placement->algorithm->can & RMK_HAS_POINTS ? placement->algorithm->points(placement).count : 0;
}

void rm_lookup_times(const rm_summary *ns, unsigned threads, rm_row *row) {
    rm_row_real(row, COLUMN_MEDIAN, ns->median);
    rm_row_real(row, COLUMN_MIN, ns->min);
    rm_row_real(row, COLUMN_P95, ns->p95);
    rm_row_real(row, COLUMN_CI_LOW, ns->ci_low);
    rm_row_real(row, COLUMN_CI_HIGH, ns->ci_high);
    rm_row_real(row, COLUMN_PER_SECOND, threads * 1e9 / ns->median);
}
