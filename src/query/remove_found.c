// Removing what a question finds, without memory.
//
// Some results are noted on the stack and removed, then the search begins again, since the tree has changed. Where few
// items of those that it looks at are hits, it would look at the others again and again: once it has done so for long,
// the slots are gone through instead, which no removal changes.
#include "search.h"

enum {
    NOTED = 2 * QD__BATCH, ///< Results that are removed at once.
    NODE_WORK = 16,        ///< A node is as much work as so many items.
    LOOKS_PER_SLOT = 8,    ///< Searches may look at so many items for each slot before the slots are gone through.
};

/// Results that are noted until they are enough.
typedef struct noted_items {
    qd_id ids[NOTED];
    size_t count;
} noted_items;

static qd_flow note_items(void *context, const qd_entry *entries, size_t count)
{
    noted_items *noted = (noted_items *)context;
    for (size_t i = 0; i < count; i++)
        noted->ids[noted->count + i] = entries[i].id;
    noted->count += count;
    return noted->count + QD__BATCH <= NOTED ? QD_CONTINUE : QD_STOP;
}

/// Is the item at a location a hit that passes the filter?
static bool location_is_met(const qd__shape *shape, const qd__query_filter *filter, uint32_t location)
{
    const qd__bucket *bucket = qd__tree_bucket(shape->tree, location);
    const uint32_t lane = qd__location_lane(location), first = lane / QD__GROUP * QD__GROUP;
    const qd__boxes all = qd__bucket_boxes(bucket);
    const uint32_t count = all.count - first < QD__GROUP ? all.count - first : QD__GROUP;
    const qd__boxes group = { all.sides + first, all.stride, count };
    return (qd__boxes_met(shape, group) >> (lane - first) & 1) && qd__item_seen(bucket, lane, filter) &&
           (!shape->confirm || shape->confirm(shape, qd__bucket_slots(bucket)[lane]));
}

static void remove_found(qd_tree *tree, const qd__shape *shape, const qd__query_filter *filter)
{
    uint64_t left = (uint64_t)tree->pools.slots.used * LOOKS_PER_SLOT;
    for (;;) {
        // Some of the results, and how much work that was; 0: none are left.
        noted_items noted;
        noted.count = 0;
        const qd_cost cost = qd__visit_shape(shape, filter, false, note_items, &noted);
        for (size_t i = 0; i < noted.count; i++)
            (void)qd_tree_remove(tree, noted.ids[i]); // found, so it is there
        const uint64_t work = cost.hits == NOTED ? cost.nodes * NODE_WORK + cost.tests : 0;
        if (work == 0)
            return;
        if (work >= left) {
            const uint32_t used = tree->pools.slots.used;
            for (uint32_t i = 1; i <= used; i++) {
                const qd__slot *slot = qd__slot_at(&tree->pools.slots, i);
                if ((slot->generation & 1) && location_is_met(shape, filter, slot->location))
                    (void)qd_tree_remove(tree, qd__id_of(i, slot->generation));
            }
            return;
        }
        left -= work;
    }
}

qd_result qd_tree_remove_found(qd_tree *tree, const qd_query *query, size_t *removed)
{
    const size_t before = tree->count;
    const qd__query_filter filter = qd__query_filter_in(query);
    qd__shape shape;
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    if (!qd__shape_of(tree, query, &shape))
        return QD_BAD_VALUE;
    if (qd__finds_all(query))
        (void)qd_tree_clear(tree);
    else
        remove_found(tree, &shape, &filter);
    if (removed)
        *removed = before - tree->count;
    return QD_OK;
}
