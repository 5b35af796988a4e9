// The source is read in pieces, which end between characters of UTF-8; each becomes tokens at once, and these are given
// one by one. The place of a token is counted from the last place asked for, so each byte is counted once. A text
// in quotes that goes beyond its piece is collected here up to its end, and given to the lexer then: that would go
// through it again with every piece.
#include "json_reader.h"

#include "utf8_watch.h"

#include "json_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { CHARACTER_MAX = 4 };

struct json_reader {
    byte_source *from;
    format_message *message;
    json_lexer lexer;
    char piece[JSON_PIECE];
    size_t size, kept;    // bytes of the piece; of those, the beginning of a character behind them
    uint64_t before;      // bytes of the source before the piece
    bool ended, finished; // the source has no more; no tokens come any more
    int bad_byte;         // stands behind the piece and is not UTF-8; -1: none does
    json_lexed result;    // of the piece
    size_t next;          // token to be given
    int depth;            // around it
    bool over;            // no token was there any more
    size_t begin;         // the current token begins here or behind the blanks, commas and colons that do
    size_t marked;        // `mark` is the place of this byte of the piece
    json_place mark, document;
    bool split; // the first token of the piece began in an earlier one, at `split_place`
    json_place split_place;
    size_t split_size; // bytes that it has so far
    bool quoted;       // it is a text, or a name, and this is what is known of it:
    json_scan scan;
    char *rest; // that the lexer has not got
    size_t rest_used, rest_room, longest;
    bool clipped, flawed; // of it; of the first token of this piece, which was split
};

static const json_token no_token = { .kind = JSON_END };

json_reader *json_open(byte_source *from, size_t longest, format_message *message)
{
    memset(message, 0, sizeof *message);
    json_reader *r = malloc(sizeof *r);
    if (r == NULL) {
        format_no_memory(message);
        return NULL;
    }
    memset(r, 0, sizeof *r);
    r->from = from;
    r->message = message;
    r->longest = longest;
    r->bad_byte = -1;
    r->mark = (json_place){ 1, 1 };
    if (!json_lexer_begin(&r->lexer, message)) {
        json_close(r);
        return NULL;
    }
    size_t size = 0;
    const char mark[] = { '\xef', '\xbb', '\xbf' }, *head = source_look(from, &size);
    if (size >= sizeof mark && memcmp(head, mark, sizeof mark) == 0)
        r->before = source_read(from, r->piece, sizeof mark);
    return r;
}

void json_close(json_reader *r)
{
    if (r != NULL) {
        json_lexer_free(&r->lexer);
        limit_give(r->from->limit, r->rest_room);
        free(r->rest);
    }
    free(r);
}

