// A row is looked for until the buffer has the whole of it, and is taken apart where it lies.
#include "csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CONTROL_Z = 0x1a };

void csv_begin(csv_reader *csv, byte_source *from)
{
    memset(csv, 0, sizeof *csv);
    csv->from = from;
    if (from != NULL)
        from->watch = &csv->watch;
    csv->watch.line = 1;
    csv->line = 1;
    csv->form = (csv_form){ ',', CSV_QUOTES_AROUND, '\n' };
}

bool csv_begin_bytes(csv_reader *csv, const char *bytes, size_t size)
{
    csv_begin(csv, NULL);
    csv->ended = true;
    csv->buffer = malloc(size + 1);
    if (csv->buffer == NULL)
        return false;
    memcpy(csv->buffer, bytes, size);
    csv->buffer[size] = 0;
    csv->room = csv->end = size;
    return true;
}

void csv_end(csv_reader *csv)
{
    if (csv->from != NULL)
        csv->from->watch = NULL;
    free(csv->buffer);
    free(csv->fields);
}

static csv_result fail(csv_reader *csv, csv_result result, size_t line, const char *error)
{
    csv->error = error;
    csv->error_line = line;
    csv->broken = csv->broken || result == CSV_BROKEN;
    return result;
}

static csv_result fail_of_quotes(csv_reader *csv, csv_result result, size_t line, const char *error)
{
    csv->of_quotes = true;
    return fail(csv, result, line, error);
}

// Makes the buffer twice as large, or as large as it is to begin with. False: no memory. One more byte is always there.
static bool enlarge(csv_reader *csv)
{
    const size_t room = csv->room > 0 ? csv->room * 2 : CSV_LOOK;
    char *buffer = realloc(csv->buffer, room + 1);
    if (buffer == NULL)
        return false;
    csv->buffer = buffer;
    csv->room = room;
    return true;
}

// Moves what is unread to the front and reads more behind it, which needs room for it.
static csv_result fill(csv_reader *csv)
{
    if (csv->next > 0)
        memmove(csv->buffer, csv->buffer + csv->next, csv->end - csv->next);
    csv->end -= csv->next;
    csv->next = 0;
    if (csv->end == csv->room && csv->room >= CSV_ROW_MAX)
        return fail(csv, CSV_BROKEN, csv->line, "the row is longer than 16 MiB");
    if (csv->end == csv->room && !enlarge(csv))
        return fail(csv, CSV_BROKEN, csv->line, strerror(ENOMEM));
    const size_t got = source_read(csv->from, csv->buffer + csv->end, csv->room - csv->end);
    csv->end += got;
    csv->ended = got == 0;
    csv->buffer[csv->end] = 0;
    return source_failed(csv->from) ? fail(csv, CSV_BROKEN, 0, csv->from->message.text) : CSV_ROW;
}

static void skip(csv_reader *csv, size_t size)
{
    csv->next += size;
    csv->bytes += size;
}

// Has so many bytes in the buffer, or all there are, behind a byte order mark.
static csv_result begin_reading(csv_reader *csv, size_t least)
{
    csv_result result = CSV_ROW;
    while (result == CSV_ROW && csv->end - csv->next < least && !csv->ended)
        result = fill(csv);
    if (csv->bytes == 0 && csv->end - csv->next >= 3 && memcmp(csv->buffer + csv->next, "\xef\xbb\xbf", 3) == 0)
        skip(csv, 3);
    return result;
}

const char *csv_look(csv_reader *csv, size_t least, size_t *size)
{
    *size = begin_reading(csv, least) == CSV_ROW ? csv->end - csv->next : 0;
    return csv->buffer + csv->next;
}

void csv_skip_line(csv_reader *csv)
{
    const char *begin = csv->buffer + csv->next, *end = memchr(begin, csv->form.row_end, csv->end - csv->next);
    skip(csv, end != NULL ? (size_t)(end - begin) + 1 : csv->end - csv->next);
    csv->line++;
}

