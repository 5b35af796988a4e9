// libzstd unpacks all frames at once into the caller's memory, and never writes beyond it.
#include "base64.h"

#include <zstd.h>
#include <zstd_errors.h>

inflate_result inflate_zstd(const void *packed, size_t packed_size, void *bytes, size_t size)
{
    size_t made = ZSTD_decompress(bytes, size, packed, packed_size);
    if (!ZSTD_isError(made))
        return made == size ? INFLATE_DONE : INFLATE_SIZE;
    switch (ZSTD_getErrorCode(made)) {
    case ZSTD_error_dstSize_tooSmall:
        return INFLATE_SIZE;
    case ZSTD_error_memory_allocation:
        return INFLATE_NO_MEMORY;
    default:
        return INFLATE_BROKEN;
    }
}
