#include "progress.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "fail.h"

#define SILENT_SECONDS 2.0
#define REDRAW_SECONDS 0.1
#define BAR_CELLS      24
#define MAX_COLUMNS    240

/* One bar is drawn at a time; the lock also guards what is inside it. */
static pthread_mutex_t drawing = PTHREAD_MUTEX_INITIALIZER;
static rm_progress *current;

struct rm_progress {
    bool shown; /* stderr is a terminal and --no-progress was not given */
    char what[48], now[128];
    double total, done;
    double started, drawn; /* seconds of the monotonic clock */
    size_t width;          /* columns that the last drawing took */
};

static double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static size_t terminal_columns(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col < MAX_COLUMNS ? size.ws_col : MAX_COLUMNS;
}

static void clock_text(double seconds, char out[32]) {
    unsigned long s = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000UL;
    if (s < 3600)
        snprintf(out, 32, "%lu:%02lu", s / 60, s % 60);
    else
        snprintf(out, 32, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
}

/* Plain overwriting with blanks: no escape sequence, so that NO_COLOR and dumb terminals need no other way. */
static void erase(rm_progress *p) {
    if (p->width)
        fprintf(stderr, "\r%*s\r", (int)p->width, "");
    p->width = 0;
}

static void draw(rm_progress *p, double now) {
    double part = p->total > 0 ? p->done / p->total : 0;
    if (part > 1)
        part = 1;
    double elapsed = now - p->started;
    char bar[BAR_CELLS + 1], past[32], left[32] = "?";
    int full = (int)(part * BAR_CELLS);
    for (int i = 0; i < BAR_CELLS; i++)
        bar[i] = i < full ? '#' : '.';
    bar[BAR_CELLS] = 0;
    clock_text(elapsed, past);
    if (part > 0)
        clock_text(elapsed / part * (1 - part), left);
    char line[MAX_COLUMNS + 1];
    int length = snprintf(line, sizeof line, "%s [%s] %3d%% %s, %s left  %s", p->what, bar, (int)(part * 100),
                          past, left, p->now);
    size_t room = terminal_columns() - 1, width = length < 0 ? 0 : (size_t)length;
    if (width > sizeof line - 1)
        width = sizeof line - 1;
    if (width > room)
        width = room;
    size_t blanks = p->width > width && p->width <= room ? p->width - width : 0;
    fprintf(stderr, "\r%.*s%*s", (int)width, line, (int)blanks, "");
    fflush(stderr);
    p->width = width + blanks;
    p->drawn = now;
}

static void copy_text(char *to, size_t room, const char *from) {
    size_t i = 0;
    for (; from && from[i] && i + 1 < room; i++)
        to[i] = (unsigned char)from[i] < ' ' || from[i] == 0x7f ? '?' : from[i];
    to[i] = 0;
}

rm_progress *rm_progress_start(bool quiet, const char *what, double total) {
    rm_progress *p = rm_calloc(1, sizeof *p);
    p->shown = !quiet && isatty(STDERR_FILENO);
    p->total = total;
    p->started = seconds_now();
    copy_text(p->what, sizeof p->what, what);
    rm_before_line(rm_progress_hide);
    pthread_mutex_lock(&drawing);
    current = p;
    pthread_mutex_unlock(&drawing);
    return p;
}

void rm_progress_add(rm_progress *progress, double units, const char *now) {
    if (!progress || !progress->shown)
        return;
    pthread_mutex_lock(&drawing);
    progress->done += units;
    if (now)
        copy_text(progress->now, sizeof progress->now, now);
    double time = seconds_now();
    if (time - progress->started >= SILENT_SECONDS && time - progress->drawn >= REDRAW_SECONDS)
        draw(progress, time);
    pthread_mutex_unlock(&drawing);
}

void rm_progress_end(rm_progress *progress) {
    if (!progress)
        return;
    pthread_mutex_lock(&drawing);
    erase(progress);
    if (current == progress)
        current = NULL;
    pthread_mutex_unlock(&drawing);
    free(progress);
}

void rm_progress_hide(void) {
    pthread_mutex_lock(&drawing);
    if (current)
        erase(current);
    pthread_mutex_unlock(&drawing);
}
