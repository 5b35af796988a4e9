// Refitting: see refit.h.
#include "refit.h"

#include "directory.h"
#include "merge.h"
#include "parts.h"
#include "simd.h"
#include "simd_base.h"
#include "split.h"
#include "sum.h"
#include "totals.h"

enum {
    EMPTY_PRICE = 4,   ///< The price of refitting a quad, besides its items.
    PASSING_PRICE = 1, ///< The price of passing by a free one: counted, but not paid.
};

/// Makes one node's bounds and unions tight. `sum`: that of all below it, to which its own items are added. `within`:
/// the bounds of its buckets are made tight as well; otherwise they are. It must stay a function, so that what calls
/// itself keeps little on the stack.
QD__NEVER_INLINE static void refit_node(const struct qd_tree *tree, qd__quad *quad, uint32_t node, bool within,
                                        qd__sum *sum)
{
    const uint32_t lane = qd__node_lane(node);
    uint32_t count = 0;
    for (uint32_t location = quad->bucket[lane]; location != QD__NONE;) {
        qd__bucket *bucket = qd__tree_bucket(tree, location);
        if (within)
            bucket->bounds = tree->settings.simd->unite(qd__bucket_boxes(bucket));
        qd__sum_add_bucket(sum, bucket);
        count += bucket->count;
        location = bucket->next;
    }
    quad->most[lane] = count; // exactly: what follows need not read the buckets again
    if (tree->filtered || (quad->bounds.side[0][lane] == INFINITY) != (sum->bounds.v[0] == INFINITY))
        qd__sum_keep(*sum, quad, lane);
    else // the unions are those of nothing or of all, as before
        qd__four_set(&quad->bounds, lane, sum->bounds);
    if (qd__is_summed(tree) && qd__total_of(tree, node)->loose)
        qd__totals_refit(tree, node);
}

/// The same where the quad that divides the node knows what is below it.
static void refit_above(const struct qd_tree *tree, uint32_t index, uint32_t lane, bool within)
{
    qd__quad *quad = qd__quad_at(tree, index);
    qd__sum sum = qd__sum_of_nothing();
    if (quad->child[lane] != QD__NONE)
        qd__sum_add_quad(&sum, qd__quad_at(tree, quad->child[lane]));
    refit_node(tree, quad, qd__node_in(index, lane), within, &sum);
}

/// Adds what is in and below the nodes of a quad to `all`.
static void refit_below(const struct qd_tree *tree, uint32_t index, bool within, qd__sum *all)
{
    qd__quad *quad = qd__quad_at(tree, index);
    if (QD__CAN_PREFETCH && tree->count > QD__LARGE / 4) {
        // What refitting this quad and those right below it reads: the headers of its first buckets, then quads.
        for (uint32_t lane = 0; lane < 4; lane++)
            if (quad->bucket[lane] != QD__NONE)
                qd__prefetch(qd__tree_bucket(tree, quad->bucket[lane]), 1);
        for (uint32_t lane = 0; lane < 4; lane++)
            if (quad->child[lane] != QD__NONE)
                qd__tree_prefetch_quad(tree, quad->child[lane]);
    }
    for (uint32_t lane = 0; lane < 4; lane++) {
        // Is there nothing in or below the node, and does all that the quad keeps of it say so?
        if (qd__node_is_bare(quad, lane) && quad->most[lane] == 0 && quad->bounds.side[0][lane] == INFINITY &&
            !tree->filtered && !qd__is_summed(tree))
            continue;
        qd__sum sum = qd__sum_of_nothing();
        if (quad->child[lane] != QD__NONE)
            refit_below(tree, quad->child[lane], within, &sum);
        refit_node(tree, quad, qd__node_in(index, lane), within, &sum);
        qd__sum_add(all, &sum);
    }
}

enum { FRONT = 448 };

/// The top of the tree: quads level by level. Those before `opened` have all their children in the list; what hangs
/// below each of the others is for the workers.
typedef struct front {
    const struct qd_tree *tree;
    bool within;
    uint32_t parts, opened, count;
    uint32_t quads[FRONT];
} front;

static void refit_part(void *job, uint32_t part)
{
    const front *top = (const front *)job;
    const uint32_t subtrees = top->count - top->opened;
    const size_t end = qd__part_start(subtrees, part + 1, top->parts);
    for (size_t i = qd__part_start(subtrees, part, top->parts); i < end; i++) {
        qd__sum sum = qd__sum_of_nothing(); // those above read it from the quad
        refit_below(top->tree, top->quads[top->opened + i], top->within, &sum);
    }
}

