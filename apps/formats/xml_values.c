// Attributes as numbers. Every complaint names the element, the attribute and what it holds.
#include "number.h"
#include "xml.h"

#include <stdarg.h>
#include <string.h>

const char *xml_attribute(const xml_element *element, const char *name)
{
    for (const char *const *pair = element->attributes; pair[0] != NULL; pair += 2)
        if (strcmp(pair[0], name) == 0)
            return pair[1];
    return NULL;
}

// Says that an attribute is not what it should be. Always false.
FORMAT_PRINTF(4, 5)
static bool wrong(const xml_element *element, const char *name, const char *text, const char *format, ...)
{
    char wanted[96];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(wanted, sizeof wanted, format, arguments);
    va_end(arguments);
    return format_fail(xml_message(element->reader), xml_line(element->reader), "%s of <%.40s> needs %s, not '%.60s%s'",
                       name, element->name, wanted, text, strlen(text) > 60 ? "..." : "");
}

bool xml_take_int(const xml_element *element, const char *name, long long least, long long most, long long *value)
{
    const char *text = xml_attribute(element, name);
    if (text == NULL)
        return true;
    int64_t number = 0;
    if (number_int(text, &number) != NUMBER_OK || number < least || number > most)
        return wrong(element, name, text, "a whole number from %lld to %lld", least, most);
    *value = number;
    return true;
}

bool xml_take_number(const xml_element *element, const char *name, double most, double *value)
{
    const char *text = xml_attribute(element, name);
    if (text == NULL)
        return true;
    double number = 0;
    if (number_double(text, &number) != NUMBER_OK || number < -most || number > most)
        return wrong(element, name, text, "a number from %g to %g", -most, most);
    *value = number;
    return true;
}

bool xml_take_flag(const xml_element *element, const char *name, bool *value)
{
    const char *text = xml_attribute(element, name);
    if (text == NULL)
        return true;
    bool yes = strcmp(text, "1") == 0 || strcmp(text, "true") == 0;
    if (!yes && strcmp(text, "0") != 0 && strcmp(text, "false") != 0)
        return wrong(element, name, text, "0 or 1");
    *value = yes;
    return true;
}

bool xml_take_choice(const xml_element *element, const char *name, const char *const *choices, int *value)
{
    const char *text = xml_attribute(element, name);
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
    return text == NULL || wrong(element, name, text, "%s", list);
}

bool xml_demand(const xml_element *element, const char *name)
{
    return xml_attribute(element, name) != NULL || format_fail(xml_message(element->reader), xml_line(element->reader),
                                                               "<%.40s> has no %s", element->name, name);
}
