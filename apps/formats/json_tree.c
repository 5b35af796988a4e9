// Arrays and objects have what is in them side by side. The members of an object are sorted by name, which shows those
// that are there twice.
#include "json_tree.h"

#include "grow.h"
#include "json_number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct json_value {
    json_kind kind;
    uint32_t count; // items, members or bytes; of a number: is it whole?
    uint32_t line, column;
    union {
        struct json_value *items;
        struct json_named *members;
        char *text;
        double number;
        int64_t whole;
    } of;
};

struct json_named {
    char *name;
    struct json_value value;
};

static void free_inside(json_value *value)
{
    for (size_t i = 0; value->kind == JSON_ARRAY && i < value->count; i++)
        free_inside(&value->of.items[i]);
    for (size_t i = 0; value->kind == JSON_OBJECT && i < value->count; i++) {
        free(value->of.members[i].name);
        free_inside(&value->of.members[i].value);
    }
    if (value->kind == JSON_ARRAY)
        free(value->of.items);
    if (value->kind == JSON_OBJECT)
        free(value->of.members);
    if (value->kind == JSON_TEXT)
        free(value->of.text);
}

void json_free(json_value *tree)
{
    if (tree != NULL)
        free_inside(tree);
    free(tree);
}

typedef struct json_growth {
    json_reader *reader;
    format_message *message;
    memory_limit *limit;
    uint64_t held; // of it
    long values;
    json_place begin; // of the document
} json_growth;

// The document is. Always false.
static bool is_too_much(const json_growth *g, int most, const char *unit)
{
    return format_fail(g->message, g->begin.line, "the value that begins in column %zu has more than %d %s",
                       g->begin.column, most, unit);
}

// Takes memory for a value, with the room beside it that arrays grow into, and what is kept of blocks.
static bool hold(json_growth *g, const json_token *token)
{
    enum { BESIDE = 16 };
    const uint64_t bytes = 2 * sizeof(struct json_named) + BESIDE + (token->kind == JSON_TEXT ? token->length : 0);
    g->held += bytes;
    if (limit_take(g->limit, bytes))
        return true;
    g->held -= bytes;
    return limit_claim(g->limit, bytes, g->message, g->begin.line,
                       "the value that begins in column %zu, with %ld in it", g->begin.column, g->values);
}

static bool take_text(json_growth *g, const json_token *token, char **text)
{
    const char *flaw = json_text_flaw(g->reader);
    if (flaw != NULL)
        return json_fail(g->reader, json_here(g->reader), "a text %s; correct it there, or write the file again", flaw);
    *text = copy_text(token->text, token->length);
    return *text != NULL || format_no_memory(g->message);
}

static bool take_number(json_growth *g, const json_token *token, json_value *value)
{
    value->count = json_int(token, &value->of.whole);
    if (value->count == 0)
        value->of.number = json_double(token);
    if (value->count == 1 || isfinite(value->of.number))
        return true;
    return json_fail(g->reader, json_here(g->reader), "number beyond all doubles, near '%.*s'; no double is so %s",
                     (int)(token->length < 20 ? token->length : 20), token->text,
                     isnan(value->of.number) ? "small" : "large");
}

static bool take_value(json_growth *g, json_value *value);

static bool take_items(json_growth *g, json_value *value)
{
    while (json_next(g->reader)->kind > JSON_CLOSE) {
        json_value *items = grow_one(value->of.items, value->count, sizeof *items);
        if (items == NULL)
            return format_no_memory(g->message);
        value->of.items = items;
        items[value->count++] = (json_value){ .kind = JSON_END };
        if (!take_value(g, &items[value->count - 1]))
            return false;
    }
    return g->message->fault == FORMAT_NO_FAULT;
}

static int compare_members(const void *a, const void *b)
{
    const struct json_named *one = a, *other = b;
    const int names = strcmp(one->name, other->name);
    const bool behind = one->value.line != other->value.line ? one->value.line > other->value.line
                                                             : one->value.column > other->value.column;
    return names != 0 ? names : behind ? 1 : -1;
}

// Sorts the members. False: a name is there twice.
static bool sort_members(json_growth *g, json_value *value)
{
    struct json_named *members = value->of.members;
    if (value->count > 1)
        qsort(members, value->count, sizeof *members, compare_members);
    for (size_t i = 1; i < value->count; i++)
        if (strcmp(members[i - 1].name, members[i].name) == 0)
            return json_fail(
                g->reader, json_place_of(&members[i].value),
                "a second value of the name '%.60s'; an object has each name once, so rename or remove one",
                members[i].name);
    return true;
}

