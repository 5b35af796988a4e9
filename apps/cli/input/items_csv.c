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

static bool take_number(const csv_rows *r, int i, float *value)
{
    number_error error = number_float(number_text(r, i), false, value);
    return error == NUMBER_OK || bad_number(r, i, number_error_text(error));
}

// Upper end of the side that begins at `low`, the nearest float to the sum in double of both fields. Being rounded
// another way than the lower end, it could come out below it by one step, and must not.
static bool take_size(const csv_rows *r, int i, float low, float *high)
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
static bool swapped(const csv_rows *r, bool x, bool y)
{
    return r->columns.kind == COLUMNS_BOUNDS && (x || y) &&
           !bad_number(r, x ? 0 : 1, x ? "is larger than max_x" : "is larger than max_y");
}

static bool take_box(const csv_rows *r, qd_box *box)
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

static bool take_exact_box(const csv_rows *r, qd_dbox *box)
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

// Where rows go.
typedef struct taking {
    items *list;
    bool exact;
} taking;

// Appends the box that the row names.
static csv_taken take_row(void *context, csv_rows *r)
{
    const taking *to = context;
    const char *id = r->columns.has_id ? csv_field(r->csv, r->columns.id) : NULL;
    qd_dbox exact = { { 0, 0 }, { 0, 0 } };
    qd_box box = { { 0, 0 }, { 0, 0 } };
    if (to->exact ? !take_exact_box(r, &exact) : !take_box(r, &box))
        return CSV_REFUSED;
    bool added = to->exact ? items_add_exact(to->list, exact, r->count, id) : items_add(to->list, box, r->count, id);
    return added ? CSV_TAKEN : CSV_LOST;
}

bool items_read_csv(items *list, const input *in, const char *name, csv_reader *csv, uint64_t size)
{
    csv_rows rows = { .name = name, .csv = csv, .skip_bad = in->skip_bad };
    taking to = { list, in->exact };
    bool good = csv_rows_header(&rows, "") && columns_find(&rows.columns, csv, in->columns, name);
    list->has_texts = rows.columns.has_id;
    good = good && csv_rows_read(&rows, size, take_row, &to);
    columns_free(&rows.columns);
    return good;
}
