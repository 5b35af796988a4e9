// Bodies from a file: each row's five numbers, by the names of the columns. The first bad row ends it all, unless bad
// rows are to be passed over.
#include "columns.h"
#include "gravity_bodies.h"
#include "number.h"
#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NUMBERS = 5 };
static const char wanted[] = "x,y,vx,vy,mass";

typedef struct reading {
    const char *name; // of the file, for people
    csv_reader *csv;
    columns columns;
    bool skip_bad;
    uint64_t rows, skipped;
} reading;

static bool take_header(reading *r)
{
    csv_result result = csv_next(r->csv);
    if (result == CSV_ROW)
        return columns_find_named(&r->columns, r->csv, wanted, r->name);
    if (result == CSV_END)
        complain_at(r->name, 0, "empty; the first line must name the columns %s", wanted);
    else
        complain_at(r->name, r->csv->failure != 0 ? 0 : r->csv->error_line, "%s", r->csv->error);
    return false;
}

static const char *wrong_number(reading *r, int i, double *value)
{
    number_error error = number_double(columns_text(&r->columns, r->csv, i), value);
    if (error != NUMBER_OK)
        return number_error_text(error);
    return fabs(*value) <= BODIES_MOST ? NULL : "is beyond 1e+60; larger units make it smaller";
}

// The row's numbers. False: it is a bad one, and has been complained about unless it is passed over.
static bool take_numbers(reading *r, double v[NUMBERS])
{
    if (r->csv->count != r->columns.width) {
        if (!r->skip_bad)
            complain_at(r->name, csv_line(r->csv, 0), "%zu field%s, but the header has %zu", r->csv->count,
                        r->csv->count == 1 ? "" : "s", r->columns.width);
        return false;
    }
    for (int i = 0; i < NUMBERS; i++) {
        const char *wrong = wrong_number(r, i, &v[i]);
        if (wrong != NULL && !r->skip_bad)
            columns_complain(&r->columns, r->csv, i, wrong, r->name);
        if (wrong != NULL)
            return false;
    }
    return true;
}

// False: complained, and all is over.
static bool take_row(bodies *list, reading *r, csv_result result)
{
    double v[NUMBERS] = { 0 };
    r->rows++;
    if (result == CSV_BAD_ROW && !r->skip_bad)
        complain_at(r->name, r->csv->error_line, "%s", r->csv->error);
    if (result == CSV_BAD_ROW || !take_numbers(r, v)) {
        r->skipped++;
        return r->skip_bad;
    }
    if (!bodies_reserve(list, list->count + 1))
        return false;
    size_t i = list->count++;
    list->x[i] = v[0];
    list->y[i] = v[1];
    list->vx[i] = v[2];
    list->vy[i] = v[3];
    list->mass[i] = v[4];
    return true;
}

static bool take_rows(bodies *list, reading *r, uint64_t size)
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
    if (good && list->count == 0) {
        complain_at(r->name, 0, "no bodies; every row below the first is to be one");
        good = false;
    }
    return good;
}

bool bodies_read_from(bodies *list, FILE *file, const char *name, uint64_t size, bool skip_bad)
{
    reading r = { .name = name, .csv = malloc(sizeof *r.csv), .skip_bad = skip_bad };
    if (r.csv == NULL) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    csv_begin(r.csv, file);
    bool good = take_header(&r) && take_rows(list, &r, size);
    columns_free(&r.columns);
    csv_end(r.csv);
    free(r.csv);
    return good;
}

status bodies_read(bodies *list, const char *path, bool skip_bad)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL) {
        complain_at(path, 0, "%s", strerror(errno));
        return STATUS_USAGE;
    }
    struct stat about;
    uint64_t size = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
    bool good = bodies_read_from(list, file, file == stdin ? "standard input" : path, size, skip_bad);
    if (file != stdin)
        fclose(file);
    return good ? STATUS_DONE : STATUS_USAGE;
}
