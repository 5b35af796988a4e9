/// @file csv_rows.h
/// The rows of a CSV file below its header. The first bad one ends it all, unless bad rows are to be passed over.
#ifndef QUADRILLE_CLI_CSV_ROWS_H
#define QUADRILLE_CLI_CSV_ROWS_H

#include "columns.h"

typedef struct csv_rows {
    const char *name; ///< Of the file, for people.
    csv_reader *csv;
    bool skip_bad;
    columns columns;         ///< Found by the caller in the header, freed by the caller.
    uint64_t count, skipped; ///< Rows so far, this one included; those of them that were passed over.
} csv_rows;

/// Reads the header, which is the reader's current row then. `wanted`: the columns it must name, for people; or "".
/// False: complained.
bool csv_rows_header(csv_rows *self, const char *wanted);

typedef enum csv_taken {
    CSV_TAKEN,
    CSV_REFUSED, ///< It is a bad row; complained, unless bad rows are passed over.
    CSV_LOST,    ///< Complained, and all is over.
} csv_taken;

/// Gets each row that has as many fields as the header.
typedef csv_taken csv_taker(void *context, csv_rows *rows);

/// Reads to the end of the file, whose size is `size` bytes, or 0. False: complained.
bool csv_rows_read(csv_rows *self, uint64_t size, csv_taker *take, void *context);

#endif
