// Version, result texts, and the one judge of a valid box.
#include "strict.h"

#include <quadrille/geometry.h>
#include <string.h>

int qd_version(void)
{
    return QD_VERSION_MAJOR * 10000 + QD_VERSION_MINOR * 100 + QD_VERSION_PATCH;
}

const char *qd_result_text(qd_result result)
{
    switch (result) {
    case QD_OK:
        return "done";
    case QD_NO_MEMORY:
        return "no memory: the allocator returned NULL, or the tree is full";
    case QD_STALE_ID:
        return "the id names no live item";
    case QD_BAD_VALUE:
        return "a value is NaN, infinite, inverted or out of range";
    case QD_BAD_DATA:
        return "the data is corrupt or from another version";
    case QD_TOO_SMALL:
        return "the output buffer is too small";
    case QD_READ_ONLY:
        return "the tree lies in bytes that are only read";
    }
    return "unknown result";
}

/// On the bits: a compiler told that there are no NaNs must still see one.
static bool float_is_finite(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & UINT32_C(0x7f800000)) != UINT32_C(0x7f800000);
}

bool qd_box_is_valid(qd_box box)
{
    return float_is_finite(box.min.x) && float_is_finite(box.min.y) && float_is_finite(box.max.x) &&
           float_is_finite(box.max.y) && box.min.x <= box.max.x && box.min.y <= box.max.y;
}
