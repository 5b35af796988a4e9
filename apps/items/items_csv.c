// The file becomes boxes: each row's numbers, rounded once to float or double, by the meaning of its columns.
#include "csv_rows.h"
#include "geometry_text.h"
#include "items_kinds.h"
#include "number.h"

#include <math.h>

static const char *number_text(const csv_rows *r, int i)
{
    return columns_text(&r->columns, r->csv, i);
}

// Says what is wrong with number i of a row. Always false.
static bool bad_number(csv_rows *r, int i, const char *wrong)
{
    csv_rows_refuse_field(r, i, wrong);
    return false;
}

static bool take_number(csv_rows *r, int i, bool exact, double *value)
{
    float nearest = 0;
    number_error error =
        exact ? number_double(number_text(r, i), value) : number_float(number_text(r, i), false, &nearest);
    if (!exact)
        *value = (double)nearest;
    return error == NUMBER_OK || bad_number(r, i, number_error_text(error));
}

// Upper end of the side that begins at v[i - 2]: the sum of both fields as they are written, or the nearest float to
// it. Being rounded another way than the lower end, that could come out below it by one step, and must not. It has the
// digits of both its numbers.
static bool take_size(csv_rows *r, int i, bool exact, double *v, int *places)
{
    double begin = v[i - 2], size = 0;
    number_error error = number_double(number_text(r, i), &size);
    if (error != NUMBER_OK)
        return bad_number(r, i, number_error_text(error));
    if (size < 0)
        return bad_number(r, i, "is negative");
    if (!exact)
        number_double(number_text(r, i - 2), &begin);
    double sum = exact ? digits_sum(begin, places[i - 2], size, places[i]) : (double)(float)(begin + size);
    if (isinf(sum))
        return bad_number(
            r, i, exact ? "makes the box end beyond the largest double" : "makes the box end beyond the largest float");
    v[i] = fmax(sum, v[i - 2]);
    places[i] = places[i - 2] < places[i] ? places[i - 2] : places[i];
    return true;
}

static bool is_finite(qd_box box)
{
    return isfinite(box.min.x) && isfinite(box.min.y) && isfinite(box.max.x) && isfinite(box.max.y);
}

static bool take_geometry(csv_rows *r, bool exact, qd_box *box)
{
    char wrong[WKT_WRONG_SIZE];
    size_t at = 0;
    const char *text = number_text(r, 0);
    wkt_result result = geometry_text_read(text, box, wrong, &at);
    size_t line = csv_line(r->csv, r->columns.at[0]);
    if (result == WKT_BAD && *text == '{')
        csv_rows_refuse(r, line, "column \"%.80s\": %s", r->columns.names[0], wrong);
    else if (result == WKT_BAD)
        csv_rows_refuse(r, line, "column \"%.80s\", character %zu: %s", r->columns.names[0], at + 1, wrong);
    else if (result == WKT_EMPTY)
        csv_rows_refuse(r, line, "column \"%.80s\": the geometry is empty", r->columns.names[0]);
    *box = exact || result != WKT_BOX ? *box : items_rounded(*box);
    if (result == WKT_BOX && !is_finite(*box))
        csv_rows_refuse(r, line,
                        "column \"%.80s\": a coordinate is beyond the largest float; without --float it is kept",
                        r->columns.names[0]);
    return result == WKT_BOX && is_finite(*box);
}

// The box half a size to each side of a center: the nearest numbers to its ends.
static bool take_centered(csv_rows *r, items *list, qd_box *box)
{
    const bool exact = list->exact;
    double ends[2][2];
    for (int i = 0; i < 2; i++) {
        double center = 0, size = 0;
        const number_error error = number_double(number_text(r, i), &center),
                           size_error = number_double(number_text(r, i + 2), &size);
        if (error != NUMBER_OK || size_error != NUMBER_OK)
            return error != NUMBER_OK ? bad_number(r, i, number_error_text(error))
                                      : bad_number(r, i + 2, number_error_text(size_error));
        if (size < 0)
            return bad_number(r, i + 2, "is negative");
        const int place = digits_place(number_text(r, i)), half_place = digits_place(number_text(r, i + 2)) - 1;
        ends[0][i] = digits_sum(center, place, -size / 2, half_place);
        ends[1][i] = digits_sum(center, place, size / 2, half_place);
        for (int end = 0; list->open && end < 2; end++)
            digits_take(&list->digits, ends[end][i], place < half_place ? place : half_place, r->count);
    }
    *box = (qd_box){ { ends[0][0], ends[0][1] }, { ends[1][0], ends[1][1] } };
    *box = exact ? *box : items_rounded(*box);
    return is_finite(*box) || bad_number(r, 2,
                                         exact ? "makes the box end beyond the largest double"
                                               : "makes the box end beyond the largest float");
}

// The box around points, given as alternating x and y.
static qd_box box_around(const double *v, int count)
{
    qd_box box = { { v[0], v[1] }, { v[0], v[1] } };
    for (int i = 2; i < count; i += 2) {
        box.min = (qd_vec2){ fmin(box.min.x, v[i]), fmin(box.min.y, v[i + 1]) };
        box.max = (qd_vec2){ fmax(box.max.x, v[i]), fmax(box.max.y, v[i + 1]) };
    }
    return box;
}

