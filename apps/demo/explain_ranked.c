// What comes first, in single steps: the nearest to a place, or the first on a ray. The nearest cell is looked into
// first, and none that is farther than the answers so far.
#include "explain_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The boxes of every cell's own items: those of cell i are at first[i] and on.
typedef struct cell_items {
    fbox *boxes;
    size_t *first;
} cell_items;

typedef struct ranked_walk {
    explanation *out;
    const cells *tree;
    cell_items items;
    const question *asked;
    bool open;
    double best[NEAREST_ASKED]; // distances of the answers so far, nearest first
    size_t count, wanted;
    size_t within; // those of the last cell that became answers
} ranked_walk;

static void free_items(cell_items *self)
{
    free(self->boxes);
    free(self->first);
}

// False: no memory, or the tree is not the one that the cells are of.
static bool fill_items(cell_items *self, const cells *tree, const qd_tree *of, qd_entry *entries, qd_box *boxes)
{
    size_t count = qd_tree_count(of, NULL), filled = 0;
    qd_node_cursor cursor;
    qd_node node;
    qd_node_cursor_begin(&cursor, of);
    for (size_t i = 0; i < tree->count; i++) {
        self->first[i] = filled;
        if (!qd_node_cursor_next(&cursor, &node) || node.items > count - filled)
            return false;
        size_t held = qd_node_cursor_entries(&cursor, entries, boxes, count, NULL);
        for (size_t k = 0; k < held; k++)
            self->boxes[filled + k] = fbox_of(boxes[k]);
        filled += held;
    }
    return true;
}

static bool take_items(cell_items *self, const cells *tree, const qd_tree *of)
{
    size_t count = qd_tree_count(of, NULL) + 1;
    qd_entry *entries = malloc(count * sizeof *entries);
    qd_box *boxes = malloc(count * sizeof *boxes);
    *self = (cell_items){ calloc(count, sizeof *self->boxes), malloc((tree->count + 1) * sizeof *self->first) };
    bool good = entries && boxes && self->boxes && self->first && fill_items(self, tree, of, entries, boxes);
    free(entries);
    free(boxes);
    if (good)
        return true;
    free_items(self);
    return false;
}

// Nothing that is farther can be an answer any more.
static double limit(const ranked_walk *self)
{
    return self->count < self->wanted ? INFINITY : self->best[self->wanted - 1];
}

static void offer(ranked_walk *self, double distance)
{
    if (!(distance < limit(self)))
        return;
    size_t at = self->count < self->wanted ? self->count++ : self->wanted - 1;
    for (; at > 0 && self->best[at - 1] > distance; at--)
        self->best[at] = self->best[at - 1];
    self->best[at] = distance;
    self->within++;
}

static double in_world(const ranked_walk *self, double distance)
{
    return distance * question_length(self->asked);
}

static void keep_reach(const ranked_walk *self)
{
    if (self->out->count > 0 && self->count > 0)
        self->out->steps[self->out->count - 1].reach = self->best[self->count - 1];
}

static void pass_cell(ranked_walk *self, const tree_cell *node, double far)
{
    size_t items = node->items + node->items_below;
    if (items == 0)
        explanation_say(self->out, node, "Depth %d: this cell is empty. Passed by.", node->depth);
    else if (far == INFINITY)
        explanation_say(self->out, node,
                        "Depth %d: the ray misses all that this cell holds. Its %zu item%s are passed by, untested.",
                        node->depth, items, plural(items));
    else
        explanation_say(
            self->out, node,
            "Depth %d: what this cell holds begins at a distance of %.4g, behind the %s so far at %.4g. Its "
            "%zu item%s are passed by, untested.",
            node->depth, in_world(self, far), self->asked->kind == ASK_RAY ? "hit" : "last of the answers",
            in_world(self, limit(self)), items, plural(items));
    explanation_passes_by(self->out);
    keep_reach(self);
}

// What is known now.
static void tell_answers(const ranked_walk *self, char *out, size_t size)
{
    if (self->count == 0)
        snprintf(out, size, "No answer yet.");
    else if (self->asked->kind == ASK_RAY)
        snprintf(out, size, "The first hit is %s at %.4g.", self->within ? "now" : "still",
                 in_world(self, self->best[0]));
    else
        snprintf(out, size, "%zu of them become answers; the last of %zu is at %.4g.", self->within, self->count,
                 self->best[self->count - 1]);
}

