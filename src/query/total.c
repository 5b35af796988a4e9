// Totals of what a question finds: see total.h.
//
//        +-------------------+      covered (c): the total that is kept, and no look inside
//     +--|--+-----+-----+----|+     along the border (b): down to the items
//     |b |  |  b  |  b  |  b |.
//     +--|--+-----+-----+----|+
//     |b |  |  c  |  c  |  b |.
//     +--|--+-----+-----+----|+
//        +-------------------+
#include "total.h"

#include "totals.h"

#include <string.h>

qd__adder qd__adder_of(const qd__shape *shape, const qd__query_filter *filter, bool counts_only)
{
    return (qd__adder){ shape->tree, shape, filter, qd__filter_is_open(filter), counts_only, { 0, 0, 0 } };
}

uint32_t qd__adder_nodes(const qd__adder *adder, const qd__quad *quad, bool covered, uint32_t *inner)
{
    uint32_t nodes = covered ? 0xf : qd__nodes_met(adder->shape, quad);
    for (uint32_t left = nodes; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit(left);
        const bool bare = qd__node_is_bare(quad, lane);
        const bool hidden = !adder->unfiltered && !qd__node_seen(quad, lane, adder->filter);
        nodes &= ~((uint32_t)(bare || hidden) << lane);
    }
    const qd__shape_rounded *rounded = &adder->shape->rounded;
    *inner = covered ? nodes : nodes & qd__four_covered(&quad->bounds, &rounded->window.certain, rounded->certain_open);
    return nodes;
}

uint64_t qd__adder_items(qd__adder *adder, const qd__bucket *bucket, bool covered)
{
    uint64_t hits = bucket->live;
    if (!covered) {
        adder->cost.tests += bucket->count;
        hits = qd__items_met(adder->shape, bucket);
    }
    for (uint64_t left = adder->unfiltered ? 0 : hits; left; left &= left - 1) {
        const uint32_t lane = qd__lowest_bit_long(left);
        hits &= ~((uint64_t)!qd__item_seen(bucket, lane, adder->filter) << lane);
    }
    return hits;
}

qd_total qd__total_none(void)
{
    return (qd_total){ 0, 0, INT64_MAX, INT64_MIN };
}

qd_total qd__total_item(const struct qd_tree *tree, const qd_entry *item)
{
    const int64_t value = qd__is_summed(tree) ? *qd__value_of(tree, qd_id_slot(item->id)) : 0;
    return (qd_total){ 1, value, value, value };
}

static void widen_extremes(qd_total *total, int64_t least, int64_t greatest)
{
    total->least = least < total->least ? least : total->least;
    total->greatest = greatest > total->greatest ? greatest : total->greatest;
}

static void add_to_total(qd_total *total, uint64_t count, uint64_t sum)
{
    total->count += count;
    sum += (uint64_t)total->sum;
    memcpy(&total->sum, &sum, sizeof sum); // a cast would leave it to the compiler what is too large
}

static void add_node_items(qd__adder *adder, const qd__quad *quad, uint32_t lane, bool covered, qd_total *total)
{
    for (uint32_t location = quad->bucket[lane]; location != QD__NONE;) {
        const qd__bucket *bucket = qd__tree_bucket(adder->tree, location);
        uint64_t hits = qd__adder_items(adder, bucket, covered);
        if (adder->counts_only) {
            total->count += qd__count_bits_long(hits);
            hits = 0;
        }
        for (uint64_t left = hits; left; left &= left - 1) {
            const qd_total one = qd__total_item(adder->tree, &qd__bucket_items(bucket)[qd__lowest_bit_long(left)]);
            add_to_total(total, 1, (uint64_t)one.sum);
            widen_extremes(total, one.least, one.greatest);
        }
        location = bucket->next;
    }
}

/// The least and greatest value of a node that the window covers, where its total cannot say: only as far down as they
/// may be beyond those that are known.
static void find_ends(qd__adder *adder, uint32_t node, qd_total *total)
{
    const qd__total *kept = qd__total_of(adder->tree, node);
    if (!kept->loose) {
        widen_extremes(total, kept->least, kept->greatest);
        return;
    }
    if (kept->least >= total->least && kept->greatest <= total->greatest)
        return;
    const qd__quad *quad = qd__quad_of(adder->tree, node);
    const uint32_t child = quad->child[qd__node_lane(node)];
    qd_total own = qd__total_none();
    adder->cost.nodes++;
    add_node_items(adder, quad, qd__node_lane(node), true, &own);
    widen_extremes(total, own.least, own.greatest);
    for (uint32_t lane = 0; child != QD__NONE && lane < 4; lane++)
        find_ends(adder, qd__node_in(child, lane), total);
}

static void total_quad(qd__adder *adder, uint32_t index, bool covered, qd_total *total)
{
    uint32_t inner;
    uint32_t nodes = qd__adder_nodes(adder, qd__quad_at(adder->tree, index), covered, &inner);
    for (; nodes; nodes &= nodes - 1) {
        const uint32_t lane = qd__lowest_bit(nodes);
        qd__add_node(adder, qd__node_in(index, lane), inner >> lane & 1, total);
    }
}

void qd__add_node(qd__adder *adder, uint32_t node, bool covered, qd_total *total)
{
    adder->cost.nodes++;
    if (covered && adder->unfiltered && qd__is_summed(adder->tree)) {
        const qd__total *kept = qd__total_of(adder->tree, node);
        add_to_total(total, kept->count, kept->sum);
        if (!adder->counts_only)
            find_ends(adder, node, total);
        adder->cost.hits += kept->count > 0;
        return;
    }
    const qd__quad *quad = qd__quad_of(adder->tree, node);
    const uint32_t lane = qd__node_lane(node);
    const uint64_t before = total->count;
    add_node_items(adder, quad, lane, covered, total);
    adder->cost.hits += total->count - before;
    if (quad->child[lane] != QD__NONE)
        total_quad(adder, quad->child[lane], covered, total);
}

static qd_total total_of(qd__adder *adder)
{
    qd_total total = qd__total_none();
    total_quad(adder, 0, false, &total);
    return total;
}

size_t qd__total_count(const qd__shape *shape)
{
    const qd__query_filter every = { 0, 0, 0 };
    qd__adder adder = qd__adder_of(shape, &every, true);
    return (size_t)total_of(&adder).count;
}

void qd_tree_total(const qd_tree *tree, const qd_query *query, qd_total *total, qd_cost *cost)
{
    const qd__query_filter filter = qd__query_filter_in(query);
    qd__shape shape;
    qd_total found = qd__total_none();
    qd_cost spent = { 0, 0, 0 };
    if (qd__shape_of(tree, query, &shape)) {
        qd__adder adder = qd__adder_of(&shape, &filter, false);
        found = total_of(&adder);
        spent = adder.cost;
    }
    if (total)
        *total = found;
    if (cost)
        *cost = spent;
}
