// What every task does with its turn, whichever it is.
#include "task.h"

#include <progress.h>
#include <stdio.h>
#include <time.h>

static double process_ms(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0)
        return clock_ms();
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

task_clock *turn_clock_of(const turn *t)
{
    return t->plan->cpu_time ? process_ms : clock_ms;
}

double turn_clock(const turn *t)
{
    return turn_clock_of(t)();
}

qd_result turn_begin_anew(turn *t)
{
    if (t->kind->renew) {
        t->kind->renew(t->self);
        return QD_OK;
    }
    t->kind->destroy(t->self);
    t->self = t->kind->create(false);
    return t->self ? QD_OK : QD_NO_MEMORY;
}

bool turn_too_slow(turn *t, double ms)
{
    if (ms <= t->plan->limit_ms || entry_is_own(t->kind))
        return false;
    snprintf(t->row->left_out, sizeof t->row->left_out, "with %zu boxes a step took %.3g s, and --limit is %.3g s",
             t->field->count, ms / 1e3, t->plan->limit_ms / 1e3);
    return true;
}
