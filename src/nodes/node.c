// One node's own items: see node.h.
//
// The chain of a node's buckets is full but for its first bucket, so an item is always added to the first bucket. There
// an item that goes leaves a gap; in another bucket an item of the first takes its place. The first bucket grows and
// shrinks through the size classes, which closes its gaps.
#include "node.h"

#include "directory.h"
#include "sum.h"
#include "totals.h"

#include <assert.h>
#include <string.h>

/// Copies an item to a location that has none, where it is from now on.
static void take_over(const struct qd_tree *tree, qd__bucket *to, uint32_t location, const qd__bucket *from,
                      uint32_t lane)
{
    assert(tree->pools.slots.used >= qd__bucket_slots(from)[lane]);
    qd__bucket_copy(tree->pools.buckets, to, location, from, lane);
    qd__slot_at(&tree->pools.slots, qd__bucket_slots(from)[lane])->location = location;
}

void qd__node_close_gaps(const struct qd_tree *tree, uint32_t location)
{
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    while (qd__bucket_has_gaps(bucket)) {
        const uint32_t last = qd__highest_bit_long(bucket->live), lane = qd__bucket_claim(bucket);
        take_over(tree, bucket, qd__location_at(location, lane), bucket, last);
        qd__bucket_clear(bucket, qd__location_at(location, last));
        bucket->left |= (bucket->left >> last & 1) << lane;
    }
    bucket->left &= bucket->live;
    assert(bucket->live == qd__low_bits_long(bucket->count));
}

/// Replaces the first bucket of a node by one of another size class, `most` at most. False: no memory.
static bool exchange_first(struct qd_tree *tree, uint32_t node, uint32_t size, uint32_t most)
{
    uint32_t *link = &qd__quad_of(tree, node)->bucket[qd__node_lane(node)];
    assert(qd__tree_bucket(tree, *link)->node == node);
    qd__tree_prefetch_slots(tree, qd__tree_bucket(tree, *link));
    qd__node_close_gaps(tree, *link);
    const qd__bucket *old = qd__tree_bucket(tree, *link);
    const uint32_t fresh_location =
        qd__bucket_take_within(tree->pools.buckets, &tree->pools.memory, size, most, node, old->count);
    if (fresh_location == QD__NONE)
        return false;
    // Fills an empty bucket with the items of another.
    qd__bucket *fresh = qd__tree_bucket(tree, fresh_location);
    const uint32_t count = old->count;
    assert(!qd__bucket_has_gaps(old));
    for (size_t side = 0; side < 4; side++) {
        memcpy(qd__bucket_sides(fresh) + side * fresh->lanes, qd__bucket_sides(old) + side * old->lanes,
               count * sizeof(float));
    }
    memcpy(qd__bucket_slots(fresh), qd__bucket_slots(old), count * sizeof(uint32_t));
    memcpy(qd__bucket_items(fresh), qd__bucket_items(old), count * sizeof(qd_entry));
    for (uint32_t lane = 0; old->filters && lane < count; lane++) {
        qd__bucket_put_filter(tree->pools.buckets, qd__location_at(fresh_location, lane), qd__item_layers(old, lane),
                              qd__item_mask(old, lane));
    }
    qd__bucket_set_count(fresh, count);
    fresh->left = old->left;
    fresh->bounds = old->bounds;
    for (uint32_t lane = 0; lane < count; lane++) {
        qd__slot_at(&tree->pools.slots, qd__bucket_slots(fresh)[lane])->location =
            qd__location_at(fresh_location, lane);
    }
    tree->upkeep.work += old->count;
    qd__tree_bucket(tree, fresh_location)->next = old->next;
    qd__tree_bucket(tree, fresh_location)->behind = old->behind;
    assert(qd__chain_count(tree, fresh_location) == qd__chain_count(tree, *link));
    qd__bucket_give(tree->pools.buckets, *link);
    *link = fresh_location;
    return true;
}

