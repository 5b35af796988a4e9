// The columns that were chosen, and their fields in a row.
#include "columns.h"

#include "geometry_text.h"
#include "number.h"
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

const char *columns_without_blanks(const char *text, size_t *length)
{
    while (is_blank(*text))
        text++;
    *length = strlen(text);
    while (*length > 0 && is_blank(text[*length - 1]))
        --*length;
    return text;
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
    const char *name = columns_without_blanks(csv_field(csv, at), &length);
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

bool columns_are_right(const columns *c, csv_reader *csv)
{
    bool right = true;
    columns_turn(c, csv);
    for (int i = 0; right && i < c->count; i++) {
        char wrong[WKT_WRONG_SIZE];
        qd_box box;
        size_t at = 0;
        double value = 0;
        const char *text = columns_text(c, csv, i);
        right = c->kind == COLUMNS_WKT ? geometry_text_read(text, &box, wrong, &at) != WKT_BAD
                                       : number_double(text, &value) == NUMBER_OK;
    }
    columns_turn(c, csv);
    return right;
}

void columns_describe(const columns *c, const csv_reader *csv, char *text, size_t size)
{
    static const char *const meanings[] = {
        [COLUMNS_BOUNDS] = "two corners, the lower first",
        [COLUMNS_CORNERS] = "two corners",
        [COLUMNS_SIZE] = "a corner and a size",
        [COLUMNS_CENTER] = "a center and a size",
        [COLUMNS_POLYGON] = "the corners of a polygon",
        [COLUMNS_POINT] = "points",
        [COLUMNS_WKT] = "geometries",
        [COLUMNS_NUMBERS] = "numbers",
    };
    size_t used = 0;
    for (int i = 0; i < c->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%.80s",
                                 i > 0          ? ","
                                 : !c->headless ? ""
                                 : c->count > 1 ? "columns "
                                                : "column ",
                                 c->names[i]);
    if (used < size)
        used += (size_t)snprintf(text + used, size - used, " taken as %s", meanings[c->kind]);
    if (!c->has_id || used >= size)
        return;
    size_t length = 0;
    const char *name = columns_without_blanks(csv_field(csv, c->id), &length);
    if (c->headless)
        snprintf(text + used, size - used, ", column %zu as the ids", c->id + 1);
    else
        snprintf(text + used, size - used, ", %.*s as the ids", (int)(length < 80 ? length : 80), name);
}

char *columns_text(const columns *c, const csv_reader *csv, int i)
{
    char *field = csv_field(csv, c->at[i]);
    size_t length = 0;
    field += columns_without_blanks(field, &length) - field;
    field[length] = 0;
    return field;
}

void columns_turn_text(char *text)
{
    for (; *text != 0; text++)
        if (*text == '.')
            *text = ',';
        else if (*text == ',')
            *text = '.';
}

// Turns a column that is chosen twice, such as one for width and height, once.
void columns_turn(const columns *c, const csv_reader *csv)
{
    for (int i = 0; c->decimal_comma && c->kind != COLUMNS_WKT && i < c->count; i++) {
        bool turned = false;
        for (int j = 0; j < i; j++)
            turned = turned || c->at[j] == c->at[i];
        if (!turned)
            columns_turn_text(csv_field(csv, c->at[i]));
    }
}

void columns_free(columns *c)
{
    for (int i = 0; i < c->count; i++)
        free(c->names[i]);
}
