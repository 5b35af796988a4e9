// Names in the header count without blanks around them. The usual sets are tried from the most to the least telling.
#include "columns.h"

#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool same_name(const char *field, const char *name, size_t length)
{
    while (is_blank(*field))
        field++;
    size_t end = strlen(field);
    while (end > 0 && is_blank(field[end - 1]))
        end--;
    return end == length && memcmp(field, name, length) == 0;
}

// How many columns have the name; *at is the first of them.
static int count_name(const csv_reader *csv, const char *name, size_t *at)
{
    int found = 0;
    for (size_t i = 0; i < csv->count; i++)
        if (same_name(csv_field(csv, i), name, strlen(name)) && found++ == 0)
            *at = i;
    return found;
}

static void complain_missing(const csv_reader *csv, const char *file, const char *missing)
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

static char *copy(const char *text, size_t length)
{
    char *result = malloc(length + 1);
    if (result != NULL) {
        memcpy(result, text, length);
        result[length] = 0;
    }
    return result;
}

// Looks up one name. False: it is not there, or more than once, and complained.
static bool find_one(const csv_reader *csv, const char *name, size_t *at, const char *file)
{
    int found = count_name(csv, name, at);
    if (found == 0) {
        char missing[128];
        snprintf(missing, sizeof missing, "column \"%s\"", name);
        complain_missing(csv, file, missing);
    } else if (found > 1) {
        complain_at(file, csv_line(csv, 0), "column \"%s\" is there %d times", name, found);
    }
    return found == 1;
}

// Looks up the names in `list`, which commas separate.
static bool find_all(columns *c, const csv_reader *csv, const char *list, const char *file)
{
    while (c->count < COLUMNS_MAX) {
        size_t length = strcspn(list, ",");
        char *name = copy(list, length);
        if (name == NULL) {
            complain("%s", strerror(ENOMEM));
            return false;
        }
        c->names[c->count] = name;
        if (!find_one(csv, name, &c->at[c->count++], file))
            return false;
        if (list[length] == 0)
            return true;
        list += length + 1;
    }
    return true;
}

static bool has(const csv_reader *csv, const char *name)
{
    size_t at = 0;
    return count_name(csv, name, &at) > 0;
}

static bool find_usual(columns *c, const csv_reader *csv, const char *file)
{
    if (has(csv, "min_x") && has(csv, "min_y") && has(csv, "max_x") && has(csv, "max_y")) {
        c->kind = COLUMNS_BOUNDS;
        return find_all(c, csv, "min_x,min_y,max_x,max_y", file);
    }
    if (has(csv, "x") && has(csv, "y")) {
        // One of the two without the other is a slip, not a table of points.
        bool sized = has(csv, "width") || has(csv, "height");
        c->kind = sized ? COLUMNS_SIZE : COLUMNS_POINT;
        return find_all(c, csv, sized ? "x,y,width,height" : "x,y", file);
    }
    complain_missing(csv, file, "columns min_x,min_y,max_x,max_y or x,y,width,height or x,y (--columns names others)");
    return false;
}

static void begin(columns *c, const csv_reader *csv)
{
    memset(c, 0, sizeof *c);
    c->width = csv->count;
}

bool columns_find(columns *c, const csv_reader *csv, const char *wanted, const char *file)
{
    begin(c, csv);
    c->has_id = count_name(csv, "id", &c->id) > 0;
    if (wanted == NULL)
        return find_usual(c, csv, file);
    int names = 1;
    for (const char *p = wanted; *p != 0; p++)
        names += *p == ',';
    if (names != 2 && names != 4) {
        complain("--columns needs two names (points) or four (two corners), not '%s'", wanted);
        return false;
    }
    c->kind = names == 2 ? COLUMNS_POINT : COLUMNS_CORNERS;
    return find_all(c, csv, wanted, file);
}

bool columns_find_id(columns *c, const csv_reader *csv, const char *name, const char *file)
{
    c->has_id = find_one(csv, name, &c->id, file);
    return c->has_id;
}

bool columns_find_named(columns *c, const csv_reader *csv, const char *list, const char *file)
{
    begin(c, csv);
    c->kind = COLUMNS_NUMBERS;
    return find_all(c, csv, list, file);
}

const char *columns_text(const columns *c, csv_reader *csv, int i)
{
    char *text = csv->text + csv->fields[c->at[i]].start;
    while (is_blank(*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    text[length] = 0;
    return text;
}

void columns_complain(const columns *c, csv_reader *csv, int i, const char *wrong, const char *file)
{
    const char *text = columns_text(c, csv, i), *column = c->names[i];
    size_t line = csv_line(csv, c->at[i]);
    if (*text == 0)
        complain_at(file, line, "column \"%s\" %s", column, wrong);
    else
        complain_at(file, line, "column \"%s\": '%.60s%s' %s", column, text, strlen(text) > 60 ? "..." : "", wrong);
}

void columns_free(columns *c)
{
    for (int i = 0; i < c->count; i++)
        free(c->names[i]);
}
