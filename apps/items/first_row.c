// Names do not begin as numbers do, and are not missing.
#include "first_row.h"

#include "columns_usual.h"
#include "geometry_text.h"

#include <stdio.h>
#include <string.h>

bool first_row_is_number(const char *text)
{
    static const char *const words[] = { "nan", "inf", "infinity", NULL };
    text += *text == '-' || *text == '+';
    text += *text == '.' || *text == ',';
    return (*text >= '0' && *text <= '9') || columns_is_one_of(text, words);
}

bool first_row_is_data(const columns *c, csv_reader *csv)
{
    static const char *const missing[] = { "",     "-",    "--",  "?",    ".",    "na",  "n/a",
                                           "#n/a", "<na>", "nil", "none", "null", "\\N", NULL };
    bool number = false, name = false;
    for (int i = 0; i < c->count; i++) {
        const char *text = columns_text(c, csv, i);
        if (c->kind == COLUMNS_WKT)
            return geometry_text_begins(text);
        number = number || first_row_is_number(text);
        name = name || (!first_row_is_number(text) && !columns_is_one_of(text, missing));
    }
    return number || !name;
}

bool first_row_is_counted(const csv_reader *csv)
{
    const size_t begin = csv->count > 0 && *csv_field(csv, 0) == 0;
    for (size_t i = begin; i < csv->count; i++) {
        char number[24];
        snprintf(number, sizeof number, "%zu", i - begin);
        if (strcmp(csv_field(csv, i), number) != 0)
            return false;
    }
    return csv->count >= begin + 2;
}
