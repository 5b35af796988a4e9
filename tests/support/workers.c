#include "workers.h"

#include <quadrille/threads.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What the header defines inline under this name: emitted here.
qd_tree *qd_tree_new(const qd_tree_def *def);

#undef qd_tree_create // The real one is meant here.
qd_result qd_tree_create(const qd_tree_def *def, qd_tree **tree);

// One pool for all trees of the program, and the process whose threads are its own: a fork has none of them.
static qd_threads *threads;
static pid_t owner;

static void run(void *context, qd_work *work, void *job, uint32_t parts)
{
    (void)context;
    if (getpid() == owner) {
        qd_executor shared = qd_threads_executor(threads);
        shared.run(shared.context, work, job, parts);
        return;
    }
    for (uint32_t part = 0; part < parts; part++)
        work(job, part);
}

static void end(void)
{
    if (getpid() == owner)
        qd_threads_destroy(threads);
}

static long workers_wanted(void)
{
    const char *wanted = getenv("QUADRILLE_TEST_WORKERS");
    return wanted ? strtol(wanted, NULL, 10) : 0;
}

bool trees_have_workers(void)
{
    return workers_wanted() > 1;
}

uint64_t calls_for_pairs(void)
{
    return trees_have_workers() ? 2 : 0;
}

qd_precision trees_precision(void)
{
    const char *wanted = getenv("QUADRILLE_TEST_PRECISION");
    return wanted && strcmp(wanted, "double") == 0 ? QD_DOUBLE : QD_FLOAT;
}

static qd_executor executor_wanted(void)
{
    long workers = workers_wanted();
    if (workers < 2)
        return (qd_executor){ 0 };
    if (!threads) {
        threads = qd_threads_new((uint32_t)workers);
        if (!threads || qd_threads_workers(threads) != (uint32_t)workers) {
            fprintf(stderr, "QUADRILLE_TEST_WORKERS: %ld threads cannot be had\n", workers);
            exit(1);
        }
        owner = getpid();
        atexit(end);
    }
    return (qd_executor){ run, NULL, (uint32_t)workers, 1 };
}

qd_result tree_create_with_workers(const qd_tree_def *def, qd_tree **tree)
{
    qd_tree_def own = { .reserve = 0 };
    if (def)
        own = *def;
    if (own.precision == QD_FLOAT)
        own.precision = trees_precision();
    if (!own.executor.run)
        own.executor = executor_wanted();
    return own.executor.run || own.precision != QD_FLOAT ? qd_tree_create(&own, tree) : qd_tree_create(def, tree);
}
