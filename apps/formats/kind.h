/// What a file is, by its first bytes and its name: one of those that can be read, or one that cannot, with its name
/// and what to do with it.
#ifndef QUADRILLE_FORMATS_KIND_H
#define QUADRILLE_FORMATS_KIND_H

#include <stdbool.h>
#include <stddef.h>

typedef enum file_kind {
    KIND_CSV,      ///< Any other text.
    KIND_MAP_XML,  ///< A Tiled map, or another document of XML that names no kind of its own.
    KIND_MAP_JSON, ///< A Tiled map.
    KIND_GEOJSON,  ///< JSON that is no Tiled map; or a sequence of such texts (RFC 8142).
    KIND_INDEX,    ///< What `quadrille index` has made, even if it was cut off or changed since.
    KIND_OTHER,    ///< What cannot be read.
} file_kind;

/// `head`: its first bytes, unpacked, all of them if it has but few. `path`: its name, of which the endings .gz and
/// .zst do not count. Of KIND_OTHER *remedy says what it is and what to do: "this is a PDF; ...".
file_kind kind_find(const char *path, const char *head, size_t size, const char **remedy);

/// Is it an index, or was it one? No text begins like this, not even one with a damaged byte or two.
bool kind_is_index(const char *head, size_t size);

/// Is it JSON that looks like a Tiled map, by the names at its top?
bool kind_is_json_map(const char *head, size_t size);

/// What a file of bytes is that no text begins with, or NULL: what cannot be read, as *remedy says it.
const char *kind_of_bytes(const char *path, const char *head, size_t size);

/// The remedy for a file with a first line that is not text: it has a NUL, or control characters and invalid UTF-8.
/// NULL: the line is text. Readers report what is wrong in later lines, with the line's number.
const char *kind_without_text(const char *head, size_t size);

/// What a text that begins like JSON or a program is, or NULL: what is not known or can be read. `head` begins with
/// what is no blank.
const char *kind_of_json(const char *path, const char *head, size_t size);
const char *kind_of_program(const char *head, size_t size);

/// What a document of XML is by its first element, or NULL: what is not known or can be read.
const char *kind_of_xml(const char *text, size_t size);

/// Does the path end like this, in any case, but for .gz and .zst?
bool kind_ends_with(const char *path, const char *ending);

#endif
