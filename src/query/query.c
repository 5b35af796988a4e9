// The questions of query.h, one at a time.
#include "search.h"
#include "total.h"

static const qd_cost no_cost = { 0, 0, 0 };

qd_result qd_query_check(const qd_tree *tree, const qd_query *query)
{
    qd__shape shape;
    return qd__shape_of(tree, query, &shape) ? QD_OK : QD_BAD_VALUE;
}

size_t qd_tree_find(const qd_tree *tree, const qd_query *query, qd_entry *out, size_t capacity, size_t *total)
{
    const qd__query_filter filter = qd__query_filter_in(query);
    qd__shape shape;
    if (!qd__shape_ready(tree, query, &shape)) {
        if (total) {
            *total = 0;
        }
        return 0;
    }
    return qd__find_shape(&shape, &filter, out, capacity, total);
}

size_t qd_tree_count(const qd_tree *tree, const qd_query *query)
{
    const qd__query_filter filter = qd__query_filter_in(query);
    qd__shape shape;
    size_t count = 0;
    if (qd__finds_all(query)) {
        return tree->count;
    }
    if (!qd__shape_of(tree, query, &shape)) {
        return 0;
    }
    if (qd__is_summed(tree) && qd__filter_is_open(&filter)) {
        return qd__total_count(&shape);
    }
    qd__find_shape(&shape, &filter, NULL, 0, &count);
    return count;
}

void qd_tree_visit(const qd_tree *tree, const qd_query *query, qd_visitor *visit, void *context, qd_cost *cost)
{
    const qd__query_filter filter = qd__query_filter_in(query);
    qd__shape shape;
    const qd_cost spent =
        qd__shape_ready(tree, query, &shape) ? qd__visit_shape(&shape, &filter, visit, context) : no_cost;
    if (cost) {
        *cost = spent;
    }
}
