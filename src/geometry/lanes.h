// Many boxes against one: the innermost loops of every search, in one place.
//
// There are several implementations, one for each kind of vector instructions and one in plain C. All give the same
// answers, bit for bit: comparisons and minima are exact. A tree picks one when it is created and keeps it; there is no
// global. Every implementation that was compiled in can be asked for by name, so that tests can run them all.
//
// Arrays of records given here are padded: their length is rounded up to a multiple of QD__GROUP, and what is beyond
// the live ones meets nothing (NaN). So no loop has a tail.
#ifndef QD_LANES_H
#define QD_LANES_H

#include "coarse.h"
#include "distance.h"
#include "lattice.h"

enum {
    QD__GROUP = 8,
    QD__HITS_MOST = QD__COARSE_MOST * QD__COARSE_MOST + 1, ///< Room for what 32 records meet of 32 boxes.
};

typedef struct qd__lanes {
    const char *name;

    /// Which of up to 32 records meet the probe: a bit mask in record order.
    uint32_t (*meet)(const qd__record *records, unsigned count, qd__record probe, bool open);

    /// Which of the boxes may meet a record: none that does is missing. Edges count.
    uint32_t (*may_meet)(const qd__coarse *boxes, const qd__record *record);

    /// Lists which of the boxes each record that is set in `live` may meet, record by record: hits[k] = record | box
    /// << 8. Returns how many there are, up to 32 for each; there must be room for one more.
    unsigned (*may_meet_each)(const qd__coarse *boxes, const qd__record *records, uint32_t live, uint16_t *hits);

    /// The same for each of the boxes with those that come after it.
    unsigned (*may_meet_within)(const qd__coarse *boxes, uint16_t *hits);

    /// Makes the coarse boxes of up to 32 records in a frame; `lanes` is the length of each array of sides.
    void (*coarsen)(const qd__record *records, unsigned count, const qd__frame *frame, uint8_t *sides, size_t lanes);

    /// Which of up to 32 records do not belong into a cell of the world.
    uint32_t (*leavers)(const qd__record *records, unsigned count, const qd__lattice *lattice, const qd__home *home);

    /// The union of up to 32 records.
    qd__record (*unite)(const qd__record *records, unsigned count);

    /// qd__distance_squared of up to 32 records, which are padded to a multiple of 4 only. Returns which are no more
    /// than `cut`.
    uint32_t (*near)(const qd__record *records, unsigned count, qd_vec2 point, double cut, double *squares);

    /// The same of qd__line_enters; where it is set, that is: the others are left open.
    uint32_t (*enter)(const qd__record *records, unsigned count, const qd__line *line, double cut, double *enters);
} qd__lanes;

/// The best implementation for this processor.
const qd__lanes *qd__lanes_best(void);

/// Number `i` of those that this processor can run, plain C first; NULL: there are no more.
const qd__lanes *qd__lanes_list(unsigned i);

#endif
