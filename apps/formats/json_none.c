// In place of json.c where there is no jansson. No tree is ever made, so there is no value to be asked about.
#include "json.h"

bool json_is_there(format_message *message)
{
    return format_fail(message, 0,
                       "JSON cannot be read: this program was built without jansson (Debian: libjansson-dev)");
}

json_value *json_parse(const char *text, size_t size, size_t line, size_t column, format_message *message)
{
    (void)text;
    (void)size;
    (void)line;
    (void)column;
    json_is_there(message);
    return NULL;
}

void json_free(json_value *tree)
{
    (void)tree;
}

json_kind json_kind_of(const json_value *value)
{
    (void)value;
    return JSON_NO_VALUE;
}

const json_value *json_member(const json_value *value, const char *name)
{
    (void)name;
    return value;
}

bool json_each_member(const json_value *value, json_taker *take, void *context)
{
    (void)value;
    (void)take;
    (void)context;
    return true;
}

size_t json_count(const json_value *value)
{
    (void)value;
    return 0;
}

const json_value *json_item(const json_value *value, size_t i)
{
    (void)i;
    return value;
}

bool json_number(const json_value *value, double *number)
{
    (void)value;
    (void)number;
    return false;
}

bool json_whole(const json_value *value, int64_t *number)
{
    (void)value;
    (void)number;
    return false;
}

bool json_flag(const json_value *value, bool *flag)
{
    (void)value;
    (void)flag;
    return false;
}

const char *json_text(const json_value *value, size_t *length)
{
    (void)value;
    if (length != NULL)
        *length = 0;
    return NULL;
}
