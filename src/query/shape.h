// What a search looks for: a question about items, made ready for one tree; and which nodes and items meet it.
//
// A search compares AABBs, those of nodes and those of items. In a tree of floats they are the boxes, and the
// comparison decides. In a tree of doubles they are the boxes rounded outward: the comparison finds candidates, and the
// exact box of each decides (shape_exact.c). The shape is rounded too, outward to the window and inward to the part
// that is certain:
//
//        +-----------------------+
//        |        window         |
//     +--|--+  +-------------+   |     a   overlaps the window alone: its exact box decides
//     | a|  |  |   certain   |   |     b   overlaps the certain part: it overlaps the shape
//     +--|--+  |  +---+   +--|-+ |     c   lies in the certain part: it lies inside the shape, and so does everything
//        |     |  | c |   | b| | |         in a node with such bounds, so that no item there is looked at
//        |     |  +---+   +--|-+ |
//        |     +-------------+   |
//        +-----------------------+
//
// In a tree of floats a window is its own certain part. Circles and polygons have none.
#ifndef QD_SHAPE_H
#define QD_SHAPE_H

#include "polygon.h"
#include "quad.h"
#include "simd.h"
#include "simd_base.h"

#include <quadrille/query.h>

typedef struct qd__shape qd__shape;

/// How a search looks at what overlaps the window. The usual question, what overlaps a window in a tree of floats,
/// needs no hook: NULL adds no condition.
typedef struct qd__shape_hooks {
    /// Which AABBs of items have the relation to the shape; in a tree of doubles, may have it. NULL: all that overlap
    /// the window.
    uint64_t (*hits)(const qd__shape *shape, qd__boxes boxes);
    /// Which of four nodes may have hits in them or below. NULL: all with bounds that overlap the window.
    uint32_t (*nodes)(const qd__shape *shape, const qd__four *bounds);
} qd__shape_hooks;

/// The shape in the tree's floats, as AABBs compare with it.
typedef struct qd__shape_rounded {
    /// All that overlaps the shape overlaps the window, edges included. Hits: AABBs in its certain part; where `hits`
    /// is NULL also those that overlap its inside. Empty: none.
    qd__window window;
    qd__aabb held;         ///< Relation contains: what contains the shape covers this.
    qd__aabb center;       ///< Circle: the point in its middle, in a tree of doubles rounded,
    double radius_squared; ///< and this, in a tree of doubles somewhat larger.
    double sure_squared;   ///< Where `by_distance`: AABBs no farther are those of hits.
    bool open;             ///< AABBs that only touch the window do not overlap it.
    bool certain_open;     ///< AABBs that touch the edges of the certain part do not lie in it.
    bool doubts;           ///< Most of what overlaps the window is not certain, or is no hit.
    bool by_distance;      ///< Circle in a tree of doubles: distances of AABBs decide about all but a few items.
} qd__shape_rounded;

/// The question itself, for exact boxes and polygons. A window in a tree of floats does without.
typedef struct qd__shape_asked {
    qd_relation relation;
    qd_box box;     ///< The shape, or the box around it.
    qd_vec2 middle; ///< Circle.
    double radius;
    qd__polygon polygon;
} qd__shape_asked;

struct qd__shape {
    const struct qd_tree *tree;
    const qd__simd *simd; ///< The tree's.
    qd__shape_hooks hooks;
    /// Does the exact box of the item in a slot have the relation? NULL, in a tree of floats: every candidate has it.
    bool (*confirm)(const qd__shape *shape, uint32_t slot);
    qd__shape_rounded rounded;
    qd__shape_asked asked;
};

/// False: the question is malformed and finds nothing. NULL: every item.
bool qd__shape_of(const struct qd_tree *tree, const qd_query *query, qd__shape *shape);

/// A window in a tree of doubles (shape_exact.c), with the relation that `asked` names already.
bool qd__exact_window(const struct qd_tree *tree, const qd_box *box, qd__shape *shape);

/// Makes the shape of a type that `asked` has, of the window around it, with the hooks of such a window.
void qd__exact_shape(qd__shape *shape, qd_shape_type type);

/// What overlaps a box, in a tree of floats: the question that is asked most.
static inline bool qd__shape_window(const struct qd_tree *tree, qd__fbox box, qd__shape *shape)
{
    const qd__aabb window = qd__aabb_of(box);
    shape->tree = tree;
    shape->simd = tree->settings.simd;
    shape->hooks.hits = NULL;
    shape->hooks.nodes = NULL;
    shape->confirm = NULL;
    shape->rounded.doubts = false;
    shape->rounded.window.aabb = shape->rounded.window.certain = window;
    shape->rounded.window.probe = qd__probe(window);
    shape->rounded.open = shape->rounded.certain_open = tree->settings.open;
    // The comparisons of a search alone would let [5, 1] overlap [0, 10].
    return (box.min.x <= box.max.x) & (box.min.y <= box.max.y);
}

/// The same as qd__shape_of, with a short way for the question that is asked most.
static inline bool qd__shape_ready(const struct qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    if (QD__CAN_FEW_SQUARES && query && query->shape.type == QD_BOX && query->relation == QD_OVERLAPS &&
        !qd__is_precise(tree))
        return qd__shape_window(tree, qd__fbox_of(&query->shape.box), shape);
    return qd__shape_of(tree, query, shape);
}

/// Nodes of a quad that may have hits in them or below.
static inline uint32_t qd__nodes_met(const qd__shape *shape, const qd__quad *quad)
{
    return shape->hooks.nodes ? shape->hooks.nodes(shape, &quad->bounds)
                              : qd__four_overlap(&quad->bounds, shape->rounded.window.probe, shape->rounded.open);
}

/// Which AABBs are hits, or candidates.
static inline uint64_t qd__boxes_met(const qd__shape *shape, qd__boxes boxes)
{
    return shape->hooks.hits ? shape->hooks.hits(shape, boxes)
                             : shape->simd->overlap(boxes, shape->rounded.window.probe, shape->rounded.open);
}

/// Which candidates in a bucket of a tree of doubles are hits, where some of them are in doubt.
uint64_t qd__confirm_some(const qd__shape *shape, const qd__bucket *bucket, uint64_t candidates, uint64_t doubtful);
/// The same where it is not known which are.
uint64_t qd__confirm_hits(const qd__shape *shape, const qd__bucket *bucket, uint64_t candidates);

/// Items of a bucket that are hits, but for filters.
static inline uint64_t qd__items_met(const qd__shape *shape, const qd__bucket *bucket)
{
    const uint64_t hits = qd__boxes_met(shape, qd__bucket_boxes(bucket)) & bucket->live;
    return shape->confirm && hits ? qd__confirm_hits(shape, bucket, hits) : hits;
}

#endif
