/// @file tune.h
/// Finds the cell sizes with which a contender is fastest, by trying them out.
#ifndef QUADRILLE_TUNE_H
#define QUADRILLE_TUNE_H

#include "contender.h"
#include "grid_lay.h"

/// Sets the scale that the contender's next set will use.
typedef void tune_setter(contender *self, grid_scale scale);

/// As contender_kind.tune. The contender holds the boxes afterwards, placed with the best scale.
qd_result tune(const contender_kind *kind, contender *self, tune_setter *set_scale, const qd_box *boxes, size_t count,
               const qd_box *windows, size_t window_count);

#endif
