// Rows, one after the other.
#include "csv_rows.h"

#include "csv_form.h"
#include "first_row.h"
#include "progress.h"

#include "number.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

static void tell(csv_rows *self)
{
    if (self->taken[0] != 0)
        note_at(self->name, "%s", self->taken);
    self->taken[0] = 0;
}

// Suggests how to read a file with a fault in its quotes, as the end of a sentence; or "".
static const char *quotes_remedy(const csv_rows *self)
{
    return self->csv->of_quotes && !self->no_options ? "; --quotes none takes quotes for text" : "";
}

static bool complain_of_file(csv_rows *self)
{
    tell(self);
    complain_at(self->name, self->csv->error == self->csv->from->message.text ? 0 : self->csv->error_line, "%s%s",
                self->csv->error, quotes_remedy(self));
    return false;
}

// Passes over the current row, or complains of it. False: that is the end.
static bool pass_over(csv_rows *self)
{
    const csv_reader *csv = self->csv;
    const size_t lines = csv->count > 0 ? csv->line - csv_line(csv, 0) : 1;
    self->skipped++;
    self->skipped_lines += lines > 0 ? lines : 1;
    if (!self->skip_bad) {
        tell(self);
        complain_at(self->name, self->why_line, "%s%s; --skip-bad skips bad rows", self->why, quotes_remedy(self));
    }
    return self->skip_bad &&
           (self->bad == NULL || bad_rows_add(self->bad, self->name, self->count, self->why_line, self->why));
}

// ---- The first row ----

// Detects how the table is written. *width: fields of its first row that is not a comment, or 0. False: complained.
static bool find_form(csv_rows *self, size_t *width)
{
    csv_reader *csv = self->csv;
    size_t size = 0;
    const char *head = csv_look(csv, CSV_LOOK, &size);
    const char said = csv_form_said(head, size);
    if (said != 0) {
        csv_skip_line(csv);
        if (self->wishes.separator == 0)
            self->wishes.separator = said;
    }
    bool enough = false; // behind many comments, or in long rows, the first rows are far
    for (size_t least = CSV_LOOK; !enough && least <= CSV_ROW_MAX; least *= 16) {
        head = csv_look(csv, least, &size);
        csv->form = csv_form_find(head, size, csv->ended, &self->wishes, width, &enough);
    }
    if (*width > 0 || enough || csv->broken)
        return true;
    if (memchr(head, 0, size) != NULL)
        complain_at(self->name, 0, "NUL bytes in its first 16 MiB: not a text file");
    else
        complain_at(self->name, 0, "no row in its first 16 MiB, only comments or empty lines; take them out");
    return false;
}

// Is the current row a comment? `width`: fields of the rows that are not; or 0. Removes the # of a header.
static bool is_comment(csv_rows *self, size_t width)
{
    csv_reader *csv = self->csv;
    const column_wishes *wishes = &self->wishes;
    columns c;
    if (!csv->hash || wishes->comments == COMMENTS_NO || width == 0)
        return false;
    if (wishes->comments == COMMENTS_YES)
        return true;
    if (csv->count == width && columns_seek(&c, csv, wishes) && columns_are_right(&c, csv))
        return false;
    csv_take_off_hash(csv);
    const bool named = wishes->columns == NULL || !columns_are_positions(wishes->columns);
    return csv->count != width || !named || !columns_seek(&c, csv, wishes);
}

// May the first row be data? Then it may be a bad row too.
static bool may_be_data(const column_wishes *wishes)
{
    return wishes->header != HEADER_YES && wishes->columns != NULL && columns_are_positions(wishes->columns);
}

// Is the current row a bad one, in front of a table that may have no header? Gives the reason then.
static bool is_bad_first(csv_rows *self, csv_result result)
{
    const column_wishes *wishes = &self->wishes;
    csv_reader *csv = self->csv;
    columns c;
    if (!self->skip_bad || !may_be_data(wishes))
        return false;
    if (result == CSV_BAD_ROW)
        csv_rows_refuse(self, csv->error_line, "%s", csv->error);
    else if (!columns_seek(&c, csv, wishes))
        csv_rows_refuse(self, csv_line(csv, 0), "%zu field%s, fewer than --columns says", csv->count,
                        csv->count == 1 ? "" : "s");
    else if (!columns_are_right(&c, csv) && (wishes->header == HEADER_NO || first_row_is_data(&c, csv)))
        csv_rows_refuse(self, csv_line(csv, 0), "its fields in columns %s are not what they should be",
                        wishes->columns);
    else
        return false;
    return true;
}

