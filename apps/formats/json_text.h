/// The bytes of JSON, before they are tokens: whether they are UTF-8, and where a text in quotes ends.
#ifndef QUADRILLE_FORMATS_JSON_TEXT_H
#define QUADRILLE_FORMATS_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/// How many bytes from the beginning are whole characters of UTF-8 (RFC 3629: the shortest form of each, and no half of
/// a pair of surrogates). *cut: the rest may be the beginning of another.
size_t json_utf8(const char *bytes, size_t size, bool *cut);

/// Where a walk over a text in quotes is, behind the first of them; all zero at its beginning.
typedef struct json_scan {
    int escape; ///< Bytes of an escape, so far.
    unsigned code;
    bool half; ///< The first half of a pair of surrogates was the last character.
    bool lone; ///< There was such a half without the other, which no character is.
    bool bad;  ///< A backslash stands before what makes no escape of it, and the walk has ended there.
} json_scan;

/// Goes on over the bytes that come next. Where the text ends, by its quote or something that it cannot have; `size`:
/// it does not.
size_t json_scan_text(json_scan *self, const char *bytes, size_t size);

#endif
