/// @file csv.h
/// Comma-separated values (RFC 4180), one row at a time: quoted fields with commas, doubled quotes and line ends in
/// them, LF or CRLF, a byte order mark, a last line with or without its end. Empty lines are no rows. Memory is bounded
/// by CSV_ROW_MAX, however long the file. Lines are counted as an editor does, those inside quotes too.
#ifndef QUADRILLE_CLI_CSV_H
#define QUADRILLE_CLI_CSV_H

#include <source.h>

enum { CSV_ROW_MAX = 16 << 20 }; ///< Bytes in one row.

typedef enum csv_result {
    CSV_ROW,     ///< A row: see csv_field.
    CSV_END,     ///< No more.
    CSV_BAD_ROW, ///< Something between quotes and commas: the row is lost, the next can be read.
    CSV_BROKEN,  ///< No text, or a quote that never ends, or a failed read: nothing more can be read.
} csv_result;

typedef struct csv_span {
    size_t start, line;
} csv_span;

typedef struct csv_reader {
    byte_source *from;
    unsigned char buffer[1 << 16];
    size_t next, end;   ///< Unread bytes of the buffer.
    bool ended;         ///< The file has no more.
    uint64_t bytes;     ///< Read so far.
    uint64_t start;     ///< Where the row begins, in bytes of the file.
    char separator;     ///< Between fields; a comma unless it is set to another after csv_begin.
    size_t line;        ///< Of the next byte, from 1.
    char *text;         ///< The row's fields, each ended by a NUL.
    size_t used, size;  ///< Bytes of `text`.
    csv_span *fields;   ///< Where each begins, in `text` and in the file.
    size_t count, room; ///< Fields.
    utf8_watch watch;   ///< Of what has been read so far.
    const char *error;  ///< What is wrong, after CSV_BAD_ROW and CSV_BROKEN.
    size_t error_line;  ///< And where.
} csv_reader;

/// Reads from `from`, which stays the caller's.
void csv_begin(csv_reader *csv, byte_source *from);
void csv_end(csv_reader *csv);

csv_result csv_next(csv_reader *csv);

/// A part of the file from the start of a row, which is in line `line`, to the end of one.
typedef struct csv_part {
    uint64_t start, end;
    size_t line;
} csv_part;

/// Says which part of a file is to be read, of which the rows begin at byte `from`, in line `line`. False: complained.
typedef bool part_finder(void *context, uint64_t from, size_t line, csv_part *part);

/// The rows of that part come next, and no others. False: see the source's message.
bool csv_move(csv_reader *csv, const csv_part *part);

/// Text and line of field i of the row. Good until the next row.
const char *csv_field(const csv_reader *csv, size_t i);
size_t csv_line(const csv_reader *csv, size_t i);

#endif
