/// A document as a sequence of elements and texts, whatever form it is written in: names with attributes, which are
/// texts, and other elements within them. Attributes are read as numbers and choices here; every complaint names the
/// element, the attribute and what it holds.
#ifndef QUADRILLE_FORMATS_ELEMENT_H
#define QUADRILLE_FORMATS_ELEMENT_H

#include "limit.h"
#include "message.h"

enum { ELEMENT_DEPTH_MAX = 128 }; ///< Elements within each other.

/// What reads the document: the first member of its own state.
typedef struct element_reader element_reader;
struct element_reader {
    format_message *message; ///< Where complaints go.
    /// Line of what a handler is being called for; 0: not known. Writes into `place` what comes before a complaint
    /// about it, "" or a text that ends in ": ". With `place` NULL: the line alone, or 0 where it takes long to find.
    size_t (*where)(const element_reader *self, char *place, size_t size);
    const char *open, *close; ///< What stands around an element's name in complaints.
    memory_limit *limit;      ///< That of the source.
};

/// An element that begins. Good during the call only.
typedef struct element {
    element_reader *reader;
    const char *name;
    const char *const *attributes; ///< Name, value, name, value, NULL.
} element;

/// Called in the document's order; false, after element_fail, ends the reading.
typedef struct element_handlers {
    bool (*begin)(void *context, const element *e);
    bool (*text)(void *context, element_reader *reader, const char *text, size_t length); ///< Comes in pieces.
    bool (*end)(void *context, element_reader *reader);
} element_handlers;

/// 0: not known, or found only for a message.
size_t element_line(const element_reader *reader);

/// Reports an error in the element that a handler is called for. Always false.
FORMAT_PRINTF(2, 3) bool element_fail(const element_reader *reader, const char *format, ...);

/// The same about something in an earlier line.
FORMAT_PRINTF(3, 4) bool element_fail_at(const element_reader *reader, size_t line, const char *format, ...);

bool element_no_memory(const element_reader *reader);

/// Takes so much memory of the source's limit; see limit_claim. False: failed.
FORMAT_PRINTF(3, 4) bool element_claim(const element_reader *reader, uint64_t bytes, const char *claim, ...);

bool element_is(const element *e, const char *name);

/// The value of an attribute, or NULL.
const char *element_attribute(const element *e, const char *name);

/// Reads an attribute that is a whole number within least..most; one that is not there leaves *value. False: failed.
bool element_take_int(const element *e, const char *name, long long least, long long most, long long *value);

/// The same for a number within -most..most.
bool element_take_number(const element *e, const char *name, double most, double *value);

/// The same for 0 or 1, false or true.
bool element_take_flag(const element *e, const char *name, bool *value);

/// The same for one of `choices`, which ends with NULL: its place among them.
bool element_take_choice(const element *e, const char *name, const char *const *choices, int *value);

/// False: the attribute is not there, failed.
bool element_demand(const element *e, const char *name);

#endif
