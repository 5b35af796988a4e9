// zlib takes and gives sizes in 32 bits, so large data goes through it in pieces.
#include "base64.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

static uInt piece(size_t left)
{
    return left < INT_MAX ? (uInt)left : INT_MAX;
}

// Also says whether the stream ends where `bytes` do, and `packed` where the stream does.
static inflate_result unpack(z_stream *z, size_t packed_size, unsigned char *bytes, size_t size)
{
    size_t packed_left = packed_size, left = size;
    unsigned char beyond = 0;
    for (;;) {
        z->avail_in = piece(packed_left);
        z->next_out = left > 0 ? bytes + (size - left) : &beyond;
        z->avail_out = left > 0 ? piece(left) : 1;
        size_t in = z->avail_in, out = z->avail_out;
        int result = inflate(z, Z_NO_FLUSH);
        packed_left -= in - z->avail_in;
        size_t made = out - z->avail_out;
        if (made > left)
            return INFLATE_SIZE;
        left -= made;
        if (result == Z_STREAM_END)
            return left > 0 ? INFLATE_SIZE : packed_left > 0 ? INFLATE_BROKEN : INFLATE_DONE;
        if (result == Z_MEM_ERROR)
            return INFLATE_NO_MEMORY;
        if (result != Z_OK)
            return INFLATE_BROKEN;
    }
}

inflate_result inflate_bytes(const void *packed, size_t packed_size, void *bytes, size_t size)
{
    const int either_header = 32;
    z_stream z;
    memset(&z, 0, sizeof z);
    if (inflateInit2(&z, MAX_WBITS + either_header) != Z_OK)
        return INFLATE_NO_MEMORY;
    z.next_in = (z_const Bytef *)packed;
    inflate_result result = unpack(&z, packed_size, bytes, size);
    inflateEnd(&z);
    return result;
}
