/// @file xml.h
/// A document as a sequence of elements and texts, by expat. Work and memory are bounded by the size of the document:
/// declarations inside the document, and with them entities that blow up, are refused, and so are deep nesting and
/// endless tags. Nothing but the document is ever opened.
#ifndef QUADRILLE_FORMATS_XML_H
#define QUADRILLE_FORMATS_XML_H

#include "source.h"

enum {
    XML_DEPTH_MAX = 128,     ///< Elements within each other.
    XML_TOKEN_MAX = 4 << 20, ///< Bytes in one tag or comment.
};

typedef struct xml_reader xml_reader;

/// An element that begins. Good during the call only.
typedef struct xml_element {
    xml_reader *reader;
    const char *name;
    const char *const *attributes; ///< Name, value, name, value, NULL.
} xml_element;

/// Called in the document's order; false, after xml_fail, ends the reading.
typedef struct xml_handlers {
    bool (*begin)(void *context, const xml_element *element);
    bool (*text)(void *context, xml_reader *reader, const char *text, size_t length); ///< Comes in pieces.
    bool (*end)(void *context, xml_reader *reader);
} xml_handlers;

/// Reads the whole document, to the end of `from`. False: *message says why.
bool xml_read(byte_source *from, const xml_handlers *handlers, void *context, format_message *message);

/// Line of what the handler is being called for.
size_t xml_line(const xml_reader *reader);

/// Where handlers put what is wrong.
format_message *xml_message(const xml_reader *reader);

/// The value of an attribute, or NULL.
const char *xml_attribute(const xml_element *element, const char *name);

/// Reads an attribute that is a whole number within least..most; one that is not there leaves *value. False: failed.
bool xml_take_int(const xml_element *element, const char *name, long long least, long long most, long long *value);

/// The same for a number within -most..most.
bool xml_take_number(const xml_element *element, const char *name, double most, double *value);

/// The same for 0 or 1, false or true.
bool xml_take_flag(const xml_element *element, const char *name, bool *value);

/// The same for one of `choices`, which ends with NULL: its place among them.
bool xml_take_choice(const xml_element *element, const char *name, const char *const *choices, int *value);

/// False: the attribute is not there, failed.
bool xml_demand(const xml_element *element, const char *name);

#endif
