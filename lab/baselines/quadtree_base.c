/// What every part of the quadtree as a contender uses: room for ids, inserting, and results handed out by number.
#include "quadtree.h"

#include "memory.h"

typedef struct item_batch {
    contender_item_visitor *visitor;
    void *context;
} item_batch;

bool quadtree_reserve(quadtree *own, size_t count)
{
    if (count <= own->capacity)
        return true;
    size_t room = memory_room(own->capacity, count);
    // A tree numbers its items in 32 bits.
    qd_id *grown = room > UINT32_MAX ? NULL : memory_grown(own->ids, own->count, room, sizeof *grown);
    if (!grown)
        return false;
    own->ids = grown;
    own->capacity = room;
    return true;
}

qd_result quadtree_insert_one(quadtree *own, const qd_item *item)
{
    return qd_tree_insert(own->tree, item, &own->ids[item->user]);
}

qd_result quadtree_insert_some(quadtree *own, const fbox *boxes, const qd_filter *filters, size_t first, size_t count)
{
    qd_items items = { .boxes = fbox_view(boxes), .filters = filters, .first_user = first };
    return qd_tree_insert_many(own->tree, &items, count, own->ids + first, NULL);
}

qd_flow quadtree_hand_out_pairs(const qd_pair *pairs, size_t count, contender_visitor *visitor, void *context)
{
    contender_pair numbers[ITEMS_AT_ONCE];
    bool more = true;
    for (size_t from = 0; from < count && more; from += ITEMS_AT_ONCE) {
        size_t some = count - from < ITEMS_AT_ONCE ? count - from : ITEMS_AT_ONCE;
        for (size_t i = 0; i < some; i++) {
            uint32_t a = (uint32_t)pairs[from + i].a.user, b = (uint32_t)pairs[from + i].b.user;
            numbers[i] = (contender_pair){ a < b ? a : b, a < b ? b : a };
        }
        more = visitor(context, numbers, some);
    }
    return more ? QD_CONTINUE : QD_STOP;
}

qd_flow quadtree_hand_out(const qd_entry *items, size_t count, contender_item_visitor *visitor, void *context)
{
    uint32_t numbers[ITEMS_AT_ONCE];
    bool more = true;
    for (size_t from = 0; from < count && more; from += ITEMS_AT_ONCE) {
        size_t some = count - from < ITEMS_AT_ONCE ? count - from : ITEMS_AT_ONCE;
        for (size_t i = 0; i < some; i++)
            numbers[i] = (uint32_t)items[from + i].user;
        more = visitor(context, numbers, some);
    }
    return more ? QD_CONTINUE : QD_STOP;
}

static qd_flow take_items(void *context, const qd_entry *items, size_t count)
{
    item_batch *out = context;
    return out->visitor ? quadtree_hand_out(items, count, out->visitor, out->context) : QD_CONTINUE;
}

contender_found quadtree_visit(const contender *self, const qd_query *question, contender_item_visitor *visitor,
                               void *context)
{
    item_batch out = { visitor, context };
    qd_cost cost = { 0 };
    qd_tree_visit(((const quadtree *)self)->tree, question, take_items, &out, &cost);
    return (contender_found){ cost.tests, cost.hits, cost.nodes };
}
