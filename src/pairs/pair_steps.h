// The walk over all pairs in steps, with a stack of its own in place of the machine's: for a search that pauses.
//
// Each function of walk.c is a kind of frame here; a frame says what comes next in it, pushes the frame of a call, and
// is popped when nothing is left. Two buckets that overlap are left as rows, which are gone through one by one.
//
// Every frame but a few goes down a level of nodes, so the stack is of fixed size.
#ifndef QD_PAIR_STEPS_H
#define QD_PAIR_STEPS_H

#include "walk.h"

enum { QD__PAIR_FRAMES = QD__LEVELS + 7 };

typedef enum qd__frame_kind {
    QD__FRAME_ROOTS,   ///< a, b: quads, all pairs of their nodes.
    QD__FRAME_WITHIN,  ///< a: a quad.
    QD__FRAME_OWN,     ///< location: buckets of one node, from here on, with each other.
    QD__FRAME_BELOW,   ///< The buckets of node a from `location` on with all below node b; where `whole`, with b's own
                       ///< items too.
    QD__FRAME_NODE,    ///< The live items of a bucket of node a with all in and below node b.
    QD__FRAME_BETWEEN, ///< Nodes a and b.
    QD__FRAME_LEAVES,  ///< Leaves a and b, from a bucket of a on.
    QD__FRAME_CHAIN,   ///< The live items of a bucket with those of the buckets from `other` on.
} qd__frame_kind;

typedef struct qd__pair_frame {
    uint8_t kind, step;
    uint16_t met; ///< Pairs of nodes that are still to come, a bit each. Of QD__FRAME_BELOW: whole?
    uint32_t a, b, location, other;
    uint32_t turned; ///< As a walk is: a, and what lies at `location`, are of the second tree.
    uint64_t live;
} qd__pair_frame;

typedef struct qd__pair_state {
    const struct qd_tree *tree; ///< NULL: there is nothing more.
    qd_pair_query query;
    uint64_t changes; ///< Of both trees when the walk began.
    uint32_t height;
    uint32_t bucket, other; ///< Locations of the two buckets that overlap,
    uint32_t lane;          ///< the last item of the first that came,
    bool own, turned;       ///< they are one and its pairs come once; as in a frame,
    uint64_t rows, live;    ///< those that are still to come; all of them,
    uint64_t among;         ///< items of the other that may make pairs with them,
    uint64_t hits;          ///< and those that the last one overlaps.
    qd__pair_frame stack[QD__PAIR_FRAMES];
} qd__pair_state;

/// Takes sides as a frame or a row has them.
static inline void qd__turn_to(qd__walk *walk, bool turned)
{
    if (walk->turned != turned) {
        qd__walk_turn(walk);
    }
}

/// Pushes a frame; its sides are those of the walk.
void qd__push_frame(qd__pair_state *self, const qd__walk *walk, qd__pair_frame next);

/// Takes the next step of the frame on top, which there must be.
void qd__step_pairs(qd__pair_state *self, qd__walk *walk);

#endif
