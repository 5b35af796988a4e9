// The tree's nodes as a list, parents before children, and the bodies in the same order: see masses.h.
#include "list.h"

#include <quadrille/inspect.h>

#define NO_NODE UINT32_MAX

/// One list at work.
typedef struct lister {
    qd__masses *masses;
    const qd_allocator *allocator;
    qd_entry *entries; ///< One node's.
    size_t room;
    const qd__given *given;
    uint32_t leaf;
} lister;

/// Another node, with bodies from `first` on. Returns its place, or NO_NODE: out of memory.
static uint32_t list_node(lister *self, uint32_t first)
{
    qd__masses *masses = self->masses;
    const qd__mass_node node = { .first = first };
    if (!qd__allocator_reserve(self->allocator, &masses->nodes, masses->node_count, &masses->node_room,
                               masses->node_count + 1, sizeof node))
        return NO_NODE;
    masses->nodes[masses->node_count] = node;
    return (uint32_t)masses->node_count++;
}

/// What has been added since the node is below it.
static void end_node(lister *self, uint32_t place, uint32_t end)
{
    qd__mass_node *node = &self->masses->nodes[place];
    node->next = (uint32_t)self->masses->node_count;
    node->count = end - node->first;
}

/// Copies the bodies from `first` on to the places that their numbers have in the list.
static void fetch_bodies(lister *self, size_t first)
{
    qd__masses *masses = self->masses;
    const qd__scale *scale = &masses->scale;
    for (size_t at = first; at < masses->count; at++) {
        const uint32_t number = masses->number[at];
        const qd__given_point point = qd__given_at(self->given, number);
        masses->x[at] = qd__scaled_x(scale, point.x);
        masses->y[at] = qd__scaled_y(scale, point.y);
        masses->mass[at] = point.mass;
    }
}

static void swap_numbers(double *values, size_t a, size_t b)
{
    const double value = values[a];
    values[a] = values[b];
    values[b] = value;
}

static void swap_bodies(qd__masses *masses, uint32_t a, uint32_t b)
{
    const uint32_t number = masses->number[a];
    masses->number[a] = masses->number[b];
    masses->number[b] = number;
    swap_numbers(masses->x, a, b);
    swap_numbers(masses->y, a, b);
    swap_numbers(masses->mass, a, b);
}

/// Puts the bodies that lie in the lower half of the longer side first, and returns where the others begin: in between,
/// or at the end where all lie at one place.
static uint32_t halve(qd__masses *masses, uint32_t first, uint32_t end)
{
    const qd__extent x = qd__extent_of(masses->x, first, end), y = qd__extent_of(masses->y, first, end);
    const bool by_x = x.high - x.low >= y.high - y.low;
    const double *values = by_x ? masses->x : masses->y;
    const qd__extent side = by_x ? x : y;
    const double middle =
        side.low + (side.high - side.low) / 2; // may be rounded to `high` where the two are neighbours
    uint32_t upper = first;
    for (uint32_t i = first; i < end; i++)
        if (middle < side.high ? values[i] <= middle : values[i] < middle)
            swap_bodies(masses, i, upper++);
    return side.low < side.high ? upper : end;
}

/// Settles what lies in a node and in none below it, from the node's first body to `end`: bodies first, each cell then
/// gets a node of its own. False: out of memory.
static bool settle_own(lister *self, uint32_t place, uint32_t end)
{
    qd__masses *masses = self->masses;
    uint32_t bodies = masses->nodes[place].first;
    for (uint32_t i = bodies; i < end; i++) {
        const uint32_t number = masses->number[i];
        if (number < masses->bodies) {
            masses->number[i] = masses->number[bodies]; // the other numbers are fetched again at the end
            masses->number[bodies++] = number;
        }
    }
    masses->nodes[place].own = bodies - masses->nodes[place].first;
    for (uint32_t i = bodies; i < end; i++) {
        const uint32_t cell = list_node(self, i);
        if (cell == NO_NODE)
            return false;
        end_node(self, cell, i + 1);
    }
    return true;
}

