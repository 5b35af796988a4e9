// Quads: four sibling nodes in one record of three cache lines, and the tree that they make.
//
//        +-------+-------+      line 1   bounds of the four nodes: one comparison decides about all
//        |   2   |   3   |      line 2   their child quads, bucket chains, sizes; the square they divide
//        +-------+-------+      line 3   unions of the layers and masks in and below them, and when a split
//        |   0   |   1   |               was last tried without success: touched only where they matter
//        +-------+-------+
//
// A node is named by quad << 2 | lane. Quad 0 is the root quad; its lane 0 is the world, lane 1 is the rest: all that
// lies beyond the world or is larger. Lanes 2 and 3 of it are never used.
//
// Two nodes side by side with few items are one leaf, a half of the quad's square. It is the node of the even lane; the
// other is an empty leaf, so that nothing that walks the tree needs to know.
//
//        +-------+-------+
//        |     2, (3)    |      `merged` is binary 10: bit 0 is the lower half, bit 1 the upper
//        +-------+-------+
//        |   0   |   1   |
//        +-------+-------+
#ifndef QD_QUAD_H
#define QD_QUAD_H

#include "abilities.h"
#include "bucket.h"
#include "lattice.h"
#include "narrow.h"
#include "simd.h"
#include "slots.h"

#include <assert.h>

enum {
    QD__WORLD = 0, ///< Node of the world.
    QD__REST = 1,  ///< Node of everything else.
    QD__QUAD_CHUNK_BITS = 5,
    QD__EXACT_CHUNK_BITS = 7,
    QD__QUAD_LOOK = 128, ///< Bytes of a quad that a search reads: its first two lines.
    QD__CAPACITY_MOST = 4096,
    QD__LEVELS = 32,       ///< Most levels from a root node down, both ends included.
    QD__HALVES_LEAST = 32, ///< With smaller leaves no nodes are merged into halves.
};
#define QD__LARGE ((size_t)1 << 18)    ///< From so many items on, what will be touched is worth asking for ahead.
#define QD__QUAD_FREE (UINT32_MAX - 1) ///< As `parent`: the quad is not in use.

typedef struct qd__quad {
    qd__four bounds; ///< Each covers all in its node and below; may be larger. Empty when there is nothing.

    uint32_t child[4];  ///< The quad that divides the node, or QD__NONE: the node is a leaf.
    uint32_t bucket[4]; ///< First bucket of the node's own items, or QD__NONE.
    uint32_t most[4];   ///< The node's own items, or more: removing one seldom touches the quad. Exact where it has no
                        ///< more than a quarter of a capacity. 0: it has none.
    uint32_t parent;    ///< The node that this quad divides; QD__NONE for the root quad.
    uint32_t x, y;      ///< Lowest step of that node.
    uint16_t shift;     ///< The four nodes' size: 2^shift steps a side.
    uint8_t merged;     ///< A bit for each half that is one leaf: 1 the lower, 2 the upper.
    uint8_t failed;     ///< A bit for each lane of `failed_at` that is not 0.

    uint32_t layers[4], masks[4]; ///< Unions over each node and all below it; may be larger.
    uint32_t failed_at[4];        ///< A leaf's count when a split gained nothing; tried again at twice that.
    uint32_t alike[4]; ///< In a leaf that did not split because all items that can go deeper go the same way:
                       ///< the slot of one of them. QD__NONE: for another reason; 0: not known, and so in
                       ///< snapshots.
} qd__quad;

/// Ways into the tree below its top levels: see directory.h.
typedef struct qd__directory {
    uint32_t *at; ///< For each level up to `level` its table of owners, then the entries of the squares.
    size_t room;  ///< Entries there is memory for.
    size_t due;   ///< With so many items a finer one is begun.
    bool ready;   ///< False: the tree has none, whatever the other fields say.
    unsigned level;
    uint32_t first;              ///< Where the entries of the squares begin.
    uint32_t reach;              ///< Steps.
    uint32_t reach_next;         ///< That of all that has been refitted or put somewhere since the refit began.
    uint32_t owner_levels;       ///< A bit for each level with owners: nodes that are divided and have items of their
                                 ///< own.
    uint32_t owners[QD__LEVELS]; ///< How many there are, by level.
} qd__directory;

