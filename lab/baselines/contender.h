/// One interface for everything that can find the overlapping pairs of a set of boxes: brute force, sweep and prune,
/// strips, uniform grid, the classic quadtrees, and the library's own (contenders.h). Items are the numbers 0..count-1,
/// indices into the caller's array of boxes. Every contender is right for every valid box; they differ in how many
/// tests that takes.
///
/// Pairs are what all of them answer. The rest is optional: a function is NULL where the structure has no such thing by
/// its nature.
#ifndef QUADRILLE_CONTENDER_H
#define QUADRILLE_CONTENDER_H

#include "fbox.h"
#include <quadrille/ranked.h>

/// Two items whose boxes overlap; a < b.
typedef struct contender_pair {
    uint32_t a, b;
} contender_pair;

/// Gets each batch of pairs, now and then one of none; returns false to stop.
typedef bool contender_visitor(void *context, const contender_pair *pairs, size_t count);

/// tests: pairs of boxes that were compared. pairs: overlapping pairs handed out (or counted). nodes: looked into; the
/// library's quadtree alone says it.
typedef struct contender_cost {
    uint64_t tests, pairs, nodes;
} contender_cost;

/// Gets each batch of items; returns false to stop.
typedef bool contender_item_visitor(void *context, const uint32_t *items, size_t count);

/// The same for the question with this number.
typedef bool contender_many_visitor(void *context, size_t question, const uint32_t *items, size_t count);

/// tests: boxes that were compared with the window. hits: items handed out (or counted). nodes: as above.
typedef struct contender_found {
    uint64_t tests, hits, nodes;
} contender_found;

/// Gets an item that a ranked question meets, near ones early; lowers *limit to be spared what is beyond.
typedef void contender_rank_visitor(void *context, uint32_t item, double *limit);

/// An item near a point; squared: of the distance from the point to the item's box, 0 inside it, in doubles.
typedef struct contender_near {
    uint32_t item;
    double squared;
} contender_near;

/// origin + t * direction for 0 <= t <= t_max (INFINITY: endless), the direction finite and not zero.
typedef struct contender_ray {
    fvec2 origin, direction;
    float t_max;
} contender_ray;

/// Where a ray first meets a box, edges included, in doubles; t is 0 where it starts inside.
typedef struct contender_hit {
    uint32_t item; ///< UINT32_MAX: it hits nothing.
    double t;
} contender_hit;

/// Gets what entered an observer's view, or left it.
typedef void contender_sighting(void *context, uint32_t observer, uint32_t item);

/// A part of the plane as a structure divides it, for drawing. The outermost cells reach farther than `cell`, which is
/// where the boxes are, or most of them.
typedef struct contender_node {
    fbox cell, reach;
    size_t items; ///< Entries in the node itself. An item may have several.
    int depth;
    bool leaf;
} contender_node;

/// Gets each node; returns false to stop.
typedef bool contender_node_visitor(void *context, contender_node node);

/// How closely forces are looked at: cells act as one where their side is seen under an angle below theta; by their
/// mass (order 1), or by their quadrupole as well (order 2).
typedef struct contender_opening {
    double theta;
    int order;
} contender_opening;

/// Bodies of the mass 1.
typedef struct contender_bodies {
    size_t count;
    const double *x, *y;
} contender_bodies;

/// A contender's own state: made by its kind's create, understood by that kind's functions alone.
typedef struct contender contender;

