/// @file csv_separator.h
/// What parts the fields of a CSV file: found out from its first rows.
#ifndef QUADRILLE_CLI_CSV_SEPARATOR_H
#define QUADRILLE_CLI_CSV_SEPARATOR_H

#include <stddef.h>

/// Of comma, semicolon and tab the one that is in the first row and as often in each of the next few, quotes heeded; of
/// several the most frequent. Where none is in the same number everywhere, the most frequent of the first row; a comma
/// where it has none.
char csv_separator_find(const char *head, size_t size);

#endif