// ---- Where a row ends ----

static bool is_between(const csv_reader *csv, char byte)
{
    return byte == csv->form.separator || (byte == '\t' && csv->form.separator == ' ');
}

// The end of a row with quotes around fields; NULL: it is not there yet. *open: the quote that has no end yet, or NULL.
static const char *end_of_quoted(const csv_reader *csv, const char *at, const char *end, const char **open)
{
    bool first = true; // of a field
    for (; at < end; at++) {
        if (*at == csv->form.row_end)
            return at;
        if (first && *at == '"') {
            *open = at;
            do { // passes over two quotes as if one ended and another began
                at = memchr(at + 1, '"', (size_t)(end - at - 1));
                if (at == NULL || (at + 1 == end && !csv->ended))
                    return NULL;
            } while (at[1] == '"' && ++at < end);
            *open = NULL;
        }
        first = is_between(csv, *at);
    }
    return NULL;
}

static const char *end_of_row(const csv_reader *csv, const char *begin, const char **open)
{
    const char *end = csv->buffer + csv->end, *line_end = memchr(begin, csv->form.row_end, (size_t)(end - begin));
    *open = NULL;
    if (csv->form.quotes != CSV_QUOTES_AROUND ||
        memchr(begin, '"', (size_t)((line_end != NULL ? line_end : end) - begin)) == NULL)
        return line_end;
    return end_of_quoted(csv, begin, end, open);
}

static size_t count_lines(const csv_reader *csv, const char *from, const char *to)
{
    size_t lines = 0;
    while ((from = memchr(from, csv->form.row_end, (size_t)(to - from))) != NULL) {
        from++;
        lines++;
    }
    return lines;
}

// Finds the next row's bytes, which are unread still: from csv->next, `size` of them, `all` with its end.
static csv_result find_row(csv_reader *csv, size_t *size, size_t *all)
{
    const char *open = NULL;
    for (;;) {
        const char *begin = csv->buffer + csv->next, *end = csv->end > csv->next ? end_of_row(csv, begin, &open) : NULL;
        if (end != NULL) {
            *size = (size_t)(end - begin);
            *all = *size + 1;
            break;
        }
        if (csv->ended && open != NULL)
            return fail_of_quotes(csv, CSV_BROKEN, csv->line + count_lines(csv, begin, open),
                                  "a quote is opened and never closed");
        if (csv->ended) {
            *size = *all = csv->end - csv->next;
            break;
        }
        if (fill(csv) != CSV_ROW)
            return CSV_BROKEN;
    }
    if (*size > 0 && csv->form.row_end == '\n' && csv->buffer[csv->next + *size - 1] == '\r')
        --*size;
    return *all == 0 ? CSV_END : CSV_ROW;
}

// Is it none: empty, blanks, or what ends some files?
static bool is_no_row(const csv_reader *csv, size_t size, size_t all)
{
    const char *text = csv->buffer + csv->next;
    size_t blanks = 0;
    while (blanks < size && (text[blanks] == ' ' || (text[blanks] == '\t' && csv->form.separator != '\t')))
        blanks++;
    const bool last = csv->ended && csv->next + all == csv->end;
    return blanks == size || (last && size == 1 && text[0] == CONTROL_Z);
}

// The same, passing over what is no row.
static csv_result find_next(csv_reader *csv, size_t *size, size_t *all)
{
    csv_result result = begin_reading(csv, 3);
    while (result == CSV_ROW) {
        result = find_row(csv, size, all);
        if (result == CSV_ROW && !csv->ended && csv->next + *all == csv->end)
            result = fill(csv) == CSV_ROW ? CSV_ROW : CSV_BROKEN; // is it the last?
        if (result != CSV_ROW || !is_no_row(csv, *size, *all))
            break;
        skip(csv, *all);
        csv->line++;
    }
    return result;
}

