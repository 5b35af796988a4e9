// The pool does each part of each job once, and has done them when it returns; it works with the threads that it gets.
#include "ledger.h"
#include "support.h"

#include <quadrille/threads.h>
#include <stdatomic.h>
#if !defined(_WIN32)
#include <signal.h>
#endif

enum { PARTS = 500, JOBS = 300 };

static void count_part(void *job, uint32_t part)
{
    ((unsigned *)job)[part]++; // no other part writes here, and the pool makes it visible
}

static void assert_does_jobs(uint32_t workers)
{
    qd_threads *threads = qd_threads_new(workers);
    assert_non_null(threads);
    assert_int_equal(qd_threads_workers(threads), workers);
    qd_executor executor = qd_threads_executor(threads);
    assert_int_equal(executor.workers, workers);
    assert_int_equal(executor.least_items, 0);
    unsigned done[PARTS] = { 0 };
    for (unsigned job = 0; job < JOBS; job++) {
        uint32_t parts = 2 + job % (PARTS - 2);
        executor.run(executor.context, count_part, done, parts);
    }
    for (uint32_t part = 0; part < PARTS; part++) {
        unsigned right = 0;
        for (unsigned job = 0; job < JOBS; job++)
            right += part < 2 + job % (PARTS - 2);
        assert_int_equal(done[part], right);
    }
    qd_threads_destroy(threads);
}

static void every_part_once(void)
{
    for (uint32_t workers = 2; workers <= 5; workers++)
        assert_does_jobs(workers);
}

static void one_worker_is_no_executor(void)
{
    qd_threads *threads = qd_threads_new(1);
    assert_int_equal(qd_threads_workers(threads), 1);
    assert_null(qd_threads_executor(threads).run);
    assert_null(qd_threads_executor(NULL).run);
    qd_threads_destroy(threads);
    qd_threads_destroy(NULL);
}

/// A job within a job is done by the thread that asks for it.
struct nest {
    qd_executor executor;
    unsigned inner[4][8];
};

struct inner_job {
    unsigned *counts;
};

static void inner_part(void *job, uint32_t part)
{
    ((struct inner_job *)job)->counts[part]++;
}

static void outer_part(void *job, uint32_t part)
{
    struct nest *nest = job;
    struct inner_job inner = { nest->inner[part] };
    nest->executor.run(nest->executor.context, inner_part, &inner, 8);
}

static void busy_pool_lets_the_caller_do_it(void)
{
    qd_threads *threads = qd_threads_new(3);
    struct nest nest = { .executor = qd_threads_executor(threads) };
    nest.executor.run(nest.executor.context, outer_part, &nest, 4);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 8; k++)
            assert_int_equal(nest.inner[i][k], 1);
    qd_threads_destroy(threads);
}

/// Two parts that wait for each other, so that only two threads can do them.
struct meeting {
    _Atomic unsigned here;
    _Atomic unsigned deaf; ///< Threads with SIGINT blocked.
};

static void meet(void *job, uint32_t part)
{
    struct meeting *meeting = job;
    (void)part;
#if !defined(_WIN32)
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    atomic_fetch_add(&meeting->deaf, (unsigned)sigismember(&blocked, SIGINT));
#endif
    atomic_fetch_add(&meeting->here, 1);
    while (atomic_load(&meeting->here) < 2)
        continue;
}

/// The second job and those after it wake the worker, which has gone to sleep meanwhile.
static void parts_run_at_once(void)
{
    qd_threads *threads = qd_threads_new(2);
    qd_executor executor = qd_threads_executor(threads);
    for (int times = 0; times < 4; times++) {
        struct meeting meeting = { 0 };
        executor.run(executor.context, meet, &meeting, 2);
        assert_int_equal(meeting.here, 2);
#if !defined(_WIN32)
        assert_int_equal(meeting.deaf, 1); // the pool's thread, and not this one
#endif
        for (volatile int i = 0; i < 4000000; i = i + 1)
            continue;
    }
    qd_threads_destroy(threads);
}

static void number_of_workers(void)
{
    qd_threads *threads = NULL;
    assert_int_equal(qd_threads_create(NULL, &threads), QD_OK); // one for each processor
    assert_in_range(qd_threads_workers(threads), 1, QD_MAX_WORKERS);
    qd_threads *same = qd_threads_new(0);
    assert_int_equal(qd_threads_workers(same), qd_threads_workers(threads));
    qd_threads_destroy(same);
    qd_threads_destroy(threads);

    assert_int_equal(qd_threads_create(&(qd_threads_def){ .workers = UINT32_MAX }, &threads), QD_OK);
    assert_int_equal(qd_threads_workers(threads), QD_MAX_WORKERS);
    qd_threads_destroy(threads);
}

static void memory_is_the_callers(void)
{
    struct ledger memory = { 0 };
    qd_threads_def def = { .workers = 3, .allocator = ledger_allocator(&memory) };
    qd_threads *threads = NULL;
    assert_int_equal(qd_threads_create(&def, &threads), QD_OK);
    assert_int_equal(memory.blocks, 1);
    qd_threads_destroy(threads);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(memory.bytes, 0);
    assert_null(memory.complaint);

    ledger_refuse(&memory, 1, true);
    threads = (qd_threads *)&memory;
    assert_int_equal(qd_threads_create(&def, &threads), QD_NO_MEMORY);
    assert_null(threads);
}

tests_main(plain_test(every_part_once), plain_test(one_worker_is_no_executor),
           plain_test(busy_pool_lets_the_caller_do_it), plain_test(parts_run_at_once), plain_test(number_of_workers),
           plain_test(memory_is_the_callers))
