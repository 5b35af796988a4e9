// Columns by the user's names or positions; without these, by their usual names.
#include "columns_find.h"

#include "columns_usual.h"
#include "first_row.h"
#include "geometry_text.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

// How many columns have the name; *at is the first of them.
static int count_name(const csv_reader *csv, const char *name, size_t length, size_t *at)
{
    int found = 0;
    for (size_t i = 0; i < csv->count; i++) {
        size_t size = 0;
        const char *field = columns_without_blanks(csv_field(csv, i), &size);
        if (size == length && memcmp(field, name, length) == 0 && found++ == 0)
            *at = i;
    }
    return found;
}

// ---- Lists of names and of positions ----

static int count_items(const char *list)
{
    int count = 1;
    for (; *list != 0; list++)
        count += *list == ',';
    return count;
}

// Blanks around an item of a list are no part of it.
static const char blanks[] = " \t";

static size_t length_of_item(const char *item, size_t length)
{
    while (length > 0 && strchr(blanks, item[length - 1]) != NULL)
        length--;
    return length;
}

bool columns_are_positions(const char *list)
{
    for (;;) {
        list += strspn(list, blanks);
        const size_t digits = strspn(list, "0123456789");
        list += digits;
        list += strspn(list, blanks);
        if (digits == 0 || (*list != 0 && *list != ','))
            return false;
        if (*list++ == 0)
            return true;
    }
}

// One item of a list, as a name.
static bool find_name(const csv_reader *csv, const char *name, size_t length, size_t *at, const char *file)
{
    int found = count_name(csv, name, length, at);
    if (found == 0) {
        char missing[128];
        snprintf(missing, sizeof missing, "column \"%.*s\"", (int)(length < 100 ? length : 100), name);
        columns_complain_missing(csv, file, missing);
    } else if (found > 1) {
        complain_at(file, csv_line(csv, 0), "column \"%.*s\" appears %d times", (int)length, name, found);
    }
    return found == 1;
}

// One item of a list, as a position from 1.
static bool find_position(const csv_reader *csv, const char *text, size_t length, size_t *at, const char *file)
{
    size_t position = 0;
    for (size_t i = 0; i < length && position <= csv->count; i++)
        position = position * 10 + (size_t)(text[i] - '0');
    if (position == 0 || position > csv->count) {
        complain_at(file, csv_line(csv, 0), "no column %.*s; it has %zu column%s, counted from 1",
                    (int)(length < 20 ? length : 20), text, csv->count, csv->count == 1 ? "" : "s");
        return false;
    }
    *at = position - 1;
    return true;
}

// Appends the columns in `list`, which commas separate, as far as there is room for them.
static bool find_all(columns *c, const csv_reader *csv, const char *list, bool positions, const char *file)
{
    while (c->count < COLUMNS_MAX) {
        list += strspn(list, blanks);
        size_t length = strcspn(list, ","), size = length_of_item(list, length), at = 0;
        bool found = positions ? find_position(csv, list, size, &at, file) : find_name(csv, list, size, &at, file);
        if (!found || !columns_add(c, csv, at))
            return false;
        if (list[length] == 0)
            return true;
        list += length + 1;
    }
    return true;
}

static void begin(columns *c, const csv_reader *csv)
{
    memset(c, 0, sizeof *c);
    c->width = csv->count;
}

// ---- What is wanted ----

// Names the columns again, by their positions, since the file has no header.
static bool name_by_position(columns *c, const csv_reader *csv)
{
    int count = c->count;
    size_t at[COLUMNS_MAX];
    memcpy(at, c->at, sizeof at);
    columns_free(c);
    c->count = 0;
    c->headless = true;
    bool good = true;
    for (int i = 0; good && i < count; i++)
        good = columns_add(c, csv, at[i]);
    return good;
}

// Appends the columns of sizes: one of them is both width and height.
static bool find_sizes(columns *c, const csv_reader *csv, const column_wishes *wishes, bool positions, const char *file)
{
    int count = count_items(wishes->sizes);
    if (c->kind != COLUMNS_POINT || count > 2) {
        complain("--size-columns needs one name or two, beside two columns of a corner");
        return false;
    }
    c->kind = wishes->center ? COLUMNS_CENTER : COLUMNS_SIZE;
    return find_all(c, csv, wishes->sizes, positions, file) && (count == 2 || columns_add(c, csv, c->at[2]));
}

static columns_kind kind_of_count(int count)
{
    return count == 1 ? COLUMNS_WKT : count == 2 ? COLUMNS_POINT : count == 4 ? COLUMNS_CORNERS : COLUMNS_POLYGON;
}

static bool find_wanted(columns *c, csv_reader *csv, const column_wishes *wishes, const char *file)
{
    int count = count_items(wishes->columns);
    bool positions =
        columns_are_positions(wishes->columns) && (wishes->sizes == NULL || columns_are_positions(wishes->sizes));
    if ((count != 1 && count % 2 != 0) || count > COLUMNS_MAX) {
        complain("--columns needs one name (well-known text), two (points), four (two corners), or more pairs up to %d "
                 "(a polygon), not '%s'",
                 COLUMNS_MAX / 2, wishes->columns);
        return false;
    }
    if (!positions && wishes->header == HEADER_NO) {
        complain("with --header no, --columns takes positions, such as 1,2, not '%s'", wishes->columns);
        return false;
    }
    c->kind = kind_of_count(count);
    if (!find_all(c, csv, wishes->columns, positions, file) ||
        (wishes->sizes != NULL && !find_sizes(c, csv, wishes, positions, file)))
        return false;
    if (!positions || wishes->header == HEADER_YES)
        return true;
    c->counted = wishes->header == HEADER_AUTO && first_row_is_counted(csv);
    const bool data = wishes->header == HEADER_NO || (!c->counted && first_row_is_data(c, csv));
    return !data || name_by_position(c, csv);
}

