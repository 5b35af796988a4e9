// Rows, one after the other.
#include "csv_rows.h"

#include "csv_separator.h"
#include "progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

static bool complain_of_file(const csv_rows *self)
{
    complain_at(self->name, self->csv->error == self->csv->from->message.text ? 0 : self->csv->error_line, "%s",
                self->csv->error);
    return false;
}

bool csv_rows_header(csv_rows *self, const char *wanted)
{
    size_t looked = 0;
    const char *head = source_look(self->csv->from, &looked);
    self->csv->separator = self->separator;
    if (self->separator == 0)
        self->csv->separator = csv_separator_find(head, looked);
    csv_result result = csv_next(self->csv);
    if (result != CSV_ROW && result != CSV_END)
        return complain_of_file(self);
    if (result == CSV_END)
        complain_at(self->name, 0, "empty; the first line must name the columns%s%s", wanted[0] ? " " : "", wanted);
    return result == CSV_ROW;
}

csv_taken csv_rows_refuse(csv_rows *self, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(self->why, sizeof self->why, format, arguments);
    va_end(arguments);
    self->why_line = line;
    return CSV_REFUSED;
}

csv_taken csv_rows_refuse_field(csv_rows *self, int i, const char *wrong)
{
    const columns *c = &self->columns;
    const char *text = columns_text(c, self->csv, i), *column = c->names[i];
    size_t line = csv_line(self->csv, c->at[i]);
    if (*text == 0)
        return csv_rows_refuse(self, line, "column \"%.80s\" %s", column, wrong);
    return csv_rows_refuse(self, line, "column \"%.80s\": '%.60s%s' %s", column, text, strlen(text) > 60 ? "..." : "",
                           wrong);
}

static csv_taken take_row(csv_rows *self, csv_result result, csv_taker *take, void *context)
{
    const csv_reader *csv = self->csv;
    if (result == CSV_ROW && csv->count == self->columns.width)
        return take(context, self);
    if (result == CSV_BAD_ROW)
        return csv_rows_refuse(self, csv->error_line, "%s", csv->error);
    return csv_rows_refuse(self, csv_line(csv, 0), "%zu field%s, but the %s has %zu", csv->count,
                           csv->count == 1 ? "" : "s", self->columns.headless ? "first row" : "header",
                           self->columns.width);
}

// Passes over the current row, or complains of it. False: that is the end.
static bool pass_over(csv_rows *self)
{
    self->skipped++;
    if (!self->skip_bad)
        complain_at(self->name, self->why_line, "%s; --skip-bad passes over bad rows", self->why);
    return self->skip_bad &&
           (self->bad == NULL || bad_rows_add(self->bad, self->name, self->count, self->why_line, self->why));
}

bool csv_rows_move(csv_rows *self, part_finder *find, void *context)
{
    csv_reader *csv = self->csv;
    const bool headless = self->columns.headless;
    csv_part part;
    if (!find(context, headless ? 0 : csv->bytes, headless ? 1 : csv->line, &part))
        return false;
    self->moved = true;
    if (csv_move(csv, &part))
        return true;
    complain_at(self->name, 0, "%s", csv->from->message.text);
    return false;
}

// Names may be in bytes of another time: they are passed on as they are, and told once.
static void tell_of_bytes(const csv_rows *self)
{
    const utf8_watch *watch = &self->csv->watch;
    if (watch->found)
        complain_at(self->name, watch->line, "the byte 0x%02x is no UTF-8, and stays as it is; " UTF8_REMEDY,
                    watch->byte);
}

bool csv_rows_read(csv_rows *self, uint64_t size, csv_taker *take, void *context)
{
    progress p = progress_begin("reading, KiB");
    csv_result result = self->columns.headless && !self->moved ? CSV_ROW : csv_next(self->csv);
    bool good = true;
    for (; good && (result == CSV_ROW || result == CSV_BAD_ROW); result = csv_next(self->csv)) {
        self->count++;
        csv_taken taken = take_row(self, result, take, context);
        good = taken == CSV_TAKEN || (taken == CSV_REFUSED && pass_over(self));
        if (self->count % 4096 == 0)
            progress_step(&p, self->csv->from->taken >> 10, size >> 10);
    }
    progress_end(&p);
    if (good && result == CSV_BROKEN)
        good = complain_of_file(self);
    tell_of_bytes(self);
    if (good && self->skipped > 0)
        complain_at(self->name, 0, "%" PRIu64 " bad row%s passed over", self->skipped, self->skipped == 1 ? "" : "s");
    return good;
}
