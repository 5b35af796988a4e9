// Observers come, change and go; see interest_update.c for what they see.
#include "interest.h"

#include "narrow.h"
#include "view.h"

#include <quadrille/query.h>
#include <string.h>

qd_result qd_interest_create(qd_tree *tree, const qd_interest_def *def, qd_interest **interest)
{
    const qd_interest_def defaults = { .allocator = { NULL, NULL } };
    qd__memory memory = qd__tree_link_memory(tree, def ? &def->allocator : &defaults.allocator);
    qd_interest *created = (qd_interest *)qd__memory_get(&memory, 1, sizeof *created);
    if (interest)
        *interest = created;
    if (!created)
        return QD_NO_MEMORY;
    memset(created, 0, sizeof *created);
    created->memory = memory;
    created->precise = qd__is_precise(tree);
    created->by_item.listed = def && def->by_item;
    qd__slots_open(&created->slots);
    qd__tree_link_open(&created->link, tree);
    if (!interest)
        qd_interest_destroy(created);
    return QD_OK;
}

void qd_interest_destroy(qd_interest *interest)
{
    if (!interest)
        return;
    qd__memory memory = interest->memory;
    qd__tree_link_close(&interest->link);
    qd__pool_close(&interest->slots, &memory);
    qd__memory_give(&memory, interest->viewers, interest->room, sizeof *interest->viewers);
    qd__memory_give(&memory, interest->before.all, interest->before.room, sizeof *interest->before.all);
    qd__memory_give(&memory, interest->now.all, interest->now.room, sizeof *interest->now.all);
    qd__memory_give(&memory, interest->entered.all, interest->entered.room, sizeof *interest->entered.all);
    qd__memory_give(&memory, interest->left.all, interest->left.room, sizeof *interest->left.all);
    qd__memory_give(&memory, interest->marks, interest->mark_room, sizeof *interest->marks);
    qd__memory_give(&memory, interest->seen, interest->seen_room, sizeof *interest->seen);
    qd__memory_give(&memory, interest->ranks, interest->rank_room, sizeof *interest->ranks);
    qd__memory_give(&memory, interest->hits, interest->hit_room, sizeof *interest->hits);
    qd__memory_give(&memory, interest->by_item.items, interest->by_item.room, sizeof *interest->by_item.items);
    qd__memory_give(&memory, interest->by_item.observers, interest->by_item.observer_room,
                    sizeof *interest->by_item.observers);
    qd__memory_give(&memory, interest, 1, sizeof *interest);
}

/// Is a point finite, as the tree would have it?
static bool center_is_valid(const qd_interest *interest, const qd_box *center)
{
    return interest->precise ? qd__box_is_valid(center) : qd__fbox_is_valid(qd__fbox_of(center));
}

/// Can distances from the middle of a shape be measured?
static bool has_center(const qd_interest *interest, const qd_shape *shape)
{
    const qd_box center = qd_box_at(qd__view_center(shape));
    return center_is_valid(interest, &center);
}

static bool observer_is_valid(const qd_interest *interest, const qd_observer *observer)
{
    // Precision decides whether a question is valid, and is known even if the tree is gone.
    const struct qd_tree gone = { .settings = { .precise = interest->precise } };
    const qd_tree *tree = interest->link.tree ? interest->link.tree : &gone;
    return observer->view.shape.type != QD_POLYGON && qd_query_check(tree, &observer->view) == QD_OK &&
           observer->margin >= 0 && (observer->margin == 0 || observer->view.relation != QD_CONTAINS) &&
           (observer->nearest == 0 || has_center(interest, &observer->view.shape));
}

static qd__viewer *viewer_of(const qd_interest *interest, qd_id id)
{
    return &interest->viewers[qd_id_slot(id) - 1];
}

/// Halves of the sides: their difference may be too large for a double. As a tree of floats has it, a box may be
/// infinite.
static void put_observer(const qd_interest *interest, qd__viewer *viewer, const qd_observer *observer)
{
    const qd_box *box = &observer->view.shape.box;
    const qd_box sides = interest->precise ? *box : qd__box_of(qd__fbox_of(box));
    viewer->observer = *observer;
    viewer->half.x = sides.max.x / 2 - sides.min.x / 2;
    viewer->half.y = sides.max.y / 2 - sides.min.y / 2;
}

