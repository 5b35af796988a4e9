// Rows, one after the other.
#include "csv_rows.h"

#include "progress.h"
#include "report.h"

#include <inttypes.h>

static bool complain_of_file(const csv_rows *self)
{
    complain_at(self->name, self->csv->error == self->csv->from->message.text ? 0 : self->csv->error_line, "%s",
                self->csv->error);
    return false;
}

bool csv_rows_header(csv_rows *self, const char *wanted)
{
    csv_result result = csv_next(self->csv);
    if (result != CSV_ROW && result != CSV_END)
        return complain_of_file(self);
    if (result == CSV_END)
        complain_at(self->name, 0, "empty; the first line must name the columns%s%s", wanted[0] ? " " : "", wanted);
    return result == CSV_ROW;
}

static csv_taken take_row(csv_rows *self, csv_result result, csv_taker *take, void *context)
{
    const csv_reader *csv = self->csv;
    if (result == CSV_ROW && csv->count == self->columns.width)
        return take(context, self);
    if (!self->skip_bad && result == CSV_BAD_ROW)
        complain_at(self->name, csv->error_line, "%s", csv->error);
    else if (!self->skip_bad)
        complain_at(self->name, csv_line(csv, 0), "%zu field%s, but the header has %zu", csv->count,
                    csv->count == 1 ? "" : "s", self->columns.width);
    return CSV_REFUSED;
}

bool csv_rows_read(csv_rows *self, uint64_t size, csv_taker *take, void *context)
{
    progress p = progress_begin("reading, KiB");
    csv_result result = csv_next(self->csv);
    bool good = true;
    for (; good && (result == CSV_ROW || result == CSV_BAD_ROW); result = csv_next(self->csv)) {
        self->count++;
        csv_taken taken = take_row(self, result, take, context);
        self->skipped += taken == CSV_REFUSED;
        good = taken == CSV_TAKEN || (taken == CSV_REFUSED && self->skip_bad);
        if (self->count % 4096 == 0)
            progress_step(&p, self->csv->from->taken >> 10, size >> 10);
    }
    progress_end(&p);
    if (good && result == CSV_BROKEN)
        good = complain_of_file(self);
    if (good && self->skipped > 0)
        complain_at(self->name, 0, "%" PRIu64 " bad row%s passed over", self->skipped, self->skipped == 1 ? "" : "s");
    return good;
}
