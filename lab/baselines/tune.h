/// Finds the cell sizes with which a contender is fastest, by trying them out.
#ifndef QUADRILLE_TUNE_H
#define QUADRILLE_TUNE_H

#include "contender.h"
#include "grid_lay.h"

/// Sets the scale that the contender's next set will use.
typedef void tune_setter(contender *self, grid_scale scale);

/// What is tried out: a move and its pairs, or, if there are windows, those.
typedef struct tune_trial {
    const contender_kind *kind;
    contender *self;
    const fbox *boxes, *windows;
    size_t count, window_count;
} tune_trial;

/// A trial repeats until it has taken this many seconds, 2e-3 by default. Tests set it to 0: answers are right with
/// cells of any size.
extern double tune_least_time;

/// Sets the boxes; seconds that the trial takes then, the least of a few times. Infinite when out of memory.
double tune_time(const tune_trial *trial);

/// Better by this factor is worth another setting; less is noise.
#define TUNE_WORTH 0.98

/// As contender_kind.tune. The contender holds the boxes afterwards, placed with the best scale.
qd_result tune(const contender_kind *kind, contender *self, tune_setter *set_scale, const fbox *boxes, size_t count,
               const fbox *windows, size_t window_count);

#endif
