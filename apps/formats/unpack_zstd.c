// Zstandard frames by libzstd. How far back a frame may refer, and with that its memory, is limited.
#include "unpack.h"

#include <zstd.h>
#include <zstd_errors.h>

enum { WINDOW_LOG_MAX = 27 }; // 128 MiB, what the program zstd unpacks without being asked for more

static void *begin_zstd(void)
{
    ZSTD_DStream *z = ZSTD_createDStream();
    if (z != NULL)
        ZSTD_DCtx_setParameter(z, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
    return z;
}

static unpack_result step_zstd(void *state, unpack_piece *piece)
{
    ZSTD_inBuffer in = { piece->in, piece->in_size, 0 };
    ZSTD_outBuffer out = { piece->out, piece->out_size, 0 };
    size_t result = ZSTD_decompressStream(state, &out, &in);
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
    ZSTD_freeDStream(state);
}

// The library compares it with what came out only where it can unpack a frame at once.
static uint64_t zstd_says(const unsigned char *bytes, size_t size)
{
    const unsigned long long said = ZSTD_getFrameContentSize(bytes, size);
    return said == ZSTD_CONTENTSIZE_UNKNOWN || said == ZSTD_CONTENTSIZE_ERROR ? UINT64_MAX : said;
}

const unpack_method unpack_zstd = { "zstd", NULL, unpack_zstd_starts, begin_zstd, step_zstd, end_zstd, zstd_says };