bool csv_at_end(csv_reader *csv)
{
    size_t size = 0, all = 0;
    return find_next(csv, &size, &all) == CSV_END;
}

// ---- The fields of a row ----

// False: failed, and said so.
static bool begin_field(csv_reader *csv, size_t start, size_t line)
{
    if (csv->count == csv->fields_room) {
        const size_t room = csv->fields_room > 0 ? csv->fields_room * 2 : 16;
        if (csv->from != NULL && !limit_claim(csv->from->limit, (room - csv->fields_room) * sizeof *csv->fields,
                                              &csv->from->message, line, "room for %zu fields of a row", room))
            return fail(csv, CSV_BROKEN, line, csv->from->message.text) == CSV_ROW;
        csv_span *fields = realloc(csv->fields, room * sizeof *fields);
        if (fields == NULL)
            return fail(csv, CSV_BROKEN, line, strerror(ENOMEM)) == CSV_ROW;
        csv->fields = fields;
        csv->fields_room = room;
    }
    csv->fields[csv->count++] = (csv_span){ start, line };
    return true;
}

// Is it a field in quotes, with no others inside but pairs? Behind it is a separator, or the end.
static bool is_whole(const csv_reader *csv, const char *at, const char *end, const char **behind)
{
    if (csv->form.quotes == CSV_QUOTES_TEXT || at == end || *at != '"')
        return false;
    do { // passes over two quotes as if one ended and another began
        at = memchr(at + 1, '"', (size_t)(end - at - 1));
    } while (at != NULL && at + 1 < end && at[1] == '"' && ++at < end);
    if (at == NULL || (at + 1 < end && !is_between(csv, at[1])))
        return false;
    *behind = at + 1;
    return true;
}

// Joins blanks: one separator between fields, none around them. Returns the number of bytes left.
static size_t join_blanks(csv_reader *csv, size_t size)
{
    char *text = csv->text;
    const char *end = text + size, *behind = NULL;
    size_t kept = 0;
    for (const char *at = text; at < end;) {
        const bool first = kept == 0 || text[kept - 1] == ' ', blank = is_between(csv, *at);
        const size_t bytes = first && is_whole(csv, at, end, &behind) ? (size_t)(behind - at) : !blank;
        memmove(text + kept, at, bytes);
        kept += bytes;
        at += bytes + blank;
        if (blank && !first)
            text[kept++] = ' ';
    }
    return kept > 0 && text[kept - 1] == ' ' ? kept - 1 : kept;
}

static csv_result split(csv_reader *csv, size_t size)
{
    char *text = csv->text;
    const char separator = csv->form.separator;
    text[size] = 0;
    for (size_t at = 0; at <= size; at++) {
        if (!begin_field(csv, at, csv->line))
            return CSV_BROKEN;
        while (at < size && text[at] != separator)
            at++;
        text[at] = 0;
    }
    return CSV_ROW;
}

// The text of a quoted field moves to the front, over its quotes. Returns where it ends; *at moves behind the closing
// quote.
static size_t unquote(char *text, size_t *at, size_t size)
{
    size_t kept = *at;
    for (++*at; *at < size; ++*at) {
        if (text[*at] == '"' && text[++*at] != '"')
            break;
        text[kept++] = text[*at];
    }
    return kept;
}

// The same with quotes around fields, each of which ends. What stands beside quotes makes it a bad row.
static csv_result split_quoted(csv_reader *csv, size_t size)
{
    char *text = csv->text;
    csv_result result = CSV_ROW;
    size_t line = csv->line;
    for (size_t at = 0; at <= size; at++) {
        if (!begin_field(csv, at, line))
            return CSV_BROKEN;
        const bool quoted = text[at] == '"';
        size_t kept = quoted ? unquote(text, &at, size) : at;
        line += quoted ? count_lines(csv, text + csv->fields[csv->count - 1].start, text + kept) : 0;
        for (; at < size && text[at] != csv->form.separator; at++) {
            if (quoted || text[at] == '"')
                result = fail_of_quotes(csv, CSV_BAD_ROW, line,
                                        quoted ? "text behind a closing quote" : "a quote inside a field");
            text[kept++] = text[at];
        }
        text[kept] = 0;
    }
    return result;
}

