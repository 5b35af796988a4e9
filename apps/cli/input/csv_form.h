/// @file csv_form.h
/// How a table is written: what is between its fields, what a quote is, and what ends a row, found out from its first
/// rows.
#ifndef QUADRILLE_CLI_CSV_FORM_H
#define QUADRILLE_CLI_CSV_FORM_H

#include "columns.h"

/// The form in which the wanted columns are there, and the most of the first rows have in them what they should. Of
/// several that fit alike it is the one whose separator is as often in every row, then the one that comes first in a
/// row. Commas are none where each field between other separators has at most one, between digits: a decimal comma.
/// What the wishes say is not guessed. `whole`: the head is all of the file. *width: of its first row that does not
/// begin with a #, or 0.
csv_form csv_form_find(const char *head, size_t size, bool whole, const column_wishes *wishes, size_t *width);

/// The separator that a first line like sep=; names, or 0. *size: of that line, without its end.
char csv_form_said(const char *head, size_t size);

/// "commas", for people.
const char *csv_form_separators(char separator);

#endif
