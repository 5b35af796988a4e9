#include "views.h"

#include "support.h"

#include <stdlib.h>

qd_result insert_items(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, size_t *bad)
{
    uint64_t *users = need(count, sizeof *users);
    qd_filter *filters = need(count, sizeof *filters);
    int64_t *values = need(count, sizeof *values);
    for (size_t i = 0; i < count; i++) {
        users[i] = items[i].user;
        filters[i] = items[i].filter;
        values[i] = items[i].value;
    }
    const qd_items all = { .boxes = boxes_of_items(items), .users = users, .filters = filters, .values = values };
    const qd_result result = qd_tree_insert_many(tree, &all, count, ids, bad);
    free(users);
    free(filters);
    free(values);
    return result;
}