// ---- Quotes that count within a line ----

// How many fields it has if separators in quoted fields are text.
static size_t count_quoted(const csv_reader *csv, const char *at, const char *end)
{
    size_t count = 1;
    for (bool first = true; at < end; at++) {
        const char *behind = NULL;
        if (first && is_whole(csv, at, end, &behind))
            at = behind;
        first = at < end && is_between(csv, *at);
        count += first;
    }
    return count;
}

// Separators in quotes are text where the row has as many fields then as it should, or where that is not known.
static csv_result split_line(csv_reader *csv, size_t size)
{
    char *text = csv->text;
    const char separators[] = { csv->form.separator, 0 };
    size_t plain = 1, quoted = count_quoted(csv, text, text + size);
    for (size_t i = 0; i < size; i++)
        plain += text[i] == csv->form.separator;
    const bool around = quoted != plain && (csv->width == 0 || csv->width == quoted);
    for (size_t at = 0; at <= size; at++) {
        if (!begin_field(csv, at, csv->line))
            return CSV_BROKEN;
        const size_t next = at + strcspn(text + at, separators);
        const char *behind = NULL;
        if (is_whole(csv, text + at, text + (around ? size : next), &behind))
            text[unquote(text, &at, size)] = 0;
        else
            at = next;
        text[at] = 0;
    }
    return CSV_ROW;
}

csv_result csv_next(csv_reader *csv)
{
    size_t size = 0, all = 0;
    csv->count = 0;
    csv->has_quote = csv->hash = csv->of_quotes = false;
    csv_result result = csv->broken ? CSV_BROKEN : find_next(csv, &size, &all);
    csv->start = csv->bytes;
    if (result != CSV_ROW)
        return result;
    char *text = csv->text = csv->buffer + csv->next;
    const char *no_text = memchr(text, 0, size);
    csv->has_quote = memchr(text, '"', size) != NULL;
    const bool may_span = csv->has_quote && csv->form.quotes == CSV_QUOTES_AROUND;
    const size_t lines = may_span ? count_lines(csv, text, text + all) : all > size;
    csv->hash = text[0] == '#';
    if (no_text != NULL)
        return fail(csv, CSV_BROKEN, csv->line + count_lines(csv, text, no_text), "a NUL byte: not a text file");
    if (csv->form.separator == ' ')
        size = join_blanks(csv, size);
    text[size] = 0;
    const bool counts = csv->has_quote && csv->form.quotes != CSV_QUOTES_TEXT;
    result = !counts                               ? split(csv, size)
             : csv->form.quotes == CSV_QUOTES_LINE ? split_line(csv, size)
                                                   : split_quoted(csv, size);
    skip(csv, all);
    csv->line += lines;
    return result;
}

void csv_take_off_hash(csv_reader *csv)
{
    const char *text = csv_field(csv, 0);
    const size_t off = 1 + strspn(text + 1, " \t");
    csv->fields[0].start += off;
    if (text[off] == 0 && csv->form.separator == ' ' && csv->count > 1)
        memmove(csv->fields, csv->fields + 1, --csv->count * sizeof *csv->fields);
}

bool csv_move(csv_reader *csv, const csv_part *part)
{
    csv->next = csv->end = 0;
    csv->ended = false;
    csv->bytes = part->start;
    csv->line = part->line;
    csv->watch = (utf8_watch){ .line = part->line };
    return source_move(csv->from, part->start, part->end);
}

char *csv_field(const csv_reader *csv, size_t i)
{
    return csv->text + csv->fields[i].start;
}

size_t csv_line(const csv_reader *csv, size_t i)
{
    return csv->fields[i].line;
}
