/// The pairs that a contender finds, and those that there are.
#include "found.h"

#include "boxes_of.h"

#include <stdlib.h>
#include <string.h>

static bool add(void *context, const contender_pair *pairs, size_t count)
{
    found *list = context;
    if (list->count + count > list->room) {
        list->room = 2 * list->room + count;
        list->pairs = realloc(list->pairs, list->room * sizeof *list->pairs);
        if (!list->pairs)
            abort();
    }
    if (count > 0) // without any, neither may point to something
        memcpy(list->pairs + list->count, pairs, count * sizeof *pairs);
    list->count += count;
    return true;
}

found found_by_loop(const fbox *boxes, size_t count, bool open_edges)
{
    found list = { 0 };
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++)
            if (overlap(boxes[a], boxes[b], open_edges))
                add(&list, &(contender_pair){ a, b }, 1);
    return list;
}

static int in_order(const void *a, const void *b)
{
    const contender_pair *p = a, *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

found found_by(const contender_kind *kind, const contender *self)
{
    found list = { 0 };
    kind->pairs(self, add, &list);
    if (list.count > 0)
        qsort(list.pairs, list.count, sizeof *list.pairs, in_order);
    return list;
}

bool found_equal(const found *a, const found *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->pairs, b->pairs, a->count * sizeof *a->pairs) == 0);
}

void found_free(found *list)
{
    free(list->pairs);
    *list = (found){ 0 };
}
