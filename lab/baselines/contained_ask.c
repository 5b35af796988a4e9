/// What the quadtree of smallest containing nodes answers beside pairs. A window leaves out the sides of planes that it
/// does not reach, and takes what lies in cells that it covers without a test; nearest and rays take children in the
/// order in which the point or the ray comes to them, and stop at the first that cannot matter any more.
#include "contained.h"

#include "catcher.h"
#include "nearest.h"
#include "ray.h"

/// With open edges too: what lies in the cell lies strictly inside the window.
static bool covers(fbox window, fbox cell)
{
    return window.min.x < cell.min.x && window.min.y < cell.min.y && cell.max.x <= window.max.x &&
           cell.max.y <= window.max.y;
}

static void take_all(const quadnodes *tree, const quadnode *node, catcher *out)
{
    for (uint32_t block = node->block; block != QUADNODES_NONE; block = tree->next[block])
        catcher_add_all(out, tree->items + (size_t)block * QUADNODES_BLOCK, quadnodes_used(node, block));
    for (uint32_t i = 0; i < 4 && node->children && !out->stopped; i++)
        take_all(tree, tree->nodes + node->children + i, out);
}

static void window_of_node(const contained *own, const quadnode *node, fbox window, catcher *out)
{
    const quadnodes *tree = &own->tree;
    if (covers(window, node->cell)) {
        take_all(tree, node, out);
        return;
    }
    for (uint32_t block = node->block; block != QUADNODES_NONE; block = tree->next[block]) {
        size_t from = (size_t)block * QUADNODES_BLOCK;
        catcher_scan(out, &tree->boxes, tree->items, lanes_of(window), from, from + quadnodes_used(node, block),
                     own->open_edges);
    }
    for (uint32_t i = 0; i < 4 && node->children && !out->stopped; i++)
        if (quadnodes_touches(node, i, window))
            window_of_node(own, tree->nodes + node->children + i, window, out);
}

contender_found contained_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context)
{
    const contained *own = (const contained *)self;
    catcher out;
    catcher_begin(&out, visitor, context);
    if (own->ready)
        window_of_node(own, own->tree.nodes, window, &out);
    return catcher_end(&out);
}

bool contained_collides(const contender *self, fbox box)
{
    bool found = false;
    contained_window(self, box, catcher_any, &found);
    return found;
}

/// Four children in ascending order of what they are ranked by.
typedef struct ranking {
    uint32_t child[4];
    double rank[4];
    uint32_t count;
} ranking;

static void rank(ranking *list, uint32_t child, double value)
{
    uint32_t at = list->count++;
    for (; at > 0 && value < list->rank[at - 1]; at--) {
        list->rank[at] = list->rank[at - 1];
        list->child[at] = list->child[at - 1];
    }
    list->rank[at] = value;
    list->child[at] = child;
}

static void near_of_node(const quadnodes *tree, const quadnode *node, fvec2 point, nearest *list)
{
    for (uint32_t block = node->block; block != QUADNODES_NONE; block = tree->next[block]) {
        size_t from = (size_t)block * QUADNODES_BLOCK;
        nearest_scan(list, &tree->boxes, tree->items, point, from, from + quadnodes_used(node, block));
    }
    if (!node->children)
        return;
    ranking order = { .count = 0 };
    for (uint32_t i = 0; i < 4; i++) {
        fbox cell = tree->nodes[node->children + i].cell;
        rank(&order, i, nearest_squared(point, cell.min.x, cell.min.y, cell.max.x, cell.max.y));
    }
    for (uint32_t i = 0; i < 4 && order.rank[i] <= nearest_limit(list); i++)
        near_of_node(tree, tree->nodes + node->children + order.child[i], point, list);
}

size_t contained_near(const contender *self, fvec2 point, size_t k, contender_near *out)
{
    const contained *own = (const contained *)self;
    nearest list = { out, k, 0 };
    if (own->ready)
        near_of_node(&own->tree, own->tree.nodes, point, &list);
    return list.count;
}

static void ray_of_node(const quadnodes *tree, const quadnode *node, ray_search *search)
{
    for (uint32_t block = node->block; block != QUADNODES_NONE; block = tree->next[block]) {
        size_t from = (size_t)block * QUADNODES_BLOCK;
        ray_scan(search, &tree->boxes, tree->items, from, from + quadnodes_used(node, block));
    }
    if (!node->children)
        return;
    ranking order = { .count = 0 };
    for (uint32_t i = 0; i < 4; i++) {
        ray_range range = ray_within(search->ray, tree->nodes[node->children + i].cell);
        if (range.from <= range.to)
            rank(&order, i, range.from);
    }
    for (uint32_t i = 0; i < order.count && order.rank[i] <= search->first.t; i++)
        ray_of_node(tree, tree->nodes + node->children + order.child[i], search);
}

contender_hit contained_ray(const contender *self, contender_ray ray)
{
    const contained *own = (const contained *)self;
    ray_search search = ray_begin(ray);
    if (own->ready)
        ray_of_node(&own->tree, own->tree.nodes, &search);
    return search.first;
}
