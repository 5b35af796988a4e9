// One cell's own items: see cell.h.
//
// The chain of a cell's buckets is full but for its first bucket, so an item is always added to the first bucket, and a
// gap anywhere is filled with the first bucket's last item. The first bucket grows and shrinks through the size
// classes.
#include "cell.h"

#include "directory.h"
#include "totals.h"

#include <string.h>

/// Fills an empty bucket with the items of another.
static void copy_items(struct qd_tree *tree, const qd__bucket *old, uint32_t place)
{
    qd__bucket *fresh = qd__tree_bucket(tree, place);
    const uint32_t count = old->count;
    for (size_t side = 0; side < 4; side++) {
        memcpy(qd__bucket_sides(fresh) + side * fresh->lanes, qd__bucket_sides(old) + side * old->lanes,
               count * sizeof(float));
    }
    memcpy(qd__bucket_slots(fresh), qd__bucket_slots(old), count * sizeof(uint32_t));
    memcpy(qd__bucket_items(fresh), qd__bucket_items(old), count * sizeof(qd_found));
    if (old->filtered) {
        memcpy(qd__bucket_layers(fresh), qd__bucket_layers(old), count * sizeof(uint32_t));
        memcpy(qd__bucket_masks(fresh), qd__bucket_masks(old), count * sizeof(uint32_t));
    }
    fresh->count = count;
    fresh->bounds = old->bounds;
    fresh->filtered = old->filtered;
    for (uint32_t lane = 0; lane < count; lane++) {
        qd__slot_at(&tree->slots, qd__bucket_slots(fresh)[lane])->place = qd__place_at(place, lane);
    }
}

/// Replaces the first bucket of a cell by one of another size class, `most` at most. False: no memory.
static bool exchange_first(struct qd_tree *tree, uint32_t cell, uint32_t size, uint32_t most)
{
    uint32_t *link = &qd__quad_at(tree, cell >> 2)->bucket[cell & 3];
    const qd__bucket *old = qd__tree_bucket(tree, *link);
    const uint32_t fresh_place = qd__bucket_take_within(tree->buckets, &tree->memory, size, most, cell, old->count);
    if (fresh_place == QD__NONE) {
        return false;
    }
    copy_items(tree, old, fresh_place);
    tree->work += old->count;
    qd__tree_bucket(tree, fresh_place)->next = old->next;
    qd__bucket_give(tree->buckets, *link);
    *link = fresh_place;
    return true;
}

/// Makes the first bucket of a cell one with a free lane. Returns it, or QD__NONE: no memory.
static uint32_t room_for_one(struct qd_tree *tree, uint32_t cell)
{
    qd__quad *quad = qd__quad_at(tree, cell >> 2);
    const uint32_t first = quad->bucket[cell & 3];
    uint32_t size = 0;
    if (first != QD__NONE) {
        const qd__bucket *bucket = qd__tree_bucket(tree, first);
        if (bucket->count < bucket->lanes) {
            return first;
        }
        size = qd__place_size(first) + 1;
        if (size < QD__SIZES && exchange_first(tree, cell, size, QD__SIZES - 1)) {
            return quad->bucket[cell & 3];
        }
        size = bucket->next == QD__NONE ? 0 : QD__SIZES - 1; // a long chain wants large buckets
    }
    uint32_t place;
    const uint32_t wanted = size;
    do { // when memory is short, a small bucket will do, or one that is too large
        place = qd__bucket_take(tree->buckets, &tree->memory, size, cell, 0);
    } while (place == QD__NONE && size-- > 0);
    if (place == QD__NONE) {
        place = qd__bucket_take_within(tree->buckets, &tree->memory, wanted + 1, QD__SIZES - 1, cell, 0);
    }
    if (place != QD__NONE) {
        qd__tree_bucket(tree, place)->next = first;
        quad->bucket[cell & 3] = place;
    }
    return place;
}

void qd__cell_grow(struct qd_tree *tree, uint32_t cell, const qd__entry *entry)
{
    // Where no item has a filter all unions are the same, and need not be looked at but in a cell that was bare.
    const bool filtered = tree->filtered || qd__entry_is_filtered(entry);
    while (cell != QD__NONE) {
        qd__quad *quad = qd__quad_at(tree, cell >> 2);
        const uint32_t lane = cell & 3;
        const qd__record bounds = qd__four_at(&quad->bounds, lane);
        const bool covered = qd__covers(bounds, entry->record);
        if (covered && (!filtered || (!(entry->layers & ~quad->layers[lane]) && !(entry->mask & ~quad->masks[lane])))) {
            return;
        }
        if (filtered || bounds.v[0] == INFINITY) {
            quad->layers[lane] |= entry->layers;
            quad->masks[lane] |= entry->mask;
        }
        qd__four_set(&quad->bounds, lane, qd__union(bounds, entry->record));
        cell = quad->parent;
    }
}

void qd__cell_cover(struct qd_tree *tree, uint32_t cell, qd__record record)
{
    while (cell != QD__NONE) {
        qd__quad *quad = qd__quad_at(tree, cell >> 2);
        const qd__record bounds = qd__four_at(&quad->bounds, cell & 3);
        if (qd__covers(bounds, record)) {
            return;
        }
        qd__four_set(&quad->bounds, cell & 3, qd__union(bounds, record));
        cell = quad->parent;
    }
}

