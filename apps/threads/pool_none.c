// Replaces pool.c without threads: the caller does everything.
#include "pool.h"

struct pool {
    int unused;
};

pool *pool_create(uint32_t workers)
{
    static pool only;
    (void)workers;
    return &only;
}

void pool_destroy(pool *self)
{
    (void)self;
}

uint32_t pool_workers(const pool *self)
{
    (void)self;
    return 1;
}

qd_executor pool_executor(pool *self)
{
    (void)self;
    return (qd_executor){ 0 };
}
