#include "interrupt.h"

#include <signal.h>
#include <stdatomic.h>

#include "cleanup.h"

/* Lock-free, so that a handler may write it; atomic, since workers read it. */
static atomic_int interrupted_by;

static void on_signal(int signal_number) {
    if (interrupted_by) {
        rm_cleanup_run();
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    interrupted_by = signal_number;
}

void rm_interrupts_watch(void) {
    /* Without SA_RESTART: a read that waits for a terminal or a pipe comes back, and the run can end. */
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
        struct sigaction before;
        /* What the parent ignores (nohup, a shell's background job) stays ignored. */
        if (sigaction(watched[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN)
            continue;
        sigaction(watched[i], &action, NULL);
    }
}

bool rm_interrupted(void) {
    return interrupted_by != 0;
}

int rm_interrupt_signal(void) {
    return interrupted_by;
}