bool qd__cell_add(struct qd_tree *tree, uint32_t cell, const qd__entry *entry)
{
    const uint32_t place = room_for_one(tree, cell);
    if (place == QD__NONE) {
        return false;
    }
    qd__bucket *bucket = qd__tree_bucket(tree, place);
    qd__slot_at(&tree->slots, entry->item.id.slot)->place = qd__place_at(place, bucket->count);
    qd__bucket_put(bucket, bucket->count++, entry);
    qd__quad *quad = qd__quad_at(tree, cell >> 2);
    if (quad->count[cell & 3]++ == 0 && quad->child[cell & 3] != QD__NONE) {
        qd__directory_note_own(tree, cell);
    }
    tree->rest += !qd__cell_in_world(cell, quad);
    if (tree->summed) {
        qd__totals_enter(tree, cell, entry->item.id.slot);
    }
    return true;
}

bool qd__cell_append(struct qd_tree *tree, uint32_t cell, const qd__entry *entry)
{
    const bool added = qd__cell_add(tree, cell, entry);
    if (added) {
        qd__cell_grow(tree, cell, entry);
    }
    return added;
}

/// Fills a hole with another item of the cell.
static inline void fill_hole(struct qd_tree *tree, const qd__bucket *from, uint32_t lane, qd__bucket *bucket,
                             uint32_t place)
{
    qd__bucket_copy(bucket, qd__place_lane(place), from, lane);
    if (from != bucket) { // else the bounds cover it
        bucket->bounds = qd__union(bucket->bounds, qd__bucket_record(from, lane));
    }
    qd__slot_at(&tree->slots, qd__bucket_slots(from)[lane])->place = place;
}

void qd__cell_take(struct qd_tree *tree, uint32_t place)
{
    qd__bucket *bucket = qd__tree_bucket(tree, place);
    const uint32_t cell = bucket->cell, lane = cell & 3;
    const uint32_t slot = tree->summed ? qd__bucket_slots(bucket)[qd__place_lane(place)] : 0;
    qd__quad *quad = qd__quad_at(tree, cell >> 2);
    qd__bucket *first = qd__tree_bucket(tree, quad->bucket[lane]);
    const uint32_t last = --first->count;
    if (first != bucket || last != qd__place_lane(place)) {
        fill_hole(tree, first, last, bucket, place);
    }
    qd__bucket_set_record(first, last, qd__record_unused());
    if (last == 0) {
        const uint32_t empty = quad->bucket[lane];
        quad->bucket[lane] = first->next;
        qd__bucket_give(tree->buckets, empty);
    }
    if (tree->rest > 0) {
        tree->rest -= !qd__cell_in_world(cell, quad);
    }
    const uint32_t left = --quad->count[lane];
    if ((quad->vain >> lane & 1) && left < quad->tried[lane] / 4) {
        qd__quad_set_tried(quad, lane, 0);
    }
    if (left == 0) {
        qd__cell_reset_if_bare(tree, cell);
        if (quad->child[lane] != QD__NONE) {
            qd__directory_note_own(tree, cell);
        }
    }
    if (tree->summed) {
        qd__totals_leave(tree, cell, slot);
    }
}

void qd__cell_reset_if_bare(struct qd_tree *tree, uint32_t cell)
{
    qd__quad *quad = qd__quad_at(tree, cell >> 2);
    const uint32_t lane = cell & 3;
    if (quad->count[lane] == 0 && quad->child[lane] == QD__NONE) {
        qd__four_set(&quad->bounds, lane, qd__record_empty());
        quad->layers[lane] = quad->masks[lane] = 0;
    }
}

/// Would a bucket of the next smaller size do, with some room lest it grows again at once?
static inline bool is_roomy(uint32_t size, uint32_t count)
{
    return count + QD__SIZE_STEP / 2 <= QD__SIZE_STEP * size; // the lanes of that size
}

void qd__cell_tidy(struct qd_tree *tree, uint32_t cell)
{
    const uint32_t place = qd__quad_at(tree, cell >> 2)->bucket[cell & 3];
    if (place == QD__NONE) {
        return;
    }
    const uint32_t count = qd__tree_bucket(tree, place)->count, before = qd__place_size(place);
    uint32_t size = before;
    while (is_roomy(size, count)) {
        size--;
    }
    if (size < before) {
        exchange_first(tree, cell, size, before - 1); // without memory the large one stays
    }
}

static bool has_room(const struct qd_tree *tree, const qd__quad *quad, uint32_t lane)
{
    const qd__bucket *bucket = quad->bucket[lane] == QD__NONE ? NULL : qd__tree_bucket(tree, quad->bucket[lane]);
    return bucket && bucket->count < bucket->lanes;
}

/// One of the cells of a quad, or QD__NONE.
static uint32_t with_room_in(const struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    for (uint32_t lane = 0; lane < 4 && quad->parent != QD__QUAD_FREE; lane++) {
        if (has_room(tree, quad, lane)) {
            return index << 2 | lane;
        }
    }
    return QD__NONE;
}

uint32_t qd__cell_with_room(struct qd_tree *tree, uint32_t near)
{
    for (uint32_t cell = near; cell != QD__NONE; cell = qd__quad_at(tree, cell >> 2)->parent) {
        const uint32_t found = with_room_in(tree, cell >> 2); // its neighbours, and those of what is above it
        if (found != QD__NONE) {
            return found;
        }
    }
    // not covered: a buffer has buckets for as many items as slots, so some cell has room for one that has got a slot
    for (uint32_t left = tree->quads.used; left > 0; left--) { // on from where there was some the last time
        tree->room_next = tree->room_next < tree->quads.used ? tree->room_next : 0;
        const uint32_t found = with_room_in(tree, tree->room_next);
        if (found != QD__NONE) {
            return found;
        }
        tree->room_next++;
    }
    return QD__NONE;
}
