/// How a table is written: what is between its fields, what a quote is, and what ends a row, found out from its first
/// rows.
#ifndef QUADRILLE_ITEMS_CSV_FORM_H
#define QUADRILLE_ITEMS_CSV_FORM_H

#include "columns_find.h"

/// Detects the form: the one that has the wanted columns and reads them correctly in the most of the first rows. Among
/// equals, the separator that occurs equally often in every row wins, then the one that occurs first in the row. Commas
/// are decimal commas, not separators, if each field between other separators holds at most one, between digits. The
/// wishes override detection. `whole`: the head is the whole file. *width: fields of the first row that does not begin
/// with a #; or 0. *enough: a longer head would not change the answer, since as many rows as are tried are in this one.
csv_form csv_form_find(const char *head, size_t size, bool whole, const column_wishes *wishes, size_t *width,
                       bool *enough);

/// The separator that a first line like sep=; names, or 0. *size: of that line, without its end.
char csv_form_said(const char *head, size_t size);

/// "commas", for people.
const char *csv_form_separators(char separator);

#endif