struct qd__change_log;
struct qd__tree_link;
/// Where a tree's memory comes from.
typedef enum qd__keeping {
    QD__GROWS = 0, ///< From its allocator, as it grows.
    QD__FIXED,     ///< All of it is in the caller's buffer: see create.h.
    QD__MAPPED,    ///< Its pools are bytes that are only read.
} qd__keeping;

/// What is decided at creation, most of it by the definition, and stays.
typedef struct qd__settings {
    qd_executor executor; ///< `workers` is 1 without one.
    const qd__simd *simd;
    qd__lattice given;   ///< The world; not laid when it is to be learnt.
    uint32_t capacity;   ///< A leaf splits above this.
    unsigned floor;      ///< Shift of the smallest nodes of the world.
    qd__keeping keeping; ///< Where the memory comes from.
    bool edges_open;     ///< Boxes that only touch do not overlap.
    bool open;           ///< Nor do AABBs. In a tree of doubles always false: rounding makes boxes touch that do not.
    bool precise;        ///< Stores doubles: AABBs are rounded outward about the origin, and exact boxes decide.
    bool origin_given;   ///< By the definition's world: the origin stays.
    bool summed;         ///< Values and totals are kept: see totals.h.
} qd__settings;

/// Memory: records by index, and arrays that calls keep so that the next call allocates nothing.
typedef struct qd__pools {
    qd__memory memory;
    qd__pool quads, buckets[QD__SIZES], slots;
    qd__pool exact;          ///< qd_box by slot, in a tree of doubles; those of free slots are undefined.
    qd__pool values, totals; ///< By slot and by quad, where totals are kept.
    uint32_t *scratch;       ///< Notes by slot of a call that moves many.
    size_t scratch_room;
    qd__fbox *rounded; ///< Rounded boxes of a call that moves many.
    size_t rounded_room;
} qd__pools;

/// The directory that searches use, and the one that will replace it.
typedef struct qd__directories {
    qd__directory current;
    qd__directory finer; ///< In the making, if it is ready: kept up, but not used.
    uint32_t finer_next; ///< Squares of the current one that are in the finer one.
} qd__directories;

/// What changes cause: work that is spread over the calls that cause it, and what others must know of changes.
typedef struct qd__upkeep {
    uint64_t changes;  ///< Counts calls that changed anything: shows that a visitor has changed the tree.
    uint64_t laid_out; ///< `changes` when the tree was as a snapshot has it, since its items came all at once; or 0.
    uint64_t work;     ///< See qd_tree_stats.
    struct qd__change_log *change_logs; ///< Change listeners, or NULL.
    struct qd__tree_link *links;        ///< What must know when the tree is destroyed, or NULL.

    bool misplaced; ///< Some item may lie in a node that is not its own, for want of memory. Never wrong, only slow.
    uint32_t refit_next;   ///< The refit goes over the quads from the last to the first; this many are still to come.
    uint32_t room_next;    ///< In a fixed tree: the quad where to look next for a bucket with room.
    uint64_t refit_credit; ///< Records that the changes so far have paid for.
    size_t at_max_depth;   ///< Items in leaves that cannot split because nodes get no smaller, since the last rebuild.
    size_t at_max_depth_judged; ///< `at_max_depth` and `rest` when a better root was last looked for: looked for again
                                ///< at double.
    size_t rest_judged;
} qd__upkeep;

struct qd_tree {
    qd__settings settings;
    qd__pools pools;
    qd__directories directory;
    qd__upkeep upkeep;

    qd__lattice lattice;
    bool filtered;      ///< Some item may have a filter that is not the default: searches must look.
    uint16_t id_series; ///< The upper half of the first generation of each slot.
    qd__origin origin;  ///< AABBs of a tree of doubles are rounded about it.
    size_t count;       ///< Items.
    size_t rest;        ///< Those of them in and below the node of the rest.
};

/// The generation with which the ids of a slot begin.
static inline uint32_t qd__first_generation(const struct qd_tree *tree)
{
    return QD__CAN_SERIES ? (uint32_t)tree->id_series << 16 | 1 : 1;
}

/// Does it store doubles?
static inline bool qd__is_precise(const struct qd_tree *tree)
{
    return QD__CAN_DOUBLES && tree->settings.precise;
}

/// Does it keep values and totals?
static inline bool qd__is_summed(const struct qd_tree *tree)
{
    return QD__CAN_TOTALS && tree->settings.summed;
}

