// Totals of nodes, and the values they are of: see totals.h.
#include "totals.h"

#include <assert.h>
#include <quadrille/totals.h>

enum { LOOKED_THROUGH = 128 }; ///< Own items of a node that a change may go through for its least and greatest value.

static const qd__total nothing = { 0, INT64_MAX, INT64_MIN, 0, 0 };

void qd__values_open(struct qd_tree *tree)
{
    qd__pool_open(&tree->pools.values, sizeof(int64_t), QD__SLOT_CHUNK_BITS, tree->pools.slots.limit);
}

bool qd__values_begin(struct qd_tree *tree, const qd_id *ids, const int64_t *values, size_t count)
{
    if (!qd__pool_reserve(&tree->pools.values, &tree->pools.memory, tree->pools.slots.used))
        return false;
    for (size_t i = 0; i < count; i++)
        if (ids[i] != 0)
            *qd__value_of(tree, qd_id_slot(ids[i])) = values ? values[i] : 0;
    return true;
}

void qd__totals_plant(struct qd_tree *tree, uint32_t quad)
{
    for (uint32_t lane = 0; lane < 4; lane++)
        *qd__total_of(tree, qd__node_in(quad, lane)) = nothing;
}

static void widen_totals(qd__total *total, int64_t least, int64_t greatest)
{
    total->least = least < total->least ? least : total->least;
    total->greatest = greatest > total->greatest ? greatest : total->greatest;
}

/// The total of a node's own items, and of what is below by the totals kept there, or `deep`, by the items there.
static qd__total total_now(const struct qd_tree *tree, uint32_t node, bool deep)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    qd__total total = nothing;
    for (uint32_t location = quad->bucket[qd__node_lane(node)]; location != QD__NONE;) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        for (uint64_t live = bucket->live; live; live &= live - 1) {
            const uint32_t lane = qd__lowest_bit_long(live);
            const int64_t value = *qd__value_of(tree, qd_id_slot(qd__bucket_items(bucket)[lane].id));
            total.sum += (uint64_t)value;
            widen_totals(&total, value, value);
        }
        total.count += bucket->count;
        location = bucket->next;
    }
    const uint32_t child = quad->child[qd__node_lane(node)];
    for (uint32_t lane = 0; child != QD__NONE && lane < 4; lane++) {
        const uint32_t quarter = qd__node_in(child, lane);
        const qd__total below = deep ? total_now(tree, quarter, true) : *qd__total_of(tree, quarter);
        total.count += below.count;
        total.sum += below.sum;
        total.loose |= below.loose;
        widen_totals(&total, below.least, below.greatest);
    }
    return total;
}

void qd__totals_refit(const struct qd_tree *tree, uint32_t node)
{
    *qd__total_of(tree, node) = total_now(tree, node, false);
}

void qd__totals_build(struct qd_tree *tree)
{
    for (uint32_t index = tree->pools.quads.used; index-- > 0;) // children were made after their parents
        for (uint32_t lane = 0; lane < 4; lane++)
            qd__totals_refit(tree, qd__node_in(index, lane));
}

static uint32_t parent_of(const struct qd_tree *tree, uint32_t node)
{
    return qd__quad_of(tree, node)->parent;
}

void qd__totals_enter(struct qd_tree *tree, uint32_t node, uint32_t slot)
{
    const int64_t value = *qd__value_of(tree, slot);
    for (; node != QD__NONE; node = parent_of(tree, node)) {
        qd__total *total = qd__total_of(tree, node);
        total->count++;
        total->sum += (uint64_t)value;
        widen_totals(total, value, value);
    }
}

/// Finds out a node's least and greatest value after one that may have been either has gone.
static void narrow_extremes(struct qd_tree *tree, uint32_t node)
{
    qd__total *total = qd__total_of(tree, node);
    const uint32_t own = qd__node_count(tree, qd__quad_of(tree, node), qd__node_lane(node));
    if (total->count == 0) {
        *total = nothing;
    } else if (total->least == total->greatest) {
        return; // all have the same value
    } else if (own <= LOOKED_THROUGH) {
        tree->upkeep.work += own;
        qd__totals_refit(tree, node);
    } else {
        total->loose = 1;
    }
}

void qd__totals_leave(struct qd_tree *tree, uint32_t node, uint32_t slot)
{
    const int64_t value = *qd__value_of(tree, slot);
    for (; node != QD__NONE; node = parent_of(tree, node)) {
        qd__total *total = qd__total_of(tree, node);
        assert(total->count > 0);
        total->count--;
        total->sum -= (uint64_t)value;
        if (value == total->least || value == total->greatest)
            narrow_extremes(tree, node);
    }
}

void qd__totals_change(struct qd_tree *tree, uint32_t node, int64_t before, int64_t now)
{
    for (; node != QD__NONE; node = parent_of(tree, node)) {
        qd__total *total = qd__total_of(tree, node);
        const bool was_last = before == total->least || before == total->greatest;
        total->sum += (uint64_t)now - (uint64_t)before;
        widen_totals(total, now, now);
        if (was_last)
            narrow_extremes(tree, node);
    }
}

bool qd__totals_are_sound(const struct qd_tree *tree, uint32_t node)
{
    const qd__total *kept = qd__total_of(tree, node);
    const qd__total now = total_now(tree, node, true);
    const bool tight = kept->least == now.least && kept->greatest == now.greatest;
    return kept->count == now.count && kept->sum == now.sum && kept->least <= now.least &&
           kept->greatest >= now.greatest && (tight || kept->loose);
}
