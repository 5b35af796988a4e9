// An executor without threads, which does the parts of a job in an order that jumps about: what depends on the order
// goes wrong with it every time, and not only on a bad day.
#ifndef TESTS_SCRAMBLED_H
#define TESTS_SCRAMBLED_H

#include <quadrille/base.h>

static inline bool scrambled_have_no_common_factor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a == 1;
}

// From the middle on, in steps that come by every part once.
static inline void scrambled_run(void *context, qd_work *work, void *job, uint32_t parts)
{
    (void)context;
    uint32_t step = parts / 2 + 1;
    while (!scrambled_have_no_common_factor(step, parts))
        step++;
    for (uint32_t i = 0, part = parts / 2; i < parts; i++, part = (part + step) % parts)
        work(job, part);
}

static inline qd_executor scrambled_executor(void)
{
    return (qd_executor){ scrambled_run, NULL, 3, 1 };
}

#endif
