// Leaves that split: see split.h.
#include "split.h"
#include "divide.h"

#include "directory.h"
#include "heap.h"
#include "locate.h"
#include "node.h"
#include "sum.h"
#include "totals.h"

#include <assert.h>
#include <string.h>

/// Where the items of a leaf that splits go: to one of four quarters, or they stay. Up to so many are shared out at
/// once.
enum { STAYING = 4, HANDS = 5, AT_ONCE_MOST = 96 };

/// Where the items of a leaf would go, were there nodes of some shift.
typedef struct prospect {
    uint32_t deeper;             ///< How many fit such nodes,
    size_t quarters[4];          ///< and how many of those go to each of four.
    uint8_t hands[AT_ONCE_MOST]; ///< For each of the first items its quarter, or STAYING.
} prospect;

/// Where a leaf is to be split: into the quarters of the node of `shift` that has the step (x, y).
typedef struct parting {
    unsigned shift;
    uint32_t x, y;
} parting;

/// Nodes that have got items and may have to split, the next one last. A split takes one and adds the four of a quad
/// further down, or, of a half, the two beside each other; so no level leaves more than four behind.
enum { DUE_MOST = 4 * (QD__REST_SHIFT + 1) };
typedef struct due_list {
    uint32_t count;
    uint32_t nodes[DUE_MOST];
} due_list;

/// What the spots of the items that can go deeper have in common.
typedef struct crowd {
    uint32_t min_x, min_y, max_x, max_y; ///< Around the nodes that they would go to at last.
    uint32_t deeper;                     ///< How many those are.
    uint32_t smallest;                   ///< How many of them would go deeper still if nodes got any smaller.
    bool distinct;                       ///< Two of the boxes differ, whatever the lattice makes of them.
    uint32_t slot;                       ///< The slot of one of them.
} crowd;

/// Is an item's location in a square, and below the same root? Items that are misplaced say nothing about a split;
/// those of the world would divide the rest into nodes smaller than it may have.
static bool belongs_below(qd__square square, qd__spot spot)
{
    return qd__square_takes(square, spot) && qd__spot_in_world(spot) == square.in_world;
}

/// Where a leaf's items would go, were there nodes of `shift`.
static prospect look_at_leaf(struct qd_tree *tree, uint32_t node, unsigned shift)
{
    const qd__square square = qd__node_square(tree, node);
    const qd__quad *quad = qd__quad_of(tree, node);
    prospect seen = { .deeper = 0 };
    uint32_t items = 0;
    for (uint32_t location = quad->bucket[qd__node_lane(node)]; location != QD__NONE;) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        uint8_t hands[QD__LANES_MOST];
        qd__tree_prefetch_slots(tree, bucket);
        qd__prefetch(qd__bucket_items(bucket), bucket->count * sizeof(qd_entry));
        // The hands of the bucket's items, and how many each gets, 12 bits for each.
        qd__spots spots;
        tree->settings.simd->spots(qd__bucket_boxes(bucket), &tree->lattice, &spots);
        uint64_t tally = 0;
        for (uint32_t i = 0; i < bucket->count; i++) {
            bool stays = spots.sides[i] > UINT32_C(1) << shift;
            if (tree->upkeep.misplaced)
                stays |= !belongs_below(square, qd__lattice_spot(&tree->lattice, qd__bucket_aabb(bucket, i)));
            const uint32_t quarter = (spots.y[i] >> shift & 1) << 1 | (spots.x[i] >> shift & 1);
            hands[i] = (uint8_t)(stays ? STAYING : quarter);
            tally += UINT64_C(1) << 12 * hands[i];
        }
        for (uint32_t quarter = 0; quarter < 4; quarter++)
            seen.quarters[quarter] += tally >> 12 * quarter & 0xfff;
        if (items + bucket->count <= AT_ONCE_MOST) // with more they are not distributed
            memcpy(seen.hands + items, hands, bucket->count);
        seen.deeper += bucket->count - (uint32_t)(tally >> 12 * STAYING);
        items += bucket->count;
        location = bucket->next;
    }
    tree->upkeep.work += items;
    assert(seen.deeper == seen.quarters[0] + seen.quarters[1] + seen.quarters[2] + seen.quarters[3]);
    return seen;
}

