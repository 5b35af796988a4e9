// Version, result texts, and valid boxes of the interface.
#include "narrow.h"

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
        return "out of memory";
    case QD_STALE_ID:
        return "the id names no live item";
    case QD_BAD_VALUE:
        return "a value is NaN, infinite, inverted or out of range";
    case QD_BAD_DATA:
        return "the bytes are damaged, or of another version";
    case QD_TOO_SMALL:
        return "the output array is too small";
    case QD_READ_ONLY:
        return "the tree is mapped and cannot change";
    case QD_FULL:
        return "the tree's buffer has no room for another item";
    case QD_STOPPED:
        return "a callback ended the call";
    case QD_BYTE_ORDER:
        return "this machine stores the high byte first: load the snapshot, do not map it";
    }
    return "unknown result";
}

bool qd_box_is_valid(const qd_box *box)
{
    return qd__box_is_valid(box);
}
