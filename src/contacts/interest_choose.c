// An observer with a margin, or one that sees only the nearest: from what answers its view to what it sees.
//
//     found     [ 3 9 4 ]            what answers the view
//     before    [ 7 3 8 ]            3 is found again; 7 and 8 are tested against the larger view, one by one
//     all       [ 3 9 4 8 ]          8 answers it: it stays
//     nearest   [ 3 4 8 ]            the three nearest; those that were seen count as nearer by the margin
//
// So a margin costs no second search. A crowd, at least three times as many as are seen, is not found in full either:
// where all of the nearest to the centre lie in the view, they are the nearest of the view.
#include "steps.h"

#include "binary_heap.h"
#include "distance.h"
#include "ranked_find.h"

enum {
    CROWD = 3,                 ///< So many times what an observer sees.
    CROWD_SEEN_MOST = 1 << 12, ///< With more to see a view is found in full.
};

/// The question that an item of the last update may still answer.
static qd_query larger_view(const qd_observer *observer)
{
    qd_query larger = observer->view;
    const double margin = observer->margin;
    qd_box *box = &larger.shape.box;
    if (margin > DBL_MAX) {
        larger.shape.type = QD_EVERYWHERE;
    } else if (larger.shape.type == QD_BOX) {
        const qd_box grown = { { box->min.x - margin, box->min.y - margin },
                               { box->max.x + margin, box->max.y + margin } };
        *box = grown;
    } else if (larger.shape.type != QD_EVERYWHERE) {
        larger.shape =
            qd_shape_circle(box->min, larger.shape.type == QD_CIRCLE ? larger.shape.radius + margin : margin);
    }
    return larger;
}

/// An item in its bucket.
typedef struct lodged {
    const qd__bucket *bucket;
    uint32_t lane;
} lodged;

static lodged item_in(const qd_tree *tree, const qd__slot *slot)
{
    return (lodged){ qd__bucket_at(tree->pools.buckets, slot->location), qd__location_lane(slot->location) };
}

/// The same for an item that has been found.
static lodged found_item(const qd_tree *tree, qd_id id)
{
    return item_in(tree, qd__slot_at(&tree->pools.slots, qd_id_slot(id)));
}

static bool is_met(const qd__shape *shape, lodged item)
{
    return qd__items_met(shape, item.bucket) >> item.lane & 1;
}

/// Adds what was seen before, was not found, and stays. The view before has been marked.
static bool add_what_stays(qd_interest *interest, qd__viewer *viewer, const qd__shape *view, qd__finding finding,
                           qd__view_part before)
{
    const qd_tree *tree = view->tree;
    const qd_query larger = larger_view(&viewer->observer);
    const qd__query_filter filter = qd__query_filter_of(larger.filter, larger.ignore);
    qd__views *now = &interest->now;
    qd__shape shape;
    const bool good = qd__shape_of(tree, &larger, &shape);
    assert(good && "larger than a view that is good");
    (void)good;
    for (size_t i = 0; i < viewer->next_count; i++) {
        size_t place;
        if (qd__interest_find_marked(interest, before, now->all[viewer->next_first + i].id, &place))
            interest->seen[place] = 1;
    }
    for (size_t i = 0; i < before.count; i++) {
        // Does one that has not been found answer the larger view; or the view itself, where not all of it was found?
        const qd__slot *slot = interest->seen[i] ? NULL : qd__slots_find(&tree->pools.slots, before.items[i].id);
        if (!slot)
            continue;
        const lodged item = item_in(tree, slot);
        if (!qd__item_seen(item.bucket, item.lane, &filter) ||
            !(is_met(&shape, item) || (finding == QD__FOUND_NEAREST && is_met(view, item))))
            continue;
        if (!qd__memory_reserve(&interest->memory, &now->all, now->count, &now->room, now->count + 1, sizeof *now->all))
            return false;
        now->all[now->count++] = qd__bucket_items(item.bucket)[item.lane];
        viewer->next_count++;
    }
    return true;
}

static bool comes_after(const qd__view_rank *a, const qd__view_rank *b)
{
    if (a->distance != b->distance)
        return a->distance > b->distance;
    if (a->seen != b->seen)
        return b->seen;
    return a->key != b->key ? a->key > b->key : a->slot > b->slot;
}

static bool rank_is_after(const void *context, const void *a, const void *b)
{
    qd__view_rank one, other;
    (void)context;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    return comes_after(&one, &other);
}

/// From the middle of an observer's view.
static void rank_about(const qd_tree *tree, const qd_observer *observer, qd__ranking *ranking)
{
    const qd_ranked nearest = qd_nearest(qd_shape_point(qd__view_center(&observer->view.shape)), INFINITY);
    const bool good = qd__ranking_of(tree, &nearest, ranking);
    assert(good && "the view of such an observer has a centre");
    (void)good;
}

