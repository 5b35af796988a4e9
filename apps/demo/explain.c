// Steps with sentences.
#include "explain_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void explanation_end(explanation *self)
{
    free(self->steps);
    *self = (explanation){ 0 };
}

bool explanation_shown(const explanation *self)
{
    return self->count > 0;
}

const step *explanation_now(const explanation *self)
{
    return self->count > 0 ? &self->steps[self->at] : NULL;
}

void explanation_go(explanation *self, int steps)
{
    size_t by = (size_t)abs(steps);
    if (self->count == 0)
        return;
    if (steps < 0)
        self->at -= by < self->at ? by : self->at;
    else
        self->at = self->at + by < self->count ? self->at + by : self->count - 1;
}

static step *add_step(explanation *self)
{
    static step none;
    if (self->count == self->space) {
        size_t space = self->space ? 2 * self->space : 32;
        step *grown = realloc(self->steps, space * sizeof *grown);
        if (!grown)
            return &none;
        self->steps = grown;
        self->space = space;
    }
    step *fresh = &self->steps[self->count++];
    memset(fresh, 0, sizeof *fresh);
    return fresh;
}

void explanation_say(explanation *self, const tree_cell *node, const char *format, ...)
{
    step *s = add_step(self);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->text, sizeof s->text, format, arguments);
    va_end(arguments);
    s->has_cell = node != NULL;
    s->reach = NAN;
    if (node)
        s->cell = node->square;
}

void explanation_passes_by(explanation *self)
{
    if (self->count > 0)
        self->steps[self->count - 1].passed_by = true;
}

static void pass_by(explanation *self, const tree_cell *node, const char *asker)
{
    size_t items = node->items + node->items_below;
    if (items == 0)
        explanation_say(self, node, "Depth %d: this cell is empty. Passed by.", node->depth);
    else
        explanation_say(self, node,
                        "Depth %d: what this cell holds does not meet the %s. Its %zu item%s are passed by, untested.",
                        node->depth, asker, items, plural(items));
    explanation_passes_by(self);
}

static void look_into(explanation *self, const tree_cell *node, const char *asker)
{
    if (node->leaf)
        explanation_say(self, node, "Depth %d, a leaf: its bounds meet the %s. Its %zu item%s are compared with it.",
                        node->depth, asker, node->items, plural(node->items));
    else if (node->items > 0)
        explanation_say(
            self, node,
            "Depth %d: its bounds meet the %s. The %zu item%s of its own, too large for the cells below, are compared; "
            "then its four cells.",
            node->depth, asker, node->items, plural(node->items));
    else
        explanation_say(self, node,
                        "Depth %d: its bounds meet the %s. It has no items of its own; its four cells are next.",
                        node->depth, asker);
}

void explanation_question(explanation *self, const cells *tree, const question *asked, const answer *found,
                          size_t items, bool open)
{
    const char *asker = question_noun(asked);
    explanation_end(self);
    self->asked = *asked;
    explanation_say(
        self, NULL,
        "What overlaps this %s? There are %zu items in %zu cells. This is the way down from the root; where many items "
        "are, a directory lets the search begin further down.",
        asker, items, tree->count);
    for (size_t i = 0; i < tree->count;) {
        const tree_cell *node = &tree->nodes[i];
        bool silent = self->count >= STEPS_MOST;
        bool meets = question_meets(asked, node->bounds, INFINITY, open);
        bool covers = meets && question_covers(asked, node->bounds, open);
        self->looked_into += meets;
        self->compared += meets && !covers ? node->items : 0;
        if (!silent && covers)
            explanation_say(
                self, node,
                "Depth %d: the %s covers all that this cell holds. Its %zu item%s are answers without a test.",
                node->depth, asker, node->items + node->items_below, plural(node->items + node->items_below));
        else if (!silent && meets)
            look_into(self, node, asker);
        else if (!silent)
            pass_by(self, node, asker);
        i = meets && !covers ? i + 1 : tree->ends[i];
    }
    explanation_say(self, NULL, "Done: %llu boxes compared, %zu found. Brute force compares all %zu.",
                    (unsigned long long)found->tests, found->count, items);
}

// The cell of `after` that is this one of `before`; CELL_NONE: it is there no more.
static size_t same_cell(const cells *after, const tree_cell *node)
{
    for (size_t i = 0; i < after->count; i++)
        if (after->nodes[i].depth == node->depth &&
            memcmp(&after->nodes[i].square, &node->square, sizeof node->square) == 0)
            return i;
    return CELL_NONE;
}

static void tell_split(explanation *self, const cells *after, size_t parent)
{
    const tree_cell *node = &after->nodes[parent];
    size_t held[4] = { 0 }, child = CELL_NONE;
    for (int i = 0; i < 4; i++) {
        child = cells_child(after, parent, child);
        if (child == CELL_NONE)
            break;
        held[i] = after->nodes[child].items + after->nodes[child].items_below;
    }
    explanation_say(
        self, node,
        "One too many for a leaf, so it splits: %zu, %zu, %zu and %zu items go into its quarters, %zu stay%s since the "
        "quarters are smaller than they.",
        held[0], held[1], held[2], held[3], node->items, node->items == 1 ? "s" : "");
}

static void tell_end(explanation *self, const cells *before, const cells *after, size_t home, fbox box, int capacity)
{
    const tree_cell *node = &before->nodes[home];
    size_t now = same_cell(after, node);
    if (!node->leaf) {
        explanation_say(self, node,
                        "Its quarters are smaller than the box, so it stays here, at depth %d, beside the cells below.",
                        node->depth);
        return;
    }
    explanation_say(self, node,
                    "Depth %d, a leaf: here it goes, to %zu other item%s. A leaf splits when it holds more than %d.",
                    node->depth, node->items, plural(node->items), capacity);
    if (now == CELL_NONE) {
        explanation_say(self, NULL, "The tree was rebuilt at that moment, after so many boxes had come.");
        return;
    }
    const tree_cell *then = &after->nodes[now];
    if (then->leaf) {
        if (then->items > (size_t)capacity)
            explanation_say(self, then,
                            "It holds %zu now, and stays whole: a split has to bring more than %d of them into "
                            "quarters. The others are larger than a quarter, or lie at one place.",
                            then->items, capacity / 2);
        return;
    }
    tell_split(self, after, now);
    size_t last = cells_home(after, box);
    if (last != CELL_NONE)
        explanation_say(self, &after->nodes[last], "And here it lives now, at depth %d.", after->nodes[last].depth);
}

void explanation_insert(explanation *self, const cells *before, const cells *after, fbox box, int capacity)
{
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    explanation_end(self);
    self->box = box;
    explanation_say(self, NULL,
                    "A box of %.4g x %.4g goes in. Its centre says in which cells it may live, its size how deep.",
                    width, height);
    size_t home = CELL_NONE, next = cells_toward(before, CELL_NONE, box);
    for (; next != CELL_NONE; next = cells_toward(before, home, box)) {
        home = next;
        const tree_cell *node = &before->nodes[home];
        double side = (double)node->square.max.x - (double)node->square.min.x;
        if (!node->leaf)
            explanation_say(
                self, node,
                "Depth %d: this cell holds the centre, and its side %.4g is no smaller than the box: go on down.",
                node->depth, side);
    }
    if (home == CELL_NONE)
        explanation_say(self, NULL, "No cell holds its centre and is as large: it makes the tree's world grow.");
    else
        tell_end(self, before, after, home, box, capacity);
    explanation_say(
        self, NULL,
        "The bounds of the cells above have grown where they did not cover it. Any search can find it now.");
}
