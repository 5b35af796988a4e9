/// The list of all contenders.
#include "contenders.h"

#include <string.h>

const char *const contender_names[CONTENDERS + 1] = { "quadtree", "brute",     "sweep",  "strips",
                                                      "grid",     "contained", "leaves", NULL };

const contender_kind *contender_at(size_t index)
{
    static const contender_kind *const kinds[CONTENDERS] = { &contender_quadtree, &contender_brute,
                                                             &contender_sweep,    &contender_strips,
                                                             &contender_grid,     &contender_contained,
                                                             &contender_leaves };
    return index < CONTENDERS ? kinds[index] : NULL;
}

size_t contender_number(const contender_kind *kind)
{
    size_t i = 0;
    while (i < CONTENDERS && contender_at(i) != kind)
        i++;
    return i;
}

const contender_kind *contender_find(const char *name)
{
    for (size_t i = 0; i < CONTENDERS; i++)
        if (strcmp(name, contender_names[i]) == 0)
            return contender_at(i);
    return NULL;
}
