// expat is given a piece of the document at a time. What may go wrong beside bad XML: a handler stops; a tag does not
// end, which would make expat look at it again with every piece; a document brings declarations of its own.
#include "xml.h"

#include <expat.h>
#include <stdint.h>

enum { PIECE = 1 << 16 };

// expat 2.9 renamed both, and has the compiler warn of the old names.
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
#define LINE_NUMBER XML_GetCurrentLineNumber64
#define BYTE_INDEX XML_GetCurrentByteIndex64
#else
#define LINE_NUMBER XML_GetCurrentLineNumber
#define BYTE_INDEX XML_GetCurrentByteIndex
#endif

typedef struct xml_reader {
    element_reader base;
    XML_Parser parser;
    const element_handlers *handlers;
    void *context;
    int depth;
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

static bool explain(const xml_reader *r)
{
    enum XML_Error error = XML_GetErrorCode(r->parser);
    if (error == XML_ERROR_NO_MEMORY)
        return format_no_memory(r->base.message);
    return format_fail(r->base.message, xml_line(r), "this is no XML: %s", XML_ErrorString(error));
}

static bool take_pieces(byte_source *from, const xml_reader *r)
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
    xml_reader r = { { message, xml_where, "<", ">" }, XML_ParserCreate(NULL), handlers, context, 0 };
    if (r.parser == NULL)
        return format_no_memory(message);
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, begin_element, end_element);
    XML_SetCharacterDataHandler(r.parser, take_text);
    XML_SetStartDoctypeDeclHandler(r.parser, begin_doctype);
    bool good = take_pieces(from, &r);
    XML_ParserFree(r.parser);
    return good;
}
