// The call that sets the value of an item.
#include "maintain.h"
#include "totals.h"

#include <quadrille/tree.h>

qd_result qd_tree_set_value(qd_tree *tree, qd_id id, int64_t value)
{
    if (qd__is_read_only(tree)) {
        return QD_READ_ONLY;
    }
    const qd__slot *slot = qd__slots_find(&tree->pools.slots, id);
    if (!slot) {
        return QD_STALE_ID;
    }
    if (!qd__is_summed(tree)) {
        return QD_BAD_VALUE;
    }
    int64_t *kept = qd__value_of(tree, qd_id_slot(id));
    const int64_t before = *kept;
    *kept = value;
    if (value != before) {
        qd__totals_change(tree, qd__tree_bucket(tree, slot->location)->node, before, value);
    }
    qd__maintain_one(tree);
    return QD_OK;
}
