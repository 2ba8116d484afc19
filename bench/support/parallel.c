#include "parallel.h"

#include <pthread.h>
#include <stdlib.h>

#include "fail.h"
#include "progress.h"

/* How far the workers may run ahead of the row that is emitted next: bounds the results in memory. */
#define AHEAD_PER_JOB 4

typedef struct pool {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    size_t count, ahead;
    size_t next;    /* handed out next */
    size_t emitted; /* all below are emitted */
    size_t busy;    /* workers inside work() */
    bool stopping;
    bool *done; /* of item i at i % ahead */
    void (*work)(size_t i, void *context);
    void *context;
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
        p->done[item % p->ahead] = !rm_interrupted(); /* else it may be cut short */
        pthread_cond_broadcast(&p->changed);
    }
    p->stopping = p->stopping || rm_interrupted();
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

/* Emits in order until all is out, or an interrupt has left a gap that nobody works on. */
static void emit_all(pool *p, void (*emit)(size_t i, void *context)) {
    pthread_mutex_lock(&p->mutex);
    while (p->emitted < p->count) {
        bool *ready = &p->done[p->emitted % p->ahead];
        if (!*ready && p->stopping && p->busy == 0)
            break;
        if (!*ready) {
            pthread_cond_wait(&p->changed, &p->mutex);
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
}

void rm_parallel(size_t jobs, size_t count, void (*work)(size_t i, void *context),
                 void (*emit)(size_t i, void *context), void *context) {
    if (jobs > count)
        jobs = count;
    if (jobs <= 1) {
        run_inline(count, work, emit, context);
        return;
    }
    pool p = {.count = count, .ahead = jobs * AHEAD_PER_JOB, .work = work, .context = context};
    pthread_mutex_init(&p.mutex, NULL);
    pthread_cond_init(&p.changed, NULL);
    p.done = rm_calloc(p.ahead, sizeof *p.done);
    pthread_t *threads = rm_calloc(jobs, sizeof *threads);
    size_t started = 0;
    while (started < jobs && pthread_create(&threads[started], NULL, worker, &p) == 0)
        started++;
    if (started == 0)
        run_inline(count, work, emit, context);
    else
        emit_all(&p, emit);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    free(p.done);
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.mutex);
}
