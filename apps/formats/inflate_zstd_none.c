// Replaces inflate_zstd.c without libzstd.
#include "base64.h"

inflate_result inflate_zstd(const void *packed, size_t packed_size, void *bytes, size_t size)
{
    (void)packed;
    (void)packed_size;
    (void)bytes;
    (void)size;
    return INFLATE_MISSING;
}
