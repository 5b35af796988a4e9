// Laying out and drawing. A leaf has a row of its own, and any other node stands in the middle of its children. Where
// the rows would be too low to be seen, the diagram ends at a depth that it has room for, and each node there
// counts the items below it too.
#include "node_diagram.h"

#include <math.h>
#include <stdlib.h>

static const double least_row = 5, most_row = 26;       // pixels
static const double most_width = 720;                   // of the diagram
static const double most_column = 78, node_share = 0.6; // of a column, which a node takes
static const double readable = 9;                       // rows below have no numbers
static const double number_room = 24;                   // right of the last column
static const double least_cell = 18;                    // that has a number

static const look look_link = { .stroked = true, .stroke = 0x8a93a6, .stroke_opacity = 1, .width = 1 };
static const look look_bar = { .filled = true, .fill = 0x1d2433, .fill_opacity = 0.3 };
static const look look_asked = { .stroked = true, .stroke = 0xe69f00, .stroke_opacity = 1, .width = 2 };

// The depth to which all nodes have rows, and how many these are.
static int fitting_depth(const node_list *list, double tall, size_t *rows)
{
    size_t nodes[NODE_LIST_DEPTH + 1] = { 0 }, leaves[NODE_LIST_DEPTH + 1] = { 0 }, above = 0;
    int best = 0;
    for (size_t i = 0; i < list->count; i++) {
        nodes[list->nodes[i].depth]++;
        leaves[list->nodes[i].depth] += list->nodes[i].leaf;
    }
    *rows = nodes[0];
    for (int depth = 0; depth <= list->depth; depth++) {
        const size_t needed = above + nodes[depth];
        if ((double)needed * least_row > tall)
            break;
        best = depth;
        *rows = needed;
        above += leaves[depth];
    }
    return best;
}

// The nodes that show, each with its parent.
static void take_nodes(node_diagram *d, const node_list *list)
{
    size_t parents[NODE_LIST_DEPTH + 1];
    for (size_t i = 0; i < list->count;) {
        const list_node *one = &list->nodes[i];
        const bool merged = !one->leaf && one->depth == d->depth;
        diagram_node *node = &d->nodes[d->count];
        *node = (diagram_node){ .at = i,
                                .parent = one->depth > 0 ? parents[one->depth - 1] : d->count,
                                .items = one->items + (merged ? one->below : 0),
                                .x = d->at.x0 + one->depth * d->column,
                                .first = INFINITY,
                                .last = -INFINITY,
                                .merged = merged };
        d->merged |= merged;
        parents[one->depth] = d->count++;
        i = merged ? one->end : i + 1;
    }
}

// Leaves get their rows from the top, their parents the middle.
static void place_nodes(node_diagram *d, const node_list *list)
{
    size_t row = 0;
    for (size_t i = 0; i < d->count; i++) {
        diagram_node *node = &d->nodes[i];
        if (!list->nodes[node->at].leaf && !node->merged)
            continue;
        node->y = d->at.y0 + ((double)row++ + 0.5) * d->row;
        node->leaf = d->numbered ? row : 0;
    }
    for (size_t i = d->count; i-- > 0;) {
        diagram_node *node = &d->nodes[i], *parent = &d->nodes[node->parent];
        if (node->first <= node->last)
            node->y = (node->first + node->last) / 2;
        if (parent == node)
            continue;
        parent->first = fmin(parent->first, node->y);
        parent->last = fmax(parent->last, node->y);
    }
}

bool node_diagram_lay(node_diagram *d, const node_list *list, double left, double top, double tall)
{
    size_t rows;
    *d = (node_diagram){ .fullest = list->fullest };
    d->depth = fitting_depth(list, tall, &rows);
    d->nodes = calloc(list->count + 1, sizeof *d->nodes);
    if (d->nodes == NULL)
        return false;
    d->row = rows > 0 ? fmin(most_row, tall / (double)rows) : most_row;
    d->column = fmin(most_column, most_width / (d->depth + 1));
    d->width = d->column * node_share;
    d->height = fmin(d->row * 0.78, 18);
    d->numbered = d->row >= readable && d->column >= most_column / 2 && d->depth == list->depth;
    const double wide = d->depth * d->column + d->width + (d->numbered ? number_room : 0);
    d->at = (rect){ left, top, left + wide, top + d->row * (double)rows };
    take_nodes(d, list);
    place_nodes(d, list);
    return true;
}

void node_diagram_free(node_diagram *d)
{
    free(d->nodes);
}

static rect node_rect(const node_diagram *d, const diagram_node *node)
{
    return (rect){ node->x, node->y - d->height / 2, node->x + d->width, node->y + d->height / 2 };
}