/// What those items of a leaf that fit nodes of `shift` have in common.
static crowd measure(struct qd_tree *tree, uint32_t node, unsigned shift)
{
    const qd__square square = qd__node_square(tree, node);
    const unsigned floor = qd__square_floor(tree, square);
    const qd__quad *quad = qd__quad_of(tree, node);
    crowd seen = { .min_x = UINT32_MAX, .min_y = UINT32_MAX };
    qd__aabb sample = qd__aabb_unused();
    for (uint32_t location = quad->bucket[qd__node_lane(node)]; location != QD__NONE;) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        qd__spots spots;
        if (QD__CAN_PREFETCH && bucket->next != QD__NONE)
            qd__prefetch(qd__tree_bucket(tree, bucket->next), QD__BUCKET_HEADER + sizeof(qd__aabb) * QD__LANES_MOST);
        tree->settings.simd->spots(qd__bucket_boxes(bucket), &tree->lattice, &spots);
        for (uint32_t lane = 0; lane < bucket->count; lane++) {
            if (spots.sides[lane] > UINT32_C(1) << shift) // as nearly all items of a pile
                continue;
            const qd__spot spot = { spots.x[lane], spots.y[lane], qd__side_shift(spots.sides[lane]) };
            if (tree->upkeep.misplaced && !belongs_below(square, spot))
                continue;
            const qd__aabb aabb = qd__bucket_aabb(bucket, lane);
            sample = seen.deeper++ ? sample : aabb;
            seen.slot = qd__bucket_slots(bucket)[lane];
            seen.distinct |= memcmp(&sample, &aabb, sizeof aabb) != 0;
            seen.smallest += spot.shift <= floor;
            const unsigned last = spot.shift > floor ? spot.shift : floor;
            const uint32_t x = spot.x >> last << last, y = spot.y >> last << last;
            seen.min_x = x < seen.min_x ? x : seen.min_x;
            seen.max_x = x > seen.max_x ? x : seen.max_x;
            seen.min_y = y < seen.min_y ? y : seen.min_y;
            seen.max_y = y > seen.max_y ? y : seen.max_y;
        }
        location = bucket->next;
    }
    tree->upkeep.work += quad->most[qd__node_lane(node)];
    return seen;
}

/// Takes the buckets for a distribution, one for each hand that gets something, with a few lanes to spare in those of
/// the quarters. False: no memory, or more items come together than a bucket holds, and nothing has been taken.
static bool take_hands(struct qd_tree *tree, uint32_t node, uint32_t index, const prospect *seen,
                       uint32_t locations[HANDS])
{
    const qd__quad *quad = qd__quad_of(tree, node);
    for (uint32_t hand = 0; hand < HANDS; hand++) {
        const bool stays = hand == STAYING;
        const uint32_t count = stays ? quad->most[qd__node_lane(node)] - seen->deeper : (uint32_t)seen->quarters[hand];
        const uint32_t to = stays ? node : qd__node_in(index, hand);
        const uint32_t size = qd__size_for(stays ? count : count + count / 2);
        locations[hand] = QD__NONE;
        if (count > 0 && count <= QD__LANES_MOST) {
            locations[hand] =
                qd__bucket_take_within(tree->pools.buckets, &tree->pools.memory, size, QD__SIZES - 1, to, count);
        }
        if (count > 0 && locations[hand] == QD__NONE) {
            while (hand-- > 0) // it does not take place
                if (locations[hand] != QD__NONE)
                    qd__bucket_give(tree->pools.buckets, locations[hand]);
            return false;
        }
    }
    assert(seen->deeper <= quad->most[qd__node_lane(node)]);
    const uint32_t merged = qd__quad_at(tree, index)->merged; // two hands, one bucket
    locations[1] = merged & 1 ? locations[0] : locations[1];
    locations[3] = merged & 2 ? locations[2] : locations[3];
    return true;
}

