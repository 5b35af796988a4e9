/// A document of JSON as a tree of values, for those that must be asked in another order than they are written in.
///
/// Work and memory are bounded by the text: how long it is and how many values it has are limited. A name that an
/// object has twice is an error, since readers differ in which of the two they take; so is a number that no double can
/// hold, and half a pair of surrogates. Nothing but the source is ever opened.
#ifndef QUADRILLE_FORMATS_JSON_TREE_H
#define QUADRILLE_FORMATS_JSON_TREE_H

#include "json_reader.h"

enum {
    JSON_TEXT_MAX = 1 << 28,   ///< Bytes of text that become one tree.
    JSON_VALUES_MAX = 1 << 25, ///< Values in one tree.
};

/// A value and its parts. It belongs to its tree, and is valid as long as that.
typedef struct json_value json_value;

/// Reads a document that holds one value. *held: memory of the source's limit that it has, until json_free and
/// limit_give. NULL: *message says why, with the line; its text has the column.
json_value *json_read(byte_source *from, uint64_t *held, format_message *message);
void json_free(json_value *tree);

/// JSON_NULL to JSON_OBJECT. JSON_END: the value is NULL.
json_kind json_kind_of(const json_value *value);

/// Where in the source it begins.
json_place json_place_of(const json_value *value);

/// The value that an object has by this name. NULL: it has none, or `value` is no object.
const json_value *json_member(const json_value *value, const char *name);

/// How many items an array has, or members an object; 0: `value` is neither.
size_t json_count(const json_value *value);

/// Item `i` of an array. NULL: the array is shorter, or `value` is not an array.
const json_value *json_item(const json_value *value, size_t i);

/// False: not a number, and *number is as it was.
bool json_number(const json_value *value, double *number);

/// The same for a whole number that is exactly as it stands in the text. 7.0 and 7e0 are whole numbers too.
bool json_whole(const json_value *value, int64_t *number);

bool json_flag(const json_value *value, bool *flag);

/// The bytes of a string, UTF-8, with a NUL behind them; there may be others in it, which *length shows (it may be
/// NULL). NULL: not a string.
const char *json_text(const json_value *value, size_t *length);

#endif