bool json_fail(json_reader *r, json_place place, const char *format, ...)
{
    char text[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return format_fail(r->message, place.line, "not JSON: column %zu: %s", place.column, text);
}

// The place of a byte of the piece that is not before one that has been asked for.
static json_place place_of(json_reader *r, size_t at)
{
    const char *p = r->piece + r->marked, *end = r->piece + at, *line = NULL;
    while ((line = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        p = line + 1;
        r->mark.line++;
        r->mark.column = 1;
    }
    size_t columns = 0;
    for (; p < end; p++)
        columns += ((unsigned char)*p & 0xc0) != 0x80; // all but the first byte of a character are 10xxxxxx
    r->mark.column += columns;
    r->marked = at;
    return r->mark;
}

// Where the token that is behind `at` begins, before `end`.
static size_t token_begin(const json_reader *r, size_t at, size_t end)
{
    static const char between[] = { ' ', ',', ':', '\n', '\r', '\t' };
    while (at < end && memchr(between, r->piece[at], sizeof between) != NULL)
        at++;
    return at;
}

json_place json_here(json_reader *r)
{
    if (r->over)
        return place_of(r, r->size);
    if (r->next == 1 && r->split)
        return r->split_place;
    return place_of(r, token_begin(r, r->begin, r->size));
}

uint64_t json_bytes(const json_reader *r)
{
    return r->before + (r->next > 0 ? r->lexer.tokens[r->next - 1].end : 0);
}

// The token that begins there, clipped: a sign, or all up to the next one or a blank.
static void copy_near(const json_reader *r, size_t at, char *near, size_t size)
{
    size_t length = 0;
    for (; at + length < r->size && length + 1 < size; length++) {
        const char c = r->piece[at + length];
        if (length > 0 && (strchr("{}[],:", near[0]) != NULL || strchr("{}[],:\" \t\r\n", c) != NULL))
            break;
        near[length] = c;
    }
    near[length] = 0;
}

static const char *remedy_of(const char *near)
{
    if (strcmp(near, "NaN") == 0 || strcmp(near, "Infinity") == 0 || strcmp(near, "-Infinity") == 0)
        return "; JSON has no such number: leave out what has it";
    if (near[0] == '\'')
        return "; names and texts stand between double quotes";
    return "; correct it there, or write the file again";
}

// Says what the lexer does not take: the token behind the last one.
static bool fail_as_lexer(json_reader *r)
{
    const size_t end = r->lexer.stopped < r->size ? r->lexer.stopped : r->size;
    size_t at = token_begin(r, r->begin, end > 0 ? end - 1 : 0);
    const bool split = r->split && r->lexer.count == 0;
    const json_place place = split ? r->split_place : place_of(r, at);
    if (r->result == JSON_LEXED_DEEP)
        return json_fail(r, place, "more than %d arrays and objects within each other", JSON_DEPTH_MAX);
    char near[24] = "";
    if (!split)
        copy_near(r, at, near, sizeof near);
    const bool any = near[0] != 0;
    return json_fail(r, place, "%s%s%s%s%s", r->lexer.wrong, any ? ", near '" : "", near, any ? "'" : "",
                     remedy_of(near));
}

// The bytes behind the last token of the piece begin a token that goes on in the next.
static bool note_split(json_reader *r)
{
    const bool is_first = r->lexer.count == 0;
    const size_t begin = is_first && r->split ? 0 : token_begin(r, r->begin, r->size);
    if (!is_first || !r->split) {
        r->split = begin < r->size;
        r->split_size = 0;
        r->quoted = r->split && r->piece[begin] == '"';
        r->scan = (json_scan){ 0 };
        r->clipped = false;
        if (r->split)
            r->split_place = place_of(r, begin);
        if (r->quoted)
            json_scan_text(&r->scan, r->piece + begin + 1, r->size - begin - 1);
    }
    r->split_size += r->size - begin;
    place_of(r, r->size);
    return !r->split || r->quoted || r->split_size <= JSON_PIECE ||
           json_fail(r, r->split_place, "a number or a word of more than %d characters", JSON_PIECE);
}

// Reads the next piece. False: it failed.
static bool read_piece(json_reader *r)
{
    bool cut = false;
    r->before += r->size;
    memmove(r->piece, r->piece + r->size, r->kept);
    const size_t room = JSON_PIECE - r->kept, got = source_read(r->from, r->piece + r->kept, room);
    r->ended = got < room;
    if (r->ended && source_failed(r->from)) {
        if (r->message->fault == FORMAT_NO_FAULT)
            *r->message = r->from->message;
        return false;
    }
    const size_t there = r->kept + got;
    r->size = json_utf8(r->piece, there, &cut);
    r->kept = there - r->size;
    r->marked = r->begin = r->next = r->lexer.count = 0;
    if (r->kept > 0 && (!cut || r->ended))
        r->bad_byte = (unsigned char)r->piece[r->size];
    return true;
}

// Continues a split text in quotes to its end in this piece. A text that is too long is cut at the beginning of a
// character.
static bool take_rest(json_reader *r, size_t *end)
{
    const size_t escape = (size_t)r->scan.escape;
    *end = json_scan_text(&r->scan, r->piece, r->size);
    r->split_size += *end;
    if (!r->clipped && r->split_size > r->longest && r->rest_used > escape) {
        r->clipped = true;
        r->rest_used -= escape;
    }
    if (r->clipped)
        return !r->scan.bad || json_fail(r, place_of(r, *end), "a backslash that begins no escape");
    if (*end == 0)
        return true;
    if (r->rest_room - r->rest_used < *end) {
        const size_t room = 2 * (r->rest_used + *end);
        if (!limit_claim(r->from->limit, room - r->rest_room, r->message, r->split_place.line, "a text of %zu bytes",
                         r->rest_used))
            return false;
        char *rest = realloc(r->rest, room);
        if (rest == NULL)
            return format_no_memory(r->message);
        r->rest = rest;
        r->rest_room = room;
    }
    memcpy(r->rest + r->rest_used, r->piece, *end);
    r->rest_used += *end;
    return true;
}

// Reads until there is something for the lexer: the piece from *from on, behind the rest of a text.
static bool read_more(json_reader *r, size_t *from)
{
    for (;;) {
        *from = 0;
        if (!read_piece(r))
            return false;
        if (!r->split || !r->quoted)
            return true;
        if (!take_rest(r, from))
            return false;
        if (*from < r->size || r->ended || r->bad_byte >= 0)
            return true;
        place_of(r, r->size);
    }
}

// Is byte `end` of the piece, which the lexer has got next, between quotes?
static bool is_quoted(const json_reader *r, size_t end)
{
    if (r->lexer.count == 0 && r->split)
        return r->quoted;
    const size_t begin = token_begin(r, r->lexer.count > 0 ? r->lexer.tokens[r->lexer.count - 1].end : 0, end);
    return begin < end && r->piece[begin] == '"';
}

// Gives the piece to the lexer. What begins a document becomes a blank; elsewhere there can be no such byte.
static void give_piece(json_reader *r, size_t from)
{
    if (r->rest_used > 0)
        r->result = json_lexer_give(&r->lexer, r->rest, 0, r->rest_used);
    free(r->rest);
    limit_give(r->from->limit, r->rest_room);
    r->rest = NULL;
    r->rest_used = r->rest_room = 0;
    while (from < r->size && r->result == JSON_LEXED) {
        char *record = memchr(r->piece + from, JSON_RECORD, r->size - from);
        const bool first = record == r->piece + from;
        if (first && r->lexer.depth == 0 && !is_quoted(r, from))
            *record = ' ';
        const size_t end = record == NULL ? r->size : first ? from + 1 : (size_t)(record - r->piece);
        r->result = json_lexer_give(&r->lexer, r->piece + from, from, end - from);
        from = end;
    }
}

static bool fail_at_end(json_reader *r, bool begun)
{
    const json_place end = place_of(r, r->size), value = begun ? r->document : r->split_place;
    return format_fail(r->message, end.line,
                       "not JSON: the file ends inside the value that begins in line %zu, column %zu", value.line,
                       value.column);
}

// The source has ended: only a number can have waited for that.
static bool finish(json_reader *r)
{
    r->finished = true;
    if (r->lexer.depth > 0 || (r->split && r->quoted))
        return fail_at_end(r, r->lexer.depth > 0);
    r->lexer.base = r->begin = r->size;
    r->next = r->lexer.count = 0;
    if (!r->split)
        return false;
    if (!json_lexer_ready(&r->lexer, r->piece, JSON_PIECE))
        return format_no_memory(r->message);
    json_lexed result = json_lexer_finish(&r->lexer);
    if (result == JSON_LEXED_NO_MEMORY)
        return format_no_memory(r->message);
    return result == JSON_LEXED ? r->lexer.count > 0 : fail_at_end(r, false);
}

// Makes tokens of the next piece. False: the end, or the message says why.
static bool refill(json_reader *r)
{
    size_t from = 0;
    do {
        if (r->finished || r->message->fault != FORMAT_NO_FAULT)
            return false;
        if (r->result == JSON_LEXED_NO_MEMORY)
            return format_no_memory(r->message);
        if (r->result != JSON_LEXED)
            return fail_as_lexer(r);
        if (r->bad_byte >= 0)
            return json_fail(r, place_of(r, r->size), "byte 0x%02x is not UTF-8; " UTF8_REMEDY, r->bad_byte);
        if (!note_split(r))
            return false;
        if (r->ended)
            return finish(r);
        if (!read_more(r, &from))
            return false;
        if (!json_lexer_ready(&r->lexer, r->piece, JSON_PIECE + r->rest_used))
            return format_no_memory(r->message);
        give_piece(r, from);
        r->flawed = r->split && r->quoted && r->scan.lone;
    } while (r->lexer.count == 0);
    return true;
}

const json_token *json_next(json_reader *r)
{
    if (r->next > 0)
        r->begin = r->lexer.tokens[r->next - 1].end;
    if (r->next == r->lexer.count && !refill(r)) {
        r->over = true;
        return &no_token;
    }
    const json_token *token = &r->lexer.tokens[r->next++];
    if (r->depth == 0)
        r->document = json_here(r);
    r->depth += token->kind == JSON_ARRAY || token->kind == JSON_OBJECT;
    r->depth -= token->kind == JSON_CLOSE;
    return token;
}

const json_token *json_current(const json_reader *r)
{
    return r->over ? &no_token : &r->lexer.tokens[r->next - 1];
}

bool json_skip(json_reader *r)
{
    const json_kind kind = json_current(r)->kind;
    if (kind != JSON_ARRAY && kind != JSON_OBJECT)
        return true;
    const int depth = r->depth;
    while (r->depth >= depth)
        if (json_next(r)->kind == JSON_END)
            return false;
    return true;
}

const char *json_text_flaw(json_reader *r)
{
    static const char *const half = "has half of a pair of surrogates in it";
    const json_token *token = json_current(r);
    if (r->next == 1 && r->split)
        return r->clipped ? "is too long" : r->flawed ? half : NULL;
    const size_t begin = token_begin(r, r->begin, r->size) + 1;
    json_scan scan = { 0 };
    if (token->end - begin == token->length + 1) // without escapes
        return NULL;
    json_scan_text(&scan, r->piece + begin, token->end - begin);
    return scan.lone ? half : NULL;
}

bool json_is(const json_token *token, const char *text)
{
    return strlen(text) == token->length && memcmp(token->text, text, token->length) == 0;
}
