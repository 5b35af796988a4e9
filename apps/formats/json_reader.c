// What is counted here, while a value's text is collected, is what jansson does not limit: depth, bytes, values. That
// the text is JSON is for jansson to find out; here brackets are brackets of any kind.
#include "json_reader.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16, AT_END = -1 };
enum { TEXTS = 2 }; // the text that is collected, and those of the tree that it becomes

struct json_reader {
    byte_source *from;
    format_message *message;
    unsigned char buffer[PIECE];
    size_t next, end;    // unread bytes of the buffer
    bool ended;          // the source has no more, or a read has failed
    uint64_t bytes;      // taken so far
    size_t line, column; // of the next byte
    char *text;          // of the value that is being collected, behind that of one that it is an item of
    size_t used, room;
    size_t text_line, text_column; // where it begins
    size_t last_begin, last_size;  // of the text of the last one that became a tree
    uint64_t held;                 // of the limit, for the values that are being collected or were last
};

// An array that is read item by item, in the object that has it.
typedef struct json_apart {
    const char *name; // NULL: there is none
    json_item_taker *take;
    void *context;
} json_apart;

static bool json_fill(json_reader *r)
{
    r->next = 0;
    r->end = source_read(r->from, r->buffer, PIECE);
    if (r->end == 0 && source_failed(r->from) && r->message->fault == FORMAT_NO_FAULT)
        *r->message = r->from->message;
    r->ended = r->end == 0;
    return !r->ended;
}

// The next byte, which stays.
static int look(json_reader *r)
{
    if (r->next == r->end && (r->ended || !json_fill(r)))
        return AT_END;
    return r->buffer[r->next];
}

void json_take(json_reader *r)
{
    unsigned char c = r->buffer[r->next++];
    r->bytes++;
    if (c == '\n') {
        r->line++;
        r->column = 1;
    } else if ((c & 0xc0) != 0x80) { // all but the first byte of a character in UTF-8 are 10xxxxxx
        r->column++;
    }
}

int json_peek(json_reader *r)
{
    int c = look(r);
    for (; c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = look(r))
        json_take(r);
    return c;
}

json_reader *json_open(byte_source *from, format_message *message)
{
    memset(message, 0, sizeof *message);
    if (!json_is_there(message))
        return NULL;
    json_reader *r = malloc(sizeof *r);
    if (r == NULL) {
        format_no_memory(message);
        return NULL;
    }
    memset(r, 0, sizeof *r);
    r->from = from;
    r->message = message;
    r->line = r->column = 1;
    size_t size = 0;
    const char mark[] = { '\xef', '\xbb', '\xbf' }, *head = source_look(from, &size);
    if (size >= sizeof mark && memcmp(head, mark, sizeof mark) == 0)
        r->bytes = source_read(from, r->buffer, sizeof mark);
    return r;
}

void json_close(json_reader *r)
{
    if (r == NULL)
        return;
    limit_give(r->from->limit, r->held + TEXTS * r->room);
    free(r->text);
    free(r);
}

size_t json_line(const json_reader *r)
{
    return r->text_line;
}

void json_next_place(json_reader *r, size_t *line, size_t *column)
{
    json_peek(r);
    *line = r->line;
    *column = r->column;
}

const char *json_last_text(const json_reader *r, size_t *size, size_t *line, size_t *column)
{
    *size = r->last_size;
    *line = r->text_line;
    *column = r->text_column;
    return r->text + r->last_begin;
}

memory_limit *json_limit(const json_reader *r)
{
    return r->from->limit;
}

uint64_t json_bytes(const json_reader *r)
{
    return r->bytes;
}

bool json_fail(json_reader *r, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return format_fail(r->message, r->line, "this is no JSON: column %zu: %s", r->column, text);
}

// The value that is being collected is. Always false.
static bool is_too_much(json_reader *r, int most, const char *unit)
{
    return format_fail(r->message, r->text_line, "the value that begins in column %zu has more than %d %s",
                       r->text_column, most, unit);
}

static bool append(json_reader *r, int c)
{
    if (r->used == JSON_TEXT_MAX)
        return is_too_much(r, JSON_TEXT_MAX >> 20, "MiB of text");
    if (r->used == r->room) {
        size_t room = r->room > 0 ? r->room * 2 : 4096;
        if (!limit_claim(r->from->limit, TEXTS * (room - r->room), r->message, r->text_line,
                         "a value of %zu MB of text", r->used / 1000000))
            return false;
        char *text = realloc(r->text, room);
        if (text == NULL)
            return format_no_memory(r->message);
        r->text = text;
        r->room = room;
    }
    r->text[r->used++] = (char)c;
    return true;
}

// Appends the next byte, which is taken.
static bool collect(json_reader *r, int c)
{
    if (!append(r, c))
        return false;
    json_take(r);
    return true;
}

// Collects a string with its quotes.
static bool collect_string(json_reader *r)
{
    bool escaped = false;
    if (!collect(r, '"'))
        return false;
    for (;;) {
        int c = look(r);
        if (c == AT_END)
            return json_fail(r, "the file ends inside a string");
        if (c < ' ')
            return json_fail(r, "a string without its closing quote, or a control character in it");
        if (!collect(r, c))
            return false;
        if (c == '"' && !escaped)
            return true;
        escaped = c == '\\' && !escaped;
    }
}

static bool is_one_of(int c, const char *set)
{
    return c > 0 && strchr(set, c) != NULL;
}

// Collects a number or a word: all up to what cannot be part of one.
static bool collect_word(json_reader *r)
{
    size_t begin = r->used;
    for (int c = look(r); c > ' ' && !is_one_of(c, "{}[],:\""); c = look(r))
        if (!collect(r, c))
            return false;
    return r->used > begin || json_fail(r, "a control character between values");
}