static bool take_box(csv_rows *r, items *list, qd_box *box)
{
    const columns *c = &r->columns;
    const bool exact = list->exact;
    double v[COLUMNS_MAX] = { 0 };
    int places[COLUMNS_MAX] = { 0 };
    if (c->kind == COLUMNS_WKT) {
        const bool good = take_geometry(r, exact, box);
        if (good && list->open)
            items_count_box(list, box, r->count);
        return good;
    }
    if (c->kind == COLUMNS_CENTER)
        return take_centered(r, list, box);
    int plain = c->kind == COLUMNS_SIZE ? 2 : c->count;
    const bool counts = list->open && !list->digits.lost; // after that nothing is taken down
    for (int i = 0; (counts || (exact && plain < c->count)) && i < c->count; i++)
        places[i] = digits_place(number_text(r, i));
    for (int i = 0; i < plain; i++)
        if (!take_number(r, i, exact, &v[i]))
            return false;
    for (int i = plain; i < c->count; i++)
        if (!take_size(r, i, exact, v, places))
            return false;
    // The least and the largest may be the wrong way round.
    if (c->kind == COLUMNS_BOUNDS && (v[0] > v[2] || v[1] > v[3])) {
        const bool x = v[0] > v[2];
        char why[160];
        snprintf(why, sizeof why, "is larger than \"%.80s\"", c->names[x ? 2 : 3]);
        return bad_number(r, x ? 0 : 1, why);
    }
    for (int i = 0; counts && i < c->count; i++)
        digits_take(&list->digits, v[i], places[i], r->count);
    if (c->kind == COLUMNS_POLYGON) {
        *box = box_around(v, c->count);
        return true;
    }
    const double *second = c->kind == COLUMNS_POINT ? v : v + 2;
    *box = qd_box_between((qd_vec2){ v[0], v[1] }, (qd_vec2){ second[0], second[1] });
    return true;
}

// Where rows go.
typedef struct taking {
    items *list;
    bool spans;
} taking;

// Appends the box that the row names.
static csv_taken take_row(void *context, csv_rows *r)
{
    const taking *to = context;
    const char *id = r->columns.has_id ? csv_field(r->csv, r->columns.id) : NULL;
    qd_box box;
    if (!take_box(r, to->list, &box))
        return CSV_REFUSED;
    to->list->shapes += r->columns.kind == COLUMNS_WKT && !items_is_point(&box);
    if (to->spans && !items_add_span(to->list, r->csv->start, r->csv->bytes))
        return CSV_LOST;
    return items_add(to->list, box, r->count, id) ? CSV_TAKEN : CSV_LOST;
}

bool items_read_csv(items *list, input *in, const char *name, csv_reader *csv, uint64_t size)
{
    static const char separators[] = { 0, ',', ';', '\t', '|', ' ' };
    csv_rows rows = { .name = name,
                      .csv = csv,
                      .skip_bad = in->skip_bad,
                      .bad = in->bad_rows != NULL ? &list->bad : NULL,
                      .wishes = { .columns = in->columns,
                                  .sizes = in->sizes,
                                  .center = in->center,
                                  .id = in->id,
                                  .header = (header_wish)in->header,
                                  .separator = separators[in->separator],
                                  .quotes = (quotes_wish)in->quotes,
                                  .comments = (comments_wish)in->comments,
                                  .decimal_comma = in->decimal == DECIMAL_COMMA } };
    taking to = { list, in->keep_rows };
    bool good = csv_rows_header(&rows, "");
    if (good && !columns_find(&rows.columns, csv, &rows.wishes, name)) {
        good = false;
        if (in->own != 0)
            complain_at(name, 0, "--columns-%c and --id-%c are about the columns of this file alone", in->own, in->own);
    }
    if (good && !rows.columns.headless) {
        // The # in front of a header is no part of its first name, unless that is all there is of it.
        const size_t off = csv->hash && *csv_field(csv, 0) != 0 ? csv->fields[0].start : 0;
        list->header = (row_span){ csv->start + off, (size_t)(csv->bytes - csv->start) - off };
    }
    list->form = csv->form;
    list->separator = csv->form.separator;
    list->packed_file = source_is_packed(csv->from);
    list->has_texts = rows.columns.has_id;
    if (good)
        csv_rows_describe(&rows);
    good = good && (in->part == NULL || csv_rows_move(&rows, in->part, in->part_context));
    good = good && csv_rows_read(&rows, size, take_row, &to);
    if (good) // items_decide prints it and adds whether floats or doubles are kept
        csv_rows_leave(&rows, list->taken);
    if (good && in->part == NULL && !in->later)
        good = items_decide((items *[]){ list }, (input *[]){ in }, 1);
    if (good)
        csv_rows_end(&rows, in->notes);
    columns_free(&rows.columns);
    return good;
}
