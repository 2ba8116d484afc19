#include "child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/support/clock.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "watch.h"

enum { LOOK_MS = 50, PIECE_BYTES = 64 * 1024 };

typedef struct child {
    pid_t pid;
    int fd;                  /* that is read from */
    uint64_t limit_ns;       /* of the clock; 0: none */
    uint64_t interrupted_ns; /* when it was told to end; 0: not */
    rm_child_end end;
} child;

static void start(child *c, int (*work)(int, void *), void *context) {
    int ends[2];
    if (pipe(ends) != 0)
        rm_fail("cannot make a pipe: %s", strerror(errno));
    fflush(NULL);
    pid_t parent = getpid();
    c->pid = fork();
    if (c->pid < 0)
        rm_fail("cannot start a child process: %s", strerror(errno));
    if (c->pid == 0) {
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(1);
        int code = work(ends[1], context);
        fflush(NULL);
        if (!rm_interrupted())
            rm_watch_finish();
        _exit(code);
    }
    close(ends[1]);
    c->fd = ends[0];
}

/* Ends what hangs, and after an interrupt what does not end. */
static void look(child *c) {
    if (rm_interrupted() && !c->interrupted_ns) {
        c->interrupted_ns = rm_clock_ns();
        c->end.interrupted = true;
        kill(c->pid, SIGTERM);
    }
    uint64_t now = rm_clock_ns();
    bool late = c->interrupted_ns && now - c->interrupted_ns > RM_GRACE_MS * 1000000ull;
    bool hangs = !c->interrupted_ns && (rm_watch_hangs() || (c->limit_ns && now > c->limit_ns));
    if (late || hangs) {
        c->end.hung = hangs;
        kill(c->pid, SIGKILL);
    }
}

/* It is still there for wait_for. */
static bool has_ended(const child *c) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == c->pid;
}

/* False at the end of what it writes, or once it was killed. What it started itself may hold the pipe for
 * ever: once it has ended, only what is in there already counts. */
static bool read_piece(child *c, void (*take)(const char *, size_t, void *), void *context) {
    static char piece[PIECE_BYTES];
    struct pollfd ready = {.fd = c->fd, .events = POLLIN};
    look(c);
    if (c->end.hung)
        return false;
    bool ended = has_ended(c);
    if (poll(&ready, 1, ended ? 0 : LOOK_MS) <= 0)
        return !ended;
    ssize_t count = read(c->fd, piece, sizeof piece);
    if (count < 0)
        return errno == EINTR || errno == EAGAIN;
    if (count > 0)
        take(piece, (size_t)count, context);
    return count > 0;
}

/* It may close its pipe and go on, so it is watched until it has ended. */
static int wait_for(child *c) {
    int status = 0;
    for (;;) {
        pid_t ended = waitpid(c->pid, &status, WNOHANG);
        if (ended == c->pid || (ended < 0 && errno != EINTR))
            return status;
        look(c);
        poll(NULL, 0, 1);
    }
}

rm_child_end rm_child_run(int (*work)(int fd, void *context),
                          void (*take)(const char *bytes, size_t count, void *context),
                          unsigned limit_seconds, void *context) {
    child c = {.end = {.code = -1}};
    rm_watch_make();
    rm_watch_reset();
    start(&c, work, context);
    c.limit_ns = limit_seconds ? rm_clock_ns() + limit_seconds * 1000000000ull : 0;
    while (read_piece(&c, take, context))
        ;
    close(c.fd);
    int status = wait_for(&c);
    c.end.interrupted = c.end.interrupted || rm_interrupted();
    c.end.cut_short = !rm_watch_finished();
    if (WIFEXITED(status))
        c.end.code = WEXITSTATUS(status);
    else if (WIFSIGNALED(status))
        c.end.signal = WTERMSIG(status);
    return c.end;
}
