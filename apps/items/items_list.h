/// @file items_list.h
/// What reads a file into items, behind items_read: one function for each kind of file.
#ifndef QUADRILLE_CLI_ITEMS_LIST_H
#define QUADRILLE_CLI_ITEMS_LIST_H

#include "csv.h"
#include "items.h"

#include <source.h>

/// Appends an item. Its id is the text if the list has texts, otherwise the number. False: complained.
bool items_add(items *list, qd_box box, uint64_t number, const char *text);

/// Room for the boxes of so many items. False: complained.
bool items_make_room(items *list, size_t count);
void items_set_box(items *list, size_t i, qd_box box);

/// Takes down the numbers of a box that comes to an open list, which were written as they are.
void items_count_box(items *list, const qd_box *box, uint64_t row);

/// Makes floats of doubles, in a smaller place.
void items_to_floats(items *list);

/// Notes where the row of the item that comes next lies. False: complained.
bool items_add_span(items *list, uint64_t start, uint64_t end);

/// The nearest floats.
static inline qd_box items_rounded(qd_box box)
{
    return (qd_box){ { (float)box.min.x, (float)box.min.y }, { (float)box.max.x, (float)box.max.y } };
}

/// Is the box a point? What is more counts as its box.
static inline bool items_is_point(const qd_box *box)
{
    return box->min.x == box->max.x && box->min.y == box->max.y;
}

/// Complains of options that say something about rows and columns, for `what` ("a map") that has neither. False: it
/// did.
bool items_no_rows(const input *in, const char *name, const char *what);

/// `name` is the file's for people, `size` its length or 0. False: complained.
bool items_read_csv(items *list, input *in, const char *name, csv_reader *csv, uint64_t size);
bool items_read_geojson(items *list, const input *in, const char *name, byte_source *from, uint64_t size);
bool items_read_map(items *list, const input *in, const char *name, byte_source *from);

/// Edges that the user has said nothing about become the index's own.
bool items_read_index(items *list, input *in, const char *name, byte_source *from);
void items_free_index(items *list);

/// What the definition leaves to the default becomes as in the index, if there is one.
void items_index_shape(const items *list, qd_tree_def *def);

/// The tree in the index, if it is what the definition asks for; it stays the index's. NULL: it is not, or there is no
/// index.
qd_tree *items_index_tree(const items *list, const qd_tree_def *def);
bool items_index_owns(const items *list, const qd_tree *tree);

#endif
