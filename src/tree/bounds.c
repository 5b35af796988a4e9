// The exact bounds of all items: only what reaches beyond those found so far is looked into.
#include "precise.h"
#include "simd.h"

/// Does the box cover all that an AABB may stand for? Nothing is covered by no box, and no bounds by any.
static bool covers_all_of(const struct qd_tree *tree, const qd_box *box, qd__aabb aabb)
{
    if (aabb.v[0] == INFINITY) // the bounds of nothing
        return true;
    const qd_box most = qd__tree_widen(tree, aabb);
    return box->min.x <= most.min.x && box->min.y <= most.min.y && most.max.x <= box->max.x && most.max.y <= box->max.y;
}

static void add_bounds(const struct qd_tree *tree, uint32_t index, qd_box *all)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (covers_all_of(tree, all, qd__four_at(&quad->bounds, lane)))
            continue;
        for (uint32_t location = quad->bucket[lane]; location != QD__NONE;) {
            const qd__bucket *bucket = qd__tree_bucket(tree, location);
            location = bucket->next;
            if (covers_all_of(tree, all, bucket->bounds))
                continue;
            if (!qd__is_precise(tree)) {
                const qd_box own = qd__box_of(qd__aabb_box(tree->settings.simd->unite(qd__bucket_boxes(bucket))));
                *all = qd__box_unite(*all, &own);
                continue;
            }
            for (uint64_t live = bucket->live; live; live &= live - 1) {
                const uint32_t at = qd__lowest_bit_long(live);
                if (!covers_all_of(tree, all, qd__bucket_aabb(bucket, at)))
                    *all = qd__box_unite(*all, qd__exact_box(tree, qd__bucket_slots(bucket)[at]));
            }
        }
        if (quad->child[lane] != QD__NONE)
            add_bounds(tree, quad->child[lane], all);
    }
}

void qd_tree_bounds(const qd_tree *tree, qd_box *bounds)
{
    qd_box all = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    add_bounds(tree, 0, &all);
    if (bounds)
        *bounds = all;
}
