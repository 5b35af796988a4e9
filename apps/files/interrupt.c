// What a handler of signals may touch: atomic words, unlink, time.
#include "interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { REMOVED_MOST = 16, SIGNALS = 5 };
static const int signals[SIGNALS] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU };

static _Atomic(const char *) removed[REMOVED_MOST];
static atomic_bool is_heeded;
static atomic_int came;
static atomic_llong came_at;

static sigset_t held_before;
static bool handles;

// Milliseconds. What comes twice within the first of these is one signal, sent to a process and to its group, as
// timeout does; work is pressed to come to its end after the second.
enum { TWICE_WITHIN = 250, PATIENCE = 1000 };

static long long clock_now(void)
{
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? 1000LL * now.tv_sec + now.tv_nsec / 1000000 : 0;
}

static void take_signal(int number)
{
    int error = errno;
    bool first = atomic_load(&came) == 0, meant = number == SIGINT || number == SIGTERM;
    if (meant && first && atomic_load(&is_heeded)) {
        atomic_store(&came_at, clock_now());
        atomic_store(&came, number);
    } else if (!meant || first || number != atomic_load(&came) || clock_now() - atomic_load(&came_at) > TWICE_WITHIN) {
        // Nothing stays of what is only half there, and then the signal does what it does without a handler.
        for (int i = 0; i < REMOVED_MOST; i++) {
            const char *path = atomic_load(&removed[i]);
            if (path != NULL)
                unlink(path);
        }
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = error;
}

static void set_all(sigset_t *set)
{
    sigemptyset(set);
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(set, signals[i]);
}

static void handle_signals(void)
{
    struct sigaction action = { .sa_handler = take_signal, .sa_flags = (int)SA_RESTART }, now;
    if (handles)
        return;
    handles = true;
    set_all(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow any more sets errno, and ends nothing
}

void interrupt_heed(bool heeded)
{
    handle_signals();
    atomic_store(&is_heeded, heeded);
}

bool interrupt_came(void)
{
    return atomic_load(&came) != 0;
}

bool interrupt_presses(void)
{
    return interrupt_came() && clock_now() - atomic_load(&came_at) > PATIENCE;
}

bool interrupt_removes(const char *path)
{
    handle_signals();
    for (int i = 0; i < REMOVED_MOST; i++)
        if (atomic_load(&removed[i]) == NULL) {
            atomic_store(&removed[i], path);
            return true;
        }
    return false;
}

void interrupt_keeps(const char *path)
{
    for (int i = 0; i < REMOVED_MOST; i++)
        if (atomic_load(&removed[i]) == path)
            atomic_store(&removed[i], NULL);
}

void interrupt_hold(void)
{
    sigset_t all;
    set_all(&all);
    sigprocmask(SIG_BLOCK, &all, &held_before);
}

void interrupt_release(void)
{
    sigprocmask(SIG_SETMASK, &held_before, NULL);
}
