/// How source.c unpacks: one table for each method, which stands in for itself where its library is missing.
#ifndef QUADRILLE_FORMATS_UNPACK_H
#define QUADRILLE_FORMATS_UNPACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum unpack_result {
    UNPACK_MORE, ///< It goes on, with more bytes or more room.
    UNPACK_OVER, ///< The member or frame ends here.
    UNPACK_DAMAGED,
    UNPACK_WIDE, ///< It needs more memory than is allowed.
    UNPACK_NO_MEMORY,
} unpack_result;

/// Bytes to unpack and room for what they become; a step moves both on.
typedef struct unpack_piece {
    const unsigned char *in;
    size_t in_size;
    unsigned char *out;
    size_t out_size;
} unpack_piece;

typedef struct unpack_method {
    const char *name;                              ///< "gzip"
    const char *missing;                           ///< The library that this program was built without, or NULL.
    bool (*starts)(const unsigned char *, size_t); ///< Does a member or frame begin with these, of which 4 suffice?
    void *(*begin)(void);                          ///< State; NULL: no memory.
    unpack_result (*step)(void *, unpack_piece *); ///< After UNPACK_OVER the next begins by itself.
    void (*end)(void *);                           ///< NULL is fine.
    /// What a member or frame says at its start that it becomes, in bytes; UINT64_MAX: nothing. NULL: none ever does.
    uint64_t (*says)(const unsigned char *, size_t);
} unpack_method;

extern const unpack_method unpack_gzip, unpack_zstd;

bool unpack_gzip_starts(const unsigned char *bytes, size_t size);
bool unpack_zstd_starts(const unsigned char *bytes, size_t size);

#endif
