// The structures are the bench's, which takes boxes of floats and answers as brute force does.
#include "structure.h"

#include "report.h"

#include <contenders.h>
#include <float.h>
#include <math.h>
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

// A list that is filled with what was built about an origin.
typedef struct taking {
    node_list *list;
    qd_vec2 origin;
} taking;

static double end_of(float value, double origin)
{
    return fmin(fmax((double)value + origin, -DBL_MAX), DBL_MAX);
}

static bool take_node(void *context, contender_node node)
{
    const taking *to = context;
    const qd_box cell = { { end_of(node.reach.min.x, to->origin.x), end_of(node.reach.min.y, to->origin.y) },
                          { end_of(node.reach.max.x, to->origin.x), end_of(node.reach.max.y, to->origin.y) } };
    return node_list_add(
        to->list,
        (list_node){ .box = cell, .bounds = cell, .items = node.items, .depth = node.depth, .leaf = node.leaf });
}

// Boxes of all items in floats, about the origin; NULL: no memory, or floats cannot hold them (*unfit).
static fbox *boxes_of(const qd_tree *tree, qd_vec2 origin, size_t *count, bool *unfit)
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
            const qd_vec2 low = item.box.min, high = item.box.max;
            boxes[*count] =
                fbox_of((qd_box){ { low.x - origin.x, low.y - origin.y }, { high.x - origin.x, high.y - origin.y } });
            *unfit |= !fbox_is_valid(boxes[(*count)++]);
        }
        if (more == 0)
            return boxes;
    }
    free(boxes);
    return NULL;
}

bool structure_take(node_list *list, int which, const qd_tree *tree, qd_vec2 origin, bool down, bool *complained)
{
    const contender_kind *kind = structure_kinds[which];
    size_t count;
    taking to = { list, origin };
    *list = (node_list){ .nodes = NULL };
    fbox *boxes = boxes_of(tree, origin, &count, complained);
    if (*complained) {
        complain("draw: --structure %s needs coordinates that floats can hold", structure_names[which]);
        return false;
    }
    contender *self = boxes != NULL ? kind->create(false) : NULL;
    bool good = self != NULL && kind->set(self, boxes, count) == QD_OK;
    if (good)
        kind->nodes(self, take_node, &to);
    kind->destroy(self);
    free(boxes);
    good = good && node_list_order(list, down);
    // Items below each node, which contenders do not say.
    for (size_t i = good ? list->count : 0; i-- > 0;)
        for (size_t child = i + 1; child < list->nodes[i].end; child = list->nodes[child].end)
            list->nodes[i].below += list->nodes[child].items + list->nodes[child].below;
    return good;
}