// From a node to the upright line of its children, that line, and from it to each child.
static void put_links(const node_diagram *d, const canvas *c)
{
    c->on->begin(c->on, &look_link);
    for (size_t i = 0; i < d->count; i++) {
        const diagram_node *node = &d->nodes[i], *parent = &d->nodes[node->parent];
        const double right = node->x + d->width, turn = (right + node->x + d->column) / 2;
        if (node->first <= node->last) {
            c->on->add(c->on, (rect){ right, node->y, turn, node->y });
            c->on->add(c->on, (rect){ turn, node->first, turn, node->last });
        }
        if (parent != node)
            c->on->add(c->on, (rect){ turn - d->column, node->y, node->x, node->y });
    }
    c->on->end(c->on);
}

static void put_boxes(const node_diagram *d, const layers *l, const canvas *c)
{
    for (int depth = 0; depth <= d->depth; depth++)
        for (int rest = 0; rest <= 1; rest++) {
            const look how = rest ? look_rest : look_of_depth(l, depth);
            c->on->begin(c->on, &how);
            for (size_t i = 0; i < d->count; i++) {
                const list_node *one = &l->nodes.nodes[d->nodes[i].at];
                if (one->depth == depth && one->rest == rest)
                    c->on->add(c->on, node_rect(d, &d->nodes[i]));
            }
            c->on->end(c->on);
        }
}

static void put_bars(const node_diagram *d, const canvas *c)
{
    c->on->begin(c->on, &look_bar);
    for (size_t i = 0; i < d->count; i++) {
        rect r = node_rect(d, &d->nodes[i]);
        const double share = d->fullest > 0 ? (double)d->nodes[i].items / (double)d->fullest : 0;
        r.x1 = r.x0 + fmin(share, 1) * d->width;
        if (share > 0)
            c->on->add(c->on, r);
    }
    c->on->end(c->on);
}

static void put_asked(const node_diagram *d, const layers *l, const canvas *c)
{
    c->on->begin(c->on, &look_asked);
    for (size_t i = 0; i < d->count; i++) {
        const list_node *one = &l->nodes.nodes[d->nodes[i].at];
        if (one->visited)
            c->on->add(c->on, node_rect(d, &d->nodes[i]));
    }
    c->on->end(c->on);
}

// Counts in the nodes, and the numbers of leaves beside them. A node above others shows its count if it has items.
static void put_counts(const node_diagram *d, const canvas *c)
{
    const double size = fmin(11, d->row - 1);
    const text_look count = { .size = size, .color = 0x1d2433, .anchor = ANCHOR_MIDDLE };
    const text_look number = { .size = size, .color = 0x5b6b86 };
    for (size_t i = 0; i < d->count; i++) {
        const diagram_node *node = &d->nodes[i];
        char text[32];
        if (d->row >= readable && (node->items > 0 || node->first > node->last)) {
            snprintf(text, sizeof text, "%zu%s", node->items, node->merged ? "+" : "");
            c->on->text(c->on, node->x + d->width / 2, node->y + size * 0.36, &count, text);
        }
        if (node->leaf > 0) {
            snprintf(text, sizeof text, "%zu", node->leaf);
            c->on->text(c->on, node->x + d->width + 4, node->y + size * 0.36, &number, text);
        }
    }
}

static void put_depths(const node_diagram *d, const canvas *c)
{
    const text_look small = { .size = 11, .color = 0x6b7385, .anchor = ANCHOR_MIDDLE };
    for (int depth = 0; depth <= d->depth; depth++) {
        char text[32];
        snprintf(text, sizeof text, "%s%d%s", depth == 0 && d->column >= most_column / 2 ? "depth " : "", depth,
                 d->merged && depth == d->depth ? "+" : "");
        c->on->text(c->on, d->at.x0 + depth * d->column + d->width / 2, d->at.y0 - 6, &small, text);
    }
}

void node_diagram_put(const node_diagram *d, const layers *l, const canvas *c, const picture_options *o)
{
    put_links(d, c);
    put_boxes(d, l, c);
    put_bars(d, c);
    if (o->has_query)
        put_asked(d, l, c);
    put_counts(d, c);
    put_depths(d, c);
}

void node_diagram_put_numbers(const node_diagram *d, const layers *l, const canvas *c)
{
    const text_look how = { .size = 11, .color = 0x5b6b86 };
    for (size_t i = 0; i < d->count; i++) {
        const list_node *one = &l->nodes.nodes[d->nodes[i].at];
        const rect r = canvas_rect(c, one->box), *p = &c->plot;
        const rect seen = { fmax(r.x0, p->x0), fmax(r.y0, p->y0), fmin(r.x1, p->x1), fmin(r.y1, p->y1) };
        char text[32];
        if (d->nodes[i].leaf == 0 || one->rest || seen.x1 - seen.x0 < least_cell || seen.y1 - seen.y0 < least_cell)
            continue;
        snprintf(text, sizeof text, "%zu", d->nodes[i].leaf);
        c->on->text(c->on, seen.x0 + 4, seen.y0 + 12, &how, text);
    }
}
