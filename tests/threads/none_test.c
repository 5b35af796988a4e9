// On a system without threads every pool has one worker, the calling thread.
#include "system.h"

#include <quadrille/threads.h>
#include <unit.h>

static void one_worker(void)
{
    for (uint32_t workers = 0; workers < 3; workers++) {
        qd_threads *threads = qd_threads_new(workers);
        assert_non_null(threads);
        assert_int_equal(qd_threads_workers(threads), 1);
        assert_null(qd_threads_executor(threads).run);
        qd_threads_destroy(threads);
    }
}

static void locks_are_held_once(void)
{
    qd__lock lock;
    assert_true(qd__lock_init(&lock));
    assert_true(qd__lock_try(&lock));
    assert_false(qd__lock_try(&lock));
    qd__lock_give(&lock);
    assert_true(qd__lock_try(&lock));
    qd__lock_end(&lock);
}

tests_main(plain_test(one_worker), plain_test(locks_are_held_once))
