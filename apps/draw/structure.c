// The structures are the bench's, which takes boxes of floats and answers as brute force does.
#include "structure.h"

#include "report.h"

#include <contenders.h>
#include <quadrille/query.h>
#include <stdlib.h>

const char *const structure_names[] = { "quadtree", "contained", "leaves", "grid", "kd", "rtree", "aabb", NULL };
const char *const structure_titles[] = { "",
                                         "each box in the smallest node that holds it whole",
                                         "each box in every leaf that it touches",
                                         "uniform grid, each box in the cell of its lower corner",
                                         "k-d tree, halved at the median of the centres",
                                         "R-tree, nodes as large as what they hold",
                                         "AABB tree, each box in a leaf of its own" };
static const contender_kind *const structure_kinds[] = {
    NULL, &contender_contained, &contender_leaves, &contender_grid, &contender_kd, &contender_rtree, &contender_aabb
};

bool structure_nests(int which)
{
    return structure_kinds[which] == &contender_rtree || structure_kinds[which] == &contender_aabb;
}

static bool take_node(void *context, contender_node node)
{
    const qd_box cell = fbox_wide(node.cell);
    return node_list_add(
        context,
        (list_node){ .box = cell, .bounds = cell, .items = node.items, .depth = node.depth, .leaf = node.leaf });
}

// Boxes of all items in floats; NULL: no memory, or floats cannot hold them (*unfit).
static fbox *boxes_of(const qd_tree *tree, size_t *count, bool *unfit)
{
    fbox *boxes = malloc((qd_tree_count(tree, NULL) + 1) * sizeof *boxes);
    qd_entry some[256];
    qd_item item;
    qd_cursor cursor;
    *count = 0;
    *unfit = false;
    qd_cursor_begin(&cursor, tree, NULL);
    while (boxes != NULL && !*unfit) {
        const size_t more = qd_cursor_next(&cursor, some, 256);
        for (size_t i = 0; i < more && qd_tree_get(tree, some[i].id, &item) == QD_OK; i++) {
            boxes[*count] = fbox_of(item.box);
            *unfit |= !fbox_is_valid(boxes[(*count)++]);
        }
        if (more == 0)
            return boxes;
    }
    free(boxes);
    return NULL;
}

// Items below each node, which contenders do not say.
static void sum_below(node_list *list)
{
    for (size_t i = list->count; i-- > 0;)
        for (size_t child = i + 1; child < list->nodes[i].end; child = list->nodes[child].end)
            list->nodes[i].below += list->nodes[child].items + list->nodes[child].below;
}

bool structure_take(node_list *list, int which, const qd_tree *tree, bool down, bool *complained)
{
    const contender_kind *kind = structure_kinds[which];
    size_t count;
    *list = (node_list){ .nodes = NULL };
    fbox *boxes = boxes_of(tree, &count, complained);
    if (*complained) {
        complain("draw: --structure %s needs coordinates that floats can hold", structure_names[which]);
        return false;
    }
    contender *self = boxes != NULL ? kind->create(false) : NULL;
    bool good = self != NULL && kind->set(self, boxes, count) == QD_OK;
    if (good)
        kind->nodes(self, take_node, list);
    kind->destroy(self);
    free(boxes);
    good = good && node_list_order(list, down);
    if (good)
        sum_below(list);
    return good;
}
