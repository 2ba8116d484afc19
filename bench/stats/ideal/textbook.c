#include "textbook.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "bench/stats/gsl_quiet.h"

uint64_t rm_textbook_vnodes(uint64_t nodes, double h, double confidence) {
    if (!nodes || !(h > 1) || !(confidence > 0) || !(confidence < 1))
        return 0;
    rm_gsl_quiet();
    double n = (double)nodes, z = gsl_cdf_ugaussian_Pinv(pow(confidence, 1 / n)), score = z / (h - 1);
    double vnodes = ceil((1 - 1 / n) * score * score);
    return vnodes <= 0x1p53 ? (uint64_t)vnodes : 0;
}
