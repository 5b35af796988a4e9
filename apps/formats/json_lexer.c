// yajl calls back for each token, and these are listed. It does not check for memory: when an allocation fails, a jump
// leaves its call. After that yajl can neither be used nor freed, so a list here keeps its blocks.
#include "json_lexer.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yajl/yajl_parse.h>

enum { BLOCKS_MAX = 16 }; // it has eight at most

struct json_parser {
    yajl_handle handle;
    yajl_alloc_funcs memory;
    jmp_buf no_memory;
    void *blocks[BLOCKS_MAX];
    json_lexed result; // of what is being given, if a token ends it
};

static void **find_block(struct json_parser *parser, const void *block)
{
    for (size_t i = 0; i < BLOCKS_MAX; i++)
        if (parser->blocks[i] == block)
            return &parser->blocks[i];
    longjmp(parser->no_memory, 1);
}

static void *move_block(void *context, void *block, size_t size)
{
    struct json_parser *parser = context;
    void **place = find_block(parser, block), *moved = realloc(block, size);
    if (moved == NULL)
        longjmp(parser->no_memory, 1);
    *place = moved;
    return moved;
}

static void *new_block(void *context, size_t size)
{
    return move_block(context, NULL, size);
}

static void free_block(void *context, void *block)
{
    if (block != NULL)
        *find_block(context, block) = NULL;
    free(block);
}

static int add(json_lexer *self, json_kind kind, const char *text, size_t length)
{
    json_token *token = &self->tokens[self->count++];
    const size_t end = self->base + yajl_get_bytes_consumed(self->parser->handle);
    *token = (json_token){ text, (uint32_t)length, (uint32_t)end, kind };
    const bool in_piece = (uintptr_t)text - (uintptr_t)self->piece < JSON_PIECE;
    if (text == NULL || in_piece)
        return 1;
    token->text = self->texts + self->texts_used; // json_lexer_ready has made room
    memcpy(self->texts + self->texts_used, text, length);
    self->texts[self->texts_used + length] = 0;
    self->texts_used += length + 1;
    return 1;
}

static int add_null(void *self)
{
    return add(self, JSON_NULL, NULL, 0);
}

static int add_flag(void *self, int flag)
{
    return add(self, flag ? JSON_TRUE : JSON_FALSE, NULL, 0);
}

static int add_number(void *self, const char *text, size_t length)
{
    return add(self, JSON_NUMBER, text, length);
}

static int add_text(void *self, const unsigned char *text, size_t length)
{
    return add(self, JSON_TEXT, (const char *)text, length);
}

static int add_name(void *self, const unsigned char *text, size_t length)
{
    return add(self, JSON_NAME, (const char *)text, length);
}

static int open_one(json_lexer *self, json_kind kind)
{
    if (self->depth == JSON_DEPTH_MAX) {
        self->parser->result = JSON_LEXED_DEEP;
        return 0;
    }
    self->depth++;
    return add(self, kind, NULL, 0);
}

static int open_array(void *self)
{
    return open_one(self, JSON_ARRAY);
}

static int open_object(void *self)
{
    return open_one(self, JSON_OBJECT);
}

static int close_one(void *self)
{
    ((json_lexer *)self)->depth--;
    return add(self, JSON_CLOSE, NULL, 0);
}

static const yajl_callbacks callbacks = { .yajl_null = add_null,
                                          .yajl_boolean = add_flag,
                                          .yajl_number = add_number,
                                          .yajl_string = add_text,
                                          .yajl_map_key = add_name,
                                          .yajl_start_array = open_array,
                                          .yajl_end_array = close_one,
                                          .yajl_start_map = open_object,
                                          .yajl_end_map = close_one };

static bool begin_parser(json_lexer *self)
{
    struct json_parser *parser = self->parser;
    parser->memory = (yajl_alloc_funcs){ new_block, move_block, free_block, parser };
    if (setjmp(parser->no_memory) != 0)
        return false;
    parser->handle = yajl_alloc(&callbacks, &parser->memory, self);
    // UTF-8 has been checked before (json_text.h), and more strictly.
    return yajl_config(parser->handle, yajl_dont_validate_strings, 1) != 0 &&
           yajl_config(parser->handle, yajl_allow_multiple_values, 1) != 0;
}

