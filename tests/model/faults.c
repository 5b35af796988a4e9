// Each call is passed on to the library; the fault that is switched on then spoils it.
#include "faults.h"
#include <stdlib.h>

enum fault fault = FAULT_NONE;

qd_result faulty_insert(qd_tree *tree, const qd_item *item, qd_id *id)
{
    if (fault == FAULT_INSERT_DOUBLES && qd_tree_count(tree, NULL) % 5 == 4)
        qd_tree_insert(tree, item, NULL);
    return qd_tree_insert(tree, item, id);
}

qd_result faulty_set_box(qd_tree *tree, qd_id id, const qd_box *box)
{
    const bool flat = box->min.x == box->max.x && box->min.y == box->max.y;
    if (fault == FAULT_MOVE_IGNORED && flat && qd_box_is_valid(box) && qd_tree_has(tree, id))
        return QD_OK;
    return qd_tree_set_box(tree, id, box);
}

qd_result faulty_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad)
{
    qd_result result = qd_tree_remove_many(tree, ids, count, bad);
    return fault == FAULT_REMOVE_MANY_FORGIVES ? QD_OK : result;
}

qd_result faulty_rebuild(qd_tree *tree)
{
    if (fault == FAULT_REBUILD_CRASHES && qd_tree_count(tree, NULL) > 4)
        abort();
    return qd_tree_rebuild(tree);
}

size_t faulty_find(const qd_tree *tree, const qd_query *query, qd_entry *out, size_t capacity, size_t *total)
{
    size_t count = qd_tree_find(tree, query, out, capacity, total);
    return fault == FAULT_FIND_LOSES_ONE && count >= 3 ? count - 1 : count;
}

qd_result faulty_find_many_ranked(const qd_tree *tree, const qd_ranked_queries *queries, const qd_ranked_rows *rows)
{
    const qd_result result = qd_tree_find_many_ranked(tree, queries, rows);
    if (fault == FAULT_ROW_LOSES_ONE && result == QD_OK && queries->count > 1 && rows->counts[0] > 0)
        rows->counts[0]--;
    return result;
}

struct relay {
    qd_pair_visitor *visit;
    void *context;
};

static qd_flow lose_one(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    const struct relay *relay = context;
    return relay->visit(relay->context, pairs, distances, count >= 3 ? count - 1 : count);
}

void faulty_visit_pairs(const qd_tree *tree, const qd_pair_query *query, qd_pair_visitor *visit, void *context,
                        qd_cost *cost)
{
    struct relay relay = { visit, context };
    if (fault == FAULT_PAIR_LOST)
        qd_tree_visit_pairs(tree, query, lose_one, &relay, cost);
    else
        qd_tree_visit_pairs(tree, query, visit, context, cost);
}
