/// A source of JSON as a sequence of tokens, one document after the other; each may have the byte 0x1e before it, as in
/// RFC 8142. Memory does not grow with the source, nor with a document in it.
#ifndef QUADRILLE_FORMATS_JSON_READER_H
#define QUADRILLE_FORMATS_JSON_READER_H

#include "json_lexer.h"
#include "source.h"

/// What begins each value of a JSON text sequence (RFC 7464).
enum { JSON_RECORD = 0x1e };

/// Characters count, from 1, not bytes.
typedef struct json_place {
    size_t line, column;
} json_place;

typedef struct json_reader json_reader;

/// Begins to read, behind a byte order mark. The source and the message stay the caller's. A text of more than
/// `longest` bytes keeps at least its first ones; json_text_flaw reports that. NULL: *message says why. json_close
/// afterwards.
json_reader *json_open(byte_source *from, size_t longest, format_message *message);
void json_close(json_reader *reader);

/// The next token. JSON_END: the end, or the message says why; it stays so. Good until the next call.
const json_token *json_next(json_reader *reader);

/// The token that was given last.
const json_token *json_current(const json_reader *reader);

/// Passes over the value that the current token begins, to its last token. False: the message says why.
bool json_skip(json_reader *reader);

/// The place of the current token.
json_place json_here(json_reader *reader);

/// Why the current token's text is not what was meant, as the end of a sentence, "has ... in it"; or NULL.
const char *json_text_flaw(json_reader *reader);

/// Is it this text?
bool json_is(const json_token *token, const char *text);

/// Bytes of the source, up to the current token's end.
uint64_t json_bytes(const json_reader *reader);

/// Says what is wrong there: `not JSON: column 4: ...`. Always false.
FORMAT_PRINTF(3, 4) bool json_fail(json_reader *reader, json_place place, const char *format, ...);

#endif
