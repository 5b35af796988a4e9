// Every invariant of the tree, for tests.
#include "locate.h"
#include "node.h"
#include "reach.h"
#include "totals.h"

#include <quadrille/inspect.h>
#include <string.h>

typedef struct census {
    size_t items, quads, buckets[QD__SIZES];
} census;

static bool lies_in_order(const struct qd_tree *tree, const qd__bucket *bucket, uint32_t location, uint32_t lane,
                          const qd__home *home)
{
    const qd__entry entry = qd__bucket_entry(bucket, lane);
    const qd__slot *slot = qd__slots_find(&tree->pools.slots, entry.item.id);
    const qd__quad *quad = qd__quad_of(tree, bucket->node);
    const uint32_t at = qd__node_lane(bucket->node);
    const qd__spot spot = qd__lattice_spot(&tree->lattice, entry.aabb);
    if (qd__is_precise(tree)) { // its AABB is its exact box, rounded; slots without memory for one have had no item
        const size_t room = (size_t)tree->pools.exact.chunk_count << tree->pools.exact.chunk_bits;
        if (qd_id_slot(entry.item.id) > room)
            return false;
        const qd_box *exact = qd__exact_box(tree, qd_id_slot(entry.item.id));
        const qd__aabb should = qd__aabb_of(qd__narrow(&tree->origin, *exact));
        if (!qd__box_is_valid(exact) || memcmp(&should, &entry.aabb, sizeof should) != 0)
            return false;
    }
    return slot && slot->location == qd__location_at(location, lane) && qd__fbox_is_valid(qd__aabb_box(entry.aabb)) &&
           qd__covers(qd__four_at(&quad->bounds, at), entry.aabb) && qd__covers(bucket->bounds, entry.aabb) &&
           qd__bucket_slots(bucket)[lane] == qd_id_slot(entry.item.id) && !(entry.layers & ~quad->layers[at]) &&
           !(entry.mask & ~quad->masks[at]) && !((entry.layers | entry.mask) & ~QD__ALL_LAYERS) &&
           (tree->filtered || !qd__entry_is_filtered(&entry)) && (tree->upkeep.misplaced || qd__home_keeps(home, spot));
}

static bool bucket_is_sound(const struct qd_tree *tree, uint32_t location, uint32_t node, bool first)
{
    const qd__bucket *bucket = qd__tree_bucket(tree, location);
    if (bucket->node != node || bucket->count == 0 || bucket->lanes != qd__size_lanes(qd__location_size(location)) ||
        qd__count_bits_long(bucket->live) != bucket->count || qd__bucket_end(bucket) > bucket->lanes ||
        (!first && bucket->count < bucket->lanes))
        return false;
    const qd__home home = qd__node_home(tree, node);
    const qd__boxes all = qd__location_boxes(bucket, location);
    for (uint32_t lane = 0; lane < bucket->lanes; lane++) {
        const qd__aabb aabb = qd__boxes_at(all, lane);
        const bool unused = isnan(aabb.v[0]) && isnan(aabb.v[1]) && isnan(aabb.v[2]) && isnan(aabb.v[3]);
        const bool sound = bucket->live >> lane & 1 ? lies_in_order(tree, bucket, location, lane, &home) : unused;
        if (!sound)
            return false;
    }
    return true;
}

static bool items_are_sound(const struct qd_tree *tree, uint32_t node, census *tally)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    size_t items = 0;
    for (uint32_t location = quad->bucket[lane]; location != QD__NONE;) {
        if (!bucket_is_sound(tree, location, node, location == quad->bucket[lane]))
            return false;
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        tally->buckets[qd__location_size(location)]++;
        items += bucket->count;
        location = bucket->next;
        if (bucket->behind != qd__chain_count(tree, location))
            return false;
    }
    tally->items += items;
    return items <= quad->most[lane] && (items > tree->settings.capacity / 4 || quad->most[lane] == items);
}

