// Replaces unpack_zstd.c without libzstd.
#include "unpack.h"

const unpack_method unpack_zstd = {
    "zstd", "libzstd (Debian: libzstd-dev)", unpack_zstd_starts, NULL, NULL, NULL, NULL
};
