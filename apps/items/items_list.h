/// How a list of items is filled: for what reads files of one kind, and for lists that come from elsewhere.
#ifndef QUADRILLE_ITEMS_ITEMS_LIST_H
#define QUADRILLE_ITEMS_ITEMS_LIST_H

#include "items.h"

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

#endif
