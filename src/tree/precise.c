// Exact boxes and the origin: see precise.h.
#include "precise.h"

#include "change.h"
#include "change_log.h"

#include <quadrille/tree.h>

void qd__precise_open(struct qd_tree *tree)
{
    qd__pool_open(&tree->exact, sizeof(qd_box), QD__EXACT_CHUNK_BITS, UINT32_MAX - 1);
}

bool qd__precise_reserve(struct qd_tree *tree, size_t slots)
{
    return qd__pool_reserve(&tree->exact, &tree->memory, slots);
}

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
    const qd_vec2 middle = { box->min.x / 2 + box->max.x / 2, box->min.y / 2 + box->max.y / 2 };
    return qd__origin_at(middle);
}

qd__centers qd__centers_for(size_t boxes)
{
    qd__centers centers;
    centers.step = boxes / QD__CENTERS + 1;
    centers.passed = centers.count = 0;
    return centers;
}

void qd__centers_add(qd__centers *centers, const qd_box *box)
{
    if (centers->passed++ % centers->step == 0) {
        centers->x[centers->count] = box->min.x / 2 + box->max.x / 2 + 0.0; // no negative zero
        centers->y[centers->count++] = box->min.y / 2 + box->max.y / 2 + 0.0;
    }
}

/// Sorts the numbers.
static double median_of(double *numbers, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const double number = numbers[i];
        size_t at = i;
        for (; at > 0 && numbers[at - 1] > number; at--) {
            numbers[at] = numbers[at - 1];
        }
        numbers[at] = number;
    }
    return numbers[count / 2];
}

qd__origin qd__centers_origin(qd__centers *centers)
{
    const qd_vec2 middle = { median_of(centers->x, centers->count), median_of(centers->y, centers->count) };
    return qd__origin_at(middle);
}

void qd__precise_center(struct qd_tree *tree, const qd_box *box)
{
    if (tree->count == 0 && !tree->origin_given && qd__box_is_valid(box)) {
        tree->origin = qd__precise_middle(box);
    }
}

/// Every answer stays as it was at every step but for those of the AABBs.
static void round_again(struct qd_tree *tree)
{
    for (uint32_t slot = 1; slot <= tree->slots.used; slot++) {
        if (qd__slot_at(&tree->slots, slot)->generation & 1) {
            qd__change_move(tree, slot, qd__aabb_of(qd__narrow(&tree->origin, *qd__exact_box(tree, slot))));
        }
    }
}

void qd__precise_move_origin(struct qd_tree *tree)
{
    qd_box bounds;
    qd_tree_bounds(tree, &bounds);
    const double x = tree->origin.v[0], y = tree->origin.v[1];
    // Within the bounds no origin is worse than another by more than one bit.
    const bool within = bounds.min.x <= x && x <= bounds.max.x && bounds.min.y <= y && y <= bounds.max.y;
    if (!tree->origin_given && !within && tree->count > 0) {
        tree->origin = qd__precise_middle(&bounds);
        round_again(tree);
    }
}
