/// Which columns of a CSV file hold the boxes, and what they mean.
#ifndef QUADRILLE_ITEMS_COLUMNS_H
#define QUADRILLE_ITEMS_COLUMNS_H

#include "csv.h"

typedef enum columns_kind {
    COLUMNS_BOUNDS,  ///< Two corners, the lower first.
    COLUMNS_CORNERS, ///< Two corners in any order.
    COLUMNS_SIZE,    ///< The lower corner and the size.
    COLUMNS_CENTER,  ///< The center and the size.
    COLUMNS_POLYGON, ///< Three corners or more, x and y alternating.
    COLUMNS_POINT,   ///< Two numbers.
    COLUMNS_WKT,     ///< One geometry as well-known text.
    COLUMNS_NUMBERS, ///< Numbers of another kind, such as those of bodies.
} columns_kind;

enum { COLUMNS_MAX = 16 };

typedef struct columns {
    columns_kind kind;
    int count;              ///< 1, 2, 4 or the number that --columns names.
    size_t at[COLUMNS_MAX]; ///< Places in the row.
    char *names[COLUMNS_MAX];
    bool has_id;
    size_t id;
    size_t width;       ///< Fields in a row.
    bool headless;      ///< The first row is data.
    bool counted;       ///< The first row is 0, 1, 2, ..., and taken for a header.
    bool decimal_comma; ///< Numbers have a comma instead of the point.
} columns;

/// Are the fields of the current row in these columns what they should be: numbers, or a geometry?
bool columns_are_right(const columns *c, csv_reader *csv);

/// What they are taken as: "id as the ids, x,y taken as points".
void columns_describe(const columns *c, const csv_reader *csv, char *text, size_t size);

/// The text without the blanks around it, and its length.
const char *columns_without_blanks(const char *text, size_t *length);

/// Appends the column at a place of the row, under its name in the header, or by its position without one.
/// False: complained.
bool columns_add(columns *c, const csv_reader *csv, size_t at);

/// Complains that something is missing, and lists the existing columns.
void columns_complain_missing(const csv_reader *csv, const char *file, const char *missing);

/// Chosen field `i` of the row without blanks around it, which are overwritten.
char *columns_text(const columns *c, const csv_reader *csv, int i);

/// Points become commas in the chosen numbers of the row and commas points, if commas are decimal: a number can then be
/// read, and what has a point is none. Twice: as it was.
void columns_turn(const columns *c, const csv_reader *csv);
void columns_turn_text(char *text);

void columns_free(columns *c);

#endif