bool csv_rows_header(csv_rows *self, const char *wanted)
{
    csv_reader *csv = self->csv;
    size_t width = 0;
    if (!find_form(self, &width))
        return false;
    csv_result result = csv_next(csv);
    for (; result == CSV_ROW || result == CSV_BAD_ROW; result = csv_next(csv)) {
        if (is_comment(self, width)) {
            self->notes.comments++;
            continue;
        }
        if (!is_bad_first(self, result))
            break;
        self->count++;
        if (!pass_over(self))
            return false;
    }
    if (result == CSV_BROKEN)
        return complain_of_file(self);
    if (result == CSV_BAD_ROW) {
        complain_at(self->name, csv->error_line, "%s%s%s", csv->error, quotes_remedy(self),
                    may_be_data(&self->wishes) ? "; --skip-bad skips bad rows" : "");
        return false;
    }
    if (result == CSV_END && self->count > 0)
        complain_at(self->name, 0, "no row of %" PRIu64 " fits --columns %s", self->count, self->wishes.columns);
    else if (result == CSV_END)
        complain_at(self->name, 0, "empty; the first line must name the columns%s%s", wanted[0] ? " " : "", wanted);
    csv->width = csv->count;
    return result == CSV_ROW;
}

// ---- Notes ----

void csv_rows_describe(csv_rows *self)
{
    const columns *c = &self->columns;
    char what[400];
    columns_describe(c, self->csv, what, sizeof what);
    const char *separators = csv_form_separators(self->csv->form.separator);
    snprintf(self->taken, sizeof self->taken, "%s, separated by %s, the first row is %s%s%s%s", what, separators,
             c->headless ? "data" : "a header", c->counted ? ", since it counts the columns" : "",
             c->decimal_comma ? ", decimal commas" : "", self->csv->form.row_end == '\r' ? ", rows end with CR" : "");
}

// ---- Bad rows ----

csv_taken csv_rows_refuse(csv_rows *self, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(self->why, sizeof self->why, format, arguments);
    va_end(arguments);
    self->why_line = line;
    return CSV_REFUSED;
}

enum { REMEDY_SIZE = 192, NUMBER_TEXT = 64 };

