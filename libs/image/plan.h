/// The tree of a plane that costs least: distortion and lambda times bits, over all trees, bottom-up.
#ifndef QUADRILLE_IMAGE_PLAN_H
#define QUADRILLE_IMAGE_PLAN_H

#include "costs.h"
#include "waves.h"

typedef struct qd__planner qd__planner;

/// The work done so far, in samples, and the callback that gets it: NULL or as qd_image_def has it.
typedef struct qd__pace {
    void (*tell)(void *context, uint64_t done, uint64_t total);
    void *context;
    uint64_t done, total; ///< A search may seldom take more rounds than are expected at most.
} qd__pace;

static inline void qd__pace_step(qd__pace *pace, uint64_t samples)
{
    pace->done = pace->done + samples < pace->total ? pace->done + samples : pace->total;
    if (pace->tell)
        pace->tell(pace->context, pace->done, pace->total);
}

/// NULL: out of memory.
qd__planner *qd__planner_create(const qd__waves *waves, qd__blocks *memory);

/// How planes are planned in a round.
typedef struct qd__plan_way {
    const qd__costs *costs;
    float thrift; ///< Lambda is so many times what it is for the step usually.
    bool joins;   ///< Leaves may be joined, which takes half as long again.
} qd__plan_way;

/// Gives the plane its tree, wishes, leaves and coefficients, for the step that it has.
void qd__plan(qd__planner *planner, qd__plane *plane, const uint8_t *samples, const qd__plan_way *way, qd__pace *pace);

#endif
