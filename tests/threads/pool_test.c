// The pool does each part of each job once, and is done when it says so.
#include "support.h"

#include <pool.h>

enum { PARTS = 500, JOBS = 300 };

static void count_part(void *job, uint32_t part)
{
    ((unsigned *)job)[part]++; // no other part writes here, and the pool makes it visible
}

static void assert_does_jobs(uint32_t workers)
{
    pool *threads = pool_create(workers);
    assert_non_null(threads);
    assert_int_equal(pool_workers(threads), workers);
    qd_executor executor = pool_executor(threads);
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
    pool_destroy(threads);
}

static void every_part_once(void)
{
    for (uint32_t workers = 2; workers <= 5; workers++)
        assert_does_jobs(workers);
}

static void one_worker_is_no_executor(void)
{
    pool *threads = pool_create(1);
    assert_int_equal(pool_workers(threads), 1);
    assert_null(pool_executor(threads).run);
    assert_null(pool_executor(NULL).run);
    pool_destroy(threads);
    pool_destroy(NULL);
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
    pool *threads = pool_create(3);
    struct nest nest = { .executor = pool_executor(threads) };
    nest.executor.run(nest.executor.context, outer_part, &nest, 4);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 8; k++)
            assert_int_equal(nest.inner[i][k], 1);
    pool_destroy(threads);
}

tests_main(plain_test(every_part_once), plain_test(one_worker_is_no_executor),
           plain_test(busy_pool_lets_the_caller_do_it))
