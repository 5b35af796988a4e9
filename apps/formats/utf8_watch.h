/// Is a text that comes in pieces UTF-8, and if not, where does it begin not to be?
#ifndef QUADRILLE_FORMATS_UTF8_WATCH_H
#define QUADRILLE_FORMATS_UTF8_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/// All zero but for the line, which is that of the first byte.
typedef struct utf8_watch {
    size_t line;             ///< The line of the next byte, or of a bad byte once found.
    bool found;              ///< A bad byte, or the first one of a character that is none.
    unsigned char byte;      ///< That.
    unsigned left;           ///< Bytes that are still to come of a character.
    unsigned char first;     ///< That character's first byte.
    unsigned char low, high; ///< Between which the next of them lies.
} utf8_watch;

/// Looks at the next bytes; when one has been found, no more.
void utf8_watch_take(utf8_watch *self, const unsigned char *bytes, size_t size);

/// What to do about it, behind a semicolon.
#define UTF8_REMEDY "make it UTF-8: iconv -f WINDOWS-1252 -t UTF-8 FILE >new"

#endif
