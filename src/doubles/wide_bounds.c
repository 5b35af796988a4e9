// The bounds of all.
#include "wide_tree.h"

/// What is so far the outermost of all.
typedef struct item_extent {
    const struct qd_wide *wide;
    qd_dbox box;
} item_extent;

static bool extend(void *context, const qd_found *items, size_t count)
{
    item_extent *self = context;
    qd_dbox *all = &self->box;
    for (size_t i = 0; i < count; i++) {
        const qd_dbox *box = qd__wide_box(self->wide, items[i].id.slot);
        all->min.x = box->min.x < all->min.x ? box->min.x : all->min.x;
        all->min.y = box->min.y < all->min.y ? box->min.y : all->min.y;
        all->max.x = box->max.x > all->max.x ? box->max.x : all->max.x;
        all->max.y = box->max.y > all->max.y ? box->max.y : all->max.y;
    }
    return true;
}

/// The rounded bounds are those of some item on each side: the one with the lowest x is among those with x rounded to
/// the lowest.
qd_dbox qd_wide_bounds(const qd_wide *wide)
{
    item_extent all = { wide, { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } } };
    const qd_box rounded = qd_tree_bounds(wide->tree);
    const qd_query_filter everyone = { 0, 0, { 0, 0 } };
    qd_box sides[4] = { rounded, rounded, rounded, rounded };
    sides[0].max.x = rounded.min.x;
    sides[1].max.y = rounded.min.y;
    sides[2].min.x = rounded.max.x;
    sides[3].min.y = rounded.max.y;
    for (int i = 0; i < 4 && qd_tree_count(wide->tree) > 0; i++) {
        qd_visit_box(wide->tree, sides[i], everyone, extend, &all);
    }
    return all.box;
}
