// The kernels of one implementation, written once over its comparison of a group. lanes.c includes this once for each,
// with
//
//   LANES(x)      the name of x in this implementation
//   LANES_TARGET  the attribute that lets the compiler use its instructions
//   LANES_WIDTH   how many records a group is, 4 or 8
//   LANES_LEAVERS, LANES_UNITE   these two kernels, which not all implementations have a version of their own of
//
// and, defined before: the type LANES(wide), a probe in registers; LANES(widen) to make one; and LANES(group)(records,
// wide, open), which of a group of records meet it. There is no include guard: that is the point.

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

LANES_TARGET static inline uint32_t LANES(rows)(const qd__record *records, unsigned count, const qd__record *others,
                                                uint32_t live, uint32_t *masks, bool open)
{
    uint32_t met = 0;
    for (; live; live &= live - 1) {
        const unsigned i = qd__lowest_bit(live);
        masks[i] = LANES(row)(records, count, qd__probe(others[i]), open);
        met |= (uint32_t)(masks[i] != 0) << i;
    }
    return met;
}

LANES_TARGET static uint32_t LANES(meet_each)(const qd__record *records, unsigned count, const qd__record *others,
                                              uint32_t live, uint32_t *masks, bool open)
{
    return open ? LANES(rows)(records, count, others, live, masks, true)
                : LANES(rows)(records, count, others, live, masks, false);
}

LANES_TARGET static inline uint32_t LANES(triangle)(const qd__record *records, unsigned count, uint32_t *masks,
                                                    bool open)
{
    uint32_t met = 0;
    for (unsigned i = 0; i + 1 < count; i++) {
        const LANES(wide) wide = LANES(widen)(qd__probe(records[i]));
        uint32_t mask = 0;
        for (unsigned j = (i + 1) / LANES_WIDTH * LANES_WIDTH; j < count; j += LANES_WIDTH) {
            mask |= LANES(group)(records + j, wide, open) << j;
        }
        masks[i] = mask & ~qd__low_bits(i + 1);
        met |= (uint32_t)(masks[i] != 0) << i;
    }
    return met;
}

LANES_TARGET static uint32_t LANES(meet_within)(const qd__record *records, unsigned count, uint32_t *masks, bool open)
{
    return open ? LANES(triangle)(records, count, masks, true) : LANES(triangle)(records, count, masks, false);
}

static const qd__lanes LANES(lanes) = { LANES_TEXT,         LANES(meet),   LANES(meet_each),
                                        LANES(meet_within), LANES_LEAVERS, LANES_UNITE };

#undef LANES
#undef LANES_TARGET
#undef LANES_WIDTH
#undef LANES_TEXT
#undef LANES_LEAVERS
#undef LANES_UNITE