// The column of the ids: that of the user, or the one called id. `positions`: so are the others given.
static bool find_id(columns *c, const csv_reader *csv, const char *id, bool positions, const char *file)
{
    if (id != NULL && c->headless && !columns_are_positions(id)) {
        complain_at(file, 0, "without a header, --id takes the position of a column, such as 1, not '%s'", id);
        return false;
    }
    if (id != NULL) {
        c->has_id = positions && columns_are_positions(id) ? find_position(csv, id, strlen(id), &c->id, file)
                                                           : find_name(csv, id, strlen(id), &c->id, file);
        return c->has_id;
    }
    size_t found = 0;
    for (size_t i = 0; i < csv->count && !c->headless; i++) {
        char plain[USUAL_NAME_MAX];
        if (!columns_plain_name(csv_field(csv, i), plain) || strcmp(plain, "id") != 0)
            continue;
        c->id = i;
        found++;
    }
    if (found > 1)
        complain_at(file, csv_line(csv, 0), "%zu columns are called id; --id says which names the items", found);
    c->has_id = found == 1;
    return found <= 1;
}

// Is there a number in each field? Then it is no header.
static bool is_row_of_numbers(const csv_reader *csv)
{
    for (size_t i = 0; i < csv->count; i++) {
        char text[64];
        size_t length = 0;
        const char *field = columns_without_blanks(csv_field(csv, i), &length);
        snprintf(text, sizeof text, "%.*s", (int)(length < 63 ? length : 63), field);
        if (!first_row_is_number(text))
            return false;
    }
    return true;
}

// The position, from 1, of the first field with well-known text in a first row; or 0.
static size_t place_of_geometry(const csv_reader *csv)
{
    for (size_t i = 0; i < csv->count; i++)
        if (strchr(csv_field(csv, i), '(') != NULL && geometry_text_begins(csv_field(csv, i)))
            return i + 1;
    return 0;
}

bool columns_find(columns *c, csv_reader *csv, const column_wishes *wishes, const char *file)
{
    begin(c, csv);
    c->decimal_comma = wishes->decimal_comma;
    if (wishes->center && wishes->sizes == NULL) {
        complain("--center needs --size-columns with the size around the center");
        return false;
    }
    if (wishes->columns == NULL && wishes->header == HEADER_NO) {
        complain("--header no needs --columns with the positions of the columns, such as 1,2,3,4");
        return false;
    }
    if (wishes->columns == NULL && wishes->header == HEADER_AUTO && is_row_of_numbers(csv)) {
        complain_at(file, csv_line(csv, 0),
                    "without a header, --columns takes the positions of two corners, such as 1,2,3,4, or of a point; "
                    "with --size-columns 3,4 of a corner and a size");
        return false;
    }
    const size_t geometry = wishes->columns == NULL && wishes->header == HEADER_AUTO ? place_of_geometry(csv) : 0;
    if (geometry > 0) {
        complain_at(file, csv_line(csv, 0), "without a header, --columns takes the position of a geometry, such as %zu",
                    geometry);
        return false;
    }
    bool found = wishes->columns != NULL ? find_wanted(c, csv, wishes, file)
                                         : columns_find_usual(c, csv, wishes->sizes != NULL, file) &&
                                               (wishes->sizes == NULL || find_sizes(c, csv, wishes, false, file));
    return found &&
           find_id(c, csv, wishes->id, wishes->columns != NULL && columns_are_positions(wishes->columns), file);
}

// ---- Without a word ----

static bool seek_list(columns *c, const csv_reader *csv, const char *list, bool positions)
{
    while (c->count < COLUMNS_MAX) {
        list += strspn(list, blanks);
        size_t length = strcspn(list, ","), size = length_of_item(list, length), at = 0;
        const bool found = positions ? sscanf(list, "%zu", &at) == 1 && at-- > 0 && at < csv->count
                                     : count_name(csv, list, size, &at) == 1;
        if (!found)
            return false;
        c->at[c->count++] = at;
        if (list[length] == 0)
            return true;
        list += length + 1;
    }
    return true;
}

bool columns_seek(columns *c, const csv_reader *csv, const column_wishes *wishes)
{
    begin(c, csv);
    c->decimal_comma = wishes->decimal_comma;
    const char *list = wishes->columns, *sizes = wishes->sizes, *id = wishes->id;
    bool found =
        list == NULL ? columns_seek_usual(c, csv, sizes != NULL) : seek_list(c, csv, list, columns_are_positions(list));
    if (list != NULL)
        c->kind = kind_of_count(c->count);
    found = found && (sizes == NULL || seek_list(c, csv, sizes, columns_are_positions(sizes)));
    columns one = { .count = 0 };
    c->has_id = id != NULL &&
                seek_list(&one, csv, id, columns_are_positions(id) && list != NULL && columns_are_positions(list));
    c->id = one.at[0];
    return found && (id == NULL || c->has_id);
}
