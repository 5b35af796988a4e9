// Zstandard frames by libzstd. How far back a frame may refer, and with that its memory, is limited.
#include "unpack.h"

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { WINDOW_LOG_MAX = 27 }; // 128 MiB, what the program zstd unpacks without being asked for more

typedef struct zstd_stream {
    ZSTD_DStream *z;
    bool within; // a frame: its first byte has been taken
} zstd_stream;

static void *begin_zstd(void)
{
    zstd_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL || (stream->z = ZSTD_createDStream()) == NULL) {
        free(stream);
        return NULL;
    }
    ZSTD_DCtx_setParameter(stream->z, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
    return stream;
}

// The library unpacks a frame that it has whole at once, and does not look at its window then. So that a file is
// refused or not whatever pieces it comes in, the first byte of a frame comes alone.
static unpack_result step_zstd(void *state, unpack_piece *piece)
{
    zstd_stream *stream = state;
    ZSTD_inBuffer in = { piece->in, !stream->within && piece->in_size > 1 ? 1 : piece->in_size, 0 };
    ZSTD_outBuffer out = { piece->out, piece->out_size, 0 };
    size_t result = ZSTD_decompressStream(stream->z, &out, &in);
    stream->within = result != 0;
    piece->in += in.pos;
    piece->in_size -= in.pos;
    piece->out += out.pos;
    piece->out_size -= out.pos;
    if (!ZSTD_isError(result))
        return result == 0 ? UNPACK_OVER : UNPACK_MORE;
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
        return UNPACK_NO_MEMORY;
    case ZSTD_error_frameParameter_windowTooLarge:
        return UNPACK_WIDE;
    default:
        return UNPACK_DAMAGED;
    }
}

static void end_zstd(void *state)
{
    zstd_stream *stream = state;
    ZSTD_freeDStream(stream->z);
    free(stream);
}

// The library compares it with what came out only where it can unpack a frame at once.
static uint64_t zstd_says(const unsigned char *bytes, size_t size)
{
    const unsigned long long said = ZSTD_getFrameContentSize(bytes, size);
    return said == ZSTD_CONTENTSIZE_UNKNOWN || said == ZSTD_CONTENTSIZE_ERROR ? UINT64_MAX : said;
}

const unpack_method unpack_zstd = { "zstd", NULL, unpack_zstd_starts, begin_zstd, step_zstd, end_zstd, zstd_says };
