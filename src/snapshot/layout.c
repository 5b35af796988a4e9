// The header of a snapshot and its parts: see layout.h.
#include "layout.h"

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

/// The next number of a header.
static uint32_t take_word(const unsigned char **at)
{
    const unsigned char *b = *at;
    *at += 4;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static uint64_t take_long(const unsigned char **at)
{
    const uint64_t low = take_word(at);
    return low | (uint64_t)take_word(at) << 32;
}

static void take_floats(const unsigned char **at, float *values)
{
    for (int i = 0; i < 3; i++) {
        const uint32_t bits = take_word(at);
        memcpy(&values[i], &bits, sizeof bits);
    }
}

static double take_double(const unsigned char **at)
{
    const uint64_t bits = take_long(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool qd__layout_read(qd__head *head, const unsigned char *bytes, size_t size)
{
    if (size < QD__SNAPSHOT_HEADER || !qd_snapshot_starts(bytes, size)) {
        return false;
    }
    const unsigned char *at = bytes + QD__SNAPSHOT_MAGIC;
    head->version = take_word(&at);
    head->edges = take_word(&at);
    head->size = take_long(&at);
    head->extra_size = take_long(&at);
    head->items = take_word(&at);
    head->slots = take_word(&at);
    head->quads = take_word(&at);
    for (uint32_t i = 0; i < QD__SIZES; i++) {
        head->buckets[i] = take_word(&at);
    }
    head->capacity = take_word(&at);
    head->depth = take_word(&at);
    take_floats(&at, head->given);
    take_floats(&at, head->lattice);
    head->at_max_depth = take_word(&at);
    head->filtered = take_word(&at);
    head->precise = take_word(&at);
    head->origin[0] = take_double(&at);
    head->origin[1] = take_double(&at);
    uint32_t unused = 0;
    while (at < bytes + QD__SNAPSHOT_HEADER) {
        unused |= take_word(&at);
    }
    return head->version == QD__SNAPSHOT_VERSION && unused == 0 && head->size == size && head->extra_size <= size &&
           qd__layout_sections(head).end == size;
}

qd_result qd_snapshot_extra(const void *bytes, size_t size, qd_extra *extra)
{
    qd__head head;
    if (!qd__layout_read(&head, (const unsigned char *)bytes, size)) {
        return QD_BAD_DATA;
    }
    if (extra) {
        extra->bytes = (const unsigned char *)bytes + qd__layout_sections(&head).extra;
        extra->size = (size_t)head.extra_size;
    }
    return QD_OK;
}