qd_result qd_interest_add(qd_interest *interest, const qd_observer *observer, qd_id *id)
{
    qd_id added = 0;
    qd_result result = observer_is_valid(interest, observer) ? QD_OK : QD_BAD_VALUE;
    if (result == QD_OK) {
        // Every slot that was ever used has a viewer.
        if (qd__memory_reserve(&interest->memory, &interest->viewers, interest->room, &interest->room,
                               (size_t)interest->slots.used + 1, sizeof *interest->viewers))
            added = qd__slots_acquire(&interest->slots, &interest->memory, 1);
        result = added != 0 ? QD_OK : QD_NO_MEMORY;
    }
    if (added != 0) {
        *viewer_of(interest, added) = (qd__viewer){ .first = 0 };
        put_observer(interest, viewer_of(interest, added), observer);
        interest->observers++;
    }
    if (id)
        *id = added;
    return result;
}

qd_result qd_interest_set(qd_interest *interest, qd_id id, const qd_observer *observer)
{
    if (!qd__slots_find(&interest->slots, id))
        return QD_STALE_ID;
    if (!observer_is_valid(interest, observer))
        return QD_BAD_VALUE;
    put_observer(interest, viewer_of(interest, id), observer);
    return QD_OK;
}

static qd_result move_observer(qd_interest *interest, qd_id id, const qd_box *center)
{
    if (!qd__slots_find(&interest->slots, id))
        return QD_STALE_ID;
    qd__viewer *viewer = viewer_of(interest, id);
    const bool movable = viewer->observer.view.shape.type != QD_BOX || // an infinite box has no centre
                         (viewer->half.x <= DBL_MAX && viewer->half.y <= DBL_MAX);
    if (!movable || !center_is_valid(interest, center))
        return QD_BAD_VALUE;
    const qd_vec2 to = interest->precise ? center->min : qd__vec2_of(qd__fvec2_of(center->min));
    qd_shape moved = viewer->observer.view.shape;
    if (moved.type == QD_BOX)
        moved.box = qd_box_around(to, viewer->half.x, viewer->half.y);
    else if (moved.type != QD_EVERYWHERE)
        moved.box = qd_box_at(to);
    if (viewer->observer.nearest > 0 && !has_center(interest, &moved))
        return QD_BAD_VALUE;
    viewer->observer.view.shape = moved;
    return QD_OK;
}

qd_result qd_interest_move_many(qd_interest *interest, const qd_id *ids, const qd_boxes *centers, size_t count,
                                size_t *bad)
{
    if (count == 0)
        return QD_OK;
    const qd__view view = { .boxes = *centers };
    qd_result first = QD_OK;
    for (size_t i = 0; i < count; i++) {
        const qd_box center = qd__view_box(&view, i);
        const qd_result result = move_observer(interest, ids[i], &center);
        if (result != QD_OK && first == QD_OK) {
            first = result;
            if (bad)
                *bad = i;
        }
    }
    return first;
}

qd_result qd_interest_remove(qd_interest *interest, qd_id id)
{
    if (!qd__slots_find(&interest->slots, id))
        return QD_STALE_ID;
    qd__slots_release(&interest->slots, id);
    interest->observers--;
    return QD_OK;
}

static const qd_interest_event *listed_sightings(const qd__sightings *sightings, size_t *count)
{
    if (count)
        *count = sightings->count;
    return sightings->count > 0 ? sightings->all : NULL;
}

const qd_interest_event *qd_interest_entered(const qd_interest *interest, size_t *count)
{
    return listed_sightings(&interest->entered, count);
}

const qd_interest_event *qd_interest_left(const qd_interest *interest, size_t *count)
{
    return listed_sightings(&interest->left, count);
}

const qd_entry *qd_interest_seen(const qd_interest *interest, qd_id observer, size_t *count)
{
    const size_t seen = qd__slots_find(&interest->slots, observer) ? viewer_of(interest, observer)->count : 0;
    if (count)
        *count = seen;
    return seen > 0 ? interest->before.all + viewer_of(interest, observer)->first : NULL;
}

void qd_interest_get_stats(const qd_interest *interest, qd_interest_stats *stats)
{
    const qd_interest_stats now = { interest->observers, interest->before.count, interest->memory.bytes };
    if (stats)
        *stats = now;
}
