// Where things are in a snapshot. docs/format.md has it byte by byte; here is what saving and reading share.
//
//   [ header 128 | quads | buckets of 16 | of 32 | of 48 | of 64 lanes | their filters | slots | exact boxes | extra |
//     sum 8 ]
//
// Quads, buckets and slots are those of a tree that has just been built: numbered from 0 without a gap, each quad after
// the one above it, in the order of the nodes. They lie there as they lie in memory, so that a mapped tree's pools are
// the file itself; so do the exact boxes, which only trees of doubles have. Each part starts at a multiple of 64 bytes.
#ifndef QD_LAYOUT_H
#define QD_LAYOUT_H

#include "quad.h"

enum {
    QD__SNAPSHOT_VERSION = 5,
    QD__SNAPSHOT_HEADER = 128,
    QD__SNAPSHOT_ALIGN = 64,
    QD__SNAPSHOT_MAGIC = 8,
    QD__UNUSED_BITS = 0x7fc00000, ///< Each side of an unused box.
};

extern const unsigned char qd__snapshot_magic[QD__SNAPSHOT_MAGIC];

/// The header behind the magic, as it lies in a snapshot.
typedef struct qd__head {
    uint32_t version, edges;
    uint64_t size, extra_size;
    uint32_t items, slots, quads, buckets[QD__SIZES];
    uint32_t capacity, depth;
    float given[3], lattice[3]; ///< Centre x and y, scale.
    uint32_t at_max_depth;
    uint32_t filtered; ///< 1: each bucket has filters; 0: none has, since all items have the default one.
    uint32_t precise;  ///< 1: a tree of doubles.
    double origin[2];  ///< The origin of its AABBs; zero in a tree of floats.
    uint64_t unused;   ///< 0.
} qd__head;

/// Where the parts start.
typedef struct qd__sections {
    uint64_t quads, buckets[QD__SIZES], filters[QD__SIZES], slots, exact, extra, sum, end;
} qd__sections;

/// Whatever the numbers are, nothing overflows; extra_size must be below 2^62.
qd__sections qd__layout_sections(const qd__head *head);

/// Bytes from a bucket, by size class and index, to its filters.
static inline uint64_t qd__layout_filters(const qd__sections *at, uint32_t size, uint32_t index)
{
    return at->filters[size] + index * (uint64_t)qd__filters_bytes(size) -
           (at->buckets[size] + index * (uint64_t)qd__bucket_bytes(size));
}

/// Reads a header, and checks that its parts fill `size` exactly. False: it is not one.
bool qd__layout_read(qd__head *head, const unsigned char *bytes, size_t size);

/// Takes the next eight bytes into a sum, as one number. Each step can be undone, so no change of a single number goes
/// unnoticed.
static inline uint64_t qd__sum_step(uint64_t sum, uint64_t number)
{
    sum = (sum ^ number) * UINT64_C(0xd6e8feb86659fd93);
    return sum ^ sum >> 32;
}

#endif
