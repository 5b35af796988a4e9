/// Lists that questions fill.
#include "method.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void number_list_add(number_list *list, uint32_t number)
{
    if (list->count == list->space) {
        size_t space = list->space ? 2 * list->space : 256;
        uint32_t *grown = realloc(list->at, space * sizeof *grown);
        if (!grown) {
            list->failed = true;
            return;
        }
        list->at = grown;
        list->space = space;
    }
    list->at[list->count++] = number;
}

void found_pairs_add(void *context, const index_pair *pairs, size_t count)
{
    found_pairs *list = context;
    if (list->count + count > list->space) {
        size_t space = 2 * list->space > list->count + count ? 2 * list->space : list->count + count + 64;
        index_pair *grown = realloc(list->at, space * sizeof *grown);
        if (!grown) {
            list->failed = true;
            return;
        }
        list->at = grown;
        list->space = space;
    }
    if (count > 0)
        memcpy(list->at + list->count, pairs, count * sizeof *pairs);
    list->count += count;
}

int index_pair_order(const void *a, const void *b)
{
    const index_pair *p = a, *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

void found_pairs_sort(found_pairs *list)
{
    if (list->count > 1)
        qsort(list->at, list->count, sizeof *list->at, index_pair_order);
}

double near_list_limit(const near_list *list)
{
    return list->count < list->most ? INFINITY : list->at[list->most - 1].squared;
}

void near_list_offer(near_list *list, uint32_t item, double squared)
{
    size_t at = list->count;
    while (at > 0 && (list->at[at - 1].squared > squared ||
                      (list->at[at - 1].squared == squared && list->at[at - 1].item > item)))
        at--;
    if (at == list->most)
        return;
    size_t stay = list->count < list->most ? list->count : list->most - 1;
    memmove(list->at + at + 1, list->at + at, (stay - at) * sizeof *list->at);
    list->at[at] = (near_item){ squared, item };
    list->count = stay + 1;
}

double squared_distance(fvec2 point, fbox box)
{
    double x = fmax(0, fmax((double)box.min.x - point.x, (double)point.x - box.max.x));
    double y = fmax(0, fmax((double)box.min.y - point.y, (double)point.y - box.max.y));
    return x * x + y * y;
}

typedef struct span {
    double from, to; ///< from > to: nothing.
} span;

static span axis_span(double origin, double direction, double low, double high, bool open)
{
    if (direction == 0) {
        bool inside = open ? low < origin && origin < high : low <= origin && origin <= high;
        return inside ? (span){ -INFINITY, INFINITY } : (span){ 1, 0 };
    }
    double a = (low - origin) / direction, b = (high - origin) / direction;
    return direction > 0 ? (span){ a, b } : (span){ b, a };
}

double ray_enters(index_ray ray, fbox box, bool open_edges)
{
    span x = axis_span(ray.origin.x, ray.direction.x, box.min.x, box.max.x, open_edges);
    if (x.from > x.to || x.to < 0 || x.from > ray.t_max)
        return NAN;
    span y = axis_span(ray.origin.y, ray.direction.y, box.min.y, box.max.y, open_edges);
    if (y.from > y.to)
        return NAN;
    double from = fmax(x.from, y.from), to = fmin(x.to, y.to);
    bool meets = open_edges ? from < to && from < ray.t_max && to > 0 : from <= to && from <= ray.t_max && to >= 0;
    return meets ? fmax(from, 0) : NAN;
}
