// Gzip members by zlib.
#include "unpack.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

static void *begin_gzip(void)
{
    const int gzip_header = 16;
    z_stream *z = calloc(1, sizeof *z);
    if (z != NULL && inflateInit2(z, MAX_WBITS + gzip_header) != Z_OK) {
        free(z);
        z = NULL;
    }
    return z;
}

static unpack_result step_gzip(void *state, unpack_piece *piece)
{
    z_stream *z = state;
    uInt in = piece->in_size < INT_MAX ? (uInt)piece->in_size : INT_MAX;
    uInt out = piece->out_size < INT_MAX ? (uInt)piece->out_size : INT_MAX;
    z->next_in = (z_const Bytef *)piece->in;
    z->avail_in = in;
    z->next_out = piece->out;
    z->avail_out = out;
    int result = inflate(z, Z_NO_FLUSH);
    piece->in += in - z->avail_in;
    piece->in_size -= in - z->avail_in;
    piece->out += out - z->avail_out;
    piece->out_size -= out - z->avail_out;
    if (result == Z_STREAM_END)
        return inflateReset(z) == Z_OK ? UNPACK_OVER : UNPACK_DAMAGED;
    if (result == Z_MEM_ERROR)
        return UNPACK_NO_MEMORY;
    return result == Z_OK || result == Z_BUF_ERROR ? UNPACK_MORE : UNPACK_DAMAGED;
}

static void end_gzip(void *state)
{
    if (state != NULL)
        inflateEnd(state);
    free(state);
}

const unpack_method unpack_gzip = { "gzip", NULL, unpack_gzip_starts, begin_gzip, step_gzip, end_gzip, NULL };