static bool node_is_sound(const struct qd_tree *tree, uint32_t node, census *tally);

static bool child_is_sound(const struct qd_tree *tree, uint32_t node, census *tally)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    const qd__quad *child = qd__quad_at(tree, quad->child[lane]);
    const qd__square square = qd__node_square(tree, node);
    tally->quads++;
    bool sound = child->parent == node && child->x == square.x && child->y == square.y && !square.wide &&
                 child->shift + 1u == square.shift && square.shift > qd__square_floor(tree, square) &&
                 child->merged < 4;
    for (uint32_t i = 0; sound && i < 4; i++) {
        sound = qd__covers(qd__four_at(&quad->bounds, lane), qd__four_at(&child->bounds, i)) &&
                !(child->layers[i] & ~quad->layers[lane]) && !(child->masks[i] & ~quad->masks[lane]) &&
                node_is_sound(tree, qd__node_in(quad->child[lane], i), tally);
    }
    return sound;
}

static bool node_is_sound(const struct qd_tree *tree, uint32_t node, census *tally)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    const qd__aabb empty = qd__aabb_empty(), bounds = qd__four_at(&quad->bounds, lane);
    const bool leaf = quad->child[lane] == QD__NONE;
    if (qd__node_is_bare(quad, lane) ? memcmp(&bounds, &empty, sizeof empty) != 0 : qd__node_taking(quad, node) != node)
        return false;
    return items_are_sound(tree, node, tally) && (leaf || child_is_sound(tree, node, tally)) &&
           (!qd__is_summed(tree) || qd__totals_are_sound(tree, node));
}

/// How many records of a pool are in use: those handed out less those given back. The list must be no longer than that.
static size_t in_use(const qd__pool *pool)
{
    size_t given_back = 0;
    for (uint32_t index = pool->free; index != QD__NONE && given_back <= pool->used; given_back++)
        memcpy(&index, qd__pool_at(pool, index), sizeof index);
    return pool->used - given_back;
}

// Is a directory that of its tree?

/// Does nothing in or below a node reach out of a square by more than so many steps?
static bool reaches_no_more(const struct qd_tree *tree, uint32_t node, qd__square square, uint32_t reach)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t child = quad->child[qd__node_lane(node)];
    for (uint32_t location = quad->bucket[qd__node_lane(node)]; location != QD__NONE;
         location = qd__tree_bucket(tree, location)->next) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        for (uint64_t live = bucket->live; live; live &= live - 1) {
            const qd__aabb aabb = qd__bucket_aabb(bucket, qd__lowest_bit_long(live));
            if (qd__square_reach(tree, &aabb, square) > reach)
                return false;
        }
    }
    for (uint32_t lane = 0; child != QD__NONE && lane < 4; lane++)
        if (!reaches_no_more(tree, qd__node_in(child, lane), square, reach))
            return false;
    return true;
}

/// Are the entries for a node and all below it as they should be? Adds up the owners.
static bool is_right(const struct qd_tree *tree, const qd__directory *directory, uint32_t node, qd__position at,
                     uint32_t *owners)
{
    const uint32_t child = qd__node_child(tree, node), finer = directory->level - at.level;
    bool right =
        qd__directory_own_row(directory, at.level, at.y)[at.x] == (qd__owns_items(tree, node) ? node : QD__NONE);
    owners[at.level] += qd__owns_items(tree, node);
    if (child != QD__NONE && finer > 0) {
        for (uint32_t lane = 0; right && lane < 4; lane++)
            right = is_right(tree, directory, qd__node_in(child, lane), qd__quarter_of(at, lane), owners);
        return right;
    }
    for (uint32_t y = at.y << finer; right && y < (at.y + 1) << finer; y++) {
        for (uint32_t x = at.x << finer; x < (at.x + 1) << finer; x++) {
            const uint32_t entry = qd__directory_row(directory, y)[x];
            right = right && entry == (child == QD__NONE ? qd__leaf_entry(tree, node) : child << 1);
        }
    }
    return right;
}

