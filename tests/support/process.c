// Runs a piece of a test in a process of its own, so that an assertion that fails there can be seen from here.
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
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
