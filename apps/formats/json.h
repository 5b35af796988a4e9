/// @file json.h
/// JSON (RFC 8259) as trees of values, by jansson. A document is read whole (json_read), or a source that holds many
/// values is read one value after the other (json_reader.h), so that memory is bounded by the largest of them.
///
/// Work and memory are bounded by the text: how deep values lie within each other, how long the text of one tree is and
/// how many values it has are limited. A name that an object has twice is an error, since readers differ in which of
/// the two they take; so is a number that no double can hold. Nothing but the source is ever opened.
#ifndef QUADRILLE_FORMATS_JSON_H
#define QUADRILLE_FORMATS_JSON_H

#include "message.h"
#include "source.h"

#include <stdint.h>

enum {
    JSON_DEPTH_MAX = 128,      ///< Arrays and objects within each other.
    JSON_TEXT_MAX = 1 << 28,   ///< Bytes of text that become one tree.
    JSON_VALUES_MAX = 1 << 25, ///< Values in one tree.
};

/// A value, with all that is in it. Part of the tree that it is in, and good as long as that.
typedef struct json_value json_value;

typedef enum json_kind {
    JSON_NO_VALUE, ///< There is none: the value is NULL.
    JSON_IS_NULL,
    JSON_IS_FLAG,
    JSON_IS_NUMBER,
    JSON_IS_TEXT,
    JSON_IS_ARRAY,
    JSON_IS_OBJECT,
} json_kind;

/// Reads a document that holds one value. NULL: *message says why, with the line; its text has the column, which counts
/// characters from 1. json_free afterwards.
json_value *json_read(byte_source *from, format_message *message);
void json_free(json_value *tree);

json_kind json_kind_of(const json_value *value);

/// The value that an object has by this name. NULL: it has none, or `value` is no object.
const json_value *json_member(const json_value *value, const char *name);

/// Gives every member of an object to `take`, in no order that can be relied on, until it returns false; then false.
/// What is no object has no members. Names have no NUL in them.
typedef bool json_taker(void *context, const char *name, const json_value *member);
bool json_each_member(const json_value *value, json_taker *take, void *context);

/// How many items an array has, or members an object; 0: `value` is neither.
size_t json_count(const json_value *value);

/// Item `i` of an array. NULL: there is none, or `value` is no array.
const json_value *json_item(const json_value *value, size_t i);

/// False: not a number, and *number is as it was.
bool json_number(const json_value *value, double *number);

/// The same for a whole number that is exactly as it stands in the text. 7.0 and 7e0 are whole numbers too.
bool json_whole(const json_value *value, int64_t *number);

bool json_flag(const json_value *value, bool *flag);

/// The bytes of a string, UTF-8, with a NUL behind them; there may be others in it, which *length shows (it may be
/// NULL). NULL: not a string.
const char *json_text(const json_value *value, size_t *length);

/// Makes a tree of the text of one value, for json_reader.h. `line` and `column` say where in the file it begins.
json_value *json_parse(const char *text, size_t size, size_t line, size_t column, format_message *message);

/// Can JSON be read at all? False: *message says what is missing.
bool json_is_there(format_message *message);

#endif
