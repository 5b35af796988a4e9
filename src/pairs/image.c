// A box of one tree as another tree would have it: see image.h.
//
// Every step (widening, growing, rounding outward) keeps or merges the order of coordinates. So where the exact boxes
// of two items overlap, or one that is grown by the reach overlaps the other, the image of the one overlaps the AABB of
// the other. A tree of floats has an origin of zero, and AABBs that rounding leaves as they are.
//
// AABBs of one frame are grown in floats. Subtracting the origin may bring two sides apart by 2^-52 of the larger one;
// clamping only brings them nearer. The reach is longer than the distance by 2^-21 of it or more. Where that is less
// than 2^-52 of the larger side, the sides differ by far less than a step of a float, so at most one float lies between
// them, and the sum, rounded to the nearest float, does not end before it.
#include "image.h"

#include "distance.h"

/// In doubles, for a walk that is exact. What is farther than the reach by less than a step between two doubles may be
/// missed; as other boxes end on doubles, nothing is.
static inline qd_box grown_box(const qd__walk *walk, const struct qd_tree *from, const qd__aabb *aabb)
{
    const double reach = walk->asked.reach;
    const qd_box box = qd__widen(&from->origin, aabb);
    return (qd_box){ { box.min.x - reach, box.min.y - reach }, { box.max.x + reach, box.max.y + reach } };
}

qd__aabb qd__image(const qd__walk *walk, const struct qd_tree *from, qd__aabb aabb, const struct qd_tree *to)
{
    if (!QD__CAN_DOUBLES || !walk->asked.reframed)
        return qd__aabb_grown(aabb, (float)walk->asked.reach);
    return aabb.v[0] < INFINITY ? qd__aabb_of(qd__narrow(&to->origin, grown_box(walk, from, &aabb))) : aabb;
}

/// The images of boxes in doubles, some of which are rounded together: all would take too much of the stack.
static void exact_images(const qd__walk *walk, qd__boxes boxes, float *sides)
{
    enum { SOME = QD__LANES_MOST / 2 };
    qd_box grown[SOME];
    qd__fbox narrow[SOME];
    const struct qd_tree *to = walk->at.other;
    for (uint32_t from = 0, count; from < boxes.count; from += count) {
        count = boxes.count - from < SOME ? boxes.count - from : SOME;
        uint32_t i = 0;
        do {
            const qd__aabb aabb = qd__boxes_at(boxes, from + i);
            const qd_box box = grown_box(walk, walk->at.home, &aabb);
            grown[i].min.x = box.min.x > -DBL_MAX ? box.min.x : -DBL_MAX; // rounding it takes infinity for no box
            grown[i].min.y = box.min.y > -DBL_MAX ? box.min.y : -DBL_MAX;
            grown[i].max.x = box.max.x < DBL_MAX ? box.max.x : DBL_MAX;
            grown[i].max.y = box.max.y < DBL_MAX ? box.max.y : DBL_MAX;
        } while (++i < count);
        to->settings.simd->narrow(grown, sizeof *grown, count, &to->origin, narrow);
        for (i = 0; i < count; i++)
            qd__boxes_set(sides, QD__LANES_MOST, from + i, qd__aabb_of(narrow[i]));
    }
}

void qd__images(const qd__walk *walk, qd__boxes boxes, float *sides)
{
    const bool exact = QD__CAN_DOUBLES && walk->asked.reframed;
    const float reach = (float)walk->asked.reach;
    if (exact && boxes.count > 0)
        exact_images(walk, boxes, sides);
    for (uint32_t side = 0; side < 4; side++) { // as qd__aabb_grown, in loops that compilers do by vectors
        const float *from = boxes.sides + (size_t)side * boxes.stride;
        float *to = sides + (size_t)side * QD__LANES_MOST;
        for (uint32_t lane = exact ? boxes.count : 0; lane < boxes.count; lane++)
            to[lane] = from[lane] - reach;
        for (uint32_t lane = boxes.count; lane < QD__LANES_MOST; lane++)
            to[lane] = NAN;
    }
}
