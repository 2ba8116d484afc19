#include "parallel.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "bench/support/fail.h"
#include "bench/support/interrupt.h"

/* A signal does not wake the thread that waits for results, so it looks for an interrupt so often, in ms. */
#define LOOK_MS 50
/* How far the workers may run ahead of the row that is emitted next: bounds the results in memory. */
#define AHEAD_PER_JOB 4

typedef struct pool {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    size_t count, ahead;
    size_t next;    /* the item that is handed out next */
    size_t emitted; /* all items below are emitted */
    size_t busy;    /* workers inside work() */
    bool stopping;
    bool *done; /* item i stands at i % ahead */
    void (*work)(size_t i, void *context);
    void *context;
    pthread_t *threads;
    size_t started;
} pool;

static void run_inline(size_t count, void (*work)(size_t i, void *context),
                       void (*emit)(size_t i, void *context), void *context) {
    for (size_t i = 0; i < count && !rm_interrupted(); i++) {
        work(i, context);
        if (!rm_interrupted())
            emit(i, context);
    }
}

/* Waits for an item; false when there is no more. The mutex is held. */
static bool take_item(pool *p, size_t *item) {
    while (p->next < p->count && p->next - p->emitted >= p->ahead && !p->stopping)
        pthread_cond_wait(&p->changed, &p->mutex);
    if (p->next >= p->count || p->stopping || rm_interrupted())
        return false;
    *item = p->next++;
    return true;
}

static void *worker(void *state) {
    pool *p = state;
    size_t item;
    pthread_mutex_lock(&p->mutex);
    while (take_item(p, &item)) {
        p->busy++;
        pthread_mutex_unlock(&p->mutex);
        p->work(item, p->context);
        pthread_mutex_lock(&p->mutex);
        p->busy--;
        p->done[item % p->ahead] = !rm_interrupted(); /* after an interrupt it may be cut short */
        pthread_cond_broadcast(&p->changed);
    }
    p->stopping = p->stopping || rm_interrupted();
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

static void wait_a_little(pool *p) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += LOOK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&p->changed, &p->mutex, &until);
}

static bool is_patience_over(double *interrupted_at) {
    struct timespec now;
    if (!rm_interrupted())
        return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double ms = (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
    if (*interrupted_at <= 0)
        *interrupted_at = ms;
    return ms - *interrupted_at > RM_GRACE_MS;
}

/* Emits in order until all is out, or an interrupt has left a gap that nobody works on: then true. */
static bool emit_all(pool *p, void (*emit)(size_t i, void *context)) {
    double interrupted_at = 0;
    bool ended = true;
    pthread_mutex_lock(&p->mutex);
    while (p->emitted < p->count) {
        bool *ready = &p->done[p->emitted % p->ahead];
        if (!*ready && p->stopping && p->busy == 0)
            break;
        if (!*ready && is_patience_over(&interrupted_at)) {
            ended = p->busy == 0;
            break;
        }
        if (!*ready) {
            wait_a_little(p);
            continue;
        }
        *ready = false;
        size_t item = p->emitted;
        pthread_mutex_unlock(&p->mutex);
        emit(item, p->context);
        pthread_mutex_lock(&p->mutex);
        p->emitted++;
        pthread_cond_broadcast(&p->changed);
    }
    p->stopping = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
    return ended;
}

static pool *pool_make(size_t jobs, size_t count, void (*work)(size_t i, void *context), void *context) {
    pool *p = rm_calloc(1, sizeof *p);
    *p = (pool){.count = count, .ahead = jobs * AHEAD_PER_JOB, .work = work, .context = context};
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->changed, &clock);
    pthread_condattr_destroy(&clock);
    p->done = rm_calloc(p->ahead, sizeof *p->done);
    p->threads = rm_calloc(jobs, sizeof *p->threads);
    return p;
}

static void pool_free(pool *p) {
    for (size_t i = 0; i < p->started; i++)
        pthread_join(p->threads[i], NULL);
    free(p->threads);
    free(p->done);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->mutex);
    free(p);
}

bool rm_parallel(size_t jobs, size_t count, void (*work)(size_t i, void *context),
                 void (*emit)(size_t i, void *context), void *context) {
    if (jobs > count)
        jobs = count;
    /* A single job has a thread too, so that an interrupt need not wait for it. */
    jobs = jobs ? jobs : 1;
    pool *p = pool_make(jobs, count, work, context);
    while (p->started < jobs && pthread_create(&p->threads[p->started], NULL, worker, p) == 0)
        p->started++;
    bool ended = true;
    if (p->started == 0)
        run_inline(count, work, emit, context);
    else
        ended = emit_all(p, emit);
    if (ended)
        pool_free(p);
    for (size_t i = 0; !ended && i < p->started; i++)
        pthread_detach(p->threads[i]);
    return ended;
}