/// Makes the first bucket of a node one with so many free lanes. Returns its location, or QD__NONE: no memory, or too
/// many.
static uint32_t make_room_for(struct qd_tree *tree, uint32_t node, uint32_t more)
{
    uint32_t *link = &qd__quad_of(tree, node)->bucket[qd__node_lane(node)];
    const qd__bucket *bucket = *link == QD__NONE ? NULL : qd__tree_bucket(tree, *link);
    const uint32_t count = (bucket ? bucket->count : 0) + more;
    assert(more > 0);
    if (bucket && count <= bucket->lanes)
        return *link;
    if (bucket && (count > QD__LANES_MOST || !exchange_first(tree, node, qd__size_for(count), QD__SIZES - 1)))
        return QD__NONE;
    if (!bucket) {
        *link = qd__bucket_take_within(tree->pools.buckets, &tree->pools.memory, qd__size_for(count), QD__SIZES - 1,
                                       node, 0);
    }
    return *link;
}

/// Makes the first bucket of a node one with a free lane. Returns its location, or QD__NONE: no memory.
static QD__RARE uint32_t make_lane_room(struct qd_tree *tree, uint32_t node)
{
    uint32_t *link = &qd__quad_of(tree, node)->bucket[qd__node_lane(node)], location = make_room_for(tree, node, 1);
    if (location != QD__NONE || *link == QD__NONE)
        return location;
    // Another bucket; a long chain wants large ones. When memory is short, a small one will do, or one too large.
    const uint32_t first = *link, wanted = qd__tree_bucket(tree, first)->next == QD__NONE ? 0 : QD__SIZES - 1;
    uint32_t size = wanted;
    do {
        location = qd__bucket_take(tree->pools.buckets, &tree->pools.memory, size, node, 0);
    } while (location == QD__NONE && size-- > 0);
    if (location == QD__NONE)
        location = qd__bucket_take_within(tree->pools.buckets, &tree->pools.memory, wanted + 1, QD__SIZES - 1, node, 0);
    if (location != QD__NONE) {
        qd__tree_bucket(tree, location)->next = first;
        qd__tree_bucket(tree, location)->behind = qd__chain_count(tree, first);
        *link = location;
    }
    assert(location == QD__NONE || qd__tree_bucket(tree, location)->count < qd__tree_bucket(tree, location)->lanes);
    return location;
}

void qd__node_cover(struct qd_tree *tree, uint32_t node, const qd__aabb *aabb, uint32_t layers, uint32_t mask)
{
    // Where no item has a filter all unions are the same, and need not be looked at but in a node that was bare.
    const bool filtered = tree->filtered || qd__is_filter(layers, mask);
    while (node != QD__NONE) {
        qd__quad *quad = qd__quad_of(tree, node);
        const uint32_t lane = qd__node_lane(node);
        const qd__aabb bounds = qd__four_at(&quad->bounds, lane);
        const bool covered = qd__covers(bounds, *aabb);
        if (covered && (!filtered || (!(layers & ~quad->layers[lane]) && !(mask & ~quad->masks[lane]))))
            return;
        if (filtered || bounds.v[0] == INFINITY) {
            quad->layers[lane] |= layers;
            quad->masks[lane] |= mask;
        }
        qd__four_set(&quad->bounds, lane, qd__union(bounds, *aabb));
        node = quad->parent;
    }
}

/// A leaf that has lost most of its items since a split was tried without success may be split again as soon as any
/// other.
static inline void forget_failed(qd__quad *quad, uint32_t lane)
{
    if ((quad->failed >> lane & 1) && quad->most[lane] < quad->failed_at[lane] / 4)
        qd__quad_set_failed_at(quad, lane, 0);
}

bool qd__node_append(struct qd_tree *tree, uint32_t node, const qd__entry *entry, bool grow)
{
    qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    uint32_t location = quad->bucket[lane];
    qd__bucket *bucket = location == QD__NONE ? NULL : qd__tree_bucket(tree, location);
    if (!bucket || bucket->count == bucket->lanes) {
        location = make_lane_room(tree, node);
        if (location == QD__NONE)
            return false;
        bucket = qd__tree_bucket(tree, location);
    }
    location = qd__location_at(location, qd__bucket_claim(bucket));
    qd__slot_at(&tree->pools.slots, qd_id_slot(entry->item.id))->location = location;
    qd__bucket_put(tree->pools.buckets, bucket, location, entry);
    quad->most[lane] = qd__bucket_count_all(bucket);
    if (quad->most[lane] == 1 && quad->child[lane] != QD__NONE)
        qd__directory_note_own(tree, node);
    if (quad->failed)
        forget_failed(quad, lane);
    assert(bucket->node == node && qd__location_item(bucket, location)->id == entry->item.id);
    tree->rest += !qd__node_in_world(node, quad);
    if (qd__is_summed(tree))
        qd__totals_enter(tree, node, qd_id_slot(entry->item.id));
    const bool filtered = tree->filtered || qd__entry_is_filtered(entry); // then covering is not enough
    if (grow && (filtered || !qd__covers(qd__four_at(&quad->bounds, lane), entry->aabb)))
        qd__node_cover(tree, node, &entry->aabb, entry->layers, entry->mask);
    return true;
}

