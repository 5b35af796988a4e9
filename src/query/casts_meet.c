// Two casts that meet while both move: as one of them sees it, it rests, and the other moves by the difference.
#include "moving.h"

#include <quadrille/ranked.h>

/// Is it a cast of a box or a point?
static bool is_box_cast(const qd_ranked *cast)
{
    const qd_box *box = &cast->shape.box, motion = { cast->motion, cast->motion };
    const qd_box at = { box->min, box->min };
    const bool good =
        cast->shape.type == QD_POINT ? qd_box_is_valid(&at) : cast->shape.type == QD_BOX && qd_box_is_valid(box);
    return good && cast->rank == QD_CAST && qd_box_is_valid(&motion) && cast->limit >= 0;
}

static qd_box box_of_cast(const qd_ranked *cast)
{
    qd_box box = cast->shape.box;
    box.max = cast->shape.type == QD_POINT ? box.min : box.max;
    return box;
}

/// Where the middle of two numbers is that has moved.
static double place_at(double low, double high, double t, double motion)
{
    const double from = low / 2 + high / 2, to = from + t * motion, half = from / 2 + t / 2 * motion;
    return fabs(to) <= DBL_MAX ? to : half > DBL_MAX / 2 ? DBL_MAX : half < -DBL_MAX / 2 ? -DBL_MAX : half * 2;
}

bool qd_casts_meet(const qd_ranked *a, const qd_ranked *b, qd_edges edges, qd_hit *hit)
{
    if (!is_box_cast(a) || !is_box_cast(b))
        return false;
    const qd_box own = box_of_cast(a), other = box_of_cast(b);
    const double end = a->limit < b->limit ? a->limit : b->limit;
    qd__line line = { { own.min.x, own.min.y }, { own.max.x, own.max.y }, { 0, 0 }, end,
                      edges == QD_OPEN,         { false, false } };
    qd__line_set_motion(&line, 0, a->motion.x, b->motion.x);
    qd__line_set_motion(&line, 1, a->motion.y, b->motion.y);
    qd__impact impact;
    qd__box_impact(&other, &line, &impact);
    if (isnan(impact.enter))
        return false;
    if (hit) {
        hit->t = impact.enter > 0 ? impact.enter : 0;
        hit->point.x = place_at(own.min.x, own.max.x, hit->t, a->motion.x);
        hit->point.y = place_at(own.min.y, own.max.y, hit->t, a->motion.y);
        hit->normal.x = impact.normal[0];
        hit->normal.y = impact.normal[1];
    }
    return true;
}
