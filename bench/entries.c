// Who takes part. The library's own comes first: all ratios are to it.
#include "plan.h"

#include <contenders.h>
#include <string.h>

const entry entries[] = {
    { "quadrille", &contender_quadtree, false, NULL }, { "brute", &contender_brute, true, NULL },
    { "sweep", &contender_sweep, false, NULL },        { "strips", &contender_strips, false, NULL },
    { "grid", &contender_grid, false, NULL },          { 0 },
};

const entry *entry_find(const char *name)
{
    for (const entry *e = entries; e->name; e++)
        if (strcmp(e->name, name) == 0)
            return e;
    return NULL;
}