// How much there is in a value. Every value in it stands behind a bracket or a comma.
typedef struct json_extent {
    int depth;
    long values;
} json_extent;

// What a value takes as a tree: an object, an array, or what stands behind a comma.
static bool hold(json_reader *r, int c)
{
    enum { OBJECT = 320, ARRAY = 160, OTHER = 64 };
    const uint64_t bytes = c == '{' ? OBJECT : c == '[' ? ARRAY : c == ',' ? OTHER : 0;
    if (!limit_take(r->from->limit, bytes))
        return limit_claim(r->from->limit, bytes, r->message, r->text_line,
                           "the value that begins in column %zu, with all that is in it", r->text_column);
    r->held += bytes;
    return true;
}

static bool measure(json_reader *r, json_extent *extent, int c)
{
    extent->depth += is_one_of(c, "{[");
    extent->depth -= is_one_of(c, "}]");
    extent->values += is_one_of(c, "{[,");
    if (extent->depth > JSON_DEPTH_MAX)
        return json_fail(r, "more than %d arrays and objects within each other", JSON_DEPTH_MAX);
    if (extent->values > JSON_VALUES_MAX)
        return is_too_much(r, JSON_VALUES_MAX, "values in it");
    return hold(r, c);
}

// The values before the next are the caller's no more. Of an item, only they are: what it is an item of stays.
static void let_go(json_reader *r, uint64_t held)
{
    limit_give(r->from->limit, r->held - held);
    r->held = held;
}

// Collects an item and gives it away; what was collected before it stays.
static bool take_item(json_reader *r, const json_apart *apart)
{
    size_t line = r->text_line, column = r->text_column, used = r->used;
    const uint64_t held = r->held;
    json_value *item = json_next(r);
    bool good = item != NULL && apart->take(apart->context, r, item);
    json_free(item);
    let_go(r, held);
    r->used = used;
    r->text_line = line;
    r->text_column = column;
    return good;
}

// Reads an array item by item. Collects an empty one in its place, with as many line ends as there are in it, so that
// what follows is found on its own line.
static bool collect_apart(json_reader *r, const json_apart *apart)
{
    size_t line = r->line;
    if (!collect(r, '['))
        return false;
    bool more = json_peek(r) != ']';
    while (more) {
        if (!take_item(r, apart))
            return false;
        int c = json_peek(r);
        if (c != ',' && c != ']')
            return json_fail(r, "',' or ']' should be behind an item");
        more = c == ',';
        if (more)
            json_take(r);
    }
    for (; line < r->line; line++)
        if (!append(r, '\n'))
            return false;
    return collect(r, ']');
}

// Collects what comes next: a bracket, a comma, a blank, a string, a number or a word.
static bool collect_token(json_reader *r, int c)
{
    if (c == '"')
        return collect_string(r);
    return is_one_of(c, "{}[],: \t\r\n") ? collect(r, c) : collect_word(r);
}

// Does the name of the array to be read apart begin here?
static bool is_name_of(const json_reader *r, size_t begin, const json_apart *apart)
{
    size_t length = apart->name != NULL ? strlen(apart->name) : 0;
    return length > 0 && begin + length + 2 <= r->used && r->text[begin + length + 1] == '"' &&
           memcmp(r->text + begin + 1, apart->name, length) == 0;
}

static bool collect_value(json_reader *r, const json_apart *apart)
{
    json_extent extent = { 0, 1 };
    size_t begin = r->used, name = begin; // of the value; of the last string that is not deeper than in its members
    bool good = true, named = false;      // has it just ended, and a colon come?
    do {
        int c = look(r);
        if (c == AT_END)
            return format_fail(r->message, r->line,
                               "this is no JSON: the file ends inside the value that begins in line %zu, column %zu",
                               r->text_line, r->text_column);
        if (c == '"' && extent.depth == 1)
            name = r->used;
        if (c == '[' && named && r->text[begin] == '{' && is_name_of(r, name, apart)) {
            good = collect_apart(r, apart);
            named = false;
            continue;
        }
        named = c == ':' ? extent.depth == 1 : named && is_one_of(c, " \t\r\n");
        good = measure(r, &extent, c) && collect_token(r, c);
    } while (good && extent.depth > 0);
    return good;
}

static json_value *next_value(json_reader *r, const json_apart *apart)
{
    int c = json_peek(r);
    size_t begin = r->used;
    if (begin == 0)
        let_go(r, 0);
    r->text_line = r->line;
    r->text_column = r->column;
    if (c == AT_END) {
        json_fail(r, "the file ends where a value should be");
    } else if (is_one_of(c, "}],:")) {
        json_fail(r, "'%c' where a value should be", c);
    } else if (collect_value(r, apart)) {
        r->last_begin = begin;
        r->last_size = r->used - begin;
        return json_parse(r->text + begin, r->last_size, r->text_line, r->text_column, r->message);
    }
    return NULL;
}

json_value *json_next(json_reader *r)
{
    size_t begin = r->used;
    json_value *value = next_value(r, &(json_apart){ NULL, NULL, NULL });
    r->used = begin;
    return value;
}

json_value *json_next_apart(json_reader *r, const char *apart, json_item_taker *take, void *context)
{
    size_t begin = r->used;
    json_value *value = next_value(r, &(json_apart){ apart, take, context });
    r->used = begin;
    return value;
}

json_value *json_read(byte_source *from, format_message *message)
{
    json_reader *r = json_open(from, message);
    json_value *tree = r != NULL ? json_next(r) : NULL;
    if (tree != NULL && json_peek(r) != AT_END)
        json_fail(r, "more text behind the value that the document is");
    json_close(r);
    if (message->fault == FORMAT_NO_FAULT)
        return tree;
    json_free(tree);
    return NULL;
}
