// Exact boxes and the origin: see precise.h.
#include "precise.h"

#include "change.h"
#include "change_log.h"

#include <quadrille/tree.h>

void qd__precise_move(const struct qd_tree *tree, uint32_t slot, const qd_box *box)
{
    const qd_box *exact = qd__exact_box(tree, slot);
    const bool same = exact->min.x == box->min.x && exact->min.y == box->min.y && exact->max.x == box->max.x &&
                      exact->max.y == box->max.y;
    if (!same) {
        qd__change_log_touched(tree, slot);
        qd__precise_keep(tree, slot, box);
    }
}

qd__origin qd__precise_middle(const qd_box *box)
{
    return qd__origin_at(qd__box_middle(box));
}

void qd__centers_add(qd__centers *centers, const qd_box *box)
{
    assert(centers->count < QD__CENTERS);
    const qd_vec2 middle = qd__box_middle(box);
    centers->x[centers->count] = middle.x + 0.0; // no negative zero
    centers->y[centers->count++] = middle.y + 0.0;
}

static void sort_numbers(double *numbers, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const double number = numbers[i];
        size_t at = i;
        for (; at > 0 && numbers[at - 1] > number; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
}

qd__origin qd__centers_origin(qd__centers *centers)
{
    sort_numbers(centers->x, centers->count);
    sort_numbers(centers->y, centers->count);
    const qd_vec2 middle = { centers->x[centers->count / 2], centers->y[centers->count / 2] };
    return qd__origin_at(middle);
}

qd__centers qd__centers_of(const struct qd_tree *tree)
{
    qd__centers centers;
    centers.count = 0;
    const size_t step = qd__centers_step(tree->count);
    size_t passed = 0;
    for (uint32_t slot = 1; slot <= tree->pools.slots.used; slot++)
        if ((qd__slot_at(&tree->pools.slots, slot)->generation & 1) && passed++ % step == 0)
            qd__centers_add(&centers, qd__exact_box(tree, slot));
    return centers;
}

void qd__precise_center(struct qd_tree *tree, const qd_box *box)
{
    if (tree->count == 0 && !tree->settings.origin_given && qd__box_is_valid(box))
        tree->origin = qd__precise_middle(box);
}

/// Is a place so far away from most of some numbers, in order, that rounding about it takes five bits or more?
static bool is_far(double place, const double *numbers, size_t count)
{
    const double spread = numbers[count - 1 - count / 8] - numbers[count / 8];
    return fabs(place - numbers[count / 2]) > 32 * spread;
}

void qd__precise_move_origin(struct qd_tree *tree)
{
    if (tree->settings.origin_given || tree->count == 0)
        return;
    qd__centers centers = qd__centers_of(tree);
    const qd__origin better = qd__centers_origin(&centers);
    if (is_far(tree->origin.v[0], centers.x, centers.count) || is_far(tree->origin.v[1], centers.y, centers.count)) {
        tree->origin = better;
        // Rounds all again. At every step every answer stays as it was but for those of the AABBs.
        for (uint32_t slot = 1; slot <= tree->pools.slots.used; slot++) {
            if (qd__slot_at(&tree->pools.slots, slot)->generation & 1) {
                const qd__aabb aabb = qd__aabb_of(qd__narrow(&tree->origin, *qd__exact_box(tree, slot)));
                qd__change_move(tree, slot, &aabb);
            }
        }
    }
}