// How many bytes the mark takes that may stand between thousands; 0: it is none.
static size_t group_mark(const char *at)
{
    static const char *const marks[] = {
        ",", " ", "'", "_", "\xc2\xa0", "\xe2\x80\x89", "\xe2\x80\x99", "\xe2\x80\xaf"
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(at, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 0;
}

// A number without the marks between its thousands. False: it has none, or others.
static bool without_groups(const char *text, char plain[NUMBER_TEXT])
{
    static const char *const digits = "0123456789";
    const size_t lead = strspn(text + strspn(text, "+-"), digits);
    size_t length = 0;
    for (const char *at = text; *at != 0;) {
        const size_t mark = group_mark(at);
        if (mark == 0)
            plain[length++] = *at++;
        else if (lead < 1 || lead > 3 || strspn(at + mark, digits) != 3)
            return false;
        else
            at += mark;
    }
    plain[length] = 0;
    return length < strlen(text);
}

// Suggests how to read a text that is not a number, as the end of a sentence; or "".
static const char *remedy(const csv_rows *self, const char *text, char out[REMEDY_SIZE])
{
    char turned[NUMBER_TEXT], plain[NUMBER_TEXT];
    double value = 0;
    const bool first = self->count == 1 && self->columns.headless && self->wishes.header == HEADER_AUTO;
    if (strlen(text) < sizeof turned) {
        snprintf(turned, sizeof turned, "%s", text);
        columns_turn_text(turned);
        const bool comma = self->columns.decimal_comma;
        if (comma && strchr(text, '.') != NULL)
            return "; with --decimal comma it has no point";
        const bool turns = strchr(text, ',') != NULL && !comma && number_double(turned, &value) == NUMBER_OK;
        const bool one = strchr(text, ',') == strrchr(text, ','); // with decimal commas it stands before a fraction
        if (without_groups(comma && one ? turned : text, plain) && number_double(plain, &value) == NUMBER_OK) {
            if (comma)
                columns_turn_text(plain);
            const bool either = turns && !self->no_options;
            snprintf(out, REMEDY_SIZE, "; write %s%s%s", plain, either ? ", or --decimal comma reads " : "",
                     either ? turned : "");
            return out;
        }
        if (turns)
            return self->no_options ? "; the decimal mark is a point" : "; --decimal comma reads it";
    }
    if (*text == '#' && self->wishes.comments == COMMENTS_AUTO && !self->no_options)
        return "; --comments yes skips lines that begin with #";
    return first ? "; --header yes takes the first row for a header" : "";
}

csv_taken csv_rows_refuse_field(csv_rows *self, int i, const char *wrong)
{
    const columns *c = &self->columns;
    char *text = columns_text(c, self->csv, i);
    const char *column = c->names[i];
    size_t line = csv_line(self->csv, c->at[i]);
    char end[REMEDY_SIZE];
    if (*text == 0)
        return csv_rows_refuse(self, line, "column \"%.80s\" %s", column, wrong);
    if (c->decimal_comma)
        columns_turn_text(text); // as it is in the file
    return csv_rows_refuse(self, line, "column \"%.80s\": '%.60s%s' %s%s", column, text, strlen(text) > 60 ? "..." : "",
                           wrong, remedy(self, text, end));
}

static csv_taken take_row(csv_rows *self, csv_result result, csv_taker *take, void *context)
{
    const csv_reader *csv = self->csv;
    if (result == CSV_ROW && csv->count == self->columns.width) {
        columns_turn(&self->columns, csv);
        return take(context, self);
    }
    if (result == CSV_BAD_ROW)
        return csv_rows_refuse(self, csv->error_line, "%s", csv->error);
    return csv_rows_refuse(self, csv_line(csv, 0), "%zu field%s, but the %s has %zu%s", csv->count,
                           csv->count == 1 ? "" : "s", self->columns.headless ? "first row" : "header",
                           self->columns.width,
                           csv->has_quote && csv->form.quotes == CSV_QUOTES_LINE && !self->no_options
                               ? "; --quotes csv lets quoted fields hold line ends"
                               : "");
}

// Is the current row outside the table: a comment, or a last line that counts the rows?
static bool is_no_row(csv_rows *self)
{
    csv_reader *csv = self->csv;
    const bool comment = csv->hash && self->wishes.comments != COMMENTS_NO &&
                         (self->wishes.comments == COMMENTS_YES || csv->count != self->columns.width);
    unsigned long long rows = 0;
    int length = 0;
    self->notes.comments += comment;
    if (comment || csv->count != 1 || self->columns.width == 1 || csv->form.separator != '|' ||
        sscanf(csv_field(csv, 0), "(%llu row%n", &rows, &length) != 1 || length == 0)
        return comment;
    const char *rest = csv_field(csv, 0) + length;
    self->notes.footers = strcmp(rest, rows == 1 ? ")" : "s)") == 0 && csv_at_end(csv);
    return self->notes.footers > 0;
}

bool csv_rows_move(csv_rows *self, part_finder *find, void *context)
{
    csv_reader *csv = self->csv;
    const bool headless = self->columns.headless;
    csv_part part;
    if (!find(context, &csv->form, headless ? csv->start : csv->bytes, headless ? csv_line(csv, 0) : csv->line, &part))
        return false;
    self->moved = true;
    self->notes.above = self->notes.comments;
    if (csv_move(csv, &part))
        return true;
    complain_at(self->name, 0, "%s", csv->from->message.text);
    return false;
}

enum { BYTE_BITS = 8 };

// Names may be in an old encoding. They are kept as they are; a note names the first such byte.
static uint64_t odd_byte(const csv_rows *self)
{
    const utf8_watch *watch = &self->csv->watch;
    return watch->found ? (uint64_t)watch->line << BYTE_BITS | watch->byte : UINT64_MAX;
}

static void tell_of_byte(uint64_t odd, const char *name)
{
    if (odd != UINT64_MAX && !report_is_quiet())
        complain_at(name, (size_t)(odd >> BYTE_BITS),
                    "the byte 0x%02x is not UTF-8 and is kept, in JSON as U+FFFD; " UTF8_REMEDY,
                    (unsigned)(odd & ((1U << BYTE_BITS) - 1)));
}

bool csv_rows_read(csv_rows *self, uint64_t size, csv_taker *take, void *context)
{
    progress p = progress_begin("reading, KiB");
    csv_result result = self->columns.headless && !self->moved ? CSV_ROW : csv_next(self->csv);
    bool good = true;
    for (; good && (result == CSV_ROW || result == CSV_BAD_ROW); result = csv_next(self->csv)) {
        if (is_no_row(self))
            continue;
        self->count++;
        csv_taken taken = take_row(self, result, take, context);
        good = taken == CSV_TAKEN || (taken == CSV_REFUSED && pass_over(self));
        if (self->count % 4096 == 0)
            progress_step(&p, self->csv->from->taken >> 10, size >> 10);
    }
    progress_end(&p);
    good = good && result == CSV_BROKEN ? complain_of_file(self) : good;
    if (!good)
        tell_of_byte(odd_byte(self), self->name);
    return good;
}

void csv_rows_leave(csv_rows *self, char taken[CSV_ROWS_TAKEN])
{
    memcpy(taken, self->taken, sizeof self->taken);
    self->taken[0] = 0;
}

void csv_notes_print(const csv_notes *self, const char *name)
{
    tell_of_byte(self->odd, name);
    if (self->comments > 0)
        note_at(name, "%" PRIu64 " line%s beginning with # skipped", self->comments, self->comments == 1 ? "" : "s");
    if (self->footers > 0)
        note_at(name, "the last line, a count of rows, skipped");
}

void csv_rows_end(csv_rows *self, csv_notes *later)
{
    tell(self);
    char lines[64] = "";
    if (self->skipped_lines > self->skipped)
        snprintf(lines, sizeof lines, ", %" PRIu64 " lines,", self->skipped_lines);
    if (self->skipped > 0)
        note_at(self->name, "%" PRIu64 " bad row%s%s skipped", self->skipped, self->skipped == 1 ? "" : "s", lines);
    self->notes.odd = odd_byte(self);
    if (later != NULL)
        *later = self->notes;
    else
        csv_notes_print(&self->notes, self->name);
}
