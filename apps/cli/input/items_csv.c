// The file becomes boxes: each row's numbers, rounded once to float or double, by the meaning of its columns.
#include "csv_rows.h"
#include "items_read.h"
#include "number.h"

#include <math.h>

static const char *number_text(const csv_rows *r, int i)
{
    return columns_text(&r->columns, r->csv, i);
}

// Says what is wrong with number i of a row, unless bad rows are passed over in silence. Always false.
static bool bad_number(const csv_rows *r, int i, const char *wrong)
{
    if (!r->skip_bad)
        columns_complain(&r->columns, r->csv, i, wrong, r->name);
    return false;
}

static bool take_number(const csv_rows *r, int i, bool exact, double *value)
{
    float nearest = 0;
    number_error error =
        exact ? number_double(number_text(r, i), value) : number_float(number_text(r, i), false, &nearest);
    if (!exact)
        *value = (double)nearest;
    return error == NUMBER_OK || bad_number(r, i, number_error_text(error));
}

// Upper end of the side that begins at `low`: the sum of both fields, or the nearest float to it. Being rounded another
// way than the lower end, that could come out below it by one step, and must not.
static bool take_size(const csv_rows *r, int i, bool exact, double low, double *high)
{
    double begin = 0, size = 0;
    number_error error = number_double(number_text(r, i), &size);
    if (error != NUMBER_OK)
        return bad_number(r, i, number_error_text(error));
    if (size < 0)
        return bad_number(r, i, "is negative");
    number_double(number_text(r, i - 2), &begin);
    double sum = exact ? begin + size : (double)(float)(begin + size);
    if (isinf(sum))
        return bad_number(
            r, i, exact ? "makes the box end beyond the largest double" : "makes the box end beyond the largest float");
    *high = fmax(sum, low);
    return true;
}

// Are the least and the largest the wrong way round? Complains then.
static bool swapped(const csv_rows *r, bool x, bool y)
{
    return r->columns.kind == COLUMNS_BOUNDS && (x || y) &&
           !bad_number(r, x ? 0 : 1, x ? "is larger than max_x" : "is larger than max_y");
}

static bool take_box(const csv_rows *r, bool exact, qd_box *box)
{
    const columns *c = &r->columns;
    double v[COLUMNS_MAX] = { 0 };
    int plain = c->kind == COLUMNS_SIZE ? 2 : c->count;
    for (int i = 0; i < plain; i++)
        if (!take_number(r, i, exact, &v[i]))
            return false;
    for (int i = plain; i < c->count; i++)
        if (!take_size(r, i, exact, v[i - 2], &v[i]))
            return false;
    if (swapped(r, v[0] > v[2], v[1] > v[3]))
        return false;
    const double *second = c->kind == COLUMNS_POINT ? v : v + 2;
    *box = qd_box_between((qd_vec2){ v[0], v[1] }, (qd_vec2){ second[0], second[1] });
    return true;
}

// Where rows go.
typedef struct taking {
    items *list;
    bool exact, spans;
} taking;

// Appends the box that the row names.
static csv_taken take_row(void *context, csv_rows *r)
{
    const taking *to = context;
    const char *id = r->columns.has_id ? csv_field(r->csv, r->columns.id) : NULL;
    qd_box box;
    if (!take_box(r, to->exact, &box))
        return CSV_REFUSED;
    if (to->spans && !items_add_span(to->list, r->csv->start, r->csv->bytes))
        return CSV_LOST;
    return items_add(to->list, box, r->count, id) ? CSV_TAKEN : CSV_LOST;
}

bool items_read_csv(items *list, const input *in, const char *name, csv_reader *csv, uint64_t size)
{
    csv_rows rows = { .name = name, .csv = csv, .skip_bad = in->skip_bad };
    taking to = { list, in->exact, in->keep_rows };
    bool good = csv_rows_header(&rows, "") && columns_find(&rows.columns, csv, in->columns, name);
    good = good && (in->id == NULL || columns_find_id(&rows.columns, csv, in->id, name));
    list->header = (row_span){ csv->start, (size_t)(csv->bytes - csv->start) };
    list->packed_file = source_is_packed(csv->from);
    list->has_texts = rows.columns.has_id;
    good = good && csv_rows_read(&rows, size, take_row, &to);
    columns_free(&rows.columns);
    return good;
}
