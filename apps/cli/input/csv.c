// Three states: plain, inside quotes, and just behind a quote that may have been the last. What is plain is taken at
// once, all else a byte at a time.
#include "csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void csv_begin(csv_reader *csv, byte_source *from)
{
    memset(csv, 0, sizeof *csv);
    csv->from = from;
    csv->line = 1;
    csv->separator = ',';
}

void csv_end(csv_reader *csv)
{
    free(csv->text);
    free(csv->fields);
}

// Moves what is unread to the front and reads more behind it.
static void fill(csv_reader *csv)
{
    memmove(csv->buffer, csv->buffer + csv->next, csv->end - csv->next);
    csv->end -= csv->next;
    csv->next = 0;
    size_t got = source_read(csv->from, csv->buffer + csv->end, sizeof csv->buffer - csv->end);
    csv->end += got;
    csv->ended = got == 0;
}

// The byte that is `ahead` bytes behind the next, unread.
static int peek(csv_reader *csv, size_t ahead)
{
    while (csv->next + ahead >= csv->end && !csv->ended)
        fill(csv);
    return csv->next + ahead < csv->end ? csv->buffer[csv->next + ahead] : EOF;
}

static int take(csv_reader *csv)
{
    int byte = peek(csv, 0);
    if (byte == EOF)
        return EOF;
    csv->next++;
    csv->bytes++;
    csv->line += byte == '\n';
    return byte;
}

static csv_result fail(csv_reader *csv, csv_result result, const char *error)
{
    csv->error = error;
    csv->error_line = csv->line;
    return result;
}

// Room for so many bytes more in the row.
static csv_result make_room(csv_reader *csv, size_t more)
{
    size_t size = csv->size > 0 ? csv->size : 256;
    while (size - csv->used < more && size <= CSV_ROW_MAX)
        size *= 2;
    if (size > CSV_ROW_MAX) {
        fail(csv, CSV_BROKEN, "the row is longer than 16 MiB");
        csv->error_line = csv->fields[0].line;
        return CSV_BROKEN;
    }
    char *text = realloc(csv->text, size);
    if (text == NULL)
        return fail(csv, CSV_BROKEN, strerror(ENOMEM));
    csv->text = text;
    csv->size = size;
    return CSV_ROW;
}

static csv_result keep(csv_reader *csv, int byte)
{
    if (csv->used == csv->size && make_room(csv, 1) != CSV_ROW)
        return CSV_BROKEN;
    csv->text[csv->used++] = (char)byte;
    return CSV_ROW;
}

// The highest bits of the bytes that are zero, and perhaps of some behind those.
static uint64_t zeros(uint64_t eight)
{
    return (eight - UINT64_C(0x0101010101010101)) & ~eight & UINT64_C(0x8080808080808080);
}

// Is none of eight bytes one that may end a field or is no text?
static bool are_plain(const unsigned char *bytes, unsigned char separator)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), below = ones * ('\r' + 1);
    uint64_t eight = 0;
    memcpy(&eight, bytes, sizeof eight);
    const uint64_t control = (eight - below) & ~eight & ones * 0x80;
    return (control | zeros(eight ^ ones * '"') | zeros(eight ^ ones * separator)) == 0;
}

// Keeps what comes next as far as it is plain and in the buffer: all that can be a separator, a quote, a line end or a
// NUL is left.
static csv_result keep_plain(csv_reader *csv)
{
    const unsigned char *begin = csv->buffer + csv->next, *end = csv->buffer + csv->end, *p = begin;
    const unsigned char separator = (unsigned char)csv->separator;
    while (end - p >= 8 && are_plain(p, separator))
        p += 8;
    while (p<end && * p> '\r' && *p != '"' && *p != separator)
        p++;
    const size_t size = (size_t)(p - begin);
    if (csv->size - csv->used < size && make_room(csv, size) != CSV_ROW)
        return CSV_BROKEN;
    if (size > 0)
        memcpy(csv->text + csv->used, begin, size);
    csv->used += size;
    csv->next += size;
    csv->bytes += size;
    return CSV_ROW;
}

