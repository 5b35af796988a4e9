// Rounding and judging a ranked question: see prepare.h.
#include "prepare.h"
#include "cast.h"
#include "near.h"

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

bool qd__ranking_of(const struct qd_tree *tree, const qd_ranked *ranked, qd__ranking *ranking)
{
    if (!takes_shape(ranked->rank, ranked->shape.type)) {
        return false;
    }
    return ranked->rank == QD_NEAREST ? qd__near_ranking(tree, ranked, ranking)
                                      : qd__cast_ranking(tree, ranked, ranking);
}

qd_result qd_ranked_check(const qd_tree *tree, const qd_ranked *ranked)
{
    qd__ranking ranking;
    return qd__ranking_of(tree, ranked, &ranking) ? QD_OK : QD_BAD_VALUE;
}
