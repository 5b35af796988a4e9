/// A document as a sequence of elements and texts, by expat. Work and memory are bounded by the size of the document:
/// declarations inside the document, and with them entities that blow up, are refused, and so are deep nesting and
/// endless tags. Nothing but the document is ever opened.
#ifndef QUADRILLE_FORMATS_XML_H
#define QUADRILLE_FORMATS_XML_H

#include "element.h"
#include "source.h"

enum {
    XML_TOKEN_MAX = 4 << 20, ///< Bytes in one tag or comment.
};

/// Reads the whole document, to the end of `from`. False: *message says why.
bool xml_read(byte_source *from, const element_handlers *handlers, void *context, format_message *message);

#endif
