// The arrays, and bodies as CSV.
#include "gravity_bodies.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool grow(double **array, size_t room)
{
    double *larger = room <= SIZE_MAX / sizeof *larger ? realloc(*array, room * sizeof *larger) : NULL;
    if (larger != NULL)
        *array = larger;
    return larger != NULL;
}

size_t bodies_growth(const bodies *list)
{
    enum { FIRST = 1024 };
    return list->count < list->room ? 0 : list->room > 0 ? list->room : FIRST;
}

bool bodies_reserve(bodies *list, size_t count)
{
    if (count <= list->room)
        return true;
    size_t room = list->room + bodies_growth(list);
    room = room > count ? room : count;
    if (grow(&list->x, room) && grow(&list->y, room) && grow(&list->vx, room) && grow(&list->vy, room) &&
        grow(&list->mass, room)) {
        list->room = room;
        return true;
    }
    complain("%s", strerror(ENOMEM));
    return false;
}

void bodies_free(bodies *list)
{
    free(list->x);
    free(list->y);
    free(list->vx);
    free(list->vy);
    free(list->mass);
    memset(list, 0, sizeof *list);
}

static void pass_list(void *from, bodies_taker *take, void *context)
{
    take(context, from);
}

bodies_source bodies_of(bodies *list)
{
    return (bodies_source){ list->count, pass_list, list };
}

bool bodies_make(bodies *list, const galaxies_def *def)
{
    if (!bodies_reserve(list, def->count))
        return false;
    const galaxies_bodies out = { list->x, list->y, list->vx, list->vy, list->mass };
    list->count = def->count;
    if (galaxies_make(def, &out))
        return true;
    complain("%s", strerror(ENOMEM));
    return false;
}

void bodies_put_head(output *out)
{
    put(out, "x,y,vx,vy,mass\n");
}

void bodies_put(output *out, const bodies *list)
{
    for (size_t i = 0; i < list->count && !output_failed(out); i++) {
        const double row[] = { list->x[i], list->y[i], list->vx[i], list->vy[i], list->mass[i] };
        for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
            put_double(out, row[k]);
            put(out, k + 1 < sizeof row / sizeof *row ? "," : "\n");
        }
    }
}