static bool take_members(json_growth *g, json_value *value)
{
    const json_token *token = NULL;
    while ((token = json_next(g->reader))->kind == JSON_NAME) {
        struct json_named *members = grow_one(value->of.members, value->count, sizeof *members);
        if (members == NULL)
            return format_no_memory(g->message);
        value->of.members = members;
        struct json_named *member = &members[value->count++];
        *member = (struct json_named){ .value = { .kind = JSON_END } };
        if (memchr(token->text, 0, token->length) != NULL)
            return json_fail(g->reader, json_here(g->reader), "a name with a NUL character in it");
        if (!take_text(g, token, &member->name))
            return false;
        json_next(g->reader);
        if (!take_value(g, &member->value))
            return false;
    }
    return g->message->fault == FORMAT_NO_FAULT && sort_members(g, value);
}

// The value that the current token begins.
static bool take_value(json_growth *g, json_value *value)
{
    const json_token *token = json_current(g->reader);
    const json_place place = json_here(g->reader);
    *value = (json_value){ token->kind, 0, (uint32_t)place.line, (uint32_t)place.column, { NULL } };
    if (++g->values > JSON_VALUES_MAX)
        return is_too_much(g, JSON_VALUES_MAX, "values in it");
    if (json_bytes(g->reader) > JSON_TEXT_MAX)
        return is_too_much(g, JSON_TEXT_MAX >> 20, "MiB of text");
    if (!hold(g, token))
        return false;
    value->count = token->kind == JSON_TEXT ? token->length : 0;
    return token->kind == JSON_ARRAY    ? take_items(g, value)
           : token->kind == JSON_OBJECT ? take_members(g, value)
           : token->kind == JSON_NUMBER ? take_number(g, token, value)
                                        : token->kind != JSON_TEXT || take_text(g, token, &value->of.text);
}

static bool read_tree(json_growth *g, json_value *tree)
{
    if (json_next(g->reader)->kind == JSON_END)
        return json_fail(g->reader, json_here(g->reader), "the file ends where a value should be");
    g->begin = json_here(g->reader);
    if (!take_value(g, tree))
        return false;
    if (json_next(g->reader)->kind != JSON_END)
        json_fail(g->reader, json_here(g->reader), "more text behind the value that the document is");
    return g->message->fault == FORMAT_NO_FAULT;
}

json_value *json_read(byte_source *from, uint64_t *held, format_message *message)
{
    json_growth g = { .reader = json_open(from, JSON_TEXT_MAX, message), .message = message, .limit = from->limit };
    json_value *tree = g.reader != NULL ? malloc(sizeof *tree) : NULL;
    if (g.reader != NULL && tree == NULL)
        format_no_memory(message);
    if (tree != NULL)
        *tree = (json_value){ .kind = JSON_END };
    if (tree != NULL && !read_tree(&g, tree)) {
        json_free(tree);
        tree = NULL;
    }
    json_close(g.reader);
    *held = g.held;
    return tree;
}

json_kind json_kind_of(const json_value *value)
{
    return value != NULL ? value->kind : JSON_END;
}

json_place json_place_of(const json_value *value)
{
    return (json_place){ value->line, value->column };
}

static int compare_name(const void *name, const void *member)
{
    return strcmp(name, ((const struct json_named *)member)->name);
}

const json_value *json_member(const json_value *value, const char *name)
{
    if (json_kind_of(value) != JSON_OBJECT || value->count == 0)
        return NULL;
    const struct json_named *member = bsearch(name, value->of.members, value->count, sizeof *member, compare_name);
    return member != NULL ? &member->value : NULL;
}

size_t json_count(const json_value *value)
{
    const json_kind kind = json_kind_of(value);
    return kind == JSON_ARRAY || kind == JSON_OBJECT ? value->count : 0;
}

const json_value *json_item(const json_value *value, size_t i)
{
    return json_kind_of(value) == JSON_ARRAY && i < value->count ? &value->of.items[i] : NULL;
}

bool json_number(const json_value *value, double *number)
{
    if (json_kind_of(value) != JSON_NUMBER)
        return false;
    *number = value->count == 1 ? (double)value->of.whole : value->of.number;
    return true;
}

bool json_whole(const json_value *value, int64_t *number)
{
    if (json_kind_of(value) != JSON_NUMBER || value->count == 0)
        return false;
    *number = value->of.whole;
    return true;
}

bool json_flag(const json_value *value, bool *flag)
{
    const json_kind kind = json_kind_of(value);
    if (kind != JSON_TRUE && kind != JSON_FALSE)
        return false;
    *flag = kind == JSON_TRUE;
    return true;
}

const char *json_text(const json_value *value, size_t *length)
{
    if (length != NULL)
        *length = json_kind_of(value) == JSON_TEXT ? value->count : 0;
    return json_kind_of(value) == JSON_TEXT ? value->of.text : NULL;
}