/// Copies the items of a chain of buckets to those of the nodes where they go, and gives the chain back.
static void hand_out_chain(struct qd_tree *tree, uint32_t chain, const prospect *seen, const uint32_t locations[HANDS])
{
    qd__bucket *buckets[HANDS];
    for (uint32_t hand = 0; hand < HANDS; hand++)
        buckets[hand] = locations[hand] != QD__NONE ? qd__tree_bucket(tree, locations[hand]) : NULL;
    uint32_t next, done = 0;
    for (uint32_t location = chain; location != QD__NONE; location = next) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        next = bucket->next;
        assert(!qd__bucket_has_gaps(bucket) && done + bucket->count <= AT_ONCE_MOST);
        for (uint32_t lane = 0; lane < bucket->count; lane++) {
            const uint32_t hand = seen->hands[done++], slot = qd__bucket_slots(bucket)[lane];
            qd__bucket *to = buckets[hand];
            const uint32_t at = qd__location_at(locations[hand], to->count++);
            qd__slot_at(&tree->pools.slots, slot)->location = at;
            qd__bucket_copy(tree->pools.buckets, to, at, bucket, lane);
        }
        qd__bucket_give(tree->pools.buckets, location);
    }
    for (uint32_t hand = 0; hand < HANDS; hand++) {
        if (locations[hand] != QD__NONE) {
            assert(buckets[hand]->count <= buckets[hand]->lanes);
            qd__bucket_set_count(buckets[hand], buckets[hand]->count);
            buckets[hand]->bounds = tree->settings.simd->unite(qd__bucket_boxes(buckets[hand]));
        }
    }
}

/// Deals the items of a leaf that has just been divided or parted out to nodes of a quad, all at once. False: not done,
/// for want of memory or because a node gets more than a bucket holds.
static bool distribute_chain(struct qd_tree *tree, uint32_t node, uint32_t index, const prospect *seen)
{
    qd__quad *quad = qd__quad_of(tree, node), *quarters = qd__quad_at(tree, index);
    uint32_t locations[HANDS];
    if (quad->most[qd__node_lane(node)] > AT_ONCE_MOST || !take_hands(tree, node, index, seen, locations))
        return false;
    hand_out_chain(tree, quad->bucket[qd__node_lane(node)], seen, locations);
    quad->bucket[qd__node_lane(node)] = locations[STAYING];
    quad->most[qd__node_lane(node)] -= seen->deeper;
    for (uint32_t lane = 0; lane < 4; lane++) {
        if (seen->quarters[lane] > 0) {
            quarters->bucket[lane] = locations[lane];
            quarters->most[lane] = (uint32_t)seen->quarters[lane];
            qd__sum all = qd__sum_of_nothing();
            qd__sum_add_bucket(&all, qd__tree_bucket(tree, locations[lane]));
            qd__sum_keep(all, quarters, lane);
        }
        if (qd__is_summed(tree) && locations[lane] != QD__NONE) // above it all stays the same
            qd__totals_refit(tree, qd__node_in(index, lane));
    }
    qd__node_reset_if_bare(tree, node);
    if (qd__is_summed(tree))
        qd__totals_refit(tree, node);
    qd__directory_cover_quad(tree, index);
    qd__directory_note_own(tree, node);
    return true;
}

