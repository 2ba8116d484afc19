#include "verdict.h"

const char *rm_change_verdict_name(rm_change_verdict verdict) {
    static const char *const names[RM_VERDICT_COUNT] = {
        "same", "changed", "slower", "faster", "inconclusive", "no test: n=1", "invalid", "new", "gone"};
    return names[verdict];
}
