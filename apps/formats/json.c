// jansson makes the trees. It has no limits of its own but one of depth: what it is given has been measured before
// (json_reader.c).
#include "json.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static const json_t *inside(const json_value *value)
{
    return (const json_t *)value;
}

bool json_is_there(format_message *message)
{
    (void)message;
    return true;
}

// What to do about it, behind a semicolon; or "".
static const char *json_remedy(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_duplicate_key:
        return "; an object has each name once, so rename or remove one";
    case json_error_numeric_overflow:
        return "; no double is so large";
    case json_error_invalid_utf8:
        return "; " UTF8_REMEDY;
    case json_error_invalid_syntax:
        break;
    default:
        return "";
    }
    const bool named = strstr(error->text, "near 'NaN'") || strstr(error->text, "near 'Infinity'");
    const bool single = strstr(error->text, "near '\''") != NULL;
    return named    ? "; JSON has no such number: leave out what has it"
           : single ? "; names and texts stand between double quotes"
                    : "; correct it there, or write the file again";
}

// jansson counts from the beginning of its text; where that lies in the file is known. Its column is that of the last
// character which it has read. Without memory it says so, or nothing, or, in the middle of a string, "invalid token".
static bool json_explain(const json_error_t *error, size_t line, size_t column, format_message *message)
{
    if (error->text[0] == 0 || json_error_code(error) == json_error_out_of_memory)
        return format_no_memory(message);
    size_t further = error->line > 1 ? (size_t)error->line - 1 : 0, at = error->column > 0 ? (size_t)error->column : 1;
    if (further == 0)
        at += column - 1;
    return format_fail(message, line + further, "this is no JSON: column %zu: %s%s", at, error->text,
                       json_remedy(error));
}

json_value *json_parse(const char *text, size_t size, size_t line, size_t column, format_message *message)
{
    size_t flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL;
    json_error_t error;
    json_t *tree = json_loadb(text, size, flags, &error);
    // A whole number of more than 64 bits is still JSON: where there is one, all of them become doubles.
    if (tree == NULL && json_error_code(&error) == json_error_numeric_overflow)
        tree = json_loadb(text, size, flags | JSON_DECODE_INT_AS_REAL, &error);
    if (tree == NULL)
        json_explain(&error, line, column, message);
    return (json_value *)tree;
}

void json_free(json_value *tree)
{
    json_decref((json_t *)tree);
}

json_kind json_kind_of(const json_value *value)
{
    static const json_kind kinds[] = {
        [JSON_OBJECT] = JSON_IS_OBJECT,  [JSON_ARRAY] = JSON_IS_ARRAY, [JSON_STRING] = JSON_IS_TEXT,
        [JSON_INTEGER] = JSON_IS_NUMBER, [JSON_REAL] = JSON_IS_NUMBER, [JSON_TRUE] = JSON_IS_FLAG,
        [JSON_FALSE] = JSON_IS_FLAG,     [JSON_NULL] = JSON_IS_NULL,
    };
    return value != NULL ? kinds[json_typeof(inside(value))] : JSON_NO_VALUE;
}

const json_value *json_member(const json_value *value, const char *name)
{
    return (const json_value *)json_object_get(inside(value), name);
}

bool json_each_member(const json_value *value, json_taker *take, void *context)
{
    // jansson walks along an object that may change, so it takes one that is not const. It is not changed here.
    json_t *object = (json_t *)(uintptr_t)value;
    for (void *at = json_object_iter(object); at != NULL; at = json_object_iter_next(object, at))
        if (!take(context, json_object_iter_key(at), (const json_value *)json_object_iter_value(at)))
            return false;
    return true;
}

size_t json_count(const json_value *value)
{
    return json_is_array(inside(value)) ? json_array_size(inside(value)) : json_object_size(inside(value));
}

const json_value *json_item(const json_value *value, size_t i)
{
    return (const json_value *)json_array_get(inside(value), i);
}

bool json_number(const json_value *value, double *number)
{
    if (!json_is_number(inside(value)))
        return false;
    *number = json_number_value(inside(value));
    return true;
}

bool json_whole(const json_value *value, int64_t *number)
{
    if (json_is_integer(inside(value))) {
        *number = json_integer_value(inside(value));
        return true;
    }
    // Below 2^53 a double has every whole number, so this one was not rounded to become whole.
    double real = json_real_value(inside(value));
    if (!json_is_real(inside(value)) || !(fabs(real) < 0x1p53) || real != floor(real))
        return false;
    *number = (int64_t)real;
    return true;
}

bool json_flag(const json_value *value, bool *flag)
{
    if (!json_is_boolean(inside(value)))
        return false;
    *flag = json_is_true(inside(value));
    return true;
}

const char *json_text(const json_value *value, size_t *length)
{
    if (length != NULL)
        *length = json_string_length(inside(value));
    return json_string_value(inside(value));
}