/// Takes each item of a divided or parted node that belongs elsewhere there, one by one.
static void redistribute(struct qd_tree *tree, uint32_t node)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    uint32_t next;
    for (uint32_t location = quad->bucket[qd__node_lane(node)]; location != QD__NONE; location = next) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        next = bucket->next;
        for (uint64_t live = bucket->live; live;) {
            const uint32_t lane = qd__highest_bit_long(live), at = qd__location_at(location, lane);
            live ^= UINT64_C(1) << lane;
            const qd__aabb aabb = qd__bucket_aabb(bucket, lane);
            const qd__spot spot = qd__lattice_spot(&tree->lattice, aabb);
            const uint32_t target = qd__node_for_from(tree, node, &spot);
            if (target != node && !qd__relocate(tree, at, target, &aabb))
                tree->upkeep.misplaced = true; // it stays where it is
        }
    }
}

/// Divides a leaf, and the one node below that holds all that can go deeper, until that node's quarters part them; of
/// these the halves in `merged` are one leaf each. Each item is then moved but once, however deep the parting lies.
/// Returns the last node divided, or QD__NONE: no memory.
static uint32_t divide_down_to(struct qd_tree *tree, uint32_t node, parting where, uint8_t merged)
{
    assert(where.shift > 0 && where.shift <= qd__node_square(tree, node).shift);
    uint32_t divided = QD__NONE;
    for (unsigned at = qd__node_square(tree, node).shift; at >= where.shift; at--) {
        const uint32_t lane = (where.y >> (at - 1) & 1) << 1 | (where.x >> (at - 1) & 1);
        size_t counts[4] = { 0 };
        counts[lane] = tree->settings.capacity; // it will be divided
        if (!qd__quad_divide(tree, node, at > where.shift ? qd__halves_for(tree, counts) : merged))
            break;
        divided = node;
        node = qd__node_in(qd__node_child(tree, node), lane);
    }
    return divided;
}

/// Splits a leaf where its items part.
static void split(struct qd_tree *tree, uint32_t node, prospect *seen, parting where, due_list *due)
{
    const uint8_t merged = qd__halves_for(tree, seen->quarters);
    const uint32_t last = divide_down_to(tree, node, where, merged);
    if (last == QD__NONE)
        return;
    tree->upkeep.work += qd__quad_of(tree, node)->most[qd__node_lane(node)];
    const uint32_t child = qd__node_child(tree, last);
    const bool simple = last == node && where.shift == qd__node_square(tree, node).shift && !tree->upkeep.misplaced;
    // What goes into a half that is merged goes to its first node.
    for (uint32_t lane = 1; lane < 4; lane += 2) {
        if (merged >> (lane >> 1) & 1) {
            seen->quarters[lane - 1] += seen->quarters[lane];
            seen->quarters[lane] = 0;
        }
    }
    if (!simple || !distribute_chain(tree, node, child, seen)) {
        redistribute(tree, node);
        qd__node_tidy(tree, node);
    }
    assert(due->count + 4 <= DUE_MOST);
    for (uint32_t lane = 4; lane-- > 0;)
        due->nodes[due->count++] = qd__node_in(child, lane);
}

/// Splits a leaf as far down as its items part, which may be below nodes that all of them go to: if enough of them fit
/// the quarters there, else a merge would undo it at once. Returns what `alike` is to be where it does not.
static uint32_t split_far_down(struct qd_tree *tree, uint32_t node, unsigned shift, due_list *due)
{
    const crowd seen = measure(tree, node, shift);
    if (seen.deeper <= tree->settings.capacity / 2)
        return QD__NONE;
    // The shift of the smallest node that holds all the spots: its quarters part some of them. 0: all are equal.
    const uint32_t differing = (seen.min_x ^ seen.max_x) | (seen.min_y ^ seen.max_y);
    const parting where = { qd__bit_width(differing), seen.min_x, seen.min_y };
    if (where.shift == 0) {
        const qd__quad *quad = qd__quad_of(tree, node);
        const uint32_t count = quad->most[qd__node_lane(node)], before = quad->failed_at[qd__node_lane(node)];
        // Items that are different, but not to nodes as small as they get, are too many for the smallest node: a better
        // root would part them. Without a lattice all lie here, those too that were no more than a heap before.
        if (seen.distinct && seen.smallest > tree->settings.capacity && count > before) {
            tree->upkeep.at_max_depth =
                qd__lattice_is_laid(&tree->lattice) ? tree->upkeep.at_max_depth + count - before : count;
        }
        return seen.slot;
    }
    prospect small = look_at_leaf(tree, node, where.shift - 1);
    if (small.deeper > tree->settings.capacity / 2)
        split(tree, node, &small, where, due);
    return QD__NONE;
}