bool qd__node_append_all(struct qd_tree *tree, uint32_t node, const qd__entry *entries, uint32_t count)
{
    assert(count > 0);
    const uint32_t location = qd__is_summed(tree) ? QD__NONE : make_room_for(tree, node, count);
    if (location == QD__NONE)
        return false;
    qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    const bool first = bucket->count == 0;
    if (quad->failed) { // with the first of them, as one by one
        quad->most[lane] = qd__bucket_count_all(bucket) + 1;
        forget_failed(quad, lane);
    }
    qd__entry all = entries[0];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = qd__location_at(location, qd__bucket_claim(bucket));
        qd__slot_at(&tree->pools.slots, qd_id_slot(entries[i].item.id))->location = at;
        qd__bucket_put(tree->pools.buckets, bucket, at, &entries[i]);
        all.aabb = qd__union(all.aabb, entries[i].aabb);
        all.layers |= entries[i].layers;
        all.mask |= entries[i].mask;
    }
    quad->most[lane] = qd__bucket_count_all(bucket);
    if (first && quad->child[lane] != QD__NONE)
        qd__directory_note_own(tree, node);
    tree->rest += qd__node_in_world(node, quad) ? 0 : count;
    qd__node_cover(tree, node, &all.aabb, all.layers, all.mask);
    return true;
}

/// A node has lost the last of its own items.
static void note_empty(struct qd_tree *tree, uint32_t node)
{
    qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    assert(quad->bucket[lane] == QD__NONE);
    quad->most[lane] = 0;
    forget_failed(quad, lane);
    qd__node_reset_if_bare(tree, node);
    if (quad->child[lane] != QD__NONE)
        qd__directory_note_own(tree, node);
}

/// A node's first bucket has lost some items.
static void note_taken(struct qd_tree *tree, uint32_t node, uint32_t taken)
{
    qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    const uint32_t location = quad->bucket[lane];
    const qd__bucket *first = qd__tree_bucket(tree, location);
    quad->most[lane] = qd__bucket_count_all(first);
    if (first->count == 0) {
        quad->bucket[lane] = first->next;
        qd__bucket_give(tree->pools.buckets, location);
    }
    if (quad->most[lane] == 0)
        note_empty(tree, node);
    assert(qd__node_in_world(node, quad) || tree->rest >= taken);
    tree->rest -= qd__node_in_world(node, quad) ? 0 : taken;
}

void qd__node_take(struct qd_tree *tree, uint32_t location)
{
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    const uint32_t node = bucket->node;
    const uint32_t slot = qd__is_summed(tree) ? qd__bucket_slots(bucket)[qd__location_lane(location)] : 0;
    const uint32_t first_location = qd__node_chain(tree, node);
    qd__bucket *first = qd__tree_bucket(tree, first_location);
    assert(first->count > 0 && (first == bucket || bucket->count == bucket->lanes));
    if (first == bucket) {
        qd__bucket_clear(bucket, location);
    } else { // this one stays full
        const uint32_t last = qd__highest_bit_long(first->live);
        take_over(tree, bucket, location, first, last);
        bucket->bounds = qd__union(bucket->bounds, qd__bucket_aabb(first, last));
        qd__bucket_clear(first, qd__location_at(first_location, last));
    }
    note_taken(tree, node, 1);
    if (qd__is_summed(tree))
        qd__totals_leave(tree, node, slot);
}

void qd__node_take_left(struct qd_tree *tree, uint32_t location)
{
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    const uint32_t node = bucket->node, before = bucket->count;
    assert(!qd__is_summed(tree) && qd__node_chain(tree, node) == location && !(bucket->left & ~bucket->live));
    for (; bucket->left; bucket->left &= bucket->left - 1)
        qd__bucket_clear(bucket, qd__location_at(location, qd__lowest_bit_long(bucket->left)));
    note_taken(tree, node, before - bucket->count);
}

