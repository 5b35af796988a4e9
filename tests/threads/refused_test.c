// A system that refuses threads gives a pool with fewer workers, or with the calling thread alone; every job is done.
// The pool is compiled here, and the system's function goes by another name.
#define qd__thread_start thread_start_really
#include "system.c" // NOLINT(bugprone-suspicious-include): its functions by other names
#undef qd__thread_start

#include <quadrille/threads.h>
#include <unit.h>

bool qd__thread_start(qd__thread *thread);

static unsigned allowed; ///< Threads that the system still starts.

bool qd__thread_start(qd__thread *thread)
{
    if (allowed == 0)
        return false;
    allowed--;
    return thread_start_really(thread);
}

static void count_part(void *job, uint32_t part)
{
    ((unsigned *)job)[part]++;
}

static void as_many_as_can_be_started(void)
{
    for (unsigned started = 0; started < 4; started++) {
        allowed = started;
        qd_threads *threads = NULL;
        assert_int_equal(qd_threads_create(&(qd_threads_def){ .workers = 8 }, &threads), QD_OK);
        assert_int_equal(qd_threads_workers(threads), started + 1);
        const qd_executor executor = qd_threads_executor(threads);
        assert_int_equal(executor.workers, started > 0 ? started + 1 : 0);
        assert_int_equal(executor.run != NULL, started > 0);
        unsigned done[100] = { 0 };
        for (int job = 0; executor.run && job < 50; job++)
            executor.run(executor.context, count_part, done, 100);
        for (int part = 0; executor.run && part < 100; part++)
            assert_int_equal(done[part], 50);
        qd_threads_destroy(threads);
    }
}

static void the_shortcut_too(void)
{
    allowed = 0;
    qd_threads *threads = qd_threads_new(0);
    assert_non_null(threads);
    assert_int_equal(qd_threads_workers(threads), 1);
    assert_null(qd_threads_executor(threads).run);
    qd_threads_destroy(threads);
}

tests_main(plain_test(as_many_as_can_be_started), plain_test(the_shortcut_too))
