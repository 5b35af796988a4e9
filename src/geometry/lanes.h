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

#include "lattice.h"

enum { QD__GROUP = 8 };

typedef struct qd__lanes {
    const char *name;

    /// Which of up to 32 records meet the probe: a bit mask in record order.
    uint32_t (*meet)(const qd__record *records, unsigned count, qd__record probe, bool open);

    /// For each record i of `others` that is set in `live`: which of `records` meet it. `masks[i]` is set for those i
    /// only. Returns the i whose mask is not 0.
    uint32_t (*meet_each)(const qd__record *records, unsigned count, const qd__record *others, uint32_t live,
                          uint32_t *masks, bool open);

    /// The same for records with those that come after them among themselves.
    uint32_t (*meet_within)(const qd__record *records, unsigned count, uint32_t *masks, bool open);

    /// Which of up to 32 records do not belong into a cell of the world.
    uint32_t (*leavers)(const qd__record *records, unsigned count, const qd__lattice *lattice, const qd__home *home);

    /// The union of up to 32 records.
    qd__record (*unite)(const qd__record *records, unsigned count);
} qd__lanes;

/// The best implementation for this processor.
const qd__lanes *qd__lanes_best(void);

/// Number `i` of those that this processor can run, plain C first; NULL: there are no more.
const qd__lanes *qd__lanes_list(unsigned i);

/// Which of the four cells of a quad meet the probe, with the instructions that every processor of this kind has.
uint32_t qd__four_meet(const qd__record *bounds, qd__record probe, bool open);

/// Bit 4 * i + j: others[i] meets bounds[j], for the four cells of two quads.
uint32_t qd__sixteen_meet(const qd__record *bounds, const qd__record *others, bool open);

#endif
