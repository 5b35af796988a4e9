/// Text of JSON (RFC 8259) in pieces as tokens, by yajl: what stands behind json_reader.h. A token may begin in one
/// piece and end in another. How deep arrays and objects lie within each other is limited; a text in quotes must be
/// UTF-8.
#ifndef QUADRILLE_FORMATS_JSON_LEXER_H
#define QUADRILLE_FORMATS_JSON_LEXER_H

#include "message.h"

#include <stdint.h>

enum {
    JSON_DEPTH_MAX = 128, ///< Arrays and objects within each other.
    JSON_PIECE = 1 << 15, ///< Bytes that are given to the lexer at once, at most.
};

typedef enum json_kind {
    JSON_END,   ///< The end, or reading has failed.
    JSON_CLOSE, ///< The end of the array or object that was open.
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_ARRAY,  ///< Begins.
    JSON_OBJECT, ///< The same; JSON_NAME and value alternate.
    JSON_NAME,
} json_kind;

/// Other kinds have no text. A number's ends before a byte that no number has; others may end before any byte.
typedef struct json_token {
    const char *text; ///< As written in the case of a number, without escapes otherwise; there may be a NUL in it.
    uint32_t length;
    uint32_t end; ///< Where in its last piece it ends.
    json_kind kind;
} json_token;

typedef enum json_lexed {
    JSON_LEXED,
    JSON_LEXED_WRONG, ///< See json_lexer.wrong.
    JSON_LEXED_DEEP,  ///< More than JSON_DEPTH_MAX.
    JSON_LEXED_NO_MEMORY,
} json_lexed;

typedef struct json_lexer {
    struct json_parser *parser; ///< The library's.
    json_token *tokens;         ///< Those of the last piece, in order.
    size_t count;
    char *texts; ///< Texts of tokens that do not stand in the piece like this.
    size_t texts_used, texts_room;
    const char *piece;
    size_t base, size; ///< What is being given: that part of the piece, with
    int depth;         ///< so many arrays and objects around its end.
    size_t stopped;    ///< Where in the piece it has failed, behind what is wrong.
    char wrong[128];
} json_lexer;

/// False: *message says why. json_lexer_free afterwards in any case.
bool json_lexer_begin(json_lexer *self, format_message *message);
void json_lexer_free(json_lexer *self);

/// Room for the tokens of a piece, none of which is given yet, and of `pending` bytes before it that have become none.
bool json_lexer_ready(json_lexer *self, const char *piece, size_t pending);

/// Gives `size` bytes of the piece from `base` on; tokens are added. `bytes` are those, or others to be taken in their
/// place.
json_lexed json_lexer_give(json_lexer *self, const char *bytes, size_t base, size_t size);

/// The input has ended.
json_lexed json_lexer_finish(json_lexer *self);

#endif
