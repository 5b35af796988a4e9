// struct qd_gravity, and the ways to sum up what acts on a group.
#ifndef QD_GRAVITY_STATE_H
#define QD_GRAVITY_STATE_H

#include "executor.h"
#include "masses.h"
#include "pull.h"

/// The largest size of a coordinate, a mass, the softening or the constant. Products of all that meet stay far within
/// the range of doubles: see scale.c for the smallest distance.
#define QD__GRAVITY_LARGEST 1e60

struct qd_gravity {
    qd_gravity_def def; ///< Defaults resolved.
    qd_tree *tree;      ///< Sorts the bodies while they are set; says nothing else.
    const qd__pull_simd *simd;
    qd__masses masses;
    qd__masses spare;                      ///< What qd_gravity_set_bodies fills, so that it can fail.
    qd_gravity_cost cost;                  ///< The last solve's.
    qd_gravity_cost costs[QD__PARTS_MOST]; ///< Its parts' costs, while it is at work.
    double *moved;                         ///< Where the bodies are after a step: all x, then all y.
    size_t moved_room;
};

static inline bool qd__gravity_takes(double value)
{
    return value >= -QD__GRAVITY_LARGEST && value <= QD__GRAVITY_LARGEST;
}

#endif