/// Splits one leaf, if it is above its capacity and that gains something.
static void split_one(struct qd_tree *tree, uint32_t node, due_list *due)
{
    qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    if (quad->child[lane] != QD__NONE || quad->most[lane] <= tree->settings.capacity)
        return;
    quad->most[lane] = qd__node_count(tree, quad, lane); // exactly, from here on
    if (quad->most[lane] <= tree->settings.capacity)
        return;
    qd__node_close_gaps(tree, quad->bucket[lane]);
    const qd__square square = qd__node_square(tree, node);
    if (square.wide) {
        // A half is parted into its two nodes.
        const prospect seen = look_at_leaf(tree, node, square.shift);
        assert(!(node & 1) && due->count + 2 <= DUE_MOST);
        tree->upkeep.work += qd__quad_of(tree, node)->most[qd__node_lane(node)];
        qd__quad_set_merged(tree, qd__node_quad(node), node >> 1 & 1, false);
        if (tree->upkeep.misplaced || !distribute_chain(tree, node, qd__node_quad(node), &seen)) {
            redistribute(tree, node);
            qd__node_tidy(tree, node);
        }
        due->nodes[due->count++] = node | 1;
        due->nodes[due->count++] = node;
        return;
    }
    const bool smallest = square.shift <= qd__square_floor(tree, square);
    uint32_t alike = QD__NONE;
    if (smallest || quad->failed_at[lane] > 0) { // the smallest cannot, but how many there are is to be known
        alike = split_far_down(tree, node, smallest ? square.shift : square.shift - 1, due);
    } else { // not tried without success: its items most likely go to more than one quarter
        prospect seen = look_at_leaf(tree, node, square.shift - 1);
        bool parted = true;
        for (uint32_t quarter = 0; quarter < 4; quarter++)
            parted = parted && seen.quarters[quarter] < seen.deeper;
        if (seen.deeper > tree->settings.capacity / 2 && parted)
            split(tree, node, &seen, (parting){ square.shift, square.x, square.y }, due);
        else if (seen.deeper > tree->settings.capacity / 2)
            alike = split_far_down(tree, node, square.shift - 1, due);
    }
    if (quad->child[lane] == QD__NONE) {
        qd__quad_set_failed_at(quad, lane, quad->most[lane]);
        quad->alike[lane] = alike;
    }
}

/// Has a leaf above its capacity not been tried without success of late?
static bool is_worth_a_try(const struct qd_tree *tree, uint32_t node, const qd__aabb *newcomer)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    const uint32_t failed_at = quad->failed_at[lane];
    return failed_at == 0 || quad->most[lane] / 2 >= failed_at || qd__heap_is_mixed(tree, node, newcomer);
}

void qd__split_try(struct qd_tree *tree, uint32_t node)
{
    due_list due;
    due.count = 0;
    split_one(tree, node, &due);
    while (due.count > 0) {
        const uint32_t next = due.nodes[--due.count];
        if (qd__quad_of(tree, next)->most[qd__node_lane(next)] > tree->settings.capacity &&
            is_worth_a_try(tree, next, NULL))
            split_one(tree, next, &due);
    }
}

void qd__split_when_full(struct qd_tree *tree, uint32_t node, const qd__aabb *newcomer)
{
    if (is_worth_a_try(tree, node, newcomer))
        qd__split_try(tree, node);
}
