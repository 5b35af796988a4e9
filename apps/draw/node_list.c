// Where a node's descendants end follows from the depths alone; then each group of siblings is sorted by where the
// cells lie, from the roots on.
#include "node_list.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

// A node among its siblings.
typedef struct sibling {
    double down, right; // how far its middle lies
    size_t at;
} sibling;

typedef struct ordering {
    const list_node *from;
    list_node *to;
    sibling *siblings; // those of the node, after those of the nodes above it
    size_t done;
    bool down;
} ordering;

bool node_list_add(node_list *list, list_node one)
{
    assert(one.depth <= NODE_LIST_DEPTH);
    if (list->count == list->room) {
        size_t room = list->room > 0 ? list->room * 2 : 256;
        list_node *nodes = realloc(list->nodes, room * sizeof *nodes);
        if (nodes == NULL)
            return false;
        list->nodes = nodes;
        list->room = room;
    }
    list->nodes[list->count++] = one;
    return true;
}

// A node's descendants end at the next node that is no deeper.
static void find_ends(node_list *list)
{
    size_t next[NODE_LIST_DEPTH + 1];
    for (int depth = 0; depth <= NODE_LIST_DEPTH; depth++)
        next[depth] = list->count;
    for (size_t i = list->count; i-- > 0;) {
        const int depth = list->nodes[i].depth;
        list->nodes[i].end = next[depth];
        for (int below = depth; below <= NODE_LIST_DEPTH; below++)
            next[below] = i;
    }
}

static int compare_siblings(const void *a, const void *b)
{
    const sibling *p = a, *q = b;
    if (p->down != q->down)
        return p->down < q->down ? -1 : 1;
    if (p->right != q->right)
        return p->right < q->right ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

// Copies the siblings from `first` to `end` with the nodes below them. The depth of the tree limits the recursion.
static void copy_siblings(ordering *o, size_t first, size_t end, sibling *siblings)
{
    size_t count = 0;
    for (size_t at = first; at < end; at = o->from[at].end) {
        const list_node *one = &o->from[at];
        const double y = one->box.min.y / 2 + one->box.max.y / 2;
        const double down = one->rest && one->depth == 0 ? INFINITY : o->down ? y : -y;
        siblings[count++] = (sibling){ down, one->box.min.x / 2 + one->box.max.x / 2, at };
    }
    qsort(siblings, count, sizeof *siblings, compare_siblings);
    for (size_t i = 0; i < count; i++) {
        const size_t at = siblings[i].at, place = o->done++;
        o->to[place] = o->from[at];
        if (at + 1 < o->from[at].end)
            copy_siblings(o, at + 1, o->from[at].end, siblings + count);
        o->to[place].end = o->done;
    }
}

static void sum_up(node_list *list)
{
    list->leaves = list->fullest = 0;
    list->depth = 0;
    for (size_t i = 0; i < list->count; i++) {
        const list_node *one = &list->nodes[i];
        list->leaves += one->leaf;
        list->fullest = one->items > list->fullest ? one->items : list->fullest;
        list->depth = one->depth > list->depth ? one->depth : list->depth;
    }
}

bool node_list_order(node_list *list, bool down)
{
    find_ends(list);
    list_node *sorted = malloc((list->count + 1) * sizeof *sorted);
    sibling *siblings = malloc((list->count + 1) * sizeof *siblings);
    if (sorted == NULL || siblings == NULL) {
        free(sorted);
        free(siblings);
        return false;
    }
    ordering order = { .from = list->nodes, .to = sorted, .down = down };
    if (list->count > 0)
        copy_siblings(&order, 0, list->count, siblings);
    free(siblings);
    free(list->nodes);
    list->nodes = sorted;
    list->room = list->count + 1;
    sum_up(list);
    return true;
}

// The world is the smaller of the two roots; the other one, for items outside, is far larger.
static void mark_rest(node_list *list)
{
    size_t second = 1;
    while (second < list->count && list->nodes[second].depth > 0)
        second++;
    if (second >= list->count)
        return;
    const qd_box *a = &list->nodes[0].box, *b = &list->nodes[second].box;
    const bool first_is_world = a->max.x - a->min.x <= b->max.x - b->min.x;
    for (size_t i = 0; i < list->count; i++)
        list->nodes[i].rest = (i >= second) == first_is_world;
}

bool node_list_take(node_list *list, const qd_tree *tree, bool down)
{
    qd_node_cursor cursor;
    qd_node node;
    bool good = true;
    *list = (node_list){ .nodes = NULL };
    qd_node_cursor_begin(&cursor, tree);
    while (good && qd_node_cursor_next(&cursor, &node))
        good = node_list_add(list, (list_node){ .box = node.square,
                                                .bounds = node.bounds,
                                                .items = node.items,
                                                .below = node.items_below,
                                                .depth = node.depth,
                                                .leaf = node.leaf });
    if (!good)
        return false;
    mark_rest(list);
    return node_list_order(list, down);
}

void node_list_free(node_list *list)
{
    free(list->nodes);
    *list = (node_list){ .nodes = NULL };
}
