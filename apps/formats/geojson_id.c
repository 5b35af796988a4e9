// A number is written as a text that is that very number, a string is one.
#include "geojson_id.h"

#include "json_number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_SIZE = 40 };

// The shortest decimal number that is this very double.
static void number_to_text(double number, char *text)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER_SIZE, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            return;
    }
}

static bool keep_text(geojson_id *self, const char *text, size_t length, format_message *message)
{
    if (length + 1 > self->room) {
        char *larger = realloc(self->text, 2 * length + 1);
        if (larger == NULL)
            return format_no_memory(message);
        self->text = larger;
        self->room = 2 * length + 1;
    }
    memcpy(self->text, text, length);
    self->text[length] = 0;
    self->there = true;
    return true;
}

static bool take_number(geojson_id *self, const json_token *token, const char *what, format_message *message)
{
    char text[NUMBER_SIZE] = "";
    int64_t whole = 0;
    const double number = json_double(token);
    if (json_int(token, &whole))
        snprintf(text, sizeof text, "%" PRId64, whole);
    else if (number - floor(number) > 0)
        number_to_text(number, text);
    else
        snprintf(self->wrong, sizeof self->wrong, "its %s has more digits than a number keeps; write it as a string",
                 what);
    return text[0] == 0 || keep_text(self, text, strlen(text), message);
}

bool geojson_id_take(geojson_id *self, json_reader *reader, const char *what, format_message *message)
{
    const json_token *token = json_current(reader);
    self->place = json_here(reader);
    if (token->kind == JSON_NUMBER)
        return take_number(self, token, what, message);
    if (token->kind == JSON_TEXT) {
        const char *flaw =
            memchr(token->text, 0, token->length) != NULL ? "has a NUL character in it" : json_text_flaw(reader);
        if (flaw == NULL)
            return keep_text(self, token->text, token->length, message);
        snprintf(self->wrong, sizeof self->wrong, "its %s %s", what, flaw);
    } else if (token->kind != JSON_NULL) {
        snprintf(self->wrong, sizeof self->wrong, "its %s is neither a string nor a number", what);
    }
    return json_skip(reader);
}

bool geojson_id_find(geojson_id *self, json_reader *reader, const char *property, format_message *message)
{
    char what[80];
    bool found = false;
    const json_token *token = json_current(reader);
    snprintf(what, sizeof what, "property \"%.60s\"", property);
    self->place = json_here(reader);
    if (token->kind != JSON_OBJECT)
        return json_skip(reader);
    while ((token = json_next(reader))->kind == JSON_NAME) {
        const bool is_it = json_is(token, property) && json_text_flaw(reader) == NULL, again = is_it && found;
        if (again && self->wrong[0] == 0) {
            snprintf(self->wrong, sizeof self->wrong, "it has the %s twice", what);
            self->place = json_here(reader);
        }
        found = found || is_it;
        json_next(reader);
        if (is_it && !again ? !geojson_id_take(self, reader, what, message) : !json_skip(reader))
            return false;
    }
    return token->kind == JSON_CLOSE;
}
