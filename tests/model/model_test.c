// The random model test: sequences of calls on the library and on the oracle, in a process of their own that tells
// which sequence it is at. When that process fails in any way, its last sequence is shrunk and printed as a C program.
#define _POSIX_C_SOURCE 200809L
#include "child.h"
#include "decoder.h"
#include "runner.h"
#include "sequence.h"
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char usage[] = "Usage: model_test [--calls N] [--seed S] [--first N] [--crowd N] [--replay FILE]\n"
                            "                  [--workers N] [--small N] [--shrink 0]\n"
                            "Compares the library with the oracle over N random calls (default 100000).\n"
                            "  --seed S       another series of sequences (default 1)\n"
                            "  --first N      start at this sequence (default 0): a failure names its sequence\n"
                            "  --replay FILE  run the byte string in FILE instead, as the fuzzer saves it\n"
                            "  --crowd N      insert so many items before the replay (default 0)\n"
                            "  --workers N    give every tree so many threads (default: what its definition says)\n"
                            "  --small N      of a hundred sequences so many have trees of a dozen items (default 0)\n"
                            "  --shrink 0     say what fails, and neither shrink nor print it\n";

struct options {
    uint64_t calls, seed, first, crowd, workers, small, shrink;
    const char *replay;
};

struct progress {
    uint64_t sequence, calls;
    bool finished;
};

static void tell(int channel, struct progress progress)
{
    if (write(channel, &progress, sizeof progress) != (ssize_t)sizeof progress)
        _exit(1);
}

static void make(const struct options *options, uint64_t number, struct model_script *script)
{
    model_sequence(options->seed, number, (unsigned)options->small, script);
    script->workers = (uint32_t)options->workers;
}

// Runs sequences until the calls are made; ends the process.
static void work(const struct options *options, int channel)
{
    struct model_script script = { 0 };
    struct model_runner runner = { 0 };
    struct progress progress = { options->first, 0, false };
    for (; progress.calls < options->calls; progress.sequence++) {
        tell(channel, progress);
        make(options, progress.sequence, &script);
        if (!model_run(&runner, &script, NULL)) {
            fprintf(stderr, "model_test: call %zu, %s: %s\n", runner.call, model_op_name(script.calls[runner.call].op),
                    runner.why);
            _exit(1);
        }
        progress.calls += script.call_count;
    }
    model_script_destroy(&script);
    model_runner_destroy(&runner);
    progress.finished = true;
    tell(channel, progress);
    exit(0);
}

static void show(const struct options *options, const struct progress *progress)
{
    if (isatty(STDERR_FILENO) && progress->sequence % 64 == 0)
        fprintf(stderr, "\r%llu of %llu calls", (unsigned long long)progress->calls,
                (unsigned long long)options->calls);
}

static int report(const struct options *options, struct model_script *script, const char *what)
{
    char name[64];
    snprintf(name, sizeof name, "model-failure-%llu.c", (unsigned long long)options->seed);
    FILE *file = fopen(name, "w+");
    if (!file) {
        fprintf(stderr, "model_test: cannot write %s; the program goes to standard output instead\n", name);
        file = stdout;
    }
    printf("%s\nShrinking...\n", what);
    model_child_report(script, what, file);
    if (file != stdout) {
        rewind(file);
        for (int c = getc(file); c != EOF; c = getc(file))
            putchar(c);
        fclose(file);
        printf("This program is in %s; build it against the library with -Itests -Itests/support and\n"
               "tests/support/ledger.c.\n",
               name);
    }
    return 1;
}

static int run_random(const struct options *options)
{
    int channel[2];
    if (pipe(channel) != 0) {
        perror("model_test: cannot make a pipe");
        return 1;
    }
    fflush(NULL);
    pid_t worker = fork();
    if (worker < 0) {
        perror("model_test: cannot start a process");
        return 1;
    }
    if (worker == 0) {
        close(channel[0]);
        work(options, channel[1]);
    }
    close(channel[1]);
    struct progress progress = { 0, 0, false };
    while (read(channel[0], &progress, sizeof progress) == (ssize_t)sizeof progress)
        show(options, &progress);
    close(channel[0]);
    int status = 1;
    waitpid(worker, &status, 0);
    printf("model_test: seed %llu: %llu calls in %llu sequences\n", (unsigned long long)options->seed,
           (unsigned long long)progress.calls, (unsigned long long)(progress.sequence - options->first));
    if (status == 0 && progress.finished)
        return 0;
    if (progress.finished) {
        printf("All sequences passed, but the process that ran them ended badly: was memory leaked?\n");
        return 1;
    }
    char what[128];
    snprintf(what, sizeof what, "Sequence %llu of seed %llu fails (--seed %llu --first %llu --calls 1).",
             (unsigned long long)progress.sequence, (unsigned long long)options->seed,
             (unsigned long long)options->seed, (unsigned long long)progress.sequence);
    if (options->shrink == 0) {
        printf("%s\n", what);
        return 1;
    }
    struct model_script script = { 0 };
    make(options, progress.sequence, &script);
    report(options, &script, what);
    model_script_destroy(&script);
    return 1;
}

static unsigned char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        return NULL;
    }
    size_t room = 1 << 16;
    unsigned char *data = malloc(room);
    *size = 0;
    while (data) {
        size_t got = fread(data + *size, 1, room - *size, file);
        *size += got;
        if (got == 0)
            break;
        if (*size == room) {
            unsigned char *larger = realloc(data, room *= 2);
            if (!larger)
                free(data);
            data = larger;
        }
    }
    fclose(file);
    if (!data)
        fprintf(stderr, "model_test: %s: no memory for it\n", name);
    return data;
}

static int run_replay(const struct options *options)
{
    size_t size;
    unsigned char *data = read_file(options->replay, &size);
    if (!data)
        return 2;
    struct model_script script = { 0 };
    model_decode(data, size, (struct model_sizes){ .crowd = (size_t)options->crowd }, &script);
    free(data);
    script.workers = (uint32_t)options->workers;
    printf("model_test: %s: %zu calls\n", options->replay, script.call_count);
    int status = model_child_fails(NULL, &script) ? report(options, &script, "The replay fails.") : 0;
    model_script_destroy(&script);
    return status;
}

// The option's place for a number, or NULL.
static uint64_t *number_option(struct options *options, const char *name)
{
    if (strcmp(name, "--calls") == 0)
        return &options->calls;
    if (strcmp(name, "--seed") == 0)
        return &options->seed;
    if (strcmp(name, "--first") == 0)
        return &options->first;
    if (strcmp(name, "--workers") == 0)
        return &options->workers;
    if (strcmp(name, "--small") == 0)
        return &options->small;
    if (strcmp(name, "--shrink") == 0)
        return &options->shrink;
    return strcmp(name, "--crowd") == 0 ? &options->crowd : NULL;
}

static bool parse(int argc, char **argv, struct options *options)
{
    for (int i = 1; i < argc; i += 2) {
        uint64_t *number = number_option(options, argv[i]);
        if (i + 1 == argc || (!number && strcmp(argv[i], "--replay") != 0))
            return false;
        char *end = NULL;
        if (!number)
            options->replay = argv[i + 1];
        else
            *number = strtoull(argv[i + 1], &end, 10);
        if (number && (*end != '\0' || end == argv[i + 1]))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct options options = { .calls = 100000, .seed = 1, .shrink = 1 };
    if (!parse(argc, argv, &options)) {
        fputs(usage, stderr);
        return 2;
    }
    return options.replay ? run_replay(&options) : run_random(&options);
}