QD__RARE void qd__node_tidy(struct qd_tree *tree, uint32_t node)
{
    const uint32_t location = qd__node_chain(tree, node);
    const qd__bucket *bucket = location == QD__NONE ? NULL : qd__tree_bucket(tree, location);
    if (bucket && qd__bucket_is_roomy(bucket)) // without memory the large one stays
        exchange_first(tree, node, qd__size_for(bucket->count + QD__SIZE_STEP / 4), qd__location_size(location) - 1);
}

QD__RARE uint32_t qd__node_take_and_tidy(struct qd_tree *tree, uint32_t location)
{
    const uint32_t node = qd__tree_bucket(tree, location)->node;
    qd__node_take(tree, location);
    qd__node_tidy(tree, node);
    return qd__node_count(tree, qd__quad_of(tree, node), qd__node_lane(node));
}

void qd__node_reset_if_bare(struct qd_tree *tree, uint32_t node)
{
    qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    if (qd__node_is_bare(quad, lane))
        qd__sum_keep(qd__sum_of_nothing(), quad, lane);
}

void qd__node_pour(struct qd_tree *tree, uint32_t from_location, uint32_t to_location)
{
    qd__bucket *from = qd__tree_bucket(tree, from_location), *to = qd__tree_bucket(tree, to_location);
    assert(from != to);
    while (from->count > 0 && to->count < to->lanes) {
        const uint32_t last = qd__highest_bit_long(from->live);
        take_over(tree, to, qd__location_at(to_location, qd__bucket_claim(to)), from, last);
        qd__bucket_clear(from, qd__location_at(from_location, last));
    }
    to->bounds = qd__union(to->bounds, from->bounds);
}

bool qd__node_absorb(struct qd_tree *tree, uint32_t to, uint32_t from)
{
    qd__quad *quad = qd__quad_of(tree, from), *target = qd__quad_of(tree, to);
    const uint32_t lane = qd__node_lane(from), location = quad->bucket[lane], count = qd__node_count(tree, quad, lane);
    assert(to != from && quad->child[lane] == QD__NONE);
    if (qd__is_summed(tree) || count == 0 || qd__tree_bucket(tree, location)->next != QD__NONE)
        return count == 0;
    qd__tree_prefetch_slots(tree, qd__tree_bucket(tree, location));
    const uint32_t room = make_room_for(tree, to, count);
    if (room == QD__NONE)
        return false;
    const qd__aabb bounds = qd__tree_bucket(tree, location)->bounds;
    qd__node_pour(tree, location, room);
    qd__node_cover(tree, to, &bounds, quad->layers[lane], quad->masks[lane]);
    assert(qd__tree_bucket(tree, location)->count == 0);
    qd__bucket_give(tree->pools.buckets, location);
    quad->bucket[lane] = QD__NONE;
    note_empty(tree, from);
    const uint32_t to_lane = qd__node_lane(to);
    const bool first = target->most[to_lane] == 0;
    target->most[to_lane] = qd__node_count(tree, target, to_lane);
    if (first && target->child[to_lane] != QD__NONE)
        qd__directory_note_own(tree, to);
    tree->upkeep.work += count;
    return true;
}

/// One of the nodes of a quad, or QD__NONE.
static uint32_t with_room_in(const struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4 && quad->parent != QD__QUAD_FREE; lane++) {
        const qd__bucket *bucket = quad->bucket[lane] == QD__NONE ? NULL : qd__tree_bucket(tree, quad->bucket[lane]);
        if (bucket && bucket->count < bucket->lanes)
            return qd__node_in(index, lane);
    }
    return QD__NONE;
}

uint32_t qd__node_with_room(struct qd_tree *tree, uint32_t near)
{
    for (uint32_t node = near; node != QD__NONE; node = qd__quad_of(tree, node)->parent) {
        const uint32_t found = with_room_in(tree, qd__node_quad(node)); // its neighbours, and those of what is above it
        if (found != QD__NONE)
            return found;
    }
    // not covered: a buffer has buckets for as many items as slots, so some node has room for one that has got a slot
    for (uint32_t left = tree->pools.quads.used; left > 0; left--) { // on from where there was some the last time
        tree->upkeep.room_next = tree->upkeep.room_next < tree->pools.quads.used ? tree->upkeep.room_next : 0;
        const uint32_t found = with_room_in(tree, tree->upkeep.room_next);
        if (found != QD__NONE)
            return found;
        tree->upkeep.room_next++;
    }
    return QD__NONE;
}
