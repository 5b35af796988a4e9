// From texts to values. What is wrong goes into a message, since it is not known here where the text was written.
#include "option_value.h"

#include "number.h"
#include "output_form.h"
#include "report.h"
#include "suggest.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const option *option_find(const option *options, const char *name, size_t length)
{
    for (const option *o = options; o->name != NULL; o++)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0)
            return o;
    return NULL;
}

const option *option_suggest(const option *options, const char *typed)
{
    const option *best = NULL;
    size_t limit = suggest_limit(typed);
    for (const option *o = options; o->name != NULL; o++) {
        size_t distance = edit_distance(typed, o->name);
        if (distance <= limit) {
            best = o;
            limit = distance;
        }
    }
    return best;
}

static bool set_int(const option *o, const char *shown, const char *text, void *target, format_message *message)
{
    int64_t value = 0;
    number_error error = number_int(text, &value);
    if (error != NUMBER_OK || value < o->least || value > o->most)
        return format_fail(message, 0, "%s needs a whole number from %lld to %lld, not '%s'", shown,
                           (long long)o->least, (long long)o->most, text);
    *(int64_t *)target = value;
    return true;
}

static bool set_size(const option *o, const char *shown, const char *text, void *target, format_message *message)
{
    static const char units[] = "KMGT";
    char digits[24];
    int64_t value = 0;
    int shift = 0;
    const size_t length = strlen(text), whole = strspn(text, "0123456789");
    const char *unit = length == whole + 1 ? strchr(units, toupper((unsigned char)text[whole])) : NULL;
    if (unit != NULL)
        shift = 10 * (int)(unit - units + 1);
    snprintf(digits, sizeof digits, "%.*s", (int)(whole < sizeof digits ? whole : sizeof digits - 1), text);
    if ((unit == NULL && whole < length) || number_int(digits, &value) != NUMBER_OK || value < 1 ||
        value > INT64_MAX >> shift)
        return format_fail(message, 0, "%s needs %s: a number of bytes such as 2G, not '%s'", shown, o->value, text);
    *(int64_t *)target = value << shift;
    return true;
}

static bool set_number(const option *o, const char *shown, const char *text, void *target, format_message *message)
{
    const bool single = o->kind == OPTION_FLOAT;
    float nearest = 0;
    double value = 0;
    const number_error error = single ? number_float(text, o->infinite, &nearest) : number_double(text, &value);
    value = single ? (double)nearest : value;
    if (error != NUMBER_OK || value < o->low || value > o->high)
        return format_fail(message, 0, "%s needs a number from %g to %g, not '%s'", shown, o->low, o->high, text);
    if (single)
        *(float *)target = nearest;
    else
        *(double *)target = value;
    return true;
}