static csv_result begin_field(csv_reader *csv)
{
    if (csv->count == csv->room) {
        size_t room = csv->room > 0 ? csv->room * 2 : 16;
        csv_span *fields = realloc(csv->fields, room * sizeof *fields);
        if (fields == NULL)
            return fail(csv, CSV_BROKEN, strerror(ENOMEM));
        csv->fields = fields;
        csv->room = room;
    }
    csv_span span = { csv->used, csv->line };
    csv->fields[csv->count++] = span;
    return CSV_ROW;
}

// The rest of a field in quotes, behind the first one.
static csv_result take_quoted(csv_reader *csv)
{
    size_t line = csv->line;
    for (;;) {
        int byte = take(csv);
        if (byte == '"' && peek(csv, 0) != '"')
            return CSV_ROW;
        if (byte == '"')
            take(csv);
        if (byte == EOF) {
            fail(csv, CSV_BROKEN, "a quote is opened and never closed");
            csv->error_line = line;
            return CSV_BROKEN;
        }
        if (byte == 0)
            return fail(csv, CSV_BROKEN, "a NUL byte: this is no text file");
        csv_result result = keep(csv, byte);
        if (result != CSV_ROW)
            return result;
    }
}

static bool at_line_end(csv_reader *csv, int byte)
{
    return byte == EOF || byte == '\n' || (byte == '\r' && (peek(csv, 0) == '\n' || peek(csv, 0) == EOF));
}

// One field with the comma or line end behind it. *last: it was the row's last. A row with quotes out of place is read
// to its end all the same, so that the next begins where it should.
static csv_result take_field(csv_reader *csv, bool *last)
{
    csv_result worst = CSV_ROW, result = begin_field(csv);
    bool quoted = peek(csv, 0) == '"';
    if (quoted && result == CSV_ROW) {
        take(csv);
        result = take_quoted(csv);
    } else if (result == CSV_ROW) {
        result = keep_plain(csv);
    }
    while (result == CSV_ROW) {
        size_t line = csv->line;
        int byte = take(csv);
        *last = at_line_end(csv, byte);
        if (*last && byte == '\r')
            take(csv);
        if (*last || byte == csv->separator)
            return keep(csv, 0) == CSV_ROW ? worst : CSV_BROKEN;
        if (byte == 0)
            return fail(csv, CSV_BROKEN, "a NUL byte: this is no text file");
        if (quoted || byte == '"') {
            worst = fail(csv, CSV_BAD_ROW, quoted ? "text behind a closing quote" : "a quote inside a field");
            csv->error_line = line;
        }
        result = keep(csv, byte);
    }
    return result;
}

static void skip_byte_order_mark(csv_reader *csv)
{
    if (peek(csv, 0) == 0xef && peek(csv, 1) == 0xbb && peek(csv, 2) == 0xbf)
        for (int i = 0; i < 3; i++)
            take(csv);
}

// Passes over empty lines. False: nothing is left.
static bool find_row(csv_reader *csv)
{
    if (csv->bytes == 0)
        skip_byte_order_mark(csv);
    for (;;) {
        int byte = peek(csv, 0);
        if (byte == EOF)
            return false;
        if (byte != '\n' && !(byte == '\r' && peek(csv, 1) == '\n'))
            return true;
        take(csv);
    }
}

csv_result csv_next(csv_reader *csv)
{
    csv->used = csv->count = 0;
    bool found = find_row(csv), last = false;
    csv->start = csv->bytes;
    csv_result worst = CSV_ROW;
    while (found && !last && worst != CSV_BROKEN) {
        csv_result result = take_field(csv, &last);
        worst = result > worst ? result : worst;
    }
    if (csv->ended && source_failed(csv->from))
        return fail(csv, CSV_BROKEN, csv->from->message.text);
    return found ? worst : CSV_END;
}

bool csv_move(csv_reader *csv, const csv_part *part)
{
    csv->next = csv->end = 0;
    csv->ended = false;
    csv->bytes = part->start;
    csv->line = part->line;
    return source_move(csv->from, part->start, part->end);
}

const char *csv_field(const csv_reader *csv, size_t i)
{
    return csv->text + csv->fields[i].start;
}

size_t csv_line(const csv_reader *csv, size_t i)
{
    return csv->fields[i].line;
}
