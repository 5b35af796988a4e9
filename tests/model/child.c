// fork() for every attempt: the child has the script in its memory already and only has to run it.
#define _POSIX_C_SOURCE 200809L
#include "child.h"
#include "print.h"
#include "runner.h"
#include "shrink.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILED_ORDERLY = 3 };

static void run_and_exit(const struct model_script *script, FILE *transcript)
{
    struct model_runner runner = { 0 };
    if (model_run(&runner, script, transcript))
        _exit(0);
    if (transcript) {
        fprintf(transcript, "    // Here: call %zu, %s: %s\n", runner.call,
                model_op_name(script->calls[runner.call].op), runner.why);
        fflush(transcript);
    }
    _exit(FAILED_ORDERLY);
}

// The child's status as waitpid tells it.
static int run_in_child(const struct model_script *script, FILE *transcript)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        perror("model test: cannot start a process");
        exit(1);
    }
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        run_and_exit(script, transcript);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status;
}

bool model_child_fails(void *unused, const struct model_script *script)
{
    (void)unused;
    return run_in_child(script, NULL) != 0;
}

void model_child_report(struct model_script *script, const char *what, FILE *out)
{
    size_t before = script->call_count;
    model_shrink(script, model_child_fails, NULL);
    fprintf(out, "// Shrunk from %zu calls to %zu.\n", before, script->call_count);
    model_print_begin(out, script, what);
    int status = run_in_child(script, out);
    if (WIFSIGNALED(status))
        fprintf(out, "    // Here: the program died of signal %d.\n", WTERMSIG(status));
    else if (WEXITSTATUS(status) != FAILED_ORDERLY)
        fprintf(out, "    // Here: the program ended itself with status %d (a sanitizer?).\n", WEXITSTATUS(status));
    model_print_end(out);
    fflush(out);
}