void qd__refit_all(struct qd_tree *tree, bool within)
{
    const uint32_t parts = qd__parts_for_items(tree, tree->count, QD__PARTS_PER_WORKER);
    if (parts > 1) {
        front top = { .tree = tree, .within = within, .parts = parts };
        top.quads[0] = top.opened = 0;
        top.count = 1;
        while (top.opened < top.count && top.count + 4 <= FRONT) {
            const qd__quad *quad = qd__quad_at(top.tree, top.quads[top.opened++]);
            for (uint32_t lane = 0; lane < 4; lane++)
                if (quad->child[lane] != QD__NONE)
                    top.quads[top.count++] = quad->child[lane];
        }
        qd__run_parts(tree, refit_part, &top, parts);
        for (uint32_t i = top.opened; i-- > 0;) // children come after their parents
            for (uint32_t lane = 0; lane < 4; lane++)
                refit_above(tree, top.quads[i], lane, within);
    } else {
        qd__sum sum = qd__sum_of_nothing();
        refit_below(tree, 0, within, &sum);
    }
    qd__directory_measure(tree);
    tree->upkeep.work += tree->count;
    tree->upkeep.refit_next = 0;
    tree->upkeep.refit_credit = 0;
}

/// Are there few enough items to merge nodes of a quad? By the counts in the quad, which are exact after a refit.
static bool is_light(const struct qd_tree *tree, const qd__quad *quad)
{
    return (size_t)quad->most[0] + quad->most[1] <= tree->settings.capacity / 2 ||
           (size_t)quad->most[2] + quad->most[3] <= tree->settings.capacity / 2;
}

/// A bit for each half of a quad that is two leaves or one.
static inline uint32_t undivided_halves(const qd__quad *quad)
{
    return (uint32_t)((quad->child[0] & quad->child[1]) == QD__NONE) |
           (uint32_t)((quad->child[2] & quad->child[3]) == QD__NONE) << 1;
}

static void reshape_below(struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4; lane++) {
        const uint32_t child = quad->child[lane];
        if (child != QD__NONE) {
            reshape_below(tree, child);
            const qd__quad *below = qd__quad_at(tree, child);
            if (undivided_halves(below) == 3 && is_light(tree, below))
                qd__merge_once(tree, child);
        } else if (quad->most[lane] > tree->settings.capacity) {
            qd__split_try(tree, qd__node_in(index, lane));
        }
    }
    if ((undivided_halves(quad) & ~(uint32_t)quad->merged) && is_light(tree, quad))
        qd__merge_halves(tree, index);
}

void qd__reshape_all(struct qd_tree *tree)
{
    reshape_below(tree, 0);
}

/// Refits the next quad, or passes one by that is not in use. Returns what that took; 0: it is not paid for yet.
static uint64_t refit_next(struct qd_tree *tree)
{
    const uint32_t index = (tree->upkeep.refit_next ? tree->upkeep.refit_next : tree->pools.quads.used) - 1;
    const qd__quad *quad = qd__quad_at(tree, index);
    if (quad->parent == QD__QUAD_FREE) {
        tree->upkeep.refit_next = index;
        return PASSING_PRICE;
    }
    uint64_t price = EMPTY_PRICE;
    for (int lane = 0; lane < 4; lane++)
        price += quad->most[lane];
    if (price > tree->upkeep.refit_credit)
        return 0;
    tree->upkeep.refit_credit -= price;
    tree->upkeep.refit_next = index;
    for (uint32_t lane = 0; lane < 4; lane++) {
        refit_above(tree, index, lane, true);
        qd__split_try(tree, qd__node_in(index, lane));
    }
    qd__directory_refitted(tree, index);
    tree->upkeep.work += price - EMPTY_PRICE;
    return price;
}

void qd__refit_some(struct qd_tree *tree)
{
    // Whatever has been saved up, no change costs a burst.
    uint64_t spent = 0;
    for (uint64_t price; spent < QD__REFIT_PIECE && (price = refit_next(tree)) > 0;)
        spent += price;
    if (QD__CAN_PREFETCH && spent > 0 && tree->count > QD__LARGE) {
        // Prefetches what refitting the next quad will read, and the quad after it: their turn comes some changes
        // later.
        const uint32_t index = (tree->upkeep.refit_next ? tree->upkeep.refit_next : tree->pools.quads.used) - 1;
        const qd__quad *quad = qd__quad_at(tree, index);
        for (uint32_t lane = 0; quad->parent != QD__QUAD_FREE && lane < 4; lane++) {
            const uint32_t location = quad->bucket[lane];
            if (location != QD__NONE) {
                const size_t boxes = sizeof(qd__aabb) * qd__size_lanes(qd__location_size(location));
                qd__prefetch(qd__tree_bucket(tree, location), QD__BUCKET_HEADER + boxes);
            }
        }
        if (index > 0)
            qd__prefetch(qd__quad_at(tree, index - 1), sizeof *quad);
    }
}
