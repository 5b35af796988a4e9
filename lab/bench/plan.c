// How many ticks and which sizes, where the command line does not say.
#include "plan.h"

const size_t plan_between[] = { 30000, 500000, 0 };

size_t plan_ticks(const plan *p, size_t n)
{
    size_t fit = 2000000 / (n > 0 ? n : 1);
    return p->ticks > 0 ? p->ticks : fit < 5 ? 5 : fit > 20 ? 20 : fit;
}
