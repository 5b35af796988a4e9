/// @file columns.h
/// Which columns of a CSV file hold the boxes, and what they mean.
#ifndef QUADRILLE_CLI_COLUMNS_H
#define QUADRILLE_CLI_COLUMNS_H

#include "csv.h"

typedef enum columns_kind {
    COLUMNS_BOUNDS,  ///< Two corners, the lower first.
    COLUMNS_CORNERS, ///< Two corners in any order.
    COLUMNS_SIZE,    ///< The lower corner and the size.
    COLUMNS_CENTER,  ///< The center and the size.
    COLUMNS_POLYGON, ///< Three corners or more, x and y in turns.
    COLUMNS_POINT,   ///< Two numbers.
    COLUMNS_WKT,     ///< One geometry as well-known text.
    COLUMNS_NUMBERS, ///< Numbers of another kind, such as those of bodies.
} columns_kind;

enum { COLUMNS_MAX = 16 };

typedef struct columns {
    columns_kind kind;
    int count;              ///< 1, 2, 4 or as many as were asked for.
    size_t at[COLUMNS_MAX]; ///< Places in the row.
    char *names[COLUMNS_MAX];
    bool has_id;
    size_t id;
    size_t width;       ///< Fields in a row.
    bool headless;      ///< The first row is data.
    bool counted;       ///< The first row is 0, 1, 2, ..., and taken for a header.
    bool decimal_comma; ///< Numbers have a comma in the place of the point.
} columns;

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

/// Are the fields of the current row in these columns what they should be: numbers, or a geometry?
bool columns_are_right(const columns *c, csv_reader *csv);

/// Does `list` consist of positions?
bool columns_are_positions(const char *list);

/// What they are taken as: "id as the ids, x,y taken as points".
void columns_describe(const columns *c, const csv_reader *csv, char *text, size_t size);

/// Appends the column at a place of the row, under its name in the header, or by its position where there is none.
/// False: complained.
bool columns_add(columns *c, const csv_reader *csv, size_t at);

/// Complains that something is missing, and lists the columns that there are.
void columns_complain_missing(const csv_reader *csv, const char *file, const char *missing);

/// Chosen field `i` of the row without blanks around it, which are overwritten.
char *columns_text(const columns *c, const csv_reader *csv, int i);

/// Points become commas in the chosen numbers of the row and commas points, if commas are decimal: a number can then be
/// read, and what has a point is none. Twice: as it was.
void columns_turn(const columns *c, const csv_reader *csv);
void columns_turn_text(char *text);

void columns_free(columns *c);

#endif
