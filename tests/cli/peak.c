// Runs a command with its output thrown away, and fails if it took more memory at its peak than it may.
//
//     peak MEGABYTES COMMAND...    a megabyte is 10^6 bytes
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(char **command)
{
    const pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) != NULL)
            execv(command[0], command);
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    const int status = run(argv + 2);
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 2;
    const double megabytes = (double)used.ru_maxrss * 1024 / 1e6; // Linux counts in KiB
    printf("%s: status %d, %.0f MB of %s\n", argv[2], status, megabytes, argv[1]);
    return status != 0 || megabytes > strtod(argv[1], NULL);
}
