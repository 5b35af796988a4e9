// How what is packed begins, which is known without the libraries that unpack it.
#include "unpack.h"

#include <string.h>

enum { MARK = 4 };

bool unpack_gzip_starts(const unsigned char *bytes, size_t size)
{
    return size >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

// A frame, or one that holds nothing for us and is passed over.
bool unpack_zstd_starts(const unsigned char *bytes, size_t size)
{
    return size >= MARK && (memcmp(bytes, "\x28\xb5\x2f\xfd", MARK) == 0 ||
                            ((bytes[0] & 0xf0) == 0x50 && memcmp(bytes + 1, "\x2a\x4d\x18", MARK - 1) == 0));
}
