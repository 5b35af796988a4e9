// A box of one tree as another tree would have it: see image.h.
//
// Every step (widening, growing, rounding outward) keeps or merges the order of coordinates. So where the exact boxes
// of two items overlap, or one that is grown by the reach overlaps the other, the image of the one overlaps the AABB of
// the other. A tree of floats has an origin of zero, and AABBs that rounding leaves as they are.
#include "image.h"

#include "distance.h"

qd__aabb qd__image(const qd__walk *walk, const struct qd_tree *from, qd__aabb aabb, const struct qd_tree *to)
{
    if (!walk->asked.exact) {
        return qd__aabb_grown(aabb, (float)walk->asked.reach);
    }
    if (!(aabb.v[0] < INFINITY)) {
        return aabb;
    }
    // The reach is a double here, and what is farther than that by less than a step between two doubles may be missed;
    // as other boxes end on doubles, nothing is.
    const double reach = walk->asked.reach;
    const qd_box box = qd__widen(&from->origin, &aabb);
    const qd_box grown = { { box.min.x - reach, box.min.y - reach }, { box.max.x + reach, box.max.y + reach } };
    return qd__aabb_of(qd__narrow(&to->origin, grown));
}

bool qd__is_one_frame(const struct qd_tree *a, const struct qd_tree *b)
{
    return a->origin.v[0] == b->origin.v[0] && a->origin.v[1] == b->origin.v[1];
}

double qd__wide_reach_of(double distance)
{
    return distance * (1 + 0x1p-40) + DBL_TRUE_MIN;
}
