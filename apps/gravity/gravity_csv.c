// Bodies from a file: each row's five numbers, by the names of the columns.
#include "columns_usual.h"
#include "csv_rows.h"
#include "gravity_bodies.h"
#include "number.h"

#include <errno.h>
#include <kind.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NUMBERS = 5 };
static const char wanted[] = "x,y,vx,vy,mass";
static const char *const names[NUMBERS] = { "x", "y", "vx", "vy", "mass" };

// Is there memory for one more by the file's limit? Complains otherwise.
static bool may_grow(const csv_rows *rows, const bodies *list)
{
    format_message message = { 0 };
    const uint64_t bytes = bodies_growth(list) * NUMBERS * sizeof(double);
    if (bytes == 0 || limit_claim(rows->csv->from->limit, bytes, &message, 0, "room for %zu bodies",
                                  list->count + bodies_growth(list)))
        return true;
    complain_at(rows->name, 0, "%s", message.text);
    return false;
}

static csv_taken take_row(void *context, csv_rows *rows)
{
    bodies *list = context;
    double v[NUMBERS] = { 0 };
    for (int i = 0; i < NUMBERS; i++) {
        number_error error = number_double(columns_text(&rows->columns, rows->csv, i), &v[i]);
        if (error != NUMBER_OK)
            return csv_rows_refuse_field(rows, i, number_error_text(error));
        if (!(fabs(v[i]) <= BODIES_MOST))
            return csv_rows_refuse_field(rows, i, "is beyond 1e+60; larger units make it smaller");
    }
    if (!may_grow(rows, list) || !bodies_reserve(list, list->count + 1))
        return CSV_LOST;
    size_t i = list->count++;
    list->x[i] = v[0];
    list->y[i] = v[1];
    list->vx[i] = v[2];
    list->vy[i] = v[3];
    list->mass[i] = v[4];
    return CSV_TAKEN;
}

// How many columns have the name, to the letter or as columns are usually compared. *at is the first of them.
static int count_named(const csv_reader *csv, const char *name, bool exactly, size_t *at)
{
    int found = 0;
    for (size_t i = 0; i < csv->count; i++) {
        char plain[USUAL_NAME_MAX];
        const bool same = exactly ? strcmp(csv_field(csv, i), name) == 0
                                  : columns_plain_name(csv_field(csv, i), plain) && strcmp(plain, name) == 0;
        if (same && found++ == 0)
            *at = i;
    }
    return found;
}

// One column for each number, whatever others there are.
static bool find_columns(columns *c, const csv_reader *csv, const char *file)
{
    *c = (columns){ .kind = COLUMNS_NUMBERS, .width = csv->count };
    for (int i = 0; i < NUMBERS; i++) {
        size_t at = 0;
        int found = count_named(csv, names[i], true, &at);
        if (found == 0)
            found = count_named(csv, names[i], false, &at);
        if (found == 0) {
            char missing[48];
            snprintf(missing, sizeof missing, "column \"%s\"", names[i]);
            columns_complain_missing(csv, file, missing);
        } else if (found > 1) {
            complain_at(file, csv_line(csv, 0), "column \"%s\" appears %d times", names[i], found);
        }
        if (found != 1 || !columns_add(c, csv, at))
            return false;
    }
    return true;
}

// Says that a third coordinate is not read.
static void tell_of_space(const csv_reader *csv, const char *file)
{
    static const char *const third[] = { "z", "vz" };
    size_t at = 0;
    for (size_t i = 0; i < 2; i++)
        if (count_named(csv, third[i], false, &at) > 0)
            note_at(file, "its column \"%s\" is not read: bodies are in the plane", third[i]);
}

// Is it CSV? Complains otherwise.
static bool is_table(byte_source *from, const char *name)
{
    size_t size = 0;
    const char *head = source_look(from, &size), *remedy = NULL, *what = "JSON";
    switch (kind_find(name, head, size, &remedy)) {
    case KIND_CSV:
        return true;
    case KIND_OTHER:
        complain_at(name, 0, "%s", remedy);
        return false;
    case KIND_INDEX:
        what = "an index, which keeps boxes";
        break;
    case KIND_MAP_XML:
        what = "XML";
        break;
    case KIND_MAP_JSON:
    case KIND_GEOJSON:
        break;
    }
    complain_at(name, 0, "this is %s; gravity needs bodies, as CSV with the columns %s", what, wanted);
    return false;
}

bool bodies_read_from(bodies *list, FILE *file, const char *name, uint64_t size, const bodies_reading *how)
{
    csv_rows rows = { .name = name,
                      .csv = malloc(sizeof *rows.csv),
                      .skip_bad = how->skip_bad,
                      .no_options = true,
                      .wishes.columns = wanted };
    if (rows.csv == NULL) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    byte_source from;
    source_from_file(&from, file);
    from.own.said = how->limit;
    csv_begin(rows.csv, &from);
    bool good = is_table(&from, name) && csv_rows_header(&rows, wanted) && find_columns(&rows.columns, rows.csv, name);
    if (good && how->part == NULL)
        tell_of_space(rows.csv, name);
    good = good && (how->part == NULL || csv_rows_move(&rows, how->part, how->part_context));
    good = good && csv_rows_read(&rows, size, take_row, list);
    if (good)
        csv_rows_end(&rows, how->notes);
    if (good && list->count == 0 && how->part == NULL) {
        complain_at(name, 0, "no bodies; each row after the header is one");
        good = false;
    }
    columns_free(&rows.columns);
    csv_end(rows.csv);
    source_end(&from);
    free(rows.csv);
    return good;
}

status bodies_read(bodies *list, const char *path, const bodies_reading *how)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL) {
        complain_at(path, 0, "%s", strerror(errno));
        return STATUS_USAGE;
    }
    struct stat about;
    uint64_t size = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
    bool good = bodies_read_from(list, file, file == stdin ? "standard input" : path, size, how);
    if (file != stdin)
        fclose(file);
    return good ? STATUS_DONE : STATUS_USAGE;
}
