/// Bytes from letters (RFC 4648), and from packed bytes.
#ifndef QUADRILLE_FORMATS_BASE64_H
#define QUADRILLE_FORMATS_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/// Decodes `text` in place: the bytes take the place of the letters. Blanks and line ends between letters are passed
/// over. False: something else is among the letters, or they end in the middle of a byte.
bool base64_decode(char *text, size_t length, size_t *decoded);

/// Most bytes that one packed byte can become: by zlib and gzip, by zstd.
enum { INFLATE_MOST = 1032, ZSTD_MOST = 32768 };

typedef enum inflate_result {
    INFLATE_DONE,
    INFLATE_MISSING, ///< This program was built without the library.
    INFLATE_BROKEN,  ///< The bytes are damaged or cut short.
    INFLATE_SIZE,    ///< They unpack to more or less than asked for.
    INFLATE_NO_MEMORY,
} inflate_result;

/// Unpacks zlib or gzip to exactly `size` bytes.
inflate_result inflate_bytes(const void *packed, size_t packed_size, void *bytes, size_t size);

/// The same for frames of zstd.
inflate_result inflate_zstd(const void *packed, size_t packed_size, void *bytes, size_t size);

#endif
