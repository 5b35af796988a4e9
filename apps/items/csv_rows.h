/// The rows of a CSV file below its header. The first bad one ends it all, unless bad rows are to be passed over.
#ifndef QUADRILLE_ITEMS_CSV_ROWS_H
#define QUADRILLE_ITEMS_CSV_ROWS_H

#include "bad_rows.h"
#include "columns_find.h"
#include "report.h"

enum { CSV_ROWS_TAKEN = 512 };

/// What is noted of a table after it has been read.
typedef struct csv_notes {
    uint64_t above;    ///< Comments in front of the rows, and
    uint64_t comments; ///< all of them.
    uint64_t footers;  ///< Last lines that count the rows: none or one.
    uint64_t odd;      ///< The first byte that is not UTF-8, in the lowest bits, and its line; UINT64_MAX: all are.
} csv_notes;

void csv_notes_print(const csv_notes *self, const char *name);

typedef struct csv_rows {
    const char *name; ///< The file's, for messages.
    csv_reader *csv;
    column_wishes wishes;
    bool skip_bad;
    bool no_options;         ///< The command has no options for how a table is written: messages name none.
    bool moved;              ///< The current row is not the first of those that are read.
    bad_rows *bad;           ///< Gets the rows that are passed over; NULL: they are counted only.
    columns columns;         ///< Found by the caller in the header, freed by the caller.
    uint64_t count, skipped; ///< Rows so far, this one included; those of them that were passed over,
    uint64_t skipped_lines;  ///< and how many lines those are,
    csv_notes notes;         ///< Complete with csv_rows_end.
    char why[320];           ///< The row is bad, and where.
    size_t why_line;
    char taken[CSV_ROWS_TAKEN]; ///< The note on how the table is read; "" once it is printed.
} csv_rows;

/// Detects how the table is written and reads its first row that is not a comment; that is the reader's current row
/// then. With skip_bad, a table that may have no header begins at its first good row. `wanted`: the columns that a
/// header must name, for messages; or "". False: complained.
bool csv_rows_header(csv_rows *self, const char *wanted);

/// Composes the note on how the table is read, after the columns are found. Errors print it first.
void csv_rows_describe(csv_rows *self);

/// Moves the note to the caller, who prints it.
void csv_rows_leave(csv_rows *self, char taken[CSV_ROWS_TAKEN]);

/// Prints the note, unless it was printed or moved, and what was skipped. The notes go to `later` if that is not NULL:
/// other parts of the file have some too.
void csv_rows_end(csv_rows *self, csv_notes *later);

typedef enum csv_taken {
    CSV_TAKEN,
    CSV_REFUSED, ///< It is a bad row: see csv_rows_refuse.
    CSV_LOST,    ///< Complained, and all is over.
} csv_taken;

/// Says why the row is bad, printf-like. Always CSV_REFUSED.
PRINTF_LIKE(3, 4) csv_taken csv_rows_refuse(csv_rows *self, size_t line, const char *format, ...);

/// The same for chosen field `i` of the row: "is negative".
csv_taken csv_rows_refuse_field(csv_rows *self, int i, const char *wrong);

/// Gets each row that has as many fields as the first.
typedef csv_taken csv_taker(void *context, csv_rows *rows);

/// After the columns have been found: goes on in the part of the file that is wanted. False: complained.
bool csv_rows_move(csv_rows *self, part_finder *find, void *context);

/// Reads to the end of the file, which has `size` bytes, or 0 if that is not known. The current row is the first if the
/// columns were found without a header. False: complained.
bool csv_rows_read(csv_rows *self, uint64_t size, csv_taker *take, void *context);

#endif
