// Arrays of boxes as the caller has them, read one by one or packed as the tree has them.
//
//   caller   floats packed: read in place, by a tree of floats
//            anything else: rounded one by one, or all into an array, where there is memory for it
#ifndef QD_VIEW_H
#define QD_VIEW_H

#include "quad.h"

/// A box of the caller's as the tree has it: rounded; invalid just when the box is.
static inline qd__fbox qd__tree_round(const struct qd_tree *tree, const qd_box *box)
{
    const qd__fbox invalid = { { NAN, NAN }, { NAN, NAN } };
    if (!qd__is_precise(tree))
        return qd__fbox_of(box);
    return qd__box_is_valid(box) ? qd__narrow(&tree->origin, *box) : invalid;
}

/// Boxes of the caller on their way into a tree.
typedef struct qd__view {
    const struct qd_tree *tree;
    qd_boxes boxes;
    const qd__fbox *packed; ///< All of them as the tree has them, or NULL.
    const char *whole;      ///< The first, where each lies as a qd_box, or NULL.
    bool sides;             ///< There are elements, and their numbers are sides,
    bool doubles;           ///< of double precision.
} qd__view;

qd__view qd__view_of(const struct qd_tree *tree, const qd_boxes *boxes);

/// Number `i` number by number, in doubles; invalid where the view has no elements.
qd_box qd__view_read(const qd__view *view, size_t i);

/// The lower corner of number `i`: of points, that is all there is.
qd_vec2 qd__view_point(const qd__view *view, size_t i);

/// Number `i` of boxes given by their sides in doubles; points have the same sides twice.
static inline qd_box qd__view_sides(const qd_boxes *boxes, size_t i)
{
    const ptrdiff_t at = (ptrdiff_t)i * boxes->stride;
    return (qd_box){ { *(const double *)(const void *)((const char *)boxes->min_x + at),
                       *(const double *)(const void *)((const char *)boxes->min_y + at) },
                     { *(const double *)(const void *)((const char *)boxes->max_x + at),
                       *(const double *)(const void *)((const char *)boxes->max_y + at) } };
}

/// Number `i`, in doubles.
static inline qd_box qd__view_box(const qd__view *view, size_t i)
{
    if (view->whole)
        return *(const qd_box *)(const void *)(view->whole + (ptrdiff_t)i * view->boxes.stride);
    return view->doubles ? qd__view_sides(&view->boxes, i) : qd__view_read(view, i);
}

/// Rounds `count` of them from number `first` on into an array. Reads the caller's, whether or not they are packed.
void qd__view_round(const qd__view *view, size_t first, size_t count, qd__fbox *rounded);

/// Number `i` as the tree has it.
static inline qd__fbox qd__view_rounded(const qd__view *view, size_t i)
{
    if (view->packed)
        return view->packed[i];
    const qd_box box = qd__view_box(view, i);
    return qd__tree_round(view->tree, &box);
}

#endif
