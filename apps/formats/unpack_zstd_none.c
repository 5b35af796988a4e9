// In place of unpack_zstd.c where there is no libzstd.
#include "unpack.h"

const unpack_method unpack_zstd = {
    "zstd", "libzstd (Debian: libzstd-dev)", unpack_zstd_starts, NULL, NULL, NULL, NULL
};
