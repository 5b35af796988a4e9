// What acts on some places: by the tree, and by all pairs.
#ifndef QD_GRAVITY_WALK_H
#define QD_GRAVITY_WALK_H

#include "state.h"

/// Where the places of a group lie.
typedef struct qd__corners {
    double min_x, min_y, max_x, max_y;
} qd__corners;

qd__corners qd__corners_of(const double *x, const double *y, uint32_t count);

/// How far a coordinate lies outside a range.
static inline double qd__outside(double at, double low, double high)
{
    const double below = low - at, above = at - high, far = below > above ? below : above;
    return far > 0 ? far : 0;
}

/// Adds up what acts on some places of a group, one or more: nodes open for the group as one.
typedef void qd__puller(const struct qd_gravity *gravity, qd__pulled *to, const qd__corners *group,
                        const qd__pull_rule *rule, qd_gravity_cost *cost);

qd__puller qd__pull_by_tree, qd__pull_by_all;

/// Sums begin at 0, and the last tile is filled up with the last place.
void qd__pull_begin(qd__pulled *to);

#endif
