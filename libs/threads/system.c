// See system.h. A build for a system without threads defines QD__NO_THREADS: no thread starts, and so no lock is
// needed.
#if defined(__linux__)
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): glibc's name, for sched_getaffinity
#endif

#include "system.h"

#if defined(QD__NO_THREADS)

bool qd__thread_start(qd__thread *thread)
{
    (void)thread;
    return false;
}

void qd__thread_join(qd__thread *thread)
{
    (void)thread;
}

uint32_t qd__thread_processors(void)
{
    return 1;
}

bool qd__lock_init(qd__lock *lock)
{
    *lock = 0;
    return true;
}

void qd__lock_end(qd__lock *lock)
{
    *lock = 0;
}

void qd__lock_take(qd__lock *lock)
{
    *lock = 1;
}

void qd__lock_give(qd__lock *lock)
{
    *lock = 0;
}

bool qd__lock_try(qd__lock *lock)
{
    return *lock == 0 && (*lock = 1);
}

bool qd__signal_init(qd__signal *signal)
{
    *signal = 0;
    return true;
}

void qd__signal_end(qd__signal *signal)
{
    *signal = 0;
}

void qd__signal_wait(qd__signal *signal, qd__lock *lock)
{
    *signal = 0;
    *lock = 1;
}

void qd__signal_wake(qd__signal *signal)
{
    *signal = 1;
}

#elif defined(_WIN32)

#include <process.h>

static unsigned __stdcall start(void *argument)
{
    const qd__thread *thread = argument;
    thread->body(thread->context);
    return 0;
}

// By the C library, which keeps data for each thread.
bool qd__thread_start(qd__thread *thread)
{
    thread->id = (HANDLE)_beginthreadex(NULL, 0, start, thread, 0, NULL);
    return thread->id != NULL;
}

void qd__thread_join(qd__thread *thread)
{
    WaitForSingleObject(thread->id, INFINITE);
    CloseHandle(thread->id);
}

uint32_t qd__thread_processors(void)
{
    DWORD_PTR mine = 0, all = 0;
    uint32_t count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &mine, &all))
        for (; mine != 0; mine &= mine - 1)
            count++;
    return count > 0 ? count : 1;
}

bool qd__lock_init(qd__lock *lock)
{
    InitializeSRWLock(lock);
    return true;
}

void qd__lock_end(qd__lock *lock)
{
    (void)lock;
}

void qd__lock_take(qd__lock *lock)
{
    AcquireSRWLockExclusive(lock);
}

void qd__lock_give(qd__lock *lock)
{
    ReleaseSRWLockExclusive(lock);
}

bool qd__lock_try(qd__lock *lock)
{
    return TryAcquireSRWLockExclusive(lock);
}

bool qd__signal_init(qd__signal *signal)
{
    InitializeConditionVariable(signal);
    return true;
}

void qd__signal_end(qd__signal *signal)
{
    (void)signal;
}

void qd__signal_wait(qd__signal *signal, qd__lock *lock)
{
    SleepConditionVariableSRW(signal, lock, INFINITE, 0);
}

void qd__signal_wake(qd__signal *signal)
{
    WakeAllConditionVariable(signal);
}

#else

#include <signal.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif

static void *start(void *argument)
{
    const qd__thread *thread = argument;
    thread->body(thread->context);
    return NULL;
}

// The new thread has the signal mask that this one has meanwhile: all are blocked.
bool qd__thread_start(qd__thread *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return false;
    const int refused = pthread_create(&thread->id, NULL, start, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !refused;
}

void qd__thread_join(qd__thread *thread)
{
    pthread_join(thread->id, NULL);
}

uint32_t qd__thread_processors(void)
{
#if defined(__linux__)
    cpu_set_t mine; // fails where the machine has more processors than fit
    if (sched_getaffinity(0, sizeof mine, &mine) == 0)
        return (uint32_t)CPU_COUNT(&mine);
#endif
#if defined(_SC_NPROCESSORS_ONLN)
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
#else
    return 1;
#endif
}

bool qd__lock_init(qd__lock *lock)
{
    return pthread_mutex_init(lock, NULL) == 0;
}

void qd__lock_end(qd__lock *lock)
{
    pthread_mutex_destroy(lock);
}

void qd__lock_take(qd__lock *lock)
{
    pthread_mutex_lock(lock);
}

void qd__lock_give(qd__lock *lock)
{
    pthread_mutex_unlock(lock);
}

bool qd__lock_try(qd__lock *lock)
{
    return pthread_mutex_trylock(lock) == 0;
}

bool qd__signal_init(qd__signal *signal)
{
    return pthread_cond_init(signal, NULL) == 0;
}

void qd__signal_end(qd__signal *signal)
{
    pthread_cond_destroy(signal);
}

void qd__signal_wait(qd__signal *signal, qd__lock *lock)
{
    pthread_cond_wait(signal, lock);
}

void qd__signal_wake(qd__signal *signal)
{
    pthread_cond_broadcast(signal);
}

#endif
