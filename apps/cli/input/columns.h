/// @file columns.h
/// Which columns of a CSV file hold the boxes, and what they mean.
#ifndef QUADRILLE_CLI_COLUMNS_H
#define QUADRILLE_CLI_COLUMNS_H

#include "csv.h"

typedef enum columns_kind {
    COLUMNS_BOUNDS,  ///< min_x,min_y,max_x,max_y
    COLUMNS_SIZE,    ///< x,y,width,height
    COLUMNS_POINT,   ///< two numbers
    COLUMNS_CORNERS, ///< two corners in any order, named with --columns
    COLUMNS_NUMBERS, ///< whatever columns_find_named was asked for
} columns_kind;

enum { COLUMNS_MAX = 5 };

typedef struct columns {
    columns_kind kind;
    int count;              ///< 2, 4 or as many as were asked for
    size_t at[COLUMNS_MAX]; ///< Places in the row.
    char *names[COLUMNS_MAX];
    bool has_id;
    size_t id;
    size_t width; ///< Fields in a row.
} columns;

/// Finds the columns in the header, the row that `csv` has just read. `wanted` is what --columns names, or NULL for the
/// usual names. False: complained.
bool columns_find(columns *c, const csv_reader *csv, const char *wanted, const char *file);

/// Takes the column of this name for the items' ids. False: complained.
bool columns_find_id(columns *c, const csv_reader *csv, const char *name, const char *file);

/// Finds columns by name: `list`, which commas separate.
bool columns_find_named(columns *c, const csv_reader *csv, const char *list, const char *file);

/// The field of number `i` of the row without blanks around it, which are overwritten.
const char *columns_text(const columns *c, csv_reader *csv, int i);

/// Says what is wrong with number `i` of the row: "is negative".
void columns_complain(const columns *c, csv_reader *csv, int i, const char *wrong, const char *file);

void columns_free(columns *c);

#endif
