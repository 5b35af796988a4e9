// The tree's view of itself: its nodes with their entries, and its statistics.
#include "compare.h"
#include <stdio.h>

struct survey {
    size_t nodes, leaves, items, in_roots, fullest;
    int depth;
};

static bool is_within(qd_box inner, qd_box outer)
{
    return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

// Are the node's entries items that no other node has had, with their boxes, inside its bounds?
static bool entries_are_right(struct compare *compare, const qd_node_cursor *cursor, const qd_node *node, size_t first)
{
    size_t total = 77;
    static qd_box boxes[64];
    const size_t boxed = node->items < 64 ? node->items : 64;
    const size_t found =
        qd_node_cursor_entries(cursor, compare->found + first, NULL, compare->room - 1 - first, &total);
    if (found != node->items || total != node->items)
        return compare_fails(compare, "entries: %zu of %zu in a node of %zu", found, total, node->items);
    for (size_t i = 0; i < found; i++)
        if (compare__take(compare, compare->found[first + i]) == SIZE_MAX)
            return compare_fails(compare, "entries: slot %u is not there, or in two nodes",
                                 qd_id_slot(compare->found[first + i].id));
    if (qd_node_cursor_entries(cursor, compare->found + first, boxes, boxed, NULL) != boxed)
        return compare_fails(compare, "entries: not %zu with their boxes", boxed);
    for (size_t i = 0; i < boxed; i++) {
        qd_item item;
        if (qd_oracle_get(compare->oracle, compare->found[first + i].id, &item) != QD_OK ||
            !is_within(item.box, boxes[i]) || !is_within(boxes[i], item.box))
            return compare_fails(compare, "entries: a box of another item");
        if (!is_within(item.box, node->bounds))
            return compare_fails(compare, "nodes: the bounds do not cover an item");
    }
    return true;
}

static bool node_is_right(struct compare *compare, const qd_node *node)
{
    if (node->leaf && node->items_below > 0)
        return compare_fails(compare, "nodes: a leaf with items below it");
    if (node->depth < 0 || node->depth > QD_MAX_NODE_DEPTH)
        return compare_fails(compare, "nodes: a depth of %d", node->depth);
    const bool empty = node->items + node->items_below == 0, inverted = !(node->bounds.min.x <= node->bounds.max.x);
    return empty == inverted || compare_fails(compare, "nodes: empty, but with bounds, or the other way round");
}

static bool survey_nodes(struct compare *compare, struct survey *survey)
{
    bool good = true;
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, compare->tree);
    for (qd_node node; good && qd_node_cursor_next(&cursor, &node);) {
        good = node_is_right(compare, &node) && node.items <= compare->expected_count - survey->items &&
               entries_are_right(compare, &cursor, &node, survey->items);
        survey->nodes++;
        survey->leaves += node.leaf;
        survey->items += node.items;
        survey->in_roots += node.depth == 0 ? node.items + node.items_below : 0;
        survey->fullest = node.items > survey->fullest ? node.items : survey->fullest;
        survey->depth = node.depth > survey->depth ? node.depth : survey->depth;
    }
    if (good && cursor.changed)
        good = compare_fails(compare, "nodes: the cursor says that the tree has changed");
    return good;
}

static bool surveyed(struct compare *compare, struct survey *survey)
{
    compare__make_room(compare);
    const size_t count = compare->expected_count =
        qd_oracle_find(compare->oracle, NULL, compare->expected, compare->room, NULL);
    compare->why[0] = '\0';
    compare__want(compare, count);
    const bool good = survey_nodes(compare, survey);
    compare__want_no_more(compare, count);
    if (!good)
        return compare->why[0] ? false : compare_fails(compare, "nodes: more items than there are");
    return (survey->items == count && survey->in_roots == count) ||
           compare_fails(compare, "nodes: %zu items in them, %zu counted by the roots, but there are %zu",
                         survey->items, survey->in_roots, count);
}

bool compare_nodes(struct compare *compare)
{
    struct survey survey = { 0 };
    return surveyed(compare, &survey);
}

// Items with layers or a mask that match nothing.
static size_t count_unpaired(const struct compare *compare, size_t count)
{
    size_t unpaired = 0;
    for (size_t i = 0; i < count; i++) {
        qd_item item;
        qd_oracle_get(compare->oracle, compare->expected[i].id, &item);
        unpaired += item.filter.layers == QD_NO_LAYER || item.filter.mask == QD_NO_LAYER;
    }
    return unpaired;
}

bool compare_stats(struct compare *compare, size_t bytes)
{
    struct survey seen = { 0 };
    if (!surveyed(compare, &seen))
        return false;
    qd_tree_stats stats;
    qd_tree_get_stats(compare->tree, &stats);
    if (stats.items != seen.items || stats.nodes != seen.nodes || stats.leaves != seen.leaves ||
        stats.depth != seen.depth || stats.fullest_node != seen.fullest)
        return compare_fails(compare,
                             "stats: %zu items, %zu nodes, %zu leaves, depth %d, fullest %zu; the cursor met %zu, %zu, "
                             "%zu, %d, %zu",
                             stats.items, stats.nodes, stats.leaves, stats.depth, stats.fullest_node, seen.items,
                             seen.nodes, seen.leaves, seen.depth, seen.fullest);
    if (!(stats.fill >= 0 && stats.fill <= 1))
        return compare_fails(compare, "stats: fill %g", stats.fill);
    const size_t unpaired = count_unpaired(compare, seen.items);
    if (stats.unpaired != unpaired)
        return compare_fails(compare, "stats: %zu unpaired, but there are %zu", stats.unpaired, unpaired);
    return stats.bytes == bytes ||
           compare_fails(compare, "stats: %zu bytes, but the allocator has %zu out", stats.bytes, bytes);
}
