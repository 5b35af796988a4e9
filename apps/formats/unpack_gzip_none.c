// Replaces unpack_gzip.c without zlib.
#include "unpack.h"

const unpack_method unpack_gzip = { "gzip", "zlib (Debian: zlib1g-dev)", unpack_gzip_starts, NULL, NULL, NULL, NULL };
