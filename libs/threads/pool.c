// One word says what there is to do: the number of the job in its upper half, the parts not yet begun in its lower. A
// part is claimed by making that word one less; a thread that comes late finds another job's number there and cannot
// claim by mistake. A worker without work watches the word for a while, since the next job often comes at once, and
// then sleeps.
#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    LOOKS = 200000
}; ///< At the word before sleeping: some 200 microseconds. Waking takes 25, and finding pairs
   ///< comes with a job every 100.

struct pool {
    pthread_mutex_t caller; ///< Held by the thread whose job is being done.
    pthread_mutex_t sleep;
    pthread_cond_t work_is_there, all_is_done;
    _Atomic uint64_t todo;
    _Atomic uint32_t done; ///< Parts of the present job.
    _Atomic uint32_t sleepers;
    _Atomic bool ended;
    qd_work *work; ///< The present job: these may be read by a thread that has claimed a part of it.
    void *job;
    uint32_t parts;
    uint32_t workers;
    pthread_t threads[POOL_MOST];
};

static bool there_is_work(uint64_t todo)
{
    return (uint32_t)todo != 0;
}

/// Does parts until none is left to begin.
static void do_parts(pool *self)
{
    uint64_t todo = atomic_load(&self->todo);
    while (there_is_work(todo)) {
        if (!atomic_compare_exchange_weak(&self->todo, &todo, todo - 1))
            continue;
        uint32_t parts = self->parts;
        self->work(self->job, parts - (uint32_t)todo);
        if (atomic_fetch_add(&self->done, 1) + 1 == parts) {
            pthread_mutex_lock(&self->sleep);
            pthread_cond_signal(&self->all_is_done);
            pthread_mutex_unlock(&self->sleep);
        }
        todo = atomic_load(&self->todo);
    }
}

static bool is_worth_waking(pool *self)
{
    return there_is_work(atomic_load(&self->todo)) || atomic_load(&self->ended);
}

static bool is_done(pool *self)
{
    return atomic_load(&self->done) == self->parts;
}

/// Looks for a while whether something has come true.
static bool watch(pool *self, bool (*is_true)(pool *self))
{
    for (int i = 0; i < LOOKS; i++)
        if (is_true(self))
            return true;
    return false;
}

static void *worker(void *argument)
{
    pool *self = argument;
    while (!atomic_load(&self->ended)) {
        do_parts(self);
        if (watch(self, is_worth_waking))
            continue;
        pthread_mutex_lock(&self->sleep);
        atomic_fetch_add(&self->sleepers, 1);
        while (!is_worth_waking(self))
            pthread_cond_wait(&self->work_is_there, &self->sleep);
        atomic_fetch_sub(&self->sleepers, 1);
        pthread_mutex_unlock(&self->sleep);
    }
    return NULL;
}

static void wake_sleepers(pool *self)
{
    if (atomic_load(&self->sleepers) == 0)
        return;
    pthread_mutex_lock(&self->sleep);
    pthread_cond_broadcast(&self->work_is_there);
    pthread_mutex_unlock(&self->sleep);
}

static void run(void *context, qd_work *work, void *job, uint32_t parts)
{
    pool *self = context;
    if (pthread_mutex_trylock(&self->caller) != 0) { // busy for another caller
        for (uint32_t part = 0; part < parts; part++)
            work(job, part);
        return;
    }
    self->work = work;
    self->job = job;
    self->parts = parts;
    atomic_store(&self->done, 0);
    uint64_t number = (atomic_load(&self->todo) >> 32) + 1;
    atomic_store(&self->todo, number << 32 | parts);
    wake_sleepers(self);
    do_parts(self);
    if (!watch(self, is_done)) {
        pthread_mutex_lock(&self->sleep);
        while (!is_done(self))
            pthread_cond_wait(&self->all_is_done, &self->sleep);
        pthread_mutex_unlock(&self->sleep);
    }
    pthread_mutex_unlock(&self->caller);
}

pool *pool_create(uint32_t workers)
{
    pool *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    pthread_mutex_init(&self->caller, NULL);
    pthread_mutex_init(&self->sleep, NULL);
    pthread_cond_init(&self->work_is_there, NULL);
    pthread_cond_init(&self->all_is_done, NULL);
    self->workers = 1;
    while (self->workers < workers && self->workers < POOL_MOST &&
           pthread_create(&self->threads[self->workers], NULL, worker, self) == 0)
        self->workers++;
    return self;
}

void pool_destroy(pool *self)
{
    if (!self)
        return;
    atomic_store(&self->ended, true);
    pthread_mutex_lock(&self->sleep);
    pthread_cond_broadcast(&self->work_is_there);
    pthread_mutex_unlock(&self->sleep);
    for (uint32_t i = 1; i < self->workers; i++)
        pthread_join(self->threads[i], NULL);
    pthread_cond_destroy(&self->all_is_done);
    pthread_cond_destroy(&self->work_is_there);
    pthread_mutex_destroy(&self->sleep);
    pthread_mutex_destroy(&self->caller);
    free(self);
}

uint32_t pool_workers(const pool *self)
{
    return self->workers;
}

qd_executor pool_executor(pool *self)
{
    qd_executor executor = { 0 };
    if (self && self->workers > 1)
        executor = (qd_executor){ run, self, self->workers, 0 };
    return executor;
}
