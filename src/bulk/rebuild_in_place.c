// Rebuilding a fixed tree in place: see rebuild.h.
//
// First everything comes to lie in one node, the world's, its buckets full and in one chain: then no lane is lost, and
// as many buckets are free as there can be. Then the node splits like any other, and what belongs into the rest goes
// there.
//
//      nodes    [ 8/8 ][ 3/16 ]   [ 5/8 ]   [ 2/8 ]   ...
//      chain    [ 8/8 ] - [ 8/8 ] - [ 2/8 ]            and the bucket of 16 is free
//
// Looking at all items in an order would take memory, so some of them choose the root.
#include "divide.h"
#include "rebuild.h"

#include "build.h"
#include "directory.h"
#include "locate.h"
#include "node.h"
#include "refit.h"
#include "root.h"
#include "split.h"
#include "sum.h"

#include <string.h>

enum {
    IN_PLACE_SPARE = 8, ///< One lane must be free for so many items.
    IN_PLACE_SAMPLE = 256,
    IN_PLACE_TRIES = 4, ///< Roots, each finer than the one before.
};

/// Has a slot an item in the tree? While many are inserted, those that are still to come have slots already.
static bool is_placed(const qd__slot *slot)
{
    return (slot->generation & 1) && slot->location != QD__NONE;
}

/// Is there an item in a slot, and, if so asked, in a leaf with more items than one takes?
static bool counts(const struct qd_tree *tree, const qd__slot *slot, bool crowded)
{
    if (!crowded || !is_placed(slot))
        return is_placed(slot);
    const uint32_t node = qd__tree_bucket(tree, slot->location)->node, lane = qd__node_lane(node);
    const qd__quad *quad = qd__quad_of(tree, node);
    return quad->child[lane] == QD__NONE && qd__node_count(tree, quad, lane) > tree->settings.capacity;
}

/// Lays a lattice over some of the items, or of those in crowded leaves, spread evenly over their slots.
static bool learn_from(const struct qd_tree *tree, bool crowded, qd__lattice *lattice)
{
    qd__fbox boxes[IN_PLACE_SAMPLE];
    size_t met = 0, taken = 0, count = crowded ? 0 : tree->count;
    for (uint32_t slot = 1; crowded && slot <= tree->pools.slots.used; slot++)
        count += counts(tree, qd__slot_at(&tree->pools.slots, slot), true);
    const size_t wanted = count < IN_PLACE_SAMPLE ? count : IN_PLACE_SAMPLE;
    for (uint32_t index = 1; index <= tree->pools.slots.used && taken < wanted; index++) {
        const qd__slot *slot = qd__slot_at(&tree->pools.slots, index);
        if (counts(tree, slot, crowded) && (uint64_t)met++ * wanted / count >= taken)
            boxes[taken++] = qd__aabb_box(qd__aabb_at(tree->pools.buckets, slot->location));
    }
    return qd__root_learn(lattice, boxes, NULL, taken, count, qd__root_capacity(tree));
}

/// The lattice to lay the tree out by, if there is a better one. False: the one there is is good.
static bool find_lattice(const struct qd_tree *tree, bool learn, qd__lattice *lattice)
{
    const bool laid = qd__lattice_is_laid(&tree->lattice);
    if (learn || !laid || qd__root_is_bad(tree->rest, tree->count))
        return learn_from(tree, false, lattice) && memcmp(lattice, &tree->lattice, sizeof *lattice) != 0;
    return qd__root_is_bad(tree->upkeep.at_max_depth, tree->count) && learn_from(tree, true, lattice) &&
           qd__root_is_finer(lattice, &tree->lattice);
}

/// What comes of all buckets while they become one chain.
typedef struct chain {
    struct qd_tree *tree;
    uint32_t first; ///< The bucket that may have room, or QD__NONE.
    uint32_t full;  ///< The chain of the others.
    qd__sum sum;
} chain;

static void link_full(chain *all, uint32_t location)
{
    qd__bucket *bucket = qd__tree_bucket(all->tree, location);
    bucket->next = all->full;
    bucket->behind = qd__chain_count(all->tree, all->full);
    all->full = location;
}

/// Takes a bucket into the chain: two that have room become a full one and another, or just one.
static void take_bucket(chain *all, uint32_t location)
{
    qd__bucket *bucket = qd__tree_bucket(all->tree, location);
    bucket->node = QD__WORLD;
    if (bucket->count == bucket->lanes) {
        link_full(all, location);
        return;
    }
    if (all->first != QD__NONE) {
        qd__node_pour(all->tree, location, all->first);
        const qd__bucket *poured = qd__tree_bucket(all->tree, all->first);
        if (poured->count == poured->lanes) {
            link_full(all, all->first);
            all->first = QD__NONE;
        }
    }
    if (bucket->count == 0)
        qd__bucket_give(all->tree->pools.buckets, location);
    else
        all->first = location;
}

