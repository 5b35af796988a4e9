// Runs a piece of a test in a process of its own, so that an assertion that fails there can be seen from here.
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#ifdef _WIN32
#include <signal.h>

// There is no fork: what it has allocated by then stays.
static jmp_buf before_act;

static void come_back(int number)
{
    (void)number;
    longjmp(before_act, 1);
}

bool aborts(void (*act)(void *context), void *context)
{
    void (*const own)(int) = signal(SIGABRT, come_back);
    if (setjmp(before_act) == 0) {
        act(context);
        signal(SIGABRT, own);
        return false;
    }
    signal(SIGABRT, own);
    return true;
}

#elif !defined(__wasm__)

#include <sys/wait.h>
#include <unistd.h>

bool aborts(void (*act)(void *context), void *context)
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        // What the assertion prints is expected, and would only alarm who reads the log.
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        act(context);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

#endif
