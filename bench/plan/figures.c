#include "figures.h"

const double rm_plan_parts[RM_PLAN_QUANTILES] = {0.5, 0.9, 0.95, 0.99};
