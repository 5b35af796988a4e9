// Many boxes against one: the innermost loops of every search, in one place.
//
// There are several implementations, one for each kind of vector instructions and one in plain C. All give the same
// answers, bit for bit: comparisons and minima are exact. A tree picks one when it is created and keeps it; nothing is
// global. Every compiled implementation can be chosen by name, so that tests can run them all.
//
// Boxes come by side (boxes.h). Masks have bit i set for box i.
#ifndef QD_SIMD_H
#define QD_SIMD_H

#include "boxes.h"
#include "distance.h"
#include "lattice.h"
#include "narrow.h"
#include "sketch.h"

#include <quadrille/query.h>

/// Two boxes that overlap: the number of the one << 8 | that of the other.
typedef uint16_t qd__code;
enum {
    // Codes, and the notes that these come from (simd.c), lie on the stack, so a call ends when it has enough of them.
    QD__NOTES_ENOUGH = 72,
    QD__NOTES_MOST = QD__NOTES_ENOUGH + 88, ///< No step that is taken before there are enough gives more: the largest
                                            ///< is 16 boxes with themselves and 32 others, in groups of 8.
    QD__CODES_MOST = QD__NOTES_MOST * QD__GROUP + QD__GROUP, ///< Room for theirs, and a store beyond the last.
};

/// Some boxes, bounds that cover them, and which of them count.
typedef struct qd__lot {
    qd__boxes boxes;
    qd__aabb bounds;
} qd__lot;

/// A window that boxes are compared with, also as a probe. What overlaps it is a hit; where there are doubts, no more
/// than a candidate, and only what overlaps the inside of the certain part surely a hit.
typedef struct qd__window {
    qd__aabb aabb, probe, certain;
} qd__window;

/// Some boxes with the items that they are of, which of them are of interest, and what they are compared with.
typedef struct qd__picked {
    qd__boxes boxes; ///< All lanes of a bucket, a multiple of 16; or none: then nothing is compared.
    uint32_t found;  ///< How many hits are left.
    uint64_t hits;
    uint64_t doubtful; ///< Where there are doubts: hits that are not sure.
    const qd_entry *items;
    const qd__window *window;
} qd__picked;

/// Items are copied so many at a time. A page waits for code, so there it is short.
#if defined(__wasm__)
enum { QD__PICKED_AT_ONCE = 1 };
#else
enum { QD__PICKED_AT_ONCE = 8 };
#endif

/// Where boxes lie on the lattice: their centres, and the longer of their sides, in steps.
typedef struct qd__spots {
    uint32_t x[QD__BOXES_MOST], y[QD__BOXES_MOST], sides[QD__BOXES_MOST];
} qd__spots;

/// New boxes for some boxes: number i gets boxes[from[i] - first]. There are as many numbers as the boxes take whole
/// groups of QD__GROUP; those beyond the last box mean nothing.
typedef struct qd__fresh {
    const qd__fbox *boxes;
    const uint32_t *from;
    uint32_t first;
    bool *unsound; ///< Set where a box is not valid: there the one that was stays.
} qd__fresh;

/// New boxes that are picked from many: number i gets boxes[from[i]].
typedef struct qd__laid {
    const qd__fbox *boxes;
    const uint32_t *from;
} qd__laid;

enum {
    QD__KEY_LEVELS = 13,   ///< Levels of nodes that keys distinguish, two bits each.
    QD__KEY_RANK_BITS = 4, ///< For the size of an item: that of the largest nodes is 0.
};

/// The size of a node that is as large as an item, where keys have a floor.
static inline unsigned qd__key_shift(uint32_t key, unsigned floor)
{
    return floor + QD__KEY_LEVELS - (key & ((1u << QD__KEY_RANK_BITS) - 1));
}
#define QD__NO_KEY UINT32_MAX ///< The key of an item outside the world.

enum { QD__RANKS_MOST = 88 }; ///< At most so many numbers are ordered in one call.