/// Puts all items into the world's node, and takes away all others.
static void collapse(struct qd_tree *tree)
{
    chain all = { tree, QD__NONE, QD__NONE, qd__sum_of_nothing() };
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        for (uint32_t index = 0; index < tree->pools.buckets[size].used; index++) {
            const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(&tree->pools.buckets[size], index);
            if (bucket->count > 0) {
                qd__sum_add_bucket(&all.sum, bucket);
                take_bucket(&all, index << QD__LOCATION_BUCKET_SHIFT | size);
            }
        }
    }
    if (all.first != QD__NONE) {
        qd__tree_bucket(tree, all.first)->next = all.full;
        qd__tree_bucket(tree, all.first)->behind = qd__chain_count(tree, all.full);
    }
    qd__pool_reset(&tree->pools.quads);
    qd__quads_plant(tree);
    qd__quad *root = qd__quad_at(tree, 0);
    root->bucket[QD__WORLD] = all.first != QD__NONE ? all.first : all.full;
    root->most[QD__WORLD] = (uint32_t)tree->count;
    qd__sum_keep(all.sum, root, QD__WORLD);
}

static qd__spot spot_of(const struct qd_tree *tree, const qd__bucket *bucket, uint32_t lane)
{
    return qd__lattice_spot(&tree->lattice, qd__bucket_aabb(bucket, lane));
}

/// Is any item in a node that is not its own?
static bool any_misplaced(const struct qd_tree *tree)
{
    for (uint32_t index = 1; index <= tree->pools.slots.used; index++) {
        const qd__slot *slot = qd__slot_at(&tree->pools.slots, index);
        if (!is_placed(slot))
            continue;
        const qd__bucket *bucket = qd__tree_bucket(tree, slot->location);
        const qd__home home = qd__node_home(tree, bucket->node);
        if (!qd__home_keeps(&home, spot_of(tree, bucket, qd__location_lane(slot->location))))
            return true;
    }
    return false;
}

bool qd__rebuild_in_place(struct qd_tree *tree, bool learn)
{
    if (tree->count == 0)
        return true;
    size_t lanes = 0;
    for (uint32_t size = 0; size < QD__SIZES; size++)
        lanes += (size_t)tree->pools.buckets[size].limit * qd__size_lanes(size);
    if (lanes - tree->count < tree->count / IN_PLACE_SPARE)
        return false;
    qd__lattice lattice = tree->lattice;
    if (!find_lattice(tree, learn, &lattice) && !learn)
        return false;
    for (int tries = 0; tries < IN_PLACE_TRIES; tries++) {
        tree->directory.current.ready = tree->directory.finer.ready = false;
        collapse(tree);
        tree->lattice = lattice;
        tree->rest = tree->upkeep.at_max_depth = 0;
        tree->upkeep.misplaced = true; // until it is known
        qd__directory_make(tree);
        // Takes what does not belong into the world to the node of the rest. An undivided world is looked through.
        uint32_t next;
        for (uint32_t location = qd__quad_at(tree, 0)->bucket[QD__WORLD]; location != QD__NONE; location = next) {
            const qd__bucket *bucket = qd__tree_bucket(tree, location);
            next = bucket->next;
            for (uint64_t live = bucket->live; live;) {
                const uint32_t lane = qd__highest_bit_long(live);
                live ^= UINT64_C(1) << lane;
                const qd__spot spot = spot_of(tree, bucket, lane);
                if (!qd__spot_in_world(spot)) { // without a bucket it stays
                    const qd__aabb aabb = qd__bucket_aabb(bucket, lane);
                    qd__relocate(tree, qd__location_at(location, lane), QD__REST, &aabb);
                }
            }
        }
        qd__split_try(tree, QD__WORLD);
        qd__split_try(tree, QD__REST);
        qd__refit_all(tree, true);
        tree->upkeep.misplaced = any_misplaced(tree);
        tree->upkeep.rest_judged = tree->rest;
        tree->upkeep.at_max_depth_judged = tree->upkeep.at_max_depth;
        tree->upkeep.work += tree->count;
        if (qd__root_is_bad(tree->rest, tree->count) || !find_lattice(tree, false, &lattice))
            break; // the rest parts what lies outside as well as the world would
    }
    return true;
}
