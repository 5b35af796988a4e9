// Each call is passed on to the library; the fault that is switched on then spoils it.
#include "faults.h"
#include <stdlib.h>

enum fault fault = FAULT_NONE;

qd_id faulty_insert(qd_tree *tree, qd_item item)
{
    if (fault == FAULT_INSERT_DOUBLES && qd_tree_count(tree) % 5 == 4)
        qd_tree_insert(tree, item);
    return qd_tree_insert(tree, item);
}

qd_result faulty_move(qd_tree *tree, qd_id id, qd_box box)
{
    bool flat = box.min.x == box.max.x && box.min.y == box.max.y;
    if (fault == FAULT_MOVE_IGNORED && flat && qd_box_is_valid(box) && qd_tree_contains(tree, id))
        return QD_OK;
    return qd_tree_move(tree, id, box);
}

qd_result faulty_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad)
{
    qd_result result = qd_tree_remove_many(tree, ids, count, bad);
    return fault == FAULT_REMOVE_MANY_FORGIVES ? QD_OK : result;
}

qd_result faulty_rebuild(qd_tree *tree)
{
    if (fault == FAULT_REBUILD_CRASHES && qd_tree_count(tree) > 4)
        abort();
    return qd_tree_rebuild(tree);
}

size_t faulty_find_box(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity)
{
    size_t count = qd_find_box(tree, box, filter, out, capacity);
    return fault == FAULT_FIND_BOX_LOSES_ONE && count >= 3 ? count - 1 : count;
}

qd_result faulty_find_near_many(const qd_tree *tree, const qd_vec2 *points, size_t count, float max_distance,
                                qd_query_filter filter, qd_near *out, size_t k, uint32_t *counts, size_t *bad)
{
    const qd_result result = qd_find_near_many(tree, points, count, max_distance, filter, out, k, counts, bad);
    if (fault == FAULT_ROW_LOSES_ONE && count > 1 && counts[0] > 0)
        counts[0]--;
    return result;
}

struct relay {
    qd_pair_visitor *visitor;
    void *context;
};

static bool lose_one(void *context, const qd_pair *pairs, size_t count)
{
    const struct relay *relay = context;
    return relay->visitor(relay->context, pairs, count >= 3 ? count - 1 : count);
}

qd_cost faulty_visit_pairs(const qd_tree *tree, qd_pair_visitor *visitor, void *context)
{
    struct relay relay = { visitor, context };
    return fault == FAULT_PAIR_LOST ? qd_visit_pairs(tree, lose_one, &relay) : qd_visit_pairs(tree, visitor, context);
}
