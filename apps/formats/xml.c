// expat is given a piece of the document at a time. What may go wrong beside bad XML: a handler stops; a tag does not
// end, which would make expat look at it again with every piece; a document brings declarations of its own.
#include "xml.h"
#include "blank.h"
#include "kind.h"

#include <expat.h>
#include <stdint.h>
#include <stdio.h>

enum { PIECE = 1 << 16 };

// expat 2.9 renamed these, and has the compiler warn of the old names.
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
#define LINE_NUMBER XML_GetCurrentLineNumber64
#define BYTE_INDEX XML_GetCurrentByteIndex64
#define INPUT_CONTEXT XML_GetInputContext64
typedef int64_t input_offset;
typedef uint64_t input_size;
#else
#define LINE_NUMBER XML_GetCurrentLineNumber
#define BYTE_INDEX XML_GetCurrentByteIndex
#define INPUT_CONTEXT XML_GetInputContext
typedef int input_offset, input_size;
#endif

// An element that has begun.
typedef struct xml_place {
    char name[48]; // clipped
    size_t line;
} xml_place;

typedef struct xml_reader {
    element_reader base;
    XML_Parser parser;
    const element_handlers *handlers;
    void *context;
    bool begun; // there is something in the file
    bool other; // it begins with a letter that XML does not begin with
    int depth;
    xml_place places[ELEMENT_DEPTH_MAX + 1]; // of the elements around what comes next
    char encoding[48];                       // that the document says it has
} xml_reader;

static size_t xml_line(const xml_reader *r)
{
    return (size_t)LINE_NUMBER(r->parser);
}

static size_t xml_where(const element_reader *reader, char *place, size_t size)
{
    if (place != NULL && size > 0)
        *place = 0;
    return xml_line((const xml_reader *)reader);
}

// Once stopped, expat still reports what it has begun with.
static bool stopped(const xml_reader *r)
{
    return r->base.message->fault != FORMAT_NO_FAULT;
}

static void stop_unless(xml_reader *r, bool good)
{
    if (!good)
        XML_StopParser(r->parser, XML_FALSE);
}

static void XMLCALL begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    xml_reader *r = context;
    if (stopped(r))
        return;
    const element e = { &r->base, name, (const char *const *)attributes };
    xml_place *place = &r->places[r->depth];
    snprintf(place->name, sizeof place->name, "%s", name);
    place->line = xml_line(r);
    if (++r->depth > ELEMENT_DEPTH_MAX)
        stop_unless(
            r, format_fail(r->base.message, xml_line(r), "more than %d elements within each other", ELEMENT_DEPTH_MAX));
    else
        stop_unless(r, r->handlers->begin(r->context, &e));
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    (void)name;
    xml_reader *r = context;
    r->depth--;
    if (!stopped(r))
        stop_unless(r, r->handlers->end(r->context, &r->base));
}

static void XMLCALL take_text(void *context, const XML_Char *text, int length)
{
    xml_reader *r = context;
    if (!stopped(r))
        stop_unless(r, r->handlers->text(r->context, &r->base, text, (size_t)length));
}

// Entities and default values live in the declarations inside a document. Without them nothing can grow larger than it
// is in the file.
static void XMLCALL begin_doctype(void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public,
                                  int has_declarations)
{
    (void)name;
    (void)system;
    (void)public;
    xml_reader *r = context;
    if (has_declarations && !stopped(r))
        stop_unless(r,
                    format_fail(r->base.message, xml_line(r), "declarations inside <!DOCTYPE> are not allowed here"));
}

static void XMLCALL take_declaration(void *context, const XML_Char *version, const XML_Char *encoding, int standalone)
{
    (void)version;
    (void)standalone;
    xml_reader *r = context;
    snprintf(r->encoding, sizeof r->encoding, "%s", encoding != NULL ? encoding : "");
}

// The byte at which expat has stopped. False: it has not got it.
static bool stopped_at(const xml_reader *r, unsigned char *byte)
{
    input_offset offset = 0;
    input_size size = 0;
    const char *bytes = INPUT_CONTEXT(r->parser, &offset, &size);
    if (bytes == NULL || offset < 0 || (size_t)offset >= (size_t)size)
        return false;
    utf8_watch watch = { .line = 1 };
    utf8_watch_take(&watch, (const unsigned char *)bytes + offset, (size_t)size - (size_t)offset);
    *byte = (unsigned char)bytes[offset];
    return *byte >= 0x80 && watch.found && watch.byte == *byte;
}

