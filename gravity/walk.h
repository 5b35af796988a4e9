// What acts on some places: by the tree, and by all pairs.
#ifndef QD_GRAVITY_WALK_H
#define QD_GRAVITY_WALK_H

#include "state.h"

/// Adds up what acts on some places, one or more.
typedef void qd__puller(const struct qd_gravity *gravity, qd__pulled *to, const qd__pull_rule *rule,
                        qd_gravity_cost *cost);

qd__puller qd__pull_by_tree, qd__pull_by_all;

/// Sums begin at 0, and the last tile is filled up with the last place.
void qd__pull_begin(qd__pulled *to);

#endif
