// One word holds the work: the number of the job in its upper half, the parts that have not begun in its lower. A
// thread claims a part by making that word one less; a thread that comes late finds another job's number there and
// cannot claim by mistake. A worker without work watches the word for a while, since the next job often comes at once,
// and then sleeps.
#include "system.h"

#include <quadrille/threads.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <malloc.h>
#endif

/// Looks at the word before sleeping: some 200 microseconds. Waking takes 25, and finding pairs comes with a job every
/// 100.
#define LOOKS 200000

#define POOL_LINE ((size_t)64)

struct qd_threads {
    qd__lock caller; ///< Held while a job runs, by the thread that calls.
    qd__lock sleep;
    qd__signal work_is_there, all_is_done;
    _Atomic uint64_t todo;
    _Atomic uint32_t done; ///< Parts of the present job.
    _Atomic uint32_t sleepers;
    _Atomic bool ended;
    qd_work *work; ///< The present job: a thread that has claimed a part of it may read these.
    void *job;
    uint32_t parts;
    uint32_t workers;
    qd_allocator allocator;
    uint32_t wanted;      ///< Workers; one thread fewer has a place below.
    qd__thread threads[]; ///< The first workers - 1 run.
};

static bool there_is_work(uint64_t todo)
{
    return (uint32_t)todo != 0;
}

/// Does parts until all have begun.
static void do_parts(qd_threads *self)
{
    uint64_t todo = atomic_load(&self->todo);
    while (there_is_work(todo)) {
        if (!atomic_compare_exchange_weak(&self->todo, &todo, todo - 1))
            continue;
        const uint32_t parts = self->parts;
        self->work(self->job, parts - (uint32_t)todo);
        if (atomic_fetch_add(&self->done, 1) + 1 == parts) {
            qd__lock_take(&self->sleep);
            qd__signal_wake(&self->all_is_done);
            qd__lock_give(&self->sleep);
        }
        todo = atomic_load(&self->todo);
    }
}

static bool is_worth_waking(qd_threads *self)
{
    return there_is_work(atomic_load(&self->todo)) || atomic_load(&self->ended);
}

static bool is_done(qd_threads *self)
{
    return atomic_load(&self->done) == self->parts;
}

/// Looks for a while whether something has come true.
static bool watch(qd_threads *self, bool (*is_true)(qd_threads *self))
{
    for (int i = 0; i < LOOKS; i++)
        if (is_true(self))
            return true;
    return false;
}

static void worker(void *context)
{
    qd_threads *self = context;
    while (!atomic_load(&self->ended)) {
        do_parts(self);
        if (watch(self, is_worth_waking))
            continue;
        qd__lock_take(&self->sleep);
        atomic_fetch_add(&self->sleepers, 1);
        while (!is_worth_waking(self))
            qd__signal_wait(&self->work_is_there, &self->sleep);
        atomic_fetch_sub(&self->sleepers, 1);
        qd__lock_give(&self->sleep);
    }
}

static void wake_sleepers(qd_threads *self)
{
    if (atomic_load(&self->sleepers) == 0)
        return;
    qd__lock_take(&self->sleep);
    qd__signal_wake(&self->work_is_there);
    qd__lock_give(&self->sleep);
}

static void run(void *context, qd_work *work, void *job, uint32_t parts)
{
    qd_threads *self = context;
    if (!qd__lock_try(&self->caller)) { // busy for another caller, or for a job around this one
        for (uint32_t part = 0; part < parts; part++)
            work(job, part);
        return;
    }
    self->work = work;
    self->job = job;
    self->parts = parts;
    atomic_store(&self->done, 0);
    const uint64_t number = (atomic_load(&self->todo) >> 32) + 1;
    atomic_store(&self->todo, number << 32 | parts);
    wake_sleepers(self);
    do_parts(self);
    if (!watch(self, is_done)) {
        qd__lock_take(&self->sleep);
        while (!is_done(self))
            qd__signal_wait(&self->all_is_done, &self->sleep);
        qd__lock_give(&self->sleep);
    }
    qd__lock_give(&self->caller);
}

/// The default allocator. A pool never resizes a block.
static void *resize_pool(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
#if defined(_WIN32)
    _aligned_free(block);
    return new_size > 0 ? _aligned_malloc(new_size, POOL_LINE) : NULL;
#else
    free(block);
    return new_size > 0 ? aligned_alloc(POOL_LINE, (new_size + POOL_LINE - 1) / POOL_LINE * POOL_LINE) : NULL;
#endif
}

static size_t size_for(uint32_t workers)
{
    return sizeof(qd_threads) + (workers - 1) * sizeof(qd__thread);
}

static void free_pool(qd_threads *self)
{
    const qd_allocator allocator = self->allocator;
    allocator.resize(allocator.context, self, size_for(self->wanted), 0);
}

/// False: the system refuses one, and the others are ended. POSIX allows that.
static bool init_locks(qd_threads *self)
{
    if (qd__lock_init(&self->caller)) {
        if (qd__lock_init(&self->sleep)) {
            if (qd__signal_init(&self->work_is_there)) {
                if (qd__signal_init(&self->all_is_done))
                    return true;
                qd__signal_end(&self->work_is_there);
            }
            qd__lock_end(&self->sleep);
        }
        qd__lock_end(&self->caller);
    }
    return false;
}

static void end_locks(qd_threads *self)
{
    qd__signal_end(&self->all_is_done);
    qd__signal_end(&self->work_is_there);
    qd__lock_end(&self->sleep);
    qd__lock_end(&self->caller);
}

qd_result qd_threads_create(const qd_threads_def *def, qd_threads **threads)
{
    *threads = NULL;
    qd_threads_def chosen = { 0 };
    if (def)
        chosen = *def;
    if (!chosen.allocator.resize)
        chosen.allocator.resize = resize_pool;
    const uint32_t workers = chosen.workers > 0 ? chosen.workers : qd__thread_processors();
    const uint32_t wanted = workers < QD_MAX_WORKERS ? workers : QD_MAX_WORKERS;
    qd_threads *self = chosen.allocator.resize(chosen.allocator.context, NULL, 0, size_for(wanted));
    if (!self)
        return QD_NO_MEMORY;
    memset(self, 0, size_for(wanted));
    self->allocator = chosen.allocator;
    self->wanted = wanted;
    if (!init_locks(self)) {
        free_pool(self);
        return QD_NO_MEMORY;
    }
    for (self->workers = 1; self->workers < wanted; self->workers++) {
        qd__thread *next = &self->threads[self->workers - 1];
        next->body = worker;
        next->context = self;
        if (!qd__thread_start(next))
            break;
    }
    *threads = self;
    return QD_OK;
}

void qd_threads_destroy(qd_threads *threads)
{
    if (!threads)
        return;
    atomic_store(&threads->ended, true);
    qd__lock_take(&threads->sleep);
    qd__signal_wake(&threads->work_is_there);
    qd__lock_give(&threads->sleep);
    for (uint32_t i = 0; i + 1 < threads->workers; i++)
        qd__thread_join(&threads->threads[i]);
    end_locks(threads);
    free_pool(threads);
}

uint32_t qd_threads_workers(const qd_threads *threads)
{
    return threads->workers;
}

qd_executor qd_threads_executor(qd_threads *threads)
{
    qd_executor executor = { 0 };
    if (threads && threads->workers > 1)
        executor = (qd_executor){ .run = run, .context = threads, .workers = threads->workers };
    return executor;
}
