#include "executors.h"
#include "scrambled.h"
#include "support.h"

static uint32_t workers_of(enum executor_kind kind)
{
    return kind == POOL_OF_4 ? 4 : kind == POOL_OF_3 ? 3 : 2;
}

void executor_open(struct counting_executor *self, enum executor_kind kind)
{
    *self = (struct counting_executor){ .kind = kind };
    if (kind < POOL_OF_2)
        return;
    self->pool = qd_threads_new(workers_of(kind));
    assert_non_null(self->pool);
    assert_int_equal(qd_threads_workers(self->pool), workers_of(kind));
}

void executor_close(struct counting_executor *self)
{
    qd_threads_destroy(self->pool);
    self->pool = NULL;
}

static void run(void *context, qd_work *work, void *job, uint32_t parts)
{
    struct counting_executor *self = context;
    assert_true(parts >= 2);
    self->runs++;
    self->parts += parts;
    if (self->pool) {
        qd_executor threads = qd_threads_executor(self->pool);
        threads.run(threads.context, work, job, parts);
        return;
    }
    if (self->kind == SCRAMBLED)
        scrambled_run(NULL, work, job, parts);
    for (uint32_t i = 0; self->kind != SCRAMBLED && i < parts; i++)
        work(job, self->kind == BACKWARDS ? parts - 1 - i : i);
}

qd_executor executor_of(struct counting_executor *self)
{
    return (qd_executor){ run, self, workers_of(self->kind), 1 };
}