static inline qd__quad *qd__quad_at(const struct qd_tree *tree, uint32_t quad)
{
    assert(quad < tree->pools.quads.used);
    return (qd__quad *)qd__pool_record(&tree->pools.quads, quad, QD__QUAD_CHUNK_BITS, sizeof(qd__quad));
}

/// The quad that a node is one of, by number.
static inline uint32_t qd__node_quad(uint32_t node)
{
    return node >> 2;
}

/// Which of its quad's four nodes a node is.
static inline uint32_t qd__node_lane(uint32_t node)
{
    return node & 3;
}

/// The node in a lane of a quad.
static inline uint32_t qd__node_in(uint32_t quad, uint32_t lane)
{
    assert(lane < 4 && quad < QD__NONE >> 2);
    return quad << 2 | lane;
}

/// The quad that a node is one of.
static inline qd__quad *qd__quad_of(const struct qd_tree *tree, uint32_t node)
{
    return qd__quad_at(tree, qd__node_quad(node));
}

/// The quad that divides a node; QD__NONE: the node is a leaf.
static inline uint32_t qd__node_child(const struct qd_tree *tree, uint32_t node)
{
    return qd__quad_of(tree, node)->child[qd__node_lane(node)];
}

/// The first bucket of a node's own items, or QD__NONE.
static inline uint32_t qd__node_chain(const struct qd_tree *tree, uint32_t node)
{
    return qd__quad_of(tree, node)->bucket[qd__node_lane(node)];
}

static inline qd__bucket *qd__tree_bucket(const struct qd_tree *tree, uint32_t location)
{
    return qd__bucket_at(tree->pools.buckets, location);
}

/// Prefetches what a search looks at in a quad.
static inline void qd__tree_prefetch_quad(const struct qd_tree *tree, uint32_t index)
{
    qd__prefetch(qd__quad_at(tree, index), QD__QUAD_LOOK);
}

static inline void qd__tree_prefetch_slot(const struct qd_tree *tree, uint32_t slot)
{
    qd__prefetch(qd__slot_at(&tree->pools.slots, slot), 1);
}

/// Prefetches the slots of a bucket's items. They lie all over the memory, and the caller is about to write the items'
/// new locations into them.
static inline void qd__tree_prefetch_slots(const struct qd_tree *tree, const qd__bucket *bucket)
{
    if (QD__CAN_PREFETCH && tree->count > QD__LARGE / 4) {
        const uint32_t *slots = qd__bucket_slots(bucket);
        for (uint64_t live = bucket->live; live; live &= live - 1)
            qd__tree_prefetch_slot(tree, slots[qd__lowest_bit_long(live)]);
    }
}

/// Is there nothing in a node or below it?
static inline bool qd__node_is_bare(const qd__quad *quad, uint32_t lane)
{
    return quad->bucket[lane] == QD__NONE && quad->child[lane] == QD__NONE;
}

/// Items in a chain of buckets, named by the location of its first one. Reads the header of that.
static inline uint32_t qd__chain_count(const struct qd_tree *tree, uint32_t location)
{
    return location == QD__NONE ? 0 : qd__bucket_count_all(qd__tree_bucket(tree, location));
}

/// The number of a node's own items, exactly.
static inline uint32_t qd__node_count(const struct qd_tree *tree, const qd__quad *quad, uint32_t lane)
{
    return qd__chain_count(tree, quad->bucket[lane]);
}

/// The node that takes the items of a node's quarter: the node itself, or the first of two that are merged.
static inline uint32_t qd__node_taking(const qd__quad *quad, uint32_t node)
{
    assert(quad->merged < 4);
    return node & ~((uint32_t)quad->merged >> (node >> 1 & 1) & 1);
}

/// The halves that would be one leaf, in a quad with so many items in each quarter.
static inline uint8_t qd__halves_for(const struct qd_tree *tree, const size_t counts[4])
{
    const uint32_t most =
        tree->settings.capacity - tree->settings.capacity / 8; // so that it doesn't split again at once
    const uint32_t halves = (uint32_t)(counts[0] + counts[1] <= most) | (uint32_t)(counts[2] + counts[3] <= most) << 1;
    return tree->settings.capacity < QD__HALVES_LEAST ? 0 : (uint8_t)halves;
}

