// The file becomes boxes: each row's numbers, rounded once to float or double, by the meaning of its columns. The first
// bad row ends it all, unless bad rows are to be passed over.
#include "columns.h"
#include "items_read.h"
#include "number.h"
#include "progress.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// What reading needs beside the items.
typedef struct reading {
    const input *in;
    const char *name; // of the file, for people
    csv_reader *csv;
    columns columns;
    uint64_t rows, skipped;
} reading;

static const char *number_text(const reading *r, int i)
{
    return columns_text(&r->columns, r->csv, i);
}

// Says what is wrong with number i of a row, unless bad rows are passed over in silence. Always false.
static bool bad_number(const reading *r, int i, const char *wrong)
{
    if (!r->in->skip_bad)
        columns_complain(&r->columns, r->csv, i, wrong, r->name);
    return false;
}

static bool take_number(const reading *r, int i, float *value)
{
    number_error error = number_float(number_text(r, i), false, value);
    return error == NUMBER_OK || bad_number(r, i, number_error_text(error));
}

// Upper end of the side that begins at `low`, the nearest float to the sum in double of both fields. Being rounded
// another way than the lower end, it could come out below it by one step, and must not.
static bool take_size(const reading *r, int i, float low, float *high)
{
    double begin = 0, size = 0;
    number_error error = number_double(number_text(r, i), &size);
    if (error != NUMBER_OK)
        return bad_number(r, i, number_error_text(error));
    if (size < 0)
        return bad_number(r, i, "is negative");
    number_double(number_text(r, i - 2), &begin);
    float sum = (float)(begin + size);
    if (isinf(sum))
        return bad_number(r, i, "makes the box end beyond the largest float");
    *high = sum > low ? sum : low;
    return true;
}

// Are the least and the largest the wrong way round? Complains then.
static bool swapped(const reading *r, bool x, bool y)
{
    return r->columns.kind == COLUMNS_BOUNDS && (x || y) &&
           !bad_number(r, x ? 0 : 1, x ? "is larger than max_x" : "is larger than max_y");
}

static bool take_box(const reading *r, qd_box *box)
{
    const columns *c = &r->columns;
    float v[COLUMNS_MAX] = { 0 };
    int plain = c->kind == COLUMNS_SIZE ? 2 : c->count;
    for (int i = 0; i < plain; i++)
        if (!take_number(r, i, &v[i]))
            return false;
    qd_vec2 first = { v[0], v[1] }, second = { v[2], v[3] };
    if (c->kind == COLUMNS_SIZE && (!take_size(r, 2, v[0], &second.x) || !take_size(r, 3, v[1], &second.y)))
        return false;
    if (swapped(r, v[0] > v[2], v[1] > v[3]))
        return false;
    *box = qd_box_between(first, c->kind == COLUMNS_POINT ? first : second);
    return true;
}

static bool take_exact_box(const reading *r, qd_dbox *box)
{
    const columns *c = &r->columns;
    double v[COLUMNS_MAX] = { 0 };
    for (int i = 0; i < c->count; i++) {
        number_error error = number_double(number_text(r, i), &v[i]);
        if (error != NUMBER_OK)
            return bad_number(r, i, number_error_text(error));
        if (c->kind == COLUMNS_SIZE && i >= 2 && v[i] < 0)
            return bad_number(r, i, "is negative");
        if (c->kind == COLUMNS_SIZE && i >= 2 && isinf(v[i] += v[i - 2]))
            return bad_number(r, i, "makes the box end beyond the largest double");
    }
    if (swapped(r, v[0] > v[2], v[1] > v[3]))
        return false;
    const double *second = c->kind == COLUMNS_POINT ? v : v + 2;
    *box =
        (qd_dbox){ { fmin(v[0], second[0]), fmin(v[1], second[1]) }, { fmax(v[0], second[0]), fmax(v[1], second[1]) } };
    return true;
}

// Appends the box that the row names. False: it is a bad row; *lost: complained, and all is over.
static bool add_box(items *list, const reading *r, bool *lost)
{
    const char *id = r->columns.has_id ? csv_field(r->csv, r->columns.id) : NULL;
    if (r->in->exact) {
        qd_dbox exact = { { 0, 0 }, { 0, 0 } };
        bool good = take_exact_box(r, &exact);
        *lost = good && !items_add_exact(list, exact, r->rows, id);
        return good;
    }
    qd_box box = { { 0, 0 }, { 0, 0 } };
    bool good = take_box(r, &box);
    *lost = good && !items_add(list, box, r->rows, id);
    return good;
}

// False: complained, and all is over.
static bool take_row(items *list, reading *r, csv_result result)
{
    bool lost = false;
    r->rows++;
    if (result == CSV_ROW && r->csv->count == r->columns.width && add_box(list, r, &lost))
        return !lost;
    if (r->in->skip_bad) {
        r->skipped++;
        return true;
    }
    if (result == CSV_BAD_ROW)
        complain_at(r->name, r->csv->error_line, "%s", r->csv->error);
    else if (r->csv->count != r->columns.width)
        complain_at(r->name, csv_line(r->csv, 0), "%zu field%s, but the header has %zu", r->csv->count,
                    r->csv->count == 1 ? "" : "s", r->columns.width);
    return false;
}

static bool take_header(reading *r)
{
    csv_result result = csv_next(r->csv);
    if (result == CSV_ROW)
        return columns_find(&r->columns, r->csv, r->in->columns, r->name);
    if (result == CSV_END)
        complain_at(r->name, 0, "empty; the first line must name the columns");
    else
        complain_at(r->name, r->csv->failure != 0 ? 0 : r->csv->error_line, "%s", r->csv->error);
    return false;
}

static bool take_rows(items *list, reading *r, uint64_t size)
{
    progress p = progress_begin("reading, KiB");
    csv_result result = csv_next(r->csv);
    bool good = true;
    for (; good && (result == CSV_ROW || result == CSV_BAD_ROW); result = csv_next(r->csv)) {
        good = take_row(list, r, result);
        if (r->rows % 4096 == 0)
            progress_step(&p, r->csv->bytes >> 10, size >> 10);
    }
    progress_end(&p);
    if (good && result == CSV_BROKEN) {
        complain_at(r->name, r->csv->failure != 0 ? 0 : r->csv->error_line, "%s", r->csv->error);
        good = false;
    }
    if (good && r->skipped > 0)
        complain_at(r->name, 0, "%" PRIu64 " bad row%s passed over", r->skipped, r->skipped == 1 ? "" : "s");
    return good;
}

bool items_read_csv(items *list, const input *in, const char *name, csv_reader *csv, uint64_t size)
{
    reading r = { in, name, csv, { 0 }, 0, 0 };
    bool good = take_header(&r);
    list->has_texts = r.columns.has_id;
    good = good && take_rows(list, &r, size);
    columns_free(&r.columns);
    return good;
}
