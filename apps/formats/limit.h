/// How much memory a file may make its reader take. One rule for all readers: what needs more than both LIMIT_LEAST
/// bytes and LIMIT_TIMES the bytes of the file is refused, since a file that is so much smaller than what it claims is
/// a trap or a mistake more often than not. Who wants it all the same says how much it may be (--limit-memory).
///
/// Readers count what grows with the file or with what it claims, before they take it; what is of a fixed size they do
/// not. A map, and the tilesets and templates that it names, are one file here.
#ifndef QUADRILLE_FORMATS_LIMIT_H
#define QUADRILLE_FORMATS_LIMIT_H

#include "message.h"

#include <stdint.h>

/// 256 MiB.
#define LIMIT_LEAST (UINT64_C(1) << 28)

/// Times the bytes of the file; and of a PNG, since deflate makes up to 1,032 bytes of one of a blank picture.
#define LIMIT_TIMES UINT64_C(1000)
#define LIMIT_TIMES_PNG UINT64_C(1100)

/// All zero: nothing is known of the file, and nothing has been taken.
typedef struct memory_limit {
    uint64_t said;  ///< Bytes that the user allows; 0: the rule.
    uint64_t file;  ///< Bytes of the file; of one without a known size, those that have come so far.
    uint64_t times; ///< How many times the bytes of the file; 0: LIMIT_TIMES.
    uint64_t taken; ///< Bytes of memory that are counted now.
} memory_limit;

/// Bytes of memory that are allowed in all.
uint64_t limit_most(const memory_limit *self);

/// Takes so many bytes more. False: they would be too many, and none is taken.
bool limit_take(memory_limit *self, uint64_t bytes);
void limit_give(memory_limit *self, uint64_t bytes);

/// Takes them, or says what the file claims in `line`, printf-like: "a layer of 8192 x 8192 tiles". False: too many.
FORMAT_PRINTF(5, 6)
bool limit_claim(memory_limit *self, uint64_t bytes, format_message *message, size_t line, const char *claim, ...);

#endif
