/// Tables of text, one row at a time: comma-separated values (RFC 4180) and their kin. A byte order mark is passed
/// over; a last line may be without its end; empty lines, lines of blanks, and the Ctrl-Z that some files end with are
/// no rows. Memory is bounded by CSV_ROW_MAX, however long the file. Lines are counted as an editor does, those inside
/// quotes too.
#ifndef QUADRILLE_ITEMS_CSV_H
#define QUADRILLE_ITEMS_CSV_H

#include <source.h>

enum {
    CSV_ROW_MAX = 16 << 20, ///< Bytes in one row.
    CSV_LOOK = 1 << 16,     ///< Bytes that are looked at first, before they are read.
};

typedef enum csv_result {
    CSV_ROW,     ///< A row: see csv_field.
    CSV_END,     ///< No more.
    CSV_BAD_ROW, ///< Something between quotes and commas: the row is lost, the next can be read.
    CSV_BROKEN,  ///< No text, or a quote that never ends, or a failed read: nothing more can be read.
} csv_result;

/// What a quote is.
typedef enum csv_quotes {
    CSV_QUOTES_AROUND, ///< It stands around a field, in which separators and line ends are text, and "" is a quote.
    CSV_QUOTES_LINE,   ///< The same in one line, for fields that are quoted as a whole; all other quotes are text.
    CSV_QUOTES_TEXT,   ///< Text.
} csv_quotes;

/// How a table is written.
typedef struct csv_form {
    char separator; ///< Between fields; a blank stands for any number of blanks and tabs.
    csv_quotes quotes;
    char row_end; ///< '\n', of which a '\r' before it is a part; or '\r'.
} csv_form;

typedef struct csv_span {
    size_t start, line;
} csv_span;

typedef struct csv_reader {
    byte_source *from; ///< NULL: the buffer holds everything.
    csv_form form;     ///< Commas, quotes around fields and '\n', unless it is set after csv_begin.
    size_t width;      ///< Fields that a row should have, which settles what CSV_QUOTES_LINE leaves open; 0: unknown.
    char *buffer;
    size_t room, next, end; ///< Unread bytes of the buffer.
    bool ended, broken;     ///< The file has no more, or what there is cannot be read.
    uint64_t bytes;         ///< Read so far.
    uint64_t start;         ///< Where the row begins, in bytes of the file.
    size_t line;            ///< The line of the next byte, from 1.
    char *text;             ///< The row, in the buffer; each field ends with a NUL.
    csv_span *fields;       ///< Where each begins, in `text` and in the file.
    size_t count, fields_room;
    utf8_watch watch;  ///< On the bytes read so far.
    bool hash;         ///< The first byte of the row is a #.
    bool has_quote;    ///< It has a quote somewhere.
    const char *error; ///< What is wrong, after CSV_BAD_ROW and CSV_BROKEN.
    size_t error_line; ///< And where.
    bool of_quotes;    ///< It is about quotes, which would be right as text.
} csv_reader;

/// Reads from `from`, which stays the caller's.
void csv_begin(csv_reader *csv, byte_source *from);

/// Reads a copy of these bytes. False: no memory.
bool csv_begin_bytes(csv_reader *csv, const char *bytes, size_t size);
void csv_end(csv_reader *csv);

/// The bytes that come next, without a byte order mark: at least `least`, which is at most CSV_ROW_MAX, or all there
/// are (csv->ended). They are not read by this.
const char *csv_look(csv_reader *csv, size_t least, size_t *size);

/// Passes over bytes that have been looked at, up to a row's end and with it.
void csv_skip_line(csv_reader *csv);

csv_result csv_next(csv_reader *csv);

/// Takes a # and blanks off the front of the row.
void csv_take_off_hash(csv_reader *csv);

/// Are there no more rows? The current row is gone then.
bool csv_at_end(csv_reader *csv);

/// A part of the file from the start of a row, which is in line `line`, to the end of one.
typedef struct csv_part {
    uint64_t start, end;
    size_t line;
} csv_part;

/// Says which part of a file is to be read, of which the rows begin at byte `from`, in line `line`, and are written as
/// `form` says. False: complained.
typedef bool part_finder(void *context, const csv_form *form, uint64_t from, size_t line, csv_part *part);

/// The rows of that part come next, and no others. False: see the source's message.
bool csv_move(csv_reader *csv, const csv_part *part);

/// Text and line of field i of the row. Good until the next row.
char *csv_field(const csv_reader *csv, size_t i);
size_t csv_line(const csv_reader *csv, size_t i);

#endif