/// Does nothing of a node, or of what is below it, reach further than a directory knows?
static bool is_reached(const struct qd_tree *tree, const qd__directory *directory, uint32_t node, qd__position at)
{
    const uint32_t child = qd__node_child(tree, node);
    const qd__square square = qd__node_square(tree, node);
    bool reached = child != QD__NONE || reaches_no_more(tree, node, square, directory->reach);
    for (uint32_t lane = 0; child != QD__NONE && reached && lane < 4; lane++) {
        reached = at.level == directory->level
                      ? reaches_no_more(tree, qd__node_in(child, lane), square, directory->reach)
                      : is_reached(tree, directory, qd__node_in(child, lane), qd__quarter_of(at, lane));
    }
    return reached;
}

/// Are the squares that have been refined as they should be?
static bool finer_is_right(const struct qd_tree *tree)
{
    const qd__directory *finer = &tree->directory.finer;
    const unsigned level = tree->directory.current.level;
    bool right = true;
    for (uint32_t index = 0; right && index < tree->directory.finer_next; index++) {
        uint32_t owners[QD__LEVELS] = { 0 };
        const qd__position at = { level, index & ((UINT32_C(1) << level) - 1), index >> level };
        const uint32_t entry = qd__directory_row(&tree->directory.current, at.y)[at.x];
        if (!(entry & 1)) {
            const uint32_t node = qd__quad_at(tree, entry >> 1)->parent;
            right = is_right(tree, finer, node, at, owners) &&
                    (tree->upkeep.misplaced || is_reached(tree, finer, node, at));
        }
        for (uint32_t lane = 0; entry & 1 && right && lane < 4; lane++) {
            const qd__position quarter = qd__quarter_of(at, lane);
            right = qd__directory_row(finer, quarter.y)[quarter.x] == entry;
        }
    }
    return right;
}

/// Are the entries of the directory those of the tree as it is, and does nothing reach further than is known?
static bool directory_is_sound(const struct qd_tree *tree)
{
    const qd__position world = { 0, 0, 0 };
    const qd__directory *current = &tree->directory.current;
    uint32_t owners[QD__LEVELS] = { 0 };
    if (!current->ready)
        return !tree->directory.finer.ready;
    bool sound = is_right(tree, current, QD__WORLD, world, owners);
    for (unsigned level = 0; level <= current->level; level++) {
        sound = sound && owners[level] == current->owners[level] &&
                (current->owner_levels >> level & 1) == (owners[level] > 0);
    }
    return sound && (tree->upkeep.misplaced || is_reached(tree, current, QD__WORLD, world)) &&
           (!tree->directory.finer.ready || finer_is_right(tree));
}

bool qd_tree_check(const qd_tree *tree)
{
    census tally = { .quads = 1 };
    size_t within = 0; // of the world: counted by the way to them, whatever nodes say of themselves
    // Rounding makes boxes touch that do not: by their AABBs all that touches overlaps.
    if (tree->settings.open != (tree->settings.edges_open && !qd__is_precise(tree)))
        return false;
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (!node_is_sound(tree, lane, &tally))
            return false;
        within = lane == QD__WORLD ? tally.items : within;
    }
    const qd__quad *root = qd__quad_at(tree, 0);
    bool sound = qd__node_is_bare(root, 2) && qd__node_is_bare(root, 3) && root->parent == QD__NONE &&
                 root->merged == 0 && in_use(&tree->pools.quads) == tally.quads;
    for (uint32_t size = 0; size < QD__SIZES; size++)
        sound = sound && in_use(&tree->pools.buckets[size]) == tally.buckets[size];
    size_t live = 0;
    for (uint32_t slot = 1; slot <= tree->pools.slots.used; slot++)
        live += qd__slot_at(&tree->pools.slots, slot)->generation & 1;
    return sound && live == tree->count && tally.items == tree->count && tally.items - within == tree->rest &&
           directory_is_sound(tree);
}
