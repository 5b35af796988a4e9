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
//
// Where origins differ, AABBs move by the difference, in floats too. It and two sums are rounded to floats, each by
// 2^-24 of no more than twice the two numbers: 2^-22 of them, which is taken off, is more. A side beyond the outermost
// float stays the outermost or lies before it, since the difference is small beside that (pairs.c); no float lies
// before -FLT_MAX but -infinity, which covers all that -FLT_MAX may stand for.
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

/// A side in numbers of the other tree, which differ by `shift`, less the reach: or a little less.
static inline float shifted(float side, float shift, float reach)
{
    return (side + shift) - ((fabsf(side) + fabsf(shift)) * 0x1p-22f + FLT_MIN + reach);
}

qd__aabb qd__image(const qd__walk *walk, const struct qd_tree *from, qd__aabb aabb, const struct qd_tree *to)
{
    const float reach = (float)walk->asked.reach;
    if (!QD__CAN_DOUBLES || !(walk->asked.reframed || walk->asked.shifted))
        return qd__aabb_grown(aabb, reach);
    for (int i = 0; !walk->asked.reframed && i < 4 && aabb.v[i] < INFINITY; i++)
        aabb.v[i] = shifted(aabb.v[i], (float)(from->origin.v[i] - to->origin.v[i]), reach);
    return walk->asked.reframed && aabb.v[0] < INFINITY
               ? qd__aabb_of(qd__narrow(&to->origin, grown_box(walk, from, &aabb)))
               : aabb;
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
    const bool exact = QD__CAN_DOUBLES && walk->asked.reframed, shift = QD__CAN_DOUBLES && walk->asked.shifted;
    const qd__origin *home = &walk->at.home->origin, *other = &walk->at.other->origin;
    const float reach = (float)walk->asked.reach;
    if (exact && boxes.count > 0)
        exact_images(walk, boxes, sides);
    for (uint32_t side = 0; side < 4; side++) { // as qd__aabb_grown, in loops that compilers do by vectors
        const float *from = boxes.sides + (size_t)side * boxes.stride;
        float *to = sides + (size_t)side * QD__LANES_MOST;
        const float by = (float)(home->v[side] - other->v[side]);
        for (uint32_t lane = 0; !exact && shift && lane < boxes.count; lane++)
            to[lane] = shifted(from[lane], by, reach);
        for (uint32_t lane = 0; !exact && !shift && lane < boxes.count; lane++)
            to[lane] = from[lane] - reach;
        for (uint32_t lane = boxes.count; lane < QD__LANES_MOST; lane++)
            to[lane] = NAN;
    }
}