// It ends too early.
static bool explain_end(const xml_reader *r)
{
    const xml_place *place = &r->places[r->depth > 0 ? r->depth - 1 : 0];
    const char *again = "the file is cut off; copy or save it again";
    if (r->depth > 0)
        return format_fail(r->base.message, xml_line(r), "it ends inside <%s>, which begins in line %zu: %s",
                           place->name, place->line, again);
    if (!r->begun)
        return format_fail(r->base.message, xml_line(r), "the file is empty");
    return format_fail(r->base.message, xml_line(r), "it ends before its first element: %s", again);
}

static bool explain(const xml_reader *r)
{
    enum XML_Error error = XML_GetErrorCode(r->parser);
    unsigned char byte = 0;
    if (error == XML_ERROR_NO_MEMORY)
        return format_no_memory(r->base.message);
    if (error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN || error == XML_ERROR_PARTIAL_CHAR ||
        error == XML_ERROR_UNCLOSED_CDATA_SECTION)
        return explain_end(r);
    if (error == XML_ERROR_UNKNOWN_ENCODING)
        return format_fail(r->base.message, xml_line(r),
                           "the encoding %s cannot be read; make it UTF-8: iconv -f %s -t UTF-8 FILE >new, and say so "
                           "in its first line",
                           r->encoding, r->encoding);
    if (error == XML_ERROR_INVALID_TOKEN && stopped_at(r, &byte))
        return format_fail(r->base.message, xml_line(r), "not XML: the byte 0x%02x is not UTF-8; " UTF8_REMEDY, byte);
    return format_fail(r->base.message, xml_line(r), "not XML: %s",
                       r->other ? "it does not begin with <" : XML_ErrorString(error));
}

// Refuses what only other kinds of files begin with: its bytes are no text in an old encoding.
static bool may_be_xml(byte_source *from, xml_reader *r)
{
    size_t size = 0, at = 0;
    const char *head = source_look(from, &size), *remedy = NULL;
    const file_kind kind = kind_find(".tmx", head, size, &remedy);
    if (kind == KIND_OTHER || kind == KIND_INDEX)
        return format_fail(r->base.message, 0, "%s", remedy != NULL ? remedy : "this is an index, not XML");
    while (at < size && is_blank(head[at]))
        at++;
    r->other = at < size && head[at] > ' ' && head[at] < 0x7f && head[at] != '<';
    return true;
}

static bool take_pieces(byte_source *from, xml_reader *r)
{
    int64_t given = 0;
    for (;;) {
        char *buffer = XML_GetBuffer(r->parser, PIECE);
        if (buffer == NULL)
            return explain(r);
        size_t size = source_read(from, buffer, PIECE);
        if (source_failed(from)) {
            *r->base.message = from->message;
            return false;
        }
        r->begun = r->begun || size > 0;
        if (XML_ParseBuffer(r->parser, (int)size, size == 0) != XML_STATUS_OK)
            return explain(r);
        if (size == 0)
            return true;
        given += (int64_t)size;
        if (given - BYTE_INDEX(r->parser) > XML_TOKEN_MAX)
            return format_fail(r->base.message, xml_line(r), "a tag or comment of more than %d MiB",
                               XML_TOKEN_MAX >> 20);
    }
}

bool xml_read(byte_source *from, const element_handlers *handlers, void *context, format_message *message)
{
    xml_reader r = { .base = { message, xml_where, "<", ">", from->limit },
                     .parser = XML_ParserCreate(NULL),
                     .handlers = handlers,
                     .context = context };
    if (r.parser == NULL)
        return format_no_memory(message);
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, begin_element, end_element);
    XML_SetCharacterDataHandler(r.parser, take_text);
    XML_SetXmlDeclHandler(r.parser, take_declaration);
    XML_SetStartDoctypeDeclHandler(r.parser, begin_doctype);
    bool good = may_be_xml(from, &r) && take_pieces(from, &r);
    XML_ParserFree(r.parser);
    return good;
}
