/// Executors for tests: some that run all parts on the calling thread, in orders that a real one might come up with,
/// and the pool of threads. Each counts how often it was asked.
#ifndef TESTS_EXECUTORS_H
#define TESTS_EXECUTORS_H

#include <quadrille/threads.h>
#include <stddef.h>

enum executor_kind { IN_ORDER, BACKWARDS, SCRAMBLED, POOL_OF_2, POOL_OF_3, POOL_OF_4, EXECUTOR_KINDS };

struct counting_executor {
    enum executor_kind kind;
    qd_threads *pool;
    size_t runs, parts;
};

/// Ready for use until executor_close; not to be moved in between.
void executor_open(struct counting_executor *self, enum executor_kind kind);
void executor_close(struct counting_executor *self);
qd_executor executor_of(struct counting_executor *self);

#endif