/// Ends a node that divide() has been through, and those above it that end where it does. Returns the one above that
/// has an upper half to come, or NO_NODE.
static uint32_t climb(lister *self, uint32_t place, uint32_t end)
{
    for (;;) {
        const uint32_t above = self->masses->nodes[place].next;
        end_node(self, place, end);
        if (above == NO_NODE || self->masses->nodes[above].count > end)
            return above;
        place = above;
    }
}

/// Divides a crowd that the tree's floats could not separate, the lower half of each node first. There may be as many
/// levels as bodies, so the way back is kept in the nodes: until one ends, `next` is the node above it and `count`
/// where its bodies end. False: out of memory.
static bool divide(lister *self, uint32_t place, uint32_t end)
{
    self->masses->nodes[place].next = NO_NODE;
    self->masses->nodes[place].count = end;
    while (place != NO_NODE) {
        const uint32_t first = self->masses->nodes[place].first, last = self->masses->nodes[place].count;
        const uint32_t middle = last - first > self->leaf ? halve(self->masses, first, last) : last;
        uint32_t above = place, from = first, to = middle;
        if (middle == last) {
            if (!settle_own(self, place, last))
                return false;
            above = climb(self, place, last);
            if (above == NO_NODE)
                return true;
            from = last;
            to = self->masses->nodes[above].count;
        }
        place = list_node(self, from);
        if (place != NO_NODE) {
            self->masses->nodes[place].next = above;
            self->masses->nodes[place].count = to;
        }
    }
    return false;
}

static bool make_entry_room(lister *self, size_t count)
{
    return qd__allocator_reserve(self->allocator, &self->entries, 0, &self->room, count, sizeof *self->entries);
}

/// Adds the bodies of the cursor's node. False: out of memory.
static bool add_own(lister *self, const qd_node_cursor *cursor)
{
    size_t total, count = qd_node_cursor_entries(cursor, self->entries, NULL, self->room, &total);
    if (count < total) {
        if (!make_entry_room(self, total))
            return false;
        count = qd_node_cursor_entries(cursor, self->entries, NULL, self->room, NULL);
    }
    for (size_t i = 0; i < count; i++)
        self->masses->number[self->masses->count++] = (uint32_t)self->entries[i].user;
    return true;
}

/// Adds the cursor's node with its own bodies. Returns its place, or NO_NODE: out of memory.
static uint32_t add_tree_node(lister *self, const qd_node_cursor *cursor)
{
    const uint32_t first = (uint32_t)self->masses->count, place = list_node(self, first);
    if (place == NO_NODE || !add_own(self, cursor))
        return NO_NODE;
    const uint32_t end = (uint32_t)self->masses->count;
    if (cursor->leaf && end - first > self->leaf) // a leaf that the tree could not divide
        fetch_bodies(self, first);
    const bool good = cursor->leaf ? divide(self, place, end) : settle_own(self, place, end);
    return good ? place : NO_NODE;
}

/// The nodes from the root to the last one.
typedef struct way_down {
    uint32_t at[QD_MAX_NODE_DEPTH + 1];
    int length;
} way_down;

/// Ends the nodes of the way that are not above a node of some depth: all that is below them has been added. Those
/// without a body leave the list.
static void end_way(lister *self, way_down *way, int depth)
{
    for (; way->length > depth; way->length--) {
        const uint32_t place = way->at[way->length - 1];
        end_node(self, place, (uint32_t)self->masses->count);
        if (self->masses->nodes[place].count == 0)
            self->masses->node_count = place;
    }
}

/// The cursor gives parents before children, as the list has them.
static bool list_tree(lister *self, const qd_tree *tree)
{
    way_down way = { .length = 0 };
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    while (qd_node_cursor_next(&cursor, NULL)) {
        end_way(self, &way, cursor.depth);
        const uint32_t place = add_tree_node(self, &cursor);
        if (place == NO_NODE)
            return false;
        way.at[way.length++] = place;
    }
    end_way(self, &way, 0);
    fetch_bodies(self, 0);
    return true;
}

bool qd__masses_list(qd__masses *masses, const qd_allocator *allocator, const qd_tree *tree, const qd__given *given,
                     uint32_t leaf)
{
    lister self = { masses, allocator, NULL, 0, given, leaf };
    const bool good = make_entry_room(&self, leaf) && list_tree(&self, tree);
    qd__allocator_give(allocator, self.entries, self.room, sizeof *self.entries);
    return good;
}