typedef struct qd__simd {
    const char *name;

    /// Which boxes overlap the probe.
    uint64_t (*overlap)(qd__boxes boxes, qd__aabb probe, bool open);

    /// For several lots of boxes: of the hits, only those stay that overlap the lot's probe; where no boxes are given,
    /// all do, and counts them. Copies their items, unless `to` is NULL. Returns where these end; beyond it up to
    /// QD__PICKED_AT_ONCE more may be written. With doubts sets `doubtful` of each lot; hits in doubt are counted and
    /// copied too.
    qd_entry *(*pick)(qd__picked *lots, unsigned count, bool open, bool doubts, qd_entry *to);

    /// Which boxes of two lots overlap a probe, edges included: of the first those of `live`. Returns how many boxes
    /// are compared with the probe, and how many comparisons of the boxes found with each other would follow.
    uint64_t (*reach)(qd__boxes boxes, qd__boxes others, qd__aabb probe, uint64_t *live, uint64_t *some);

    /// Lists the pairs of boxes that overlap, each once: the lower number first, in ascending order of codes; of
    /// boxes from `*row` on, which begins at 0, with all later ones, until these are enough. `*row` is then where to go
    /// on, while that is a box. Returns how many; there must be room for QD__CODES_MOST.
    unsigned (*overlap_within)(qd__boxes boxes, uint32_t *row, bool open, qd__code *codes);

    /// Lists the pairs of a box set in `live` and another, of `others`, set in `some` that overlap; in ascending order
    /// of codes. Takes boxes out of `live` until the pairs are enough. Returns how many; there must be room for
    /// QD__CODES_MOST. No bit beyond the boxes in use may be set.
    unsigned (*overlap_each)(qd__boxes boxes, uint64_t *live, qd__boxes others, uint64_t some, bool open,
                             qd__code *codes);

    /// The same for two lots; their bounds say which boxes may overlap: of `live` the others are taken out too, and of
    /// the other lot those that may are set in `some`. overlap_each goes on with what is left. Adds to `tests` how many
    /// comparisons all of it takes.
    unsigned (*overlap_lots)(const qd__lot *lot, uint64_t *live, const qd__lot *other, uint64_t *some, bool open,
                             qd__code *codes, uint64_t *tests);

    /// Are all of `count` boxes valid, `bytes` from one to the next?
    bool (*all_sound)(const void *boxes, size_t bytes, size_t count);

    /// Boxes of doubles, `bytes` from one to the next, as qd__narrow has them, or NaN where one is not valid.
    void (*narrow)(const void *boxes, ptrdiff_t bytes, size_t count, const qd__origin *origin, qd__fbox *out);

    /// Are the ids those of slots in a row, from `first` on, and live? Each slot has two numbers, the second
    /// its generation.
    bool (*all_live)(const qd_id *ids, const uint32_t *slots, uint32_t first, size_t count);

    /// Where the boxes lie on the lattice. What is written beyond the last means nothing.
    void (*spots)(qd__boxes boxes, const qd__lattice *lattice, qd__spots *spots);

    /// Which boxes do not belong into a node.
    uint64_t (*leavers)(qd__boxes boxes, const qd__lattice *lattice, const qd__home *home);

    /// Writes new boxes over all `count` boxes of arrays of `stride` floats. Returns which of them do not belong into
    /// the node; `bounds` is the union of the others.
    uint64_t (*take_in)(float *sides, uint32_t stride, uint32_t count, qd__fresh fresh, const qd__lattice *lattice,
                        const qd__home *home, qd__aabb *bounds);

    /// Writes the boxes of items over all `count` boxes of arrays of `stride` floats, and NaN up to a whole group.
    /// Returns their union.
    qd__aabb (*lay)(float *sides, uint32_t stride, uint32_t count, qd__laid laid);

    /// The sort keys (build.h) of items in the world, from nodes of 2^floor steps up, which lie no more than
    /// QD__KEY_LEVELS below it; QD__NO_KEY of an item outside. Returns whether all have keys and fit in a node of
    /// 2^node steps.
    bool (*keys)(const qd__fbox *given, uint32_t count, const qd__lattice *lattice, unsigned floor, unsigned node,
                 uint32_t *keys);

    /// The union of the boxes.
    qd__aabb (*unite)(qd__boxes boxes);

    /// qd__gap_squared of each box from one. Returns which are no more than `cut`. Boxes may be four of a quad;
    /// `squares` has room for the next multiple of 4.
    uint64_t (*near)(qd__boxes boxes, qd__aabb from, double cut, double *squares);

    /// The same where no more than the `wanted` nearest are of interest, and those that are farther than the last of
    /// these by no more than the spread: others may be left out. A number is written only where the bit is set.
    uint64_t (*nearest)(qd__boxes boxes, qd__aabb from, double cut, uint32_t wanted, double spread, double *squares);

    /// The same as `near` of qd__line_enters; a number is written only where the bit is set. `wanted` is 1: it need not
    /// be set but for the first boxes that the line comes to.
    uint64_t (*enter)(qd__boxes boxes, const qd__line *line, const qd__sketch *sketch, double cut, uint32_t wanted,
                      double *enters);

    /// How many of some numbers, none of which is negative, come before each: an order without gaps, and the right one
    /// but for numbers that are nearly equal. The first `sorted` ascend already. `count` is a multiple of 8, at most
    /// QD__RANKS_MOST.
    void (*order)(const double *numbers, uint32_t sorted, uint32_t count, uint32_t *ranks);
} qd__simd;

/// The best implementation for this processor.
const qd__simd *qd__simd_best(void);

/// Number `i` of those that this processor can run, plain C first; NULL: `i` is beyond the last.
const qd__simd *qd__simd_list(unsigned i);

/// `near` of four nodes, at the least: floats distinguish them while any of them is near enough.
static inline uint64_t qd__four_near_any(const qd__simd *simd, qd__boxes nodes, qd__aabb from, double cut,
                                         double *squares)
{
    const uint32_t within = qd__four_near(nodes, from, cut, squares);
    double least = squares[0];
    for (unsigned lane = 1; lane < 4; lane++)
        least = squares[lane] < least ? squares[lane] : least;
    return least < FLT_MAX ? within : simd->near(nodes, from, cut, squares);
}

#endif
