/// The names that columns of boxes usually have, in any case, with or without blanks, underscores, hyphens and dots.
#ifndef QUADRILLE_ITEMS_COLUMNS_USUAL_H
#define QUADRILLE_ITEMS_COLUMNS_USUAL_H

#include "columns.h"

enum { USUAL_NAME_MAX = 32 };

/// A name as it is compared: small letters and digits. False: it is longer than any usual one.
bool columns_plain_name(const char *name, char plain[USUAL_NAME_MAX]);

/// Is the name one of these, in any case? `names` ends with NULL.
bool columns_is_one_of(const char *name, const char *const *names);

/// Finds the one set of usual columns that is there. `points`: only points are looked
/// for; their sizes are in other columns. False: no set, or more than one, or another column seems to be a part
/// of the shape that would be left out; complained.
bool columns_find_usual(columns *c, const csv_reader *csv, bool points, const char *file);

/// Appends the places of the same columns and prints nothing. False: no set is complete.
bool columns_seek_usual(columns *c, const csv_reader *csv, bool points);

#endif
