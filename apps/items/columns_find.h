/// Finds the columns that the user wants, or those with usual names.
#ifndef QUADRILLE_ITEMS_COLUMNS_FIND_H
#define QUADRILLE_ITEMS_COLUMNS_FIND_H

#include "columns.h"

typedef enum header_wish { HEADER_AUTO, HEADER_YES, HEADER_NO } header_wish;
typedef enum quotes_wish { QUOTES_AUTO, QUOTES_NONE, QUOTES_CSV } quotes_wish;
typedef enum comments_wish { COMMENTS_AUTO, COMMENTS_YES, COMMENTS_NO } comments_wish;

/// What the user says about a table; all zero: nothing.
typedef struct column_wishes {
    const char *columns; ///< Names or positions, separated by commas: one of WKT, two of points, four of two corners,
                         ///< more of a polygon.
    const char *sizes;   ///< Two of these for width and height, or one for both.
    bool center;         ///< Beside sizes: the columns are those of a center.
    const char *id;
    header_wish header;
    char separator; ///< 0: found out.
    quotes_wish quotes;
    comments_wish comments;
    bool decimal_comma;
} column_wishes;

/// Finds the columns by the first row, which `csv` has just read: those that are wanted, or those with usual names
/// (columns_usual.h). Wanted positions, from 1, can be of a file without a header: see first_row.h. False: complained.
bool columns_find(columns *c, csv_reader *csv, const column_wishes *wishes, const char *file);

/// The places of the same columns, and their kind, without their names and without a word. False: they are not there.
bool columns_seek(columns *c, const csv_reader *csv, const column_wishes *wishes);

/// Does `list` consist of positions?
bool columns_are_positions(const char *list);

#endif
