// Complaints begin with the place where what is wrong stands, if the form of the document needs one beside the line.
#include "element.h"

#include "number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PLACE_SIZE = 160, TEXT_SIZE = 400 };

size_t element_line(const element_reader *reader)
{
    return reader->where(reader, NULL, 0);
}

FORMAT_PRINTF(3, 0) static bool fail_with(const element_reader *reader, size_t line, const char *format, va_list list)
{
    char place[PLACE_SIZE] = "", text[TEXT_SIZE];
    size_t here = reader->where(reader, place, sizeof place);
    vsnprintf(text, sizeof text, format, list);
    return format_fail(reader->message, line != 0 ? line : here, "%s%s", place, text);
}

bool element_fail(const element_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(reader, 0, format, arguments);
    va_end(arguments);
    return false;
}

bool element_fail_at(const element_reader *reader, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(reader, line, format, arguments);
    va_end(arguments);
    return false;
}

bool element_no_memory(const element_reader *reader)
{
    return format_no_memory(reader->message);
}

bool element_claim(const element_reader *reader, uint64_t bytes, const char *claim, ...)
{
    if (limit_take(reader->limit, bytes))
        return true;
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, claim);
    vsnprintf(text, sizeof text, claim, arguments);
    va_end(arguments);
    return limit_claim(reader->limit, bytes, reader->message, element_line(reader), "%s", text);
}

bool element_is(const element *e, const char *name)
{
    return strcmp(e->name, name) == 0;
}

const char *element_attribute(const element *e, const char *name)
{
    for (const char *const *pair = e->attributes; pair[0] != NULL; pair += 2)
        if (strcmp(pair[0], name) == 0)
            return pair[1];
    return NULL;
}

// Says that an attribute is not what it should be. Always false.
FORMAT_PRINTF(4, 5)
static bool wrong(const element *e, const char *name, const char *text, const char *format, ...)
{
    char wanted[96];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(wanted, sizeof wanted, format, arguments);
    va_end(arguments);
    return element_fail(e->reader, "%s of %s%.40s%s needs %s, not '%.60s%s'", name, e->reader->open, e->name,
                        e->reader->close, wanted, text, strlen(text) > 60 ? "..." : "");
}

bool element_take_int(const element *e, const char *name, long long least, long long most, long long *value)
{
    const char *text = element_attribute(e, name);
    if (text == NULL)
        return true;
    int64_t number = 0;
    if (number_int(text, &number) != NUMBER_OK || number < least || number > most)
        return wrong(e, name, text, "a whole number from %lld to %lld", least, most);
    *value = number;
    return true;
}

bool element_take_number(const element *e, const char *name, double most, double *value)
{
    const char *text = element_attribute(e, name);
    if (text == NULL)
        return true;
    double number = 0;
    if (number_double(text, &number) != NUMBER_OK || number < -most || number > most)
        return wrong(e, name, text, "a number from %g to %g", -most, most);
    *value = number;
    return true;
}

bool element_take_flag(const element *e, const char *name, bool *value)
{
    const char *text = element_attribute(e, name);
    if (text == NULL)
        return true;
    bool yes = strcmp(text, "1") == 0 || strcmp(text, "true") == 0;
    if (!yes && strcmp(text, "0") != 0 && strcmp(text, "false") != 0)
        return wrong(e, name, text, "0 or 1");
    *value = yes;
    return true;
}

bool element_take_choice(const element *e, const char *name, const char *const *choices, int *value)
{
    const char *text = element_attribute(e, name);
    char list[96] = "";
    size_t used = 0;
    for (int i = 0; text != NULL && choices[i] != NULL; i++) {
        if (strcmp(text, choices[i]) == 0) {
            *value = i;
            return true;
        }
        const char *before = i == 0 ? "" : choices[i + 1] != NULL ? ", " : " or ";
        int length = snprintf(list + used, sizeof list - used, "%s%s", before, choices[i]);
        used = length > 0 && used + (size_t)length < sizeof list ? used + (size_t)length : sizeof list - 1;
    }
    return text == NULL || wrong(e, name, text, "%s", list);
}

bool element_demand(const element *e, const char *name)
{
    return element_attribute(e, name) != NULL ||
           element_fail(e->reader, "%s%.40s%s has no %s", e->reader->open, e->name, e->reader->close, name);
}
