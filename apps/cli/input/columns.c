// Columns by the names that the user gives, or by their positions.
#include "columns.h"

#include "columns_usual.h"
#include "number.h"
#include "output.h"
#include "wkt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// The text without the blanks around it, and its length.
static const char *without_blanks(const char *text, size_t *length)
{
    while (is_blank(*text))
        text++;
    *length = strlen(text);
    while (*length > 0 && is_blank(text[*length - 1]))
        --*length;
    return text;
}

// How many columns have the name; *at is the first of them.
static int count_name(const csv_reader *csv, const char *name, size_t length, size_t *at)
{
    int found = 0;
    for (size_t i = 0; i < csv->count; i++) {
        size_t size = 0;
        const char *field = without_blanks(csv_field(csv, i), &size);
        if (size == length && memcmp(field, name, length) == 0 && found++ == 0)
            *at = i;
    }
    return found;
}

void columns_complain_missing(const csv_reader *csv, const char *file, const char *missing)
{
    char list[512];
    size_t used = 0;
    for (size_t i = 0; i < csv->count && used < sizeof list; i++) {
        int written = snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", csv_field(csv, i));
        used += written > 0 ? (size_t)written : 0;
    }
    complain_at(file, csv_line(csv, 0), "no %s; it has the columns %s%s", missing, list,
                used >= sizeof list ? "..." : "");
}

bool columns_add(columns *c, const csv_reader *csv, size_t at)
{
    char position[24];
    size_t length = 0;
    const char *name = without_blanks(csv_field(csv, at), &length);
    if (c->headless) {
        length = (size_t)snprintf(position, sizeof position, "%zu", at + 1);
        name = position;
    }
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    memcpy(copy, name, length);
    copy[length] = 0;
    c->at[c->count] = at;
    c->names[c->count++] = copy;
    return true;
}

// ---- Lists of names and of positions ----

static int count_items(const char *list)
{
    int count = 1;
    for (; *list != 0; list++)
        count += *list == ',';
    return count;
}

static bool are_positions(const char *list)
{
    bool digits = false;
    for (; *list != 0; list++) {
        if ((*list == ',' && !digits) || (*list != ',' && (*list < '0' || *list > '9')))
            return false;
        digits = *list != ',';
    }
    return digits;
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
        complain_at(file, csv_line(csv, 0), "column \"%.*s\" is there %d times", (int)length, name, found);
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
        size_t length = strcspn(list, ","), at = 0;
        bool found = positions ? find_position(csv, list, length, &at, file) : find_name(csv, list, length, &at, file);
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

static bool has_number_in_brackets(const char *text)
{
    const char *first = strchr(text, '(');
    return first != NULL && strchr("+-.0123456789", first[strspn(first, "( ")]) != NULL;
}

// Well-known text, though it may be wrong in the end: a kind, and a number in brackets.
static bool is_well_known(const char *text)
{
    static const char *const kinds[] = { "POINT", "LINESTRING", "POLYGON", "MULTI", "GEOMETRYCOLLECTION" };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncasecmp(text, kinds[i], strlen(kinds[i])) == 0 && has_number_in_brackets(text))
            return true;
    char wrong[WKT_WRONG_SIZE];
    qd_box box;
    size_t at = 0;
    return wkt_read(text, &box, wrong, &at) != WKT_BAD;
}

// A number, or what stands in the place of one and is an error there: too large, infinite, or none.
static bool is_number(const char *text)
{
    static const char *const others[] = { "nan", "inf", "infinity" };
    double value = 0;
    const number_error error = number_double(text, &value);
    if (error == NUMBER_OK || error == NUMBER_TOO_LARGE)
        return true;
    text += *text == '-' || *text == '+';
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcasecmp(text, others[i]) == 0)
            return true;
    return false;
}

// Are the chosen fields of the first row data?
static bool are_data(const columns *c, csv_reader *csv)
{
    for (int i = 0; i < c->count; i++) {
        const char *text = columns_text(c, csv, i);
        if (!(c->kind == COLUMNS_WKT ? is_well_known(text) : is_number(text)))
            return false;
    }
    return true;
}

// Names the columns again, by their positions: there is no header.
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
static bool find_sizes(columns *c, const csv_reader *csv, const char *sizes, bool positions, const char *file)
{
    int count = count_items(sizes);
    if (c->kind != COLUMNS_POINT || count > 2) {
        complain("--size-columns needs one name or two, beside two columns of a corner");
        return false;
    }
    c->kind = COLUMNS_SIZE;
    return find_all(c, csv, sizes, positions, file) && (count == 2 || columns_add(c, csv, c->at[2]));
}

