/// @file first_row.h
/// Is the first row of a table a header, if nobody has said so?
#ifndef QUADRILLE_CLI_FIRST_ROW_H
#define QUADRILLE_CLI_FIRST_ROW_H

#include "columns.h"

/// Is it data in these columns? It is where one of them begins as numbers do, be it a wrong one, or where all are what
/// stands for a missing number; of well-known text, where it is some, be it wrong.
bool first_row_is_data(const columns *c, csv_reader *csv);

/// Are its fields 0, 1, 2, ..., perhaps behind an empty one, as tables without names are written by some programs?
bool first_row_is_counted(const csv_reader *csv);

/// A number, or what is meant as one and is an error there.
bool first_row_is_number(const char *text);

#endif
