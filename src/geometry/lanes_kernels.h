// The kernels of one implementation, written once over its comparison of a group. lanes.c includes this once for each,
// with
//
//   LANES(x)      the name of x in this implementation
//   LANES_TARGET  the attribute that lets the compiler use its instructions
//   LANES_WIDTH   how many records a group is, 4 or 8
//   LANES_BYTES   how many coarse boxes a group is
//   LANES_COARSEN, LANES_LEAVERS, LANES_UNITE, LANES_NEAR, LANES_ENTER   these kernels, which not all implementations
//   have versions of their own of
//
// and, defined before,
//
//   the type LANES(wide), a probe in registers; LANES(widen) to make one; LANES(group)(records, wide, open), which of a
//   group of records meet it;
//   the type LANES(sides), the sides of a coarse box in registers; LANES(sides_of)(frame, record) to make them;
//   LANES(sides_at)(sides, lanes) to load those of the first of some boxes; LANES(coarse_group)(sides, lanes, probe),
//   which of a group of coarse boxes meet them.
//
// There is no include guard: that is the point.

LANES_TARGET static inline uint32_t LANES(row)(const qd__record *records, unsigned count, qd__record probe, bool open)
{
    const LANES(wide) wide = LANES(widen)(probe);
    uint32_t mask = 0;
    for (unsigned i = 0; i < count; i += LANES_WIDTH) {
        mask |= LANES(group)(records + i, wide, open) << i;
    }
    return mask;
}

LANES_TARGET static uint32_t LANES(meet)(const qd__record *records, unsigned count, qd__record probe, bool open)
{
    return open ? LANES(row)(records, count, probe, true) : LANES(row)(records, count, probe, false);
}

enum { LANES(COLUMN) = QD__COARSE_MOST / LANES_BYTES };

/// Coarse boxes in registers, as many for each side as it takes.
typedef struct LANES(columns) {
    LANES(bytes) v[4][LANES(COLUMN)];
    uint32_t used;
} LANES(columns);

LANES_TARGET static inline LANES(columns) LANES(columns_of)(const qd__coarse *boxes)
{
    LANES(columns) columns;
    for (size_t side = 0; side < 4; side++) {
        for (size_t i = 0; i < LANES(COLUMN); i++) {
            columns.v[side][i] = LANES(load_bytes)(boxes->sides + side * boxes->lanes + i * LANES_BYTES);
        }
    }
    columns.used = qd__low_bits(boxes->count);
    return columns;
}

/// Which coarse boxes meet a probe.
LANES_TARGET static inline uint32_t LANES(coarse_row)(const LANES(columns) * columns, const LANES(sides) * probe)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < LANES(COLUMN); i++) {
        mask |= LANES(coarse_group)(columns->v[0][i], columns->v[1][i], columns->v[2][i], columns->v[3][i], probe)
                << i * LANES_BYTES;
    }
    return mask & columns->used;
}

LANES_TARGET static uint32_t LANES(may_meet)(const qd__coarse *boxes, const qd__record *record)
{
    const LANES(columns) columns = LANES(columns_of)(boxes);
    const LANES(sides) probe = LANES(sides_of)(boxes->frame, record);
    return LANES(coarse_row)(&columns, &probe);
}

/// Adds the boxes set in a mask to the list. Most masks have none, one or two, and how many nobody can guess: so two
/// are always written, and counted if they are there.
LANES_TARGET static inline unsigned LANES(list)(uint16_t *hits, unsigned count, unsigned record, uint32_t mask)
{
    const uint32_t last = UINT32_C(1) << 31; // there is no lowest bit in 0
    for (unsigned i = 0; i < 2; i++, mask &= mask - 1) {
        hits[count] = (uint16_t)(record | qd__lowest_bit(mask | last) << 8);
        count += mask != 0;
    }
    for (; mask; mask &= mask - 1) {
        hits[count++] = (uint16_t)(record | qd__lowest_bit(mask) << 8);
    }
    return count;
}

LANES_TARGET static unsigned LANES(may_meet_each)(const qd__coarse *boxes, const qd__record *records, uint32_t live,
                                                  uint16_t *hits)
{
    const LANES(columns) columns = LANES(columns_of)(boxes);
    unsigned count = 0;
    for (; live; live &= live - 1) {
        const unsigned i = qd__lowest_bit(live);
        const LANES(sides) probe = LANES(sides_of)(boxes->frame, &records[i]);
        count = LANES(list)(hits, count, i, LANES(coarse_row)(&columns, &probe));
    }
    return count;
}

LANES_TARGET static unsigned LANES(may_meet_within)(const qd__coarse *boxes, uint16_t *hits)
{
    const LANES(columns) columns = LANES(columns_of)(boxes);
    unsigned count = 0;
    uint32_t later = ~UINT32_C(1);
    for (unsigned i = 0; i + 1 < boxes->count; i++, later <<= 1) {
        const LANES(sides) probe = LANES(sides_at)(boxes->sides + i, boxes->lanes);
        count = LANES(list)(hits, count, i, LANES(coarse_row)(&columns, &probe) & later);
    }
    return count;
}

static const qd__lanes LANES(lanes) = {
    LANES_TEXT,    LANES(meet),   LANES(may_meet), LANES(may_meet_each), LANES(may_meet_within),
    LANES_COARSEN, LANES_LEAVERS, LANES_UNITE,     LANES_NEAR,           LANES_ENTER,
};

#undef LANES
#undef LANES_TARGET
#undef LANES_WIDTH
#undef LANES_TEXT
#undef LANES_BYTES
#undef LANES_COARSEN
#undef LANES_LEAVERS
#undef LANES_UNITE
#undef LANES_NEAR
#undef LANES_ENTER