typedef struct contender_kind {
    const char *name; ///< What `--method` calls it.

    /// It keeps no boxes of its own but reads the caller's where they lie, which must stay there until the next set or
    /// move. All others take the boxes in.
    bool borrows;

    /// New and empty. Open edges leave out what only touches. NULL: no memory.
    contender *(*create)(bool open_edges);

    /// NULL is allowed.
    void (*destroy)(contender *self);

    /// Replaces all items. The boxes must be valid (fbox_is_valid); they are read, not kept. QD_NO_MEMORY: it holds
    /// no items now.
    qd_result (*set)(contender *self, const fbox *boxes, size_t count);

    /// Gives each item its new box: as many, in the same order, as the last set had. QD_NO_MEMORY: it holds no items
    /// now.
    qd_result (*move)(contender *self, const fbox *boxes);

    /// Gives each item its new box, and adds those that come after them: `count` in all now, no fewer than before. As
    /// many items as the last set had, and no change one by one since. QD_NO_MEMORY: it holds no items now. NULL: it
    /// has no better way than set.
    qd_result (*grow)(contender *self, const fbox *boxes, size_t count);

    /// Hands out every overlapping pair once, in no particular order; without a visitor (NULL) only counts them.
    /// Everything was made ready by set or move, so that this needs no memory and cannot fail.
    contender_cost (*pairs)(const contender *self, contender_visitor *visitor, void *context);

    /// Records that set and move have examined or copied beyond storing each box once, since creation: what keeping
    /// the index costs, as pairs' tests are what searching it costs.
    uint64_t (*upkeep)(const contender *self);

    /// Bytes of memory that the index holds, spare room included.
    size_t (*bytes)(const contender *self);

    /// Tries out, on these boxes, whatever can be adjusted, and keeps what was fastest for every set, move and insert
    /// to come: for finding pairs, or, if there are windows, for answering those. Takes its time, which is not to be
    /// part of any figure, and leaves it without items. Without it, set goes by a rule of thumb.
    qd_result (*tune)(contender *self, const fbox *boxes, size_t count, const fbox *windows, size_t window_count);

    /// Writes what tune has chosen, in a few words. There wherever something was chosen.
    void (*describe)(const contender *self, char *text, size_t size);

    /// Gives back the memory and with it all items; what was tuned stays. NULL: destroy and create are as good.
    void (*renew)(contender *self);

    /// Hands out every item that overlaps a window once, in no particular order; without a visitor only counts them.
    contender_found (*window)(const contender *self, fbox window, contender_item_visitor *visitor, void *context);

    /// Does any item overlap this box?
    bool (*collides)(const contender *self, fbox box);

    /// Writes the nearest items to a point, at most k, nearest first and equally near ones by number, and returns how
    /// many they are. Whatever touches counts, with open edges too.
    size_t (*near)(const contender *self, fvec2 point, size_t k, contender_near *out);

    /// The first item that a ray meets, of equally near ones the one with the lowest number.
    contender_hit (*ray)(const contender *self, contender_ray ray);

    /// All of many windows in one call, in whatever order suits. Its tests may be left out.
    contender_found (*windows)(contender *self, const fbox *windows, size_t count, contender_many_visitor *visitor,
                               void *context);

    /// What near says of each of many points in one call: the items of point i from items[i * k] on, UINT32_MAX where
    /// there are fewer. False: no memory.
    bool (*near_all)(contender *self, const fvec2 *points, size_t count, size_t k, uint32_t *items);

    /// What ray says of each of many rays in one call; UINT32_MAX: it hits nothing. False: no memory.
    bool (*ray_all)(contender *self, const contender_ray *rays, size_t count, uint32_t *items);

    /// Adds an item, whose number is how many there were before, removed ones included. QD_NO_MEMORY: nothing has
    /// changed. After insert and remove, window and collides answer for the items as they are then; anything else
    /// wants a new set first.
    qd_result (*insert)(contender *self, fbox box);

    /// Takes an item out. False: no item has that number.
    bool (*remove)(contender *self, uint32_t item);

    /// Gives those items their new boxes that `moved` names; all others have theirs still. The array holds all boxes,
    /// as for move. QD_NO_MEMORY: as there. NULL: it has no better way than move.
    qd_result (*shift)(contender *self, const fbox *boxes, const uint32_t *moved, size_t count);

    /// Hands out the pairs that have begun, then those that have ended, since it was last asked; the first time after a
    /// set, or after memory ran out, every pair has begun. QD_NO_MEMORY: nothing was handed out. NULL: it does not
    /// remember what was.
    qd_result (*changes)(contender *self, contender_visitor *began, contender_visitor *ended, void *context);

    /// Hands out, for each of as many observers as ever since the last set, which items came within a radius of its
    /// centre and which left it since it was last asked. QD_NO_MEMORY: nothing was handed out. NULL: it does not
    /// remember what was in view.
    qd_result (*observe)(contender *self, const fvec2 *centers, size_t count, float radius, contender_sighting *came,
                         contender_sighting *left, void *context);

    /// For an index (lab/methods): its items have filters and come and go. NULL, all four of them: set again, and
    /// look at filters afterwards.
    ///
    /// Adds items from `first` on; the numbers are new or those of removed items. `boxes` and `filters` are of all
    /// items by number; no filters: all items have the default. QD_NO_MEMORY.
    qd_result (*add)(contender *self, const fbox *boxes, const qd_filter *filters, uint32_t first, size_t count);

    /// Items from `first` on have new boxes.
    void (*move_some)(contender *self, const fbox *boxes, uint32_t first, size_t count);

    /// Hands out what a question finds, but for one item (UINT32_MAX: none).
    contender_found (*ask)(const contender *self, qd_query question, uint32_t except, contender_item_visitor *visitor,
                           void *context);

    /// The same for a ranked question.
    contender_found (*rank)(const contender *self, const qd_ranked *question, contender_rank_visitor *visitor,
                            void *context);

    /// How closely to look at forces from now on. NULL: it knows but one way. QD_NO_MEMORY: as before.
    qd_result (*aim)(contender *self, contender_opening opening);

    /// Hands out its nodes, parents before children. NULL: it has none.
    void (*nodes)(const contender *self, contender_node_visitor *visitor, void *context);

    /// What bodies do to each other by 1/r^2: writes accelerations, after building whatever it needs again. Has nothing
    /// to do with the items.
    qd_result (*pull)(contender *self, const contender_bodies *bodies, double *ax, double *ay);
} contender_kind;

extern const contender_kind contender_brute, contender_sweep, contender_strips, contender_grid;

/// Brute force over the caller's own array: it answers windows, and stores nothing. It is not among contender_names.
extern const contender_kind contender_loop;

/// Quadtrees as they are usually taught: a box in the smallest node that holds it whole; a box in every leaf it
/// touches.
extern const contender_kind contender_contained, contender_leaves;

/// The k-d tree, the R-tree and the tree of bounding boxes. They are there to be drawn, and not among contender_names.
extern const contender_kind contender_kd, contender_rtree, contender_aabb;

/// A quadtree whose boxes lie in the first leaf they meet. It knows insert and collides, and no more than is needed for
/// these: pairs and move are NULL, and so it is not among contender_names.
extern const contender_kind contender_first_leaf;

/// Barnes and Hut's walk as it is usually taught: a body a leaf, one walk for each body. It knows aim and pull alone.
extern const contender_kind contender_plain_walk;

#endif
