// Threads, locks and signals between threads, as the system has them: POSIX, Windows, or none (see system.c). The
// structs stay where they are from their start to their end.
#ifndef QD_THREADS_SYSTEM_H
#define QD_THREADS_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(QD__NO_THREADS)
typedef int qd__threads_id, qd__lock, qd__signal;
#elif defined(_WIN32)
#if !defined(_WIN32_WINNT)
#define _WIN32_WINNT 0x0601 // NOLINT(bugprone-reserved-identifier): Windows 7 has these locks
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
typedef HANDLE qd__threads_id;
typedef SRWLOCK qd__lock;
typedef CONDITION_VARIABLE qd__signal;
#else
#include <pthread.h>
typedef pthread_t qd__threads_id;
typedef pthread_mutex_t qd__lock;
typedef pthread_cond_t qd__signal;
#endif

/// A thread, and the call that it makes.
typedef struct qd__thread {
    qd__threads_id id;
    void (*body)(void *context);
    void *context;
} qd__thread;

/// Starts a thread that calls thread->body(thread->context). False: the system refuses.
bool qd__thread_start(qd__thread *thread);

/// Waits until the call has returned.
void qd__thread_join(qd__thread *thread);

/// How many processors this process may use; at least 1.
uint32_t qd__thread_processors(void);

/// False: the system refuses.
bool qd__lock_init(qd__lock *lock);
void qd__lock_end(qd__lock *lock);
void qd__lock_take(qd__lock *lock);
void qd__lock_give(qd__lock *lock);

/// Takes the lock if no thread has it, this one included.
bool qd__lock_try(qd__lock *lock);

/// False: the system refuses.
bool qd__signal_init(qd__signal *signal);
void qd__signal_end(qd__signal *signal);

/// Gives the lock, waits for the signal or for nothing, and takes the lock again.
void qd__signal_wait(qd__signal *signal, qd__lock *lock);

/// Wakes every thread that waits.
void qd__signal_wake(qd__signal *signal);

#endif
