/// The k nearest so far, kept in order in the caller's array.
#ifndef QUADRILLE_NEAREST_H
#define QUADRILLE_NEAREST_H

#include "boxes.h"
#include "contender.h"

#include <math.h>

typedef struct nearest {
    contender_near *best;
    size_t most, count; ///< Room in best; how many there are.
} nearest;

/// Squared distance from a point to a box, 0 inside.
static inline double nearest_squared(fvec2 point, float min_x, float min_y, float max_x, float max_y)
{
    double left = (double)min_x - point.x, right = (double)point.x - max_x;
    double below = (double)min_y - point.y, above = (double)point.y - max_y;
    double x = left > right ? left : right, y = below > above ? below : above;
    x = x > 0 ? x : 0;
    y = y > 0 ? y : 0;
    return x * x + y * y;
}

/// What comes no nearer than this cannot enter the list, equally near items of higher number neither.
static inline double nearest_limit(const nearest *list)
{
    if (list->most == 0)
        return -1;
    return list->count < list->most ? INFINITY : list->best[list->most - 1].squared;
}

static inline bool nearest_before(contender_near a, contender_near b)
{
    return a.squared < b.squared || (a.squared == b.squared && a.item < b.item);
}

/// The item must not be in the list.
static inline void nearest_add(nearest *list, uint32_t item, double squared)
{
    contender_near one = { item, squared };
    if (list->count == list->most) {
        if (list->most == 0 || !nearest_before(one, list->best[list->most - 1]))
            return;
        list->count--;
    }
    size_t at = list->count++;
    for (; at > 0 && nearest_before(one, list->best[at - 1]); at--)
        list->best[at] = list->best[at - 1];
    list->best[at] = one;
}

/// Offers the boxes of [from, to); NULL: item i's box is at i. First all distances of a block, which a compiler can do
/// in vectors, then a look at those that count.
static inline void nearest_scan(nearest *list, const box_columns *all, const uint32_t *items, fvec2 point, size_t from,
                                size_t to)
{
    enum { BLOCK = 64 };
    double squared[BLOCK];
    for (size_t end; from < to; from = end) {
        end = to - from > BLOCK ? from + BLOCK : to;
        for (size_t i = from; i < end; i++)
            squared[i - from] = nearest_squared(point, all->min_x[i], all->min_y[i], all->max_x[i], all->max_y[i]);
        for (size_t i = from; i < end; i++)
            if (squared[i - from] <= nearest_limit(list))
                nearest_add(list, items ? items[i] : (uint32_t)i, squared[i - from]);
    }
}

#endif
