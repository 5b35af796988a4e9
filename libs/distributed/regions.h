// The cut: the plane in regions, each a range of keys along the curve. Which region has a point, and which regions does
// a box touch?
//
// A region owns the points with keys in its range, so each point has one owner. A box touches the regions of all
// cells between those of its corners. The cell of a larger number is never lower, so whatever point the box contains
// lies in one of these cells, and the region that owns it has the box. That is why no pair is lost: the lower corner of
// an intersection lies in both boxes.
#ifndef QD_MPI_REGIONS_H
#define QD_MPI_REGIONS_H

#include "curve.h"

/// A region may be empty: its range has no keys then.
typedef struct qd__cut {
    qd__curve_lattice lattice;
    uint32_t count;         ///< Regions, 1 or more.
    const uint64_t *begins; ///< For each region the first of its keys, ascending. The first is 0; the last goes to the
                            ///< end of the curve.
} qd__cut;

/// The region that owns a key, and a point.
uint32_t qd__cut_owner_of_key(const qd__cut *cut, uint64_t key);
uint32_t qd__cut_owner(const qd__cut *cut, double x, double y);

/// The one region that a box touches, or QD__CUT_SEVERAL.
#define QD__CUT_SEVERAL UINT32_MAX
uint32_t qd__cut_home(const qd__cut *cut, const qd_box *box);

/// Receives a region.
typedef void qd__cut_taker(void *context, uint32_t region);

/// Hands out the regions that a box touches, ascending, each once, and none that is empty. Cost O(regions found * 32).
void qd__cut_touched(const qd__cut *cut, const qd_box *box, qd__cut_taker *take, void *context);

#endif
