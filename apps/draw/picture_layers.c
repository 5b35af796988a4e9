// Gathering. The tree is walked once for its cells and asked once for the items of the plot; shapes too small to see
// are left out, so that a picture of a million items is not a file of a million shapes.
#include "picture_layers.h"
#include "structure.h"

#include <limits.h>
#include <math.h>
#include <quadrille/pairs.h>
#include <stdlib.h>
#include <string.h>

static const double smallest_cell = 3; // pixels: cells below are shown as one with their parent

static bool within(qd_box inner, qd_box outer)
{
    return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

static void mark_visited(layers *l, const picture_options *o)
{
    for (size_t i = 0; i < l->nodes.count;) {
        list_node *node = &l->nodes.nodes[i];
        const qd_box b = node->bounds, q = o->query;
        const bool meets = o->edges == QD_OPEN
                               ? b.min.x < q.max.x && q.min.x < b.max.x && b.min.y < q.max.y && q.min.y < b.max.y
                               : qd_box_overlaps(b, q);
        node->visited = node->items + node->below > 0 && meets;
        l->visited += node->visited;
        l->visited_items += node->visited ? node->items : 0;
        i = node->visited ? i + 1 : node->end;
    }
}

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

static bool gather_cells(layers *l, const canvas *c, const picture_options *o)
{
    if (o->has_query)
        mark_visited(l, o);
    // Does the view reach beyond the world, so that the cells of what lies outside show?
    const bool beyond = l->nodes.count > 0 && !within(canvas_view(c), l->nodes.nodes[0].box);
    for (size_t i = 0; i < l->nodes.count;) {
        const list_node *node = &l->nodes.nodes[i];
        const qd_box box = node->box;
        const double side = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
        const bool shows = canvas_shows(c, box), tiny = canvas_pixels(c, side / 2) < smallest_cell;
        i = shows && !tiny ? i + 1 : node->end;
        if (!shows)
            continue;
        const cell one = { .box = node->box,
                           .depth = node->depth,
                           .rest = node->rest,
                           .drawn = node->leaf || tiny || l->nested,
                           .visited = node->visited };
        if (!one.rest && one.drawn) {
            l->deepest = one.depth > l->deepest ? one.depth : l->deepest;
            l->shallowest = one.depth < l->shallowest ? one.depth : l->shallowest;
        }
        l->merged |= tiny && !node->leaf;
        l->has_rest |= one.rest && one.drawn && beyond;
        if (!add_cell(l, one))
            return false;
    }
    if (o->tree) {
        l->shallowest = 0;
        l->deepest = l->nodes.depth;
    }
    return true;
}

static size_t slots_of(const qd_tree *tree)
{
    qd_entry some[256];
    size_t slots = 0;
    qd_cursor cursor;
    qd_cursor_begin(&cursor, tree, NULL);
    for (size_t count = qd_cursor_next(&cursor, some, 256); count > 0; count = qd_cursor_next(&cursor, some, 256))
        for (size_t i = 0; i < count; i++)
            if (qd_id_slot(some[i].id) >= slots)
                slots = (size_t)qd_id_slot(some[i].id) + 1;
    return slots;
}

// Visitors. The emphasis of an item only ever rises.
static qd_flow take_hits(void *context, const qd_entry *found, size_t count)
{
    layers *l = context;
    for (size_t i = 0; i < count; i++)
        l->emphasis[qd_id_slot(found[i].id)] = ITEM_HIT;
    l->hits += count;
    return QD_CONTINUE;
}

static void mark(layers *l, qd_id id)
{
    if (l->emphasis[qd_id_slot(id)] == ITEM_PLAIN) {
        l->emphasis[qd_id_slot(id)] = ITEM_MARKED;
        l->marked++;
    }
}

static qd_flow take_overlapping(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    layers *l = context;
    (void)distances;
    for (size_t i = 0; i < count; i++) {
        mark(l, pairs[i].a.id);
        mark(l, pairs[i].b.id);
    }
    return QD_CONTINUE;
}

static int compare_slots(const void *a, const void *b)
{
    uint32_t p = qd_id_slot(((const qd_entry *)a)->id), q = qd_id_slot(((const qd_entry *)b)->id);
    return (p > q) - (p < q);
}

static bool gather_items(layers *l, const canvas *c, const picture_options *o)
{
    const qd_query view = { .shape = qd_shape_box(canvas_view(c)) }, window = { .shape = qd_shape_box(o->query) };
    l->slots = slots_of(l->tree);
    l->found = calloc(l->items + 1, sizeof *l->found);
    l->emphasis = calloc(l->slots + 1, 1);
    if (l->found == NULL || l->emphasis == NULL)
        return false;
    l->shown = qd_tree_find(l->tree, &view, l->found, l->items, NULL);
    qsort(l->found, l->shown, sizeof *l->found, compare_slots);
    if (o->mark_overlapping)
        qd_tree_visit_pairs(l->tree, NULL, take_overlapping, l, NULL);
    if (o->has_query)
        qd_tree_visit(l->tree, &window, take_hits, l, NULL);
    return true;
}

// What structures are built about: the middle of what shows, where floats would otherwise round that. From a float to
// one next to it the way is a float.
static qd_vec2 origin_of(const canvas *c, const picture_options *o)
{
    const rect *v = &c->view;
    const double far = fmax(fmax(fabs(v->x0), fabs(v->x1)), fmax(fabs(v->y0), fabs(v->y1)));
    if (!o->exact && v->x1 - v->x0 > far / 1024)
        return (qd_vec2){ 0, 0 };
    const qd_vec2 middle = { v->x0 / 2 + v->x1 / 2, v->y0 / 2 + v->y1 / 2 };
    return o->exact ? middle : (qd_vec2){ (double)(float)middle.x, (double)(float)middle.y };
}

bool layers_gather(layers *l, const qd_tree *tree, const canvas *c, const picture_options *o)
{
    memset(l, 0, sizeof *l);
    l->tree = tree;
    l->shallowest = INT_MAX;
    qd_tree_get_stats(tree, &l->stats);
    l->items = qd_tree_count(tree, NULL);
    l->nested = structure_nests(o->structure);
    const bool taken = o->structure > 0
                           ? structure_take(&l->nodes, o->structure, tree, origin_of(c, o), o->down, &l->complained)
                           : node_list_take(&l->nodes, tree, o->down);
    return taken && gather_cells(l, c, o) && gather_items(l, c, o);
}

void layers_free(layers *l)
{
    node_list_free(&l->nodes);
    free(l->cells);
    free(l->found);
    free(l->emphasis);
}