bool json_lexer_begin(json_lexer *self, format_message *message)
{
    memset(self, 0, sizeof *self);
    self->parser = malloc(sizeof *self->parser);
    if (self->parser != NULL)
        memset(self->parser, 0, sizeof *self->parser);
    self->tokens = malloc((JSON_PIECE + 1) * sizeof *self->tokens);
    if (self->parser != NULL && self->tokens != NULL && begin_parser(self))
        return true;
    return format_no_memory(message);
}

void json_lexer_free(json_lexer *self)
{
    for (size_t i = 0; self->parser != NULL && i < BLOCKS_MAX; i++)
        free(self->parser->blocks[i]);
    free(self->parser);
    free(self->tokens);
    free(self->texts);
}

bool json_lexer_ready(json_lexer *self, const char *piece, size_t pending)
{
    const size_t room = pending + 2 * (size_t)JSON_PIECE + 2; // each token has a NUL, and a byte of its own before
    self->piece = piece;
    self->count = self->texts_used = 0;
    if (room <= self->texts_room)
        return true;
    free(self->texts);
    self->texts = malloc(room);
    self->texts_room = self->texts != NULL ? room : 0;
    return self->texts != NULL;
}

// yajl's messages and their plainer forms. Other messages of yajl stay as they are.
static const char *const sayings[][2] = {
    { "unallowed token at this point", "a value should be here" },
    { "after array element", "',' or ']' should be behind an item" },
    { "after key and value", "',' or '}' should be behind a member" },
    { "object key and value must be separated", "':' should be behind a name" },
    { "invalid object key", "a name in double quotes should be here" },
    { "invalid character inside string", "a text without its closing quote, or a control character in it" },
    { "inside a string, '\\' occurs", "a backslash that begins no escape" },
    { "invalid (non-hex) character", "fewer than four hexadecimal digits behind \\u" },
    { "invalid char in json text", "no value begins like this" },
    { "invalid string in json text", "no value begins like this" },
    { "probable comment found", "a comment, which JSON does not have" },
};

static void say_wrong(json_lexer *self, const char *bytes, size_t size)
{
    yajl_handle handle = self->parser->handle;
    unsigned char *said = yajl_get_error(handle, 0, (const unsigned char *)bytes, size);
    const char *kind = strstr((const char *)said, "error: ");
    const char *begin = kind != NULL ? kind + strlen("error: ") : (const char *)said;
    snprintf(self->wrong, sizeof self->wrong, "%.*s", (int)strcspn(begin, ".\n"), begin);
    for (size_t i = 0; i < sizeof sayings / sizeof *sayings; i++)
        if (strncmp(begin, sayings[i][0], strlen(sayings[i][0])) == 0)
            snprintf(self->wrong, sizeof self->wrong, "%s", sayings[i][1]);
    yajl_free_error(handle, said);
}

static json_lexed tell_result(json_lexer *self, yajl_status status, const char *bytes, size_t size)
{
    if (status == yajl_status_ok)
        return JSON_LEXED;
    self->stopped = self->base + yajl_get_bytes_consumed(self->parser->handle);
    if (status == yajl_status_client_canceled)
        return self->parser->result;
    say_wrong(self, bytes, size);
    return JSON_LEXED_WRONG;
}

// How many bytes come before one that yajl takes for a blank and JSON has nowhere: a vertical tab or a form feed.
static size_t count_clean(const char *bytes, size_t size)
{
    const char *tab = memchr(bytes, '\v', size);
    const size_t clean = tab != NULL ? (size_t)(tab - bytes) : size;
    const char *feed = memchr(bytes, '\f', clean);
    return feed != NULL ? (size_t)(feed - bytes) : clean;
}

json_lexed json_lexer_give(json_lexer *self, const char *bytes, size_t base, size_t size)
{
    if (setjmp(self->parser->no_memory) != 0)
        return JSON_LEXED_NO_MEMORY;
    self->base = base;
    const size_t clean = count_clean(bytes, size);
    const yajl_status status = yajl_parse(self->parser->handle, (const unsigned char *)bytes, clean);
    if (status != yajl_status_ok || clean == size)
        return tell_result(self, status, bytes, clean);
    self->stopped = base + clean + 1;
    snprintf(self->wrong, sizeof self->wrong, "a %s, which is no blank in JSON",
             bytes[clean] == '\f' ? "form feed" : "vertical tab");
    return JSON_LEXED_WRONG;
}

json_lexed json_lexer_finish(json_lexer *self)
{
    if (setjmp(self->parser->no_memory) != 0)
        return JSON_LEXED_NO_MEMORY;
    return tell_result(self, yajl_complete_parse(self->parser->handle), "", 0);
}
