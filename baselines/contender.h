/// @file contender.h
/// One interface for everything that can find the overlapping pairs of a set of boxes: brute force, sweep and prune,
/// uniform grid, and the quadtree itself (quadtree.h). Items are the numbers 0..count-1, indices into the caller's
/// array of boxes. Every contender is right for every valid box; they differ in how many tests that takes.
#ifndef QUADRILLE_CONTENDER_H
#define QUADRILLE_CONTENDER_H

#include <quadrille/geometry.h>

/// Two items whose boxes overlap; a < b.
typedef struct contender_pair {
    uint32_t a, b;
} contender_pair;

/// Gets each batch of pairs; returns false to stop.
typedef bool contender_visitor(void *context, const contender_pair *pairs, size_t count);

/// tests: pairs of boxes that were compared. pairs: overlapping pairs handed out (or counted).
typedef struct contender_cost {
    uint64_t tests, pairs;
} contender_cost;

/// A contender's own state: made by its kind's create, understood by that kind's functions alone.
typedef struct contender contender;

typedef struct contender_kind {
    const char *name; ///< What `--method` calls it.

    /// New and empty. Open edges leave out what only touches. NULL: no memory.
    contender *(*create)(bool open_edges);

    /// NULL is allowed.
    void (*destroy)(contender *self);

    /// Replaces all items. The boxes must be valid (qd_box_is_valid); they are read, not kept. QD_NO_MEMORY: it holds
    /// no items now.
    qd_result (*set)(contender *self, const qd_box *boxes, size_t count);

    /// Gives each item its new box: as many, in the same order, as the last set had. QD_NO_MEMORY: it holds no items
    /// now.
    qd_result (*move)(contender *self, const qd_box *boxes);

    /// Hands out every overlapping pair once, in no particular order; without a visitor (NULL) only counts them.
    /// Everything was made ready by set or move, so that this needs no memory and cannot fail.
    contender_cost (*pairs)(const contender *self, contender_visitor *visitor, void *context);

    /// Records that set and move have examined or copied beyond storing each box once, since creation: what keeping
    /// the index costs, as pairs' tests are what searching it costs.
    uint64_t (*upkeep)(const contender *self);
} contender_kind;

extern const contender_kind contender_brute, contender_sweep, contender_grid;

#endif