qd__finding qd__observer_find_nearest(qd_interest *interest, qd__viewer *viewer, const qd__shape *shape,
                                      const qd__query_filter *filter)
{
    const size_t most = viewer->observer.nearest;
    qd__views *now = &interest->now;
    if (most == 0 || most > CROWD_SEEN_MOST || viewer->observer.view.relation != QD_OVERLAPS)
        return QD__FOUND_NONE;
    if (!qd__memory_reserve(&interest->memory, &now->all, now->count, &now->room, now->count + CROWD * most,
                            sizeof *now->all) ||
        !qd__memory_reserve(&interest->memory, &interest->hits, 0, &interest->hit_room, most, sizeof *interest->hits))
        return QD__FOUND_NO_MEMORY;
    qd_entry *items = now->all + now->count;
    size_t found = qd__find_shape(shape, filter, items, CROWD * most, NULL);
    const qd__finding finding = found < CROWD * most ? QD__FOUND_ALL : QD__FOUND_NEAREST;
    if (finding == QD__FOUND_NEAREST) {
        const qd__columns hits = { .hits = interest->hits };
        qd__mark mark = qd__mark_first();
        qd_cost cost = { 0, 0, 0 };
        qd__ranking ranking;
        rank_about(shape->tree, &viewer->observer, &ranking);
        found = qd__ranked_next(&ranking, filter, &hits, most, &mark, &cost);
        for (size_t i = 0; i < found; i++) {
            if (!is_met(shape, found_item(shape->tree, interest->hits[i].item.id)))
                return QD__FOUND_NONE;
            items[i] = interest->hits[i].item;
        }
    }
    viewer->next_count = found;
    now->count += found;
    return finding;
}

/// Keeps the nearest of an observer's items, in the order that they had. Where there is a margin, the view before has
/// been marked.
static bool keep_the_nearest(qd_interest *interest, const qd_tree *tree, qd__viewer *viewer, qd__view_part before)
{
    static const qd__heap_kind kind = { sizeof(qd__view_rank), sizeof(qd__view_rank), rank_is_after };
    const qd_observer *observer = &viewer->observer;
    const size_t count = viewer->next_count, most = observer->nearest;
    qd_entry *items = interest->now.all + viewer->next_first;
    qd__ranking ranking;
    if (!qd__memory_reserve(&interest->memory, &interest->ranks, 0, &interest->rank_room, count + most,
                            sizeof *interest->ranks))
        return false;
    rank_about(tree, observer, &ranking);
    qd__view_rank *heap = interest->ranks + count;
    for (size_t i = 0; i < count; i++) {
        const lodged item = found_item(tree, items[i].id);
        const qd__aabb aabb = qd__bucket_aabb(item.bucket, item.lane);
        const qd_box box = qd__item_box(tree, item.bucket, item.lane);
        const double key =
            ranking.kind->exact ? ranking.kind->exact(&ranking, &box) : qd__gap_squared(&aabb, &ranking.near.from);
        size_t place;
        const bool seen = observer->margin > 0 && qd__interest_find_marked(interest, before, items[i].id, &place);
        const double nearer = seen ? observer->margin : 0;
        const qd__view_rank rank = { ranking.kind->result(&ranking, key) - nearer, key, qd_id_slot(items[i].id), seen };
        interest->ranks[i] = rank;
        if (i < most)
            qd__heap_rise(&kind, NULL, (char *)heap, i, &rank);
        else if (comes_after(heap, &rank))
            qd__heap_sink(&kind, NULL, (char *)heap, 0, most, &rank);
    }
    viewer->next_count = 0;
    for (size_t i = 0; i < count; i++)
        if (!comes_after(&interest->ranks[i], heap))
            items[viewer->next_count++] = items[i];
    interest->now.count = viewer->next_first + viewer->next_count;
    return true;
}

bool qd__observer_choose(qd_interest *interest, qd__viewer *viewer, const qd__shape *shape, qd__finding finding)
{
    const qd_observer *observer = &viewer->observer;
    const qd__view_part before = qd__view_part_of(&interest->before, viewer->first, viewer->count);
    if (observer->margin > 0 && before.count > 0) {
        if (!qd__interest_reserve_seen(interest, before.count))
            return false;
        qd__interest_mark(interest, before);
        if (!add_what_stays(interest, viewer, shape, finding, before))
            return false;
    }
    return observer->nearest == 0 || viewer->next_count <= observer->nearest ||
           keep_the_nearest(interest, shape->tree, viewer, before);
}
