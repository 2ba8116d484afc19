#include "work.h"

#include <stdlib.h>

#include "bench/cells/parallel.h"
#include "bench/cli/command.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"

static void nothing(size_t i, void *context) {
    (void)i, (void)context;
}

void rm_plan_work(size_t jobs, size_t count, void (*work)(size_t i, void *context), void *context) {
    (void)rm_parallel(jobs, count, work, nothing, context); /* false: it was interrupted */
    rm_plan_check_interrupt();
}

void rm_plan_check_interrupt(void) {
    if (rm_interrupted())
        rm_fail_with(128 + rm_interrupt_signal(), "interrupted: nothing is planned");
}
