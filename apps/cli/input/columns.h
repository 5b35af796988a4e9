/// @file columns.h
/// Which columns of a CSV file hold the boxes, and what they mean.
#ifndef QUADRILLE_CLI_COLUMNS_H
#define QUADRILLE_CLI_COLUMNS_H

#include "csv.h"

typedef enum columns_kind {
    COLUMNS_BOUNDS,  ///< Two corners, the lower first.
    COLUMNS_CORNERS, ///< Two corners in any order.
    COLUMNS_SIZE,    ///< The lower corner and the size.
    COLUMNS_POINT,   ///< Two numbers.
    COLUMNS_WKT,     ///< One geometry as well-known text.
    COLUMNS_NUMBERS, ///< Numbers of another kind, such as those of bodies.
} columns_kind;

enum { COLUMNS_MAX = 5 };

typedef struct columns {
    columns_kind kind;
    int count;              ///< 1, 2, 4 or as many as were asked for.
    size_t at[COLUMNS_MAX]; ///< Places in the row.
    char *names[COLUMNS_MAX];
    bool has_id;
    size_t id;
    size_t width;  ///< Fields in a row.
    bool headless; ///< The first row is data.
} columns;

typedef enum header_wish { HEADER_AUTO, HEADER_YES, HEADER_NO } header_wish;

/// What the user says about the columns; all zero: nothing.
typedef struct column_wishes {
    const char *columns; ///< Names or positions, separated by commas: one of WKT, two of points, four of two corners.
    const char *sizes;   ///< Two of these for width and height, or one for both.
    const char *id;
    header_wish header;
} column_wishes;

/// Finds the columns by the first row, which `csv` has just read: those that are wanted, or those with usual names
/// (columns_usual.h), of which it says on standard error what they are taken as. Wanted positions, from 1, can be of a
/// file without a header: its first row is data if the chosen fields of it are. False: complained.
bool columns_find(columns *c, csv_reader *csv, const column_wishes *wishes, const char *file);

/// Appends the column at a place of the row, under its name in the header, or by its position where there is none.
/// False: complained.
bool columns_add(columns *c, const csv_reader *csv, size_t at);

/// Complains that something is missing, and lists the columns that there are.
void columns_complain_missing(const csv_reader *csv, const char *file, const char *missing);

/// Chosen field `i` of the row without blanks around it, which are overwritten.
const char *columns_text(const columns *c, csv_reader *csv, int i);

void columns_free(columns *c);

#endif
