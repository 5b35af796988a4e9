/// Decides whether the first row of a table is a header, when the user has not said it.
#ifndef QUADRILLE_ITEMS_FIRST_ROW_H
#define QUADRILLE_ITEMS_FIRST_ROW_H

#include "columns.h"

/// Is the row data? It is data if a chosen field begins like a number, even a malformed one, or if all chosen fields
/// are missing values such as NA. A geometry column holds data if its field begins like a geometry, even a malformed
/// one.
bool first_row_is_data(const columns *c, csv_reader *csv);

/// Are the fields 0, 1, 2, ..., perhaps after an empty one? pandas writes such a header for columns without names.
bool first_row_is_counted(const csv_reader *csv);

/// Does the text begin like a number? It may be malformed.
bool first_row_is_number(const char *text);

#endif
