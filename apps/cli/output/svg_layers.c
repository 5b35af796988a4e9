// Gathering. The tree is walked once for its cells and asked once for the items of the plot; what is too small to be
// told apart on the screen is left out, so that a picture of a million items is not a file of a million shapes.
#include "svg_layers.h"

#include <limits.h>
#include <math.h>
#include <quadrille/pairs.h>
#include <stdlib.h>
#include <string.h>

static const double smallest_cell = 3; // pixels: cells below are shown as one with their parent

static double side(qd_box box)
{
    return (double)box.max.x - box.min.x;
}

static bool within(qd_box inner, qd_box outer)
{
    return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

// The two roots: the world, and the far larger one of all that lies outside.
typedef struct roots {
    qd_box world;
    int count;
} roots;

static qd_walk take_root(void *context, const qd_node *node)
{
    roots *r = context;
    if (r->count++ == 0 || side(node->cell) < side(r->world))
        r->world = node->cell;
    return QD_SKIP;
}

// Does a search for the window look into the cell? By the rule of the tree's edges.
static bool looks_into(const svg_options *o, qd_box bounds)
{
    qd_box q = o->query;
    if (!o->has_query)
        return false;
    if (o->edges == QD_EDGES_OPEN && o->wide == NULL)
        return bounds.min.x < q.max.x && q.min.x < bounds.max.x && bounds.min.y < q.max.y && q.min.y < bounds.max.y;
    return qd_box_overlaps(bounds, q);
}

typedef struct cell_walk {
    layers *layers;
    const canvas *canvas;
    const svg_options *options;
    qd_box world;
    bool failed;
} cell_walk;

static bool add_cell(layers *l, cell one)
{
    if (l->cell_count == l->cell_room) {
        size_t room = l->cell_room > 0 ? l->cell_room * 2 : 256;
        cell *cells = realloc(l->cells, room * sizeof *cells);
        if (cells == NULL)
            return false;
        l->cells = cells;
        l->cell_room = room;
    }
    l->cells[l->cell_count++] = one;
    return true;
}

static void note_depth(layers *l, int depth)
{
    l->deepest = depth > l->deepest ? depth : l->deepest;
    l->shallowest = depth < l->shallowest ? depth : l->shallowest;
}

static qd_walk take_cell(void *context, const qd_node *node)
{
    cell_walk *w = context;
    if (!canvas_shows(w->canvas, node->cell))
        return QD_SKIP;
    bool tiny = side(node->cell) / 2 * w->canvas->scale < smallest_cell;
    cell one = { .box = node->cell, .depth = node->depth, .drawn = node->leaf || tiny };
    one.rest = !within(node->cell, w->world) || (node->depth > 0 && within(w->world, node->cell));
    one.visited = looks_into(w->options, node->bounds);
    if (!one.rest && one.drawn)
        note_depth(w->layers, one.depth);
    w->layers->merged |= tiny && !node->leaf;
    w->layers->has_rest |= one.rest && one.drawn && !within(canvas_view(w->canvas), w->world);
    w->failed = !add_cell(w->layers, one);
    return w->failed ? QD_STOP : tiny ? QD_SKIP : QD_DESCEND;
}

static bool gather_cells(layers *l, const canvas *c, const svg_options *o)
{
    roots r = { 0 };
    qd_tree_walk(l->tree, take_root, &r);
    cell_walk w = { l, c, o, r.world, false };
    qd_tree_walk(l->tree, take_cell, &w);
    return !w.failed;
}

// Visitors. The emphasis of an item only ever rises.
static bool take_slot(void *context, const qd_found *found, size_t count)
{
    layers *l = context;
    for (size_t i = 0; i < count; i++)
        if (found[i].id.slot >= l->slots)
            l->slots = (size_t)found[i].id.slot + 1;
    return true;
}

static bool take_shown(void *context, const qd_found *found, size_t count)
{
    layers *l = context;
    memcpy(l->found + l->shown, found, count * sizeof *found);
    l->shown += count;
    return true;
}

static bool take_hits(void *context, const qd_found *found, size_t count)
{
    layers *l = context;
    for (size_t i = 0; i < count; i++)
        l->emphasis[found[i].id.slot] = ITEM_HIT;
    return true;
}

static void mark(layers *l, qd_id id)
{
    if (l->emphasis[id.slot] == ITEM_PLAIN) {
        l->emphasis[id.slot] = ITEM_MARKED;
        l->marked++;
    }
}

static bool take_overlapping(void *context, const qd_pair *pairs, size_t count)
{
    layers *l = context;
    for (size_t i = 0; i < count; i++) {
        mark(l, pairs[i].a.id);
        mark(l, pairs[i].b.id);
    }
    return true;
}

static int compare_slots(const void *a, const void *b)
{
    uint32_t p = ((const qd_found *)a)->id.slot, q = ((const qd_found *)b)->id.slot;
    return (p > q) - (p < q);
}

static bool gather_items(layers *l, const canvas *c, const svg_options *o)
{
    const qd_query_filter all = { 0 };
    const qd_box everywhere = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    const qd_box view = canvas_view(c);
    qd_visit_box(l->tree, everywhere, all, take_slot, l);
    l->found = calloc(l->items + 1, sizeof *l->found);
    l->emphasis = calloc(l->slots + 1, 1);
    if (l->found == NULL || l->emphasis == NULL)
        return false;
    qd_visit_box(l->tree, view, all, take_shown, l);
    qsort(l->found, l->shown, sizeof *l->found, compare_slots);
    if (o->mark_overlapping && o->wide != NULL)
        qd_wide_visit_pairs(o->wide, take_overlapping, l);
    else if (o->mark_overlapping)
        qd_visit_pairs(l->tree, take_overlapping, l);
    if (o->has_query && o->wide != NULL)
        l->cost = qd_wide_visit_box(o->wide, o->exact_query, all, take_hits, l);
    else if (o->has_query)
        l->cost = qd_visit_box(l->tree, o->query, all, take_hits, l);
    return true;
}

bool layers_gather(layers *l, const qd_tree *tree, const canvas *c, const svg_options *o)
{
    memset(l, 0, sizeof *l);
    l->tree = tree;
    l->shallowest = INT_MAX;
    l->stats = qd_tree_stats(tree);
    l->items = qd_tree_count(tree);
    return gather_cells(l, c, o) && gather_items(l, c, o);
}

void layers_free(layers *l)
{
    free(l->cells);
    free(l->found);
    free(l->emphasis);
}