/// Is a node of this quad the world's or below it? A quad of the rest may start at the world's corner, but is larger:
/// its node where the world is is never divided (qd__square_floor). So all agree on which root a node is below, and
/// `tree->rest`, which follows each item that comes to a node or leaves it, is neither too high nor too low.
static inline bool qd__node_in_world(uint32_t node, const qd__quad *quad)
{
    return qd__node_quad(node) ? qd__is_in_world(quad->x, quad->y, quad->shift + 1u) : node == QD__WORLD;
}

static inline qd__square qd__node_square(const struct qd_tree *tree, uint32_t node)
{
    const qd__square world = { QD__WORLD_CORNER, QD__WORLD_CORNER, QD__WORLD_SHIFT, false, true };
    const qd__square rest = { 0, 0, QD__REST_SHIFT, false, false };
    if (qd__node_quad(node) == 0)
        return node == QD__WORLD ? world : rest;
    const qd__quad *quad = qd__quad_of(tree, node);
    assert(quad->parent != QD__QUAD_FREE);
    return (qd__square){ quad->x | (node & 1) << quad->shift, quad->y | (node >> 1 & 1) << quad->shift, quad->shift,
                         (quad->merged >> (node >> 1 & 1) & ~node & 1) != 0, qd__node_in_world(node, quad) };
}

/// The home that a node is to its items.
static inline qd__home qd__node_home(const struct qd_tree *tree, uint32_t node)
{
    return (qd__home){ qd__node_square(tree, node), qd__quad_of(tree, node)->child[qd__node_lane(node)] == QD__NONE };
}

/// The smallest shift that nodes around here may have. The rest's node where the world is has no smaller ones: what is
/// as small belongs into the world.
static inline unsigned qd__square_floor(const struct qd_tree *tree, qd__square square)
{
    if (square.in_world)
        return tree->settings.floor;
    return qd__is_in_world(square.x, square.y, square.shift + square.wide) ? QD__WORLD_SHIFT : QD__FAR_FLOOR;
}

/// Remembers that a split of a leaf with so many items gained nothing; 0 forgets it.
static inline void qd__quad_set_failed_at(qd__quad *quad, uint32_t lane, uint32_t count)
{
    assert(lane < 4 && quad->parent != QD__QUAD_FREE);
    quad->failed_at[lane] = count;
    quad->alike[lane] = 0;
    quad->failed = (uint8_t)((quad->failed & ~(1u << lane)) | (uint32_t)(count > 0) << lane);
}

/// The capacity by which the side of a new root is chosen. Where a world was given, sides stay powers of two, as that
/// one's is: 0.
static inline uint32_t qd__root_capacity(const struct qd_tree *tree)
{
    return qd__lattice_is_laid(&tree->settings.given) ? 0 : tree->settings.capacity;
}

/// The exact box of a slot that is or was in use, in a tree of doubles.
static inline qd_box *qd__exact_box(const struct qd_tree *tree, uint32_t slot)
{
    assert(qd__is_precise(tree) && slot != 0);
    return (qd_box *)qd__pool_record(&tree->pools.exact, slot - 1, QD__EXACT_CHUNK_BITS, sizeof(qd_box));
}

/// The box of an item in a lane of a bucket, as it is stored: in a tree of doubles the exact one.
static inline qd_box qd__item_box(const struct qd_tree *tree, const qd__bucket *bucket, uint32_t lane)
{
    return qd__is_precise(tree) ? *qd__exact_box(tree, qd__bucket_slots(bucket)[lane])
                                : qd__aabb_exact(qd__bucket_aabb(bucket, lane));
}

/// A box of AABB numbers in the caller's coordinates: in a tree of doubles around every box that it may stand for.
static inline qd_box qd__tree_widen(const struct qd_tree *tree, qd__aabb aabb)
{
    return qd__is_precise(tree) ? qd__widen(&tree->origin, &aabb) : qd__box_of(qd__aabb_box(aabb));
}

/// The result of a change that found no room.
static inline qd_result qd__no_room(const struct qd_tree *tree)
{
    return tree->settings.keeping == QD__FIXED ? QD_FULL : QD_NO_MEMORY;
}

/// May the tree not be changed?
static inline bool qd__is_read_only(const struct qd_tree *tree)
{
    return tree->settings.keeping == QD__MAPPED;
}

#endif
