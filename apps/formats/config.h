/// Configuration as XML: `<config>` holds elements; their attributes or text are settings, as a table of the caller's
/// knows them, and `<option name="..." value="..."/>` for settings that have a name of their own.
///
///     <config>
///       <app framerate_cap="30"><title>Quadtree</title></app>
///       <collision><quadtree capacity="4" depth="6"/></collision>
///       <option name="seed" value="7"/>
///     </config>
#ifndef QUADRILLE_FORMATS_CONFIG_H
#define QUADRILLE_FORMATS_CONFIG_H

#include "message.h"
#include "xml.h"

enum { CONFIG_TEXT_MAX = 1000 }; ///< Bytes of text in an element, without the blanks around it.

/// An attribute that a configuration may have, and the path of its element, e.g. "config/collision/quadtree".
typedef struct config_known {
    const char *path;      ///< NULL ends a table.
    const char *attribute; ///< NULL: the element's text.
    const char *meaning;   ///< The caller's own.
} config_known;

/// One setting. Its texts are good during the call only.
typedef struct config_entry {
    const config_known *known; ///< NULL: an <option>.
    const char *name;          ///< The attribute's, the option's, or that of the element with it as text.
    const char *value;         ///< Without the blanks around a text.
    size_t line;
} config_entry;

/// Takes a setting; false, with the message written, ends the reading.
typedef bool config_sink(void *context, const config_entry *entry, format_message *message);

/// Gives every setting to `sink`, in the order of the file. Elements, attributes and text that are not known are
/// errors, and so is a root element that is not <config>. False: *message says why.
bool config_read(byte_source *from, const config_known *known, config_sink *sink, void *context,
                 format_message *message);

#endif
