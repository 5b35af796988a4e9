/// @file json_reader.h
/// A source of JSON as a sequence of characters and values. A value's text is cut out by its brackets and quotes alone,
/// and becomes a tree then; so a long array can be read item by item, and a file of many documents one by one, in the
/// memory that the largest item takes.
#ifndef QUADRILLE_FORMATS_JSON_READER_H
#define QUADRILLE_FORMATS_JSON_READER_H

#include "json.h"

/// What begins each value of a JSON text sequence (RFC 7464).
enum { JSON_RECORD = 0x1e };

typedef struct json_reader json_reader;

/// Begins to read: a byte order mark is passed over. The source and the message stay the caller's. NULL: *message says
/// why. json_close afterwards.
json_reader *json_open(byte_source *from, format_message *message);
void json_close(json_reader *reader);

/// The next character that is no blank, which json_take takes. -1: there is none, or reading has failed.
int json_peek(json_reader *reader);
void json_take(json_reader *reader);

/// Reads the value that comes next. NULL: the message says why. json_free afterwards.
json_value *json_next(json_reader *reader);

/// Takes an item of an array that is read item by item; json_line is its line. False ends the reading.
typedef bool json_item_taker(void *context, json_reader *reader, const json_value *item);

/// The same, but an object's member of the name `apart` that is an array is not kept: its items are given to `take` one
/// after the other, in the order of the text, and the object has an empty array in its place. NULL without a message:
/// `take` has ended it.
json_value *json_next_apart(json_reader *reader, const char *apart, json_item_taker *take, void *context);

/// Line of the value that json_next has read last: where it begins.
size_t json_line(const json_reader *reader);

/// The text of the value that json_next has read last, and where in the file it begins. Good until the next call.
const char *json_last_text(const json_reader *reader, size_t *size, size_t *line, size_t *column);

/// Line and column of what comes next.
void json_next_place(json_reader *reader, size_t *line, size_t *column);

/// Writes what is wrong at the next character: `this is no JSON: column 4: ...`. Always false.
FORMAT_PRINTF(2, 3) bool json_fail(json_reader *reader, const char *format, ...);

/// That of the source.
memory_limit *json_limit(const json_reader *reader);

/// Bytes taken so far.
uint64_t json_bytes(const json_reader *reader);

#endif