static bool find_wanted(columns *c, csv_reader *csv, const column_wishes *wishes, const char *file)
{
    int count = count_items(wishes->columns);
    bool positions = are_positions(wishes->columns) && (wishes->sizes == NULL || are_positions(wishes->sizes));
    if (count != 1 && count != 2 && count != 4) {
        complain("--columns needs one name (well-known text), two (points) or four (two corners), not '%s'",
                 wishes->columns);
        return false;
    }
    if (!positions && wishes->header == HEADER_NO) {
        complain("--header no: --columns takes positions then, such as 1,2, not '%s'", wishes->columns);
        return false;
    }
    c->kind = count == 1 ? COLUMNS_WKT : count == 2 ? COLUMNS_POINT : COLUMNS_CORNERS;
    if (!find_all(c, csv, wishes->columns, positions, file) ||
        (wishes->sizes != NULL && !find_sizes(c, csv, wishes->sizes, positions, file)))
        return false;
    bool headless = positions && (wishes->header == HEADER_NO || (wishes->header == HEADER_AUTO && are_data(c, csv)));
    return !headless || name_by_position(c, csv);
}

// The column of the ids: that of the user, or the one called id.
static bool find_id(columns *c, const csv_reader *csv, const char *id, const char *file)
{
    if (id != NULL && c->headless && !are_positions(id)) {
        complain_at(file, 0, "--id takes the position of a column where there is no header, such as 1, not '%s'", id);
        return false;
    }
    if (id != NULL) {
        c->has_id = c->headless ? find_position(csv, id, strlen(id), &c->id, file)
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
        const char *field = without_blanks(csv_field(csv, i), &length);
        snprintf(text, sizeof text, "%.*s", (int)(length < 63 ? length : 63), field);
        if (!is_number(text))
            return false;
    }
    return true;
}

// Says which columns are taken as what.
static void tell(const columns *c, const csv_reader *csv, const char *file)
{
    static const char *const meanings[] = {
        [COLUMNS_BOUNDS] = "two corners, the lower first",
        [COLUMNS_CORNERS] = "two corners",
        [COLUMNS_SIZE] = "a corner and a size",
        [COLUMNS_POINT] = "points",
        [COLUMNS_WKT] = "well-known text",
    };
    char names[256], id[128] = "";
    size_t used = 0;
    for (int i = 0; i < c->count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? "," : "", c->names[i]);
    if (c->has_id) {
        size_t length = 0;
        const char *name = without_blanks(csv_field(csv, c->id), &length);
        snprintf(id, sizeof id, ", %.*s as the ids", (int)(length < 80 ? length : 80), name);
    }
    complain_at(file, 0, "%s taken as %s%s%s", names, meanings[c->kind], id,
                csv->separator == ';'    ? ", separated by semicolons"
                : csv->separator == '\t' ? ", separated by tabs"
                                         : "");
}

bool columns_find(columns *c, csv_reader *csv, const column_wishes *wishes, const char *file)
{
    begin(c, csv);
    if (wishes->columns == NULL && wishes->header == HEADER_NO) {
        complain("--header no needs --columns with the positions of the columns, such as 1,2,3,4");
        return false;
    }
    if (wishes->columns == NULL && wishes->header == HEADER_AUTO && is_row_of_numbers(csv)) {
        complain_at(file, csv_line(csv, 0),
                    "there is no header; --columns takes the positions of two corners, such as 1,2,3,4, or of a point; "
                    "with --size-columns 3,4 of a corner and a size");
        return false;
    }
    bool found = wishes->columns != NULL
                     ? find_wanted(c, csv, wishes, file)
                     : columns_find_usual(c, csv, wishes->sizes != NULL, file) &&
                           (wishes->sizes == NULL || find_sizes(c, csv, wishes->sizes, false, file));
    if (!found || !find_id(c, csv, wishes->id, file))
        return false;
    if (wishes->columns == NULL)
        tell(c, csv, file);
    return true;
}

const char *columns_text(const columns *c, csv_reader *csv, int i)
{
    size_t length = 0;
    const char *begin_of = without_blanks(csv_field(csv, c->at[i]), &length);
    char *text = csv->text + (begin_of - csv->text);
    text[length] = 0;
    return text;
}

void columns_free(columns *c)
{
    for (int i = 0; i < c->count; i++)
        free(c->names[i]);
}
