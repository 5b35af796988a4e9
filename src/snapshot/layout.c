// The header of a snapshot and its parts: see layout.h.
#include "layout.h"
#include "swap.h"

#include <quadrille/snapshot.h>
#include <string.h>

// As that of PNG: not text, and spoiled where text is converted.
const unsigned char qd__snapshot_magic[QD__SNAPSHOT_MAGIC] = { 0x89, 'Q', 'D', 'S', '\r', '\n', 0x1a, '\n' };

static uint64_t aligned(uint64_t at, uint64_t to)
{
    return (at + to - 1) / to * to;
}

qd__sections qd__layout_sections(const qd__head *head)
{
    qd__sections at;
    at.quads = QD__SNAPSHOT_HEADER;
    uint64_t end = at.quads + (uint64_t)head->quads * sizeof(qd__quad);
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        at.buckets[size] = aligned(end, QD__SNAPSHOT_ALIGN);
        end = at.buckets[size] + head->buckets[size] * (uint64_t)qd__bucket_bytes(size);
    }
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        at.filters[size] = aligned(end, QD__SNAPSHOT_ALIGN);
        end = at.filters[size] + (head->filtered ? head->buckets[size] * (uint64_t)qd__filters_bytes(size) : 0);
    }
    at.slots = aligned(end, QD__SNAPSHOT_ALIGN);
    at.exact = aligned(at.slots + (uint64_t)head->slots * sizeof(qd__slot), QD__SNAPSHOT_ALIGN);
    at.extra = aligned(at.exact + (head->precise ? (uint64_t)head->slots * sizeof(qd_box) : 0), QD__SNAPSHOT_ALIGN);
    at.sum = aligned(at.extra + head->extra_size, sizeof(uint64_t));
    at.end = at.sum + sizeof(uint64_t);
    return at;
}

bool qd__layout_read(qd__head *head, const unsigned char *bytes, size_t size)
{
    if (size < QD__SNAPSHOT_HEADER || !qd_snapshot_starts(bytes, size))
        return false;
    memcpy(head, bytes + QD__SNAPSHOT_MAGIC, sizeof *head);
    if (!qd__low_byte_first())
        qd__swap_head(head); // not covered: on machines that store the high byte first
    return head->version == QD__SNAPSHOT_VERSION && head->unused == 0 && head->size == size &&
           head->extra_size <= size && qd__layout_sections(head).end == size;
}

qd_result qd_snapshot_extra(const void *bytes, size_t size, qd_extra *extra)
{
    qd__head head;
    if (!qd__layout_read(&head, (const unsigned char *)bytes, size))
        return QD_BAD_DATA;
    if (extra) {
        extra->bytes = (const unsigned char *)bytes + qd__layout_sections(&head).extra;
        extra->size = (size_t)head.extra_size;
    }
    return QD_OK;
}
