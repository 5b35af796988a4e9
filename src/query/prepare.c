// Rounding and judging a ranked question: see prepare.h.
#include "prepare.h"
#include "cast.h"
#include "near.h"

static bool is_finite_point(qd_vec2 point)
{
    const qd_box at = { point, point };
    return qd__box_is_valid(&at);
}

static bool takes_shape(qd_rank rank, qd_shape_type type)
{
    switch (rank) {
    case QD_NEAREST:
        return type == QD_POINT || type == QD_BOX;
    case QD_CAST:
        return type == QD_POINT || type == QD_BOX || type == QD_CIRCLE;
    case QD_SEGMENT:
        return type == QD_POINT;
    default:
        return false;
    }
}

/// In a tree of floats each number becomes the nearest float; the difference of two of them stays a double.
static void round_cast(qd__cast *cast)
{
    cast->box = qd__box_of(qd__fbox_of(&cast->box));
    cast->radius = (float)cast->radius;
    cast->motion = qd__vec2_of(qd__fvec2_of(cast->motion));
    cast->limit = (float)cast->limit;
}

static bool prepare_cast(const struct qd_tree *tree, const qd_ranked *ranked, const qd_box *box, qd__ranking *ranking)
{
    const qd_shape *shape = &ranked->shape;
    qd__cast cast = { ranked->rank,   shape->type,  *box, shape->type == QD_CIRCLE ? shape->radius : 0,
                      ranked->motion, ranked->limit };
    if (!tree->precise) {
        round_cast(&cast);
    }
    if (!qd__box_is_valid(&cast.box) || !is_finite_point(cast.motion) || !(cast.limit >= 0) ||
        !(cast.radius >= 0 && cast.radius <= DBL_MAX)) {
        return false;
    }
    qd__cast_ranking(tree, &cast, ranking);
    return true;
}

bool qd__ranking_of(const struct qd_tree *tree, const qd_ranked *ranked, qd__ranking *ranking)
{
    const qd_shape *shape = &ranked->shape;
    const qd_box at = { shape->box.min, shape->box.min }; // a point and a circle are where the lower corner is
    const qd_box *box = shape->type == QD_BOX ? &shape->box : &at;
    if (!takes_shape(ranked->rank, shape->type)) {
        return false;
    }
    return ranked->rank == QD_NEAREST ? qd__near_ranking(tree, box, ranked->limit, ranking)
                                      : prepare_cast(tree, ranked, box, ranking);
}

qd_result qd_ranked_check(const qd_tree *tree, const qd_ranked *ranked)
{
    qd__ranking ranking;
    return qd__ranking_of(tree, ranked, &ranking) ? QD_OK : QD_BAD_VALUE;
}
