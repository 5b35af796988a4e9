/// The bad rows of a file that were passed over, and why each is bad: a list for --bad-rows.
#ifndef QUADRILLE_ITEMS_BAD_ROWS_H
#define QUADRILLE_ITEMS_BAD_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// All zero: no rows.
typedef struct bad_rows {
    char *text; ///< Lines of CSV.
    size_t used, room;
} bad_rows;

/// Appends row `row`, in line `line` of the file. False: complained.
bool bad_rows_add(bad_rows *list, const char *file, uint64_t row, size_t line, const char *why);

/// Writes the lists into one file of CSV, with the columns file,row,line,why; "-" is standard output. False:
/// complained.
bool bad_rows_write(const char *path, const bad_rows *const *lists, size_t count);

void bad_rows_free(bad_rows *list);

#endif