static void tell_cell(ranked_walk *self, const tree_cell *node, double far)
{
    char answers[100];
    double at = in_world(self, far);
    tell_answers(self, answers, sizeof answers);
    if (node->leaf)
        explanation_say(self->out, node, "Depth %d, a leaf, at a distance of %.4g. Its %zu item%s are measured. %s",
                        node->depth, at, node->items, plural(node->items), answers);
    else if (node->items > 0)
        explanation_say(
            self->out, node,
            "Depth %d, at a distance of %.4g. The %zu item%s of its own are measured. %s Its four cells are "
            "next, the nearest first.",
            node->depth, at, node->items, plural(node->items), answers);
    else
        explanation_say(self->out, node, "Depth %d, at a distance of %.4g. Its four cells are next, the nearest first.",
                        node->depth, at);
    keep_reach(self);
}

static void measure(ranked_walk *self, size_t cell)
{
    size_t first = self->items.first[cell], count = self->tree->nodes[cell].items;
    self->within = 0;
    for (size_t i = first; i < first + count; i++)
        offer(self, question_distance(self->asked, self->items.boxes[i], self->open));
    self->out->looked_into++;
    self->out->compared += count;
}

// The children of a cell, or the roots, nearest first; at most four. Returns how many.
static size_t order_children(const ranked_walk *self, size_t cell, size_t out[4])
{
    double far[4];
    size_t count = 0;
    for (size_t child = cells_child(self->tree, cell, CELL_NONE); child != CELL_NONE && count < 4;
         child = cells_child(self->tree, cell, child)) {
        double distance = question_distance(self->asked, self->tree->nodes[child].bounds, false);
        size_t at = count++;
        for (; at > 0 && far[at - 1] > distance; at--) {
            far[at] = far[at - 1];
            out[at] = out[at - 1];
        }
        far[at] = distance;
        out[at] = child;
    }
    return count;
}

static void visit(ranked_walk *self, size_t cell)
{
    const tree_cell *node = &self->tree->nodes[cell];
    double far = question_distance(self->asked, node->bounds, false);
    bool passed = far == INFINITY || far > limit(self), told = self->out->count < STEPS_MOST;
    if (passed) {
        if (told)
            pass_cell(self, node, far);
        return;
    }
    measure(self, cell);
    if (told)
        tell_cell(self, node, far);
    size_t children[4], count = order_children(self, cell, children);
    for (size_t i = 0; i < count; i++)
        visit(self, children[i]);
}

void explanation_ranked(explanation *self, const cells *tree, const qd_tree *of, const question *asked,
                        const answer *found, bool open)
{
    size_t items = qd_tree_count(of, NULL);
    bool ray = asked->kind == ASK_RAY;
    ranked_walk walk = { .out = self, .tree = tree, .asked = asked, .open = open, .wanted = ray ? 1 : NEAREST_ASKED };
    explanation_end(self);
    self->asked = *asked;
    if (!take_items(&walk.items, tree, of))
        return;
    explanation_say(self, NULL,
                    ray ? "What does this ray hit first? There are %zu items in %zu cells. This is the way from the "
                          "root: what the ray enters first comes first, and nothing is looked into behind a hit."
                        : "Which items are nearest to this place? There are %zu items in %zu cells. This is the way "
                          "from the root: the nearest cell comes first, and none is looked into that is farther than "
                          "the answers so far.",
                    items, tree->count);
    size_t roots[4], count = order_children(&walk, CELL_NONE, roots);
    for (size_t i = 0; i < count; i++)
        visit(&walk, roots[i]);
    char where[60] = "";
    if (walk.count > 0)
        snprintf(where, sizeof where, ", %s at a distance of %.4g", ray ? "it is" : "the last",
                 in_world(&walk, walk.best[walk.count - 1]));
    explanation_say(self, NULL, "Done: %llu boxes measured, %zu found%s. Brute force measures all %zu.",
                    (unsigned long long)found->tests, found->count, where, items);
    free_items(&walk.items);
}
