// Numbers become texts of 17 digits, which read again are the same numbers.
#include "json_elements.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static size_t json_where(const element_reader *reader, char *place, size_t size)
{
    const json_walk *walk = (const json_walk *)reader;
    const json_place at = json_place_of(walk->value);
    if (place == NULL)
        return 0; // lines that are kept for later have no columns
    snprintf(place, size, "column %zu: %s%s", at.column, walk->path, walk->path[0] != 0 ? ": " : "");
    return at.line;
}

json_walk json_walk_of(const json_value *document, const element_handlers *handlers, void *context, memory_limit *limit,
                       format_message *message)
{
    return (json_walk){
        .base = { message, json_where, "", "", limit }, .handlers = handlers, .context = context, .value = document
    };
}

json_step json_walk_enter(json_walk *walk, const json_value *value, const char *member, size_t i)
{
    const json_step step = { walk->value, strlen(walk->path) };
    const size_t room = sizeof walk->path - step.length;
    const char *dot = step.length > 0 ? "." : "";
    const int added = i == JSON_ITSELF ? snprintf(walk->path + step.length, room, "%s%s", dot, member)
                                       : snprintf(walk->path + step.length, room, "%s%s[%zu]", dot, member, i);
    if (added < 0 || (size_t)added >= room)
        walk->path[step.length] = 0; // so deep that what is around it has to do
    walk->value = value;
    return step;
}

void json_walk_leave(json_walk *walk, json_step step)
{
    walk->value = step.value;
    walk->path[step.length] = 0;
}

enum { NUMBER_SIZE = 32 };

// The text of a member that is one value. NULL: it has no text, or it failed.
static const char *attribute_text(const json_walk *walk, const char *name, const json_value *value, char *number,
                                  bool *good)
{
    size_t length = 0;
    int64_t whole = 0;
    double real = 0;
    bool flag = false;
    const char *text = json_text(value, &length);
    if (text != NULL && strlen(text) != length) {
        *good = element_fail(&walk->base, "%s has a NUL character in it", name);
        return NULL;
    }
    if (text != NULL)
        return text;
    if (json_whole(value, &whole))
        snprintf(number, NUMBER_SIZE, "%" PRId64, whole);
    else if (json_number(value, &real))
        snprintf(number, NUMBER_SIZE, "%.17g", real);
    else if (json_flag(value, &flag))
        return flag ? "true" : "false";
    else if (json_kind_of(value) == JSON_ARRAY || json_kind_of(value) == JSON_OBJECT)
        *good = element_fail(&walk->base, "%s is an array or an object, where one value is needed", name);
    else if (json_kind_of(value) == JSON_NULL)
        *good = element_fail(&walk->base, "%s is null, where a value is needed", name);
    else
        return NULL;
    return *good ? number : NULL;
}

bool json_walk_begin(json_walk *walk, const char *name, const json_value *object, const char *const *names)
{
    char numbers[JSON_ATTRIBUTES_MAX][NUMBER_SIZE], member[32];
    const char *pairs[2 * JSON_ATTRIBUTES_MAX + 1];
    size_t used = 0;
    bool good = true;
    for (size_t i = 0; good && names[i] != NULL && i < JSON_ATTRIBUTES_MAX; i++) {
        const char *as = strchr(names[i], '=');
        snprintf(member, sizeof member, "%.*s", (int)strcspn(names[i], "="), names[i]);
        const char *text = attribute_text(walk, member, json_member(object, member), numbers[i], &good);
        if (text == NULL)
            continue;
        pairs[used++] = as != NULL ? as + 1 : names[i];
        pairs[used++] = text;
    }
    pairs[used] = NULL;
    const element e = { &walk->base, name, pairs };
    return good && walk->handlers->begin(walk->context, &e);
}

bool json_walk_begin_plain(json_walk *walk, const char *name, const char *attribute, const char *value)
{
    const char *const pairs[] = { attribute, value, NULL };
    const element e = { &walk->base, name, pairs };
    return walk->handlers->begin(walk->context, &e);
}

bool json_walk_end(json_walk *walk)
{
    return walk->handlers->end(walk->context, &walk->base);
}

bool json_walk_text(json_walk *walk, const char *text, size_t length)
{
    return walk->handlers->text(walk->context, &walk->base, text, length);
}

bool json_walk_array(json_walk *walk, const json_value *object, const char *member, const json_value **array,
                     bool *good)
{
    *array = json_member(object, member);
    json_kind kind = json_kind_of(*array);
    if (kind != JSON_END && kind != JSON_NULL && kind != JSON_ARRAY)
        *good = element_fail(&walk->base, "%s needs an array", member);
    return kind == JSON_ARRAY;
}
