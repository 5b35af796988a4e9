// Replaces json_lexer.c without yajl. It gives no tokens.
#include "json_lexer.h"

#include <string.h>

bool json_lexer_begin(json_lexer *self, format_message *message)
{
    memset(self, 0, sizeof *self);
    return format_fail(message, 0, "JSON cannot be read: this program was built without yajl (Debian: libyajl-dev)");
}

void json_lexer_free(json_lexer *self)
{
    (void)self;
}

bool json_lexer_ready(json_lexer *self, const char *piece, size_t pending)
{
    (void)self;
    (void)piece;
    (void)pending;
    return false;
}

json_lexed json_lexer_give(json_lexer *self, const char *bytes, size_t base, size_t size)
{
    (void)self;
    (void)bytes;
    (void)base;
    (void)size;
    return JSON_LEXED_NO_MEMORY;
}

json_lexed json_lexer_finish(json_lexer *self)
{
    (void)self;
    return JSON_LEXED_NO_MEMORY;
}