// The number as a float and as a double. One that is too large for a float only is good where doubles are.
static number_error take_float(const option *o, const char *text, float_list *list, int i)
{
    number_error error = number_float(text, o->infinite, &list->values[i]);
    list->exact[i] = (double)list->values[i];
    list->places[i] = digits_place(text);
    if (error == NUMBER_TOO_LARGE && o->doubles && number_double(text, &list->exact[i]) == NUMBER_OK) {
        if (list->beyond[0] == 0)
            memcpy(list->beyond, text, strlen(text) + 1);
        return NUMBER_OK;
    }
    return error == NUMBER_OK && isfinite(list->values[i]) ? number_double(text, &list->exact[i]) : error;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// Reads the number in front of the next separator, with blanks around it or not, and moves on behind it; *rest is NULL
// after the last one.
static number_error next_float(const option *o, const char **rest, char piece[FLOAT_TEXT_MAX], float_list *list)
{
    const size_t size = FLOAT_TEXT_MAX;
    const char *begin = *rest, *end = strchr(begin, o->separator != 0 ? o->separator : ',');
    *rest = end != NULL ? end + 1 : NULL;
    end = end != NULL ? end : begin + strlen(begin);
    while (begin < end && is_blank(*begin))
        begin++;
    while (end > begin && is_blank(end[-1]))
        end--;
    size_t length = (size_t)(end - begin);
    int shown = snprintf(piece, size, "%.*s", (int)(length < size ? length : size), begin);
    return shown < 0 || (size_t)shown >= size ? NUMBER_MALFORMED : take_float(o, piece, list, list->count++);
}

static bool wrong_count(const option *o, const char *shown, const char *text, format_message *message)
{
    if (o->fewer == 0)
        return format_fail(message, 0, "%s needs %s: %d numbers, not '%s'", shown, o->value, o->count, text);
    if (o->fewer == o->count - 2)
        return format_fail(message, 0, "%s needs %s: %d or %d numbers, not '%s'", shown, o->value, o->fewer, o->count,
                           text);
    return format_fail(message, 0, "%s needs %s: an even count of numbers from %d to %d, not '%s'", shown, o->value,
                       o->fewer, o->count, text);
}

static bool set_floats(const option *o, const char *shown, const char *text, void *target, format_message *message)
{
    float_list list = { 0 };
    char piece[FLOAT_TEXT_MAX];
    const char *rest = text;
    while (rest != NULL && list.count < o->count) {
        number_error error = next_float(o, &rest, piece, &list);
        if (error != NUMBER_OK)
            return format_fail(message, 0, "%s needs %s: '%s' %s", shown, o->value, piece, number_error_text(error));
    }
    const bool right =
        o->fewer > 0 ? list.count >= o->fewer && (o->count - list.count) % 2 == 0 : list.count == o->count;
    if (rest != NULL || !right)
        return wrong_count(o, shown, text, message);
    *(float_list *)target = list;
    return true;
}

static bool set_choice(const option *o, const char *shown, const char *text, void *target, format_message *message)
{
    for (int i = 0; o->choices[i] != NULL; i++)
        if (strcmp(o->choices[i], text) == 0) {
            *(int *)target = i;
            return true;
        }
    char names[512];
    size_t length = 0;
    for (int i = 0; o->choices[i] != NULL && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? "|" : "", o->choices[i]);
    format_fail(message, 0, "%s needs %s, not '%s'", shown, names, text);
    return false;
}

bool option_set(const option *o, const char *shown, const char *text, void *target, format_message *message)
{
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)target = true;
        if (o->quiet)
            report_quiet();
        return true;
    case OPTION_INT:
        return set_int(o, shown, text, target, message);
    case OPTION_SIZE:
        return set_size(o, shown, text, target, message);
    case OPTION_FLOAT:
    case OPTION_DOUBLE:
        return set_number(o, shown, text, target, message);
    case OPTION_FLOATS:
        return set_floats(o, shown, text, target, message);
    case OPTION_CHOICE:
        return set_choice(o, shown, text, target, message);
    case OPTION_REFUSED:
        return format_fail(message, 0, "%s %s", shown, o->help);
    case OPTION_TEXT:
    case OPTION_OUTPUT:
    case OPTION_CONFIG:
        break;
    }
    if (*text == 0)
        return format_fail(message, 0, "%s needs %s, not nothing", shown, o->value);
    // A file is what its name says: what people and programs open it by.
    if (o->kind == OPTION_OUTPUT && output_form_of(text, o->forms, OUTPUT_SVG) == 0) {
        char remedy[OUTPUT_FORMS_TEXT];
        output_form_remedy(text, o->forms, remedy);
        return format_fail(message, 0, "%s needs %s, not '%s'", shown, remedy, text);
    }
    if (o->kind == OPTION_CONFIG)
        ((config_file *)target)->path = text;
    else
        *(const char **)target = text;
    return true;
}

void options_count_digits(const option *options, const void *settings, kept_digits *to)
{
    digits_begin(to);
    for (const option *o = options; o->name != NULL; o++) {
        const float_list *list = (const float_list *)(const void *)((const char *)settings + o->offset);
        const bool lost = to->lost;
        for (int i = 0; o->kind == OPTION_FLOATS && o->doubles && i < list->count; i++)
            if (isfinite(list->exact[i]))
                digits_take_asked(to, list->exact[i], list->places[i]);
        if (to->lost && !lost)
            to->option = o->name;
    }
}

bool options_keep_to_floats(const option *options, const void *settings)
{
    for (const option *o = options; o->name != NULL; o++) {
        const float_list *list = (const float_list *)(const void *)((const char *)settings + o->offset);
        if (o->kind == OPTION_FLOATS && list->beyond[0] != 0) {
            complain("--%s needs %s: '%s' %s", o->name, o->value, list->beyond, number_error_text(NUMBER_TOO_LARGE));
            return false;
        }
    }
    return true;
}
