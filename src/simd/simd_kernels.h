// The kernels of one implementation, written once over its primitives. simd.c includes this once for each, with
//
//   LANES(x)      the name of x in this implementation
//   LANES_TARGET  the attribute that lets the compiler use its instructions
//   LANES_WIDTH   how many boxes a group is, 4 or 8
//   LANES_TEXT    its name
//   LANES_COUNT   counts the bits of 64
//   LANES_ALL_SOUND and so on to LANES_NEAR   kernels of its own, all or those of simd_four_place.h; for the others
//                                             those of plain C serve
//
// and, defined before, the primitives of simd_wide.h for LANES_WIDTH floats, and
//
//   LANES(list)(codes, note)             writes the codes of a note, returns how many; may write up to LANES_WIDTH
//   LANES(pack)(others, some, packed)    copies them side by side, returns how many
//   LANES(fold)(sides)                   the minimum of the lanes of each of four sides
//
// It has no include guard, since it is included once for each kind of vectors.
//
// Pairs are found in two steps. Each box is compared with a group of others at a time; where the mask is not 0, it is
// noted along with the numbers of the box and of the group. This takes no branch: a note is always written, and counted
// when it is to stay. Then the notes are turned into codes by a table, again without a branch. A branch on a mask would
// be mispredicted nearly as often as there are pairs.

#ifndef LANES_ABOVE
#define LANES_ABOVE(a, b, open) LANES(below)(b, a, open)
#endif
#ifndef LANES_LEAVERS
#define LANES_ALL_SOUND plain_all_sound
#define LANES_LEAVERS plain_leavers
#define LANES_TAKE_IN plain_take_in
#define LANES_LAY plain_lay
#endif
#ifndef LANES_NEAR
#define LANES_ALL_LIVE plain_all_live
#define LANES_SPOTS plain_spots
#define LANES_CODES plain_codes
#define LANES_KEYS plain_keys
#define LANES_RANKED plain_ranked
#define LANES_NEAR plain_near
#endif

/// The sides of one box, each in all lanes.
typedef struct LANES(sides) {
    LANES(wide) v[4];
} LANES(sides);

LANES_TARGET static QD__ALWAYS_INLINE LANES(sides) LANES(splat_aabb)(qd__aabb aabb)
{
    const LANES(sides) sides = { { LANES(splat)(aabb.v[0]), LANES(splat)(aabb.v[1]), LANES(splat)(aabb.v[2]),
                                   LANES(splat)(aabb.v[3]) } };
    return sides;
}

/// A group of boxes by side, `stride` floats from one side to the next.
LANES_TARGET static QD__ALWAYS_INLINE LANES(sides) LANES(load_group)(const float *group, size_t stride)
{
    const LANES(sides) sides = { { LANES(load)(group), LANES(load)(group + stride), LANES(load)(group + 2 * stride),
                                   LANES(load)(group + 3 * stride) } };
    return sides;
}

/// In which lanes is `a` below `b` on all four sides?
LANES_TARGET static QD__ALWAYS_INLINE uint32_t LANES(compare)(LANES(sides) a, LANES(sides) b, bool open)
{
    const LANES(truth) x = LANES(both)(LANES(below)(a.v[0], b.v[0], open), LANES(below)(a.v[2], b.v[2], open));
    const LANES(truth) y = LANES(both)(LANES(below)(a.v[1], b.v[1], open), LANES(below)(a.v[3], b.v[3], open));
    return LANES(mask)(LANES(both)(x, y));
}

LANES_TARGET static QD__ALWAYS_INLINE uint64_t LANES(row)(qd__boxes boxes, LANES(sides) sides, bool open)
{
    uint64_t mask = 0; // from the last group to the first: so the mask moves by a constant
    for (uint32_t i = (boxes.count + LANES_WIDTH - 1) / LANES_WIDTH * LANES_WIDTH; i > 0;) {
        i -= LANES_WIDTH;
        mask <<= LANES_WIDTH;
        mask |= LANES(compare)(LANES(load_group)(boxes.sides + i, boxes.stride), sides, open);
    }
    return mask;
}

LANES_TARGET static QD__NEVER_INLINE uint64_t LANES(overlap)(qd__boxes boxes, qd__aabb probe, bool open)
{
    const LANES(sides) sides = LANES(splat_aabb)(probe);
    return open ? LANES(row)(boxes, sides, true) : LANES(row)(boxes, sides, false);
}

#if LANES_WIDTH == 8
LANES_TARGET static QD__ALWAYS_INLINE void LANES(pick_boxes)(qd__picked *lots, unsigned count, bool open)
{
    for (unsigned k = 0; k < count; k++) {
        const qd__boxes boxes = lots[k].boxes;
        if (boxes.count > 0) {
            lots[k].hits &= LANES(row)(boxes, LANES(splat_aabb)(*lots[k].probe), open);
        }
    }
}
#else
LANES_TARGET static QD__ALWAYS_INLINE void LANES(pick_boxes)(qd__picked *lots, unsigned count, bool open)
{
    for (unsigned k = 0; k < count; k++) {
        if (lots[k].boxes.count > 0) {
            lots[k].hits &= LANES(overlap)(lots[k].boxes, *lots[k].probe, open);
        }
    }
}
#endif

/// Copies the items of hits, some at a time: where there are fewer, the last one again. So the usual few take no branch
/// that depends on their number.
LANES_TARGET static QD__ALWAYS_INLINE qd_entry *LANES(pick_items)(const qd__picked *lot, qd_entry *to)
{
    const qd_entry *items = lot->items;
    uint64_t hits = lot->hits;
    const uint32_t count = lot->found;
    if (lot->boxes.count == 0 && !(hits & (hits + 1))) {
        const uint32_t some = QD__PICKED_AT_ONCE > 1 ? QD__PICKED_AT_ONCE : count; // a length that compilers know
        for (uint32_t i = 0; i < count; i += some) {
            memcpy(to + i, items + i, some * sizeof *to);
        }
        return to + count;
    }
    const uint64_t last = QD__PICKED_AT_ONCE > 1 ? UINT64_C(1) << qd__highest_bit_long(hits) : 0;
    qd_entry *at = to;
    do {
        for (unsigned i = 0; i < QD__PICKED_AT_ONCE; i++, hits &= hits - 1) {
            *at++ = items[qd__lowest_bit_long(hits | last)];
        }
    } while (hits);
    return to + count;
}

LANES_TARGET static qd_entry *LANES(pick)(qd__picked *lots, unsigned count, bool open, qd_entry *to)
{
#if LANES_WIDTH == 8
    if (open) {
        LANES(pick_boxes)(lots, count, true);
    } else {
        LANES(pick_boxes)(lots, count, false);
    }
#else // the function above is called: that saves code
    LANES(pick_boxes)(lots, count, open);
#endif
    for (unsigned k = 0; k < count; k++) {
        lots[k].found = (uint32_t)LANES_COUNT(lots[k].hits);
        to = to && lots[k].found > 0 ? LANES(pick_items)(&lots[k], to) : to;
    }
    return to;
}

LANES_TARGET static QD__ALWAYS_INLINE uint64_t LANES(reach)(qd__boxes boxes, qd__boxes others, qd__aabb probe,
                                                            uint64_t *live, uint64_t *some)
{
    const LANES(sides) sides = LANES(splat_aabb)(probe);
    *live &= LANES(row)(boxes, sides, false);
    *some = LANES(row)(others, sides, false);
    return boxes.count + others.count + (uint64_t)LANES_COUNT(*live) * LANES_COUNT(*some);
}

/// Returns the sides of one box of many, each in all lanes, with the corners exchanged. Another box overlaps it if that
/// box's negated sides are above these.
LANES_TARGET static QD__ALWAYS_INLINE LANES(sides) LANES(splat_crossed)(const float *box, size_t stride)
{
    const LANES(sides) sides = { { LANES(splat)(box[2 * stride]), LANES(splat)(box[3 * stride]), LANES(splat)(box[0]),
                                   LANES(splat)(box[stride]) } };
    return sides;
}

/// `code`: that of the box and of the first box of the group, << 16.
LANES_TARGET static QD__ALWAYS_INLINE void LANES(take_note)(struct notes *notes, uint32_t mask, uint32_t code)
{
    notes->note[notes->count] = mask + code;
    notes->count += mask != 0;
}

LANES_TARGET static unsigned LANES(list_all)(const struct notes *notes, qd__code *codes)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < notes->count; i++) {
        count += LANES(list)(codes + count, notes->note[i]);
    }
    return count;
}

/// In which lanes is `a` above `b` on all four sides?
LANES_TARGET static QD__ALWAYS_INLINE uint32_t LANES(compare_above)(LANES(sides) a, LANES(sides) b, bool open)
{
    const LANES(truth) x = LANES(both)(LANES_ABOVE(a.v[0], b.v[0], open), LANES_ABOVE(a.v[2], b.v[2], open));
    const LANES(truth) y = LANES(both)(LANES_ABOVE(a.v[1], b.v[1], open), LANES_ABOVE(a.v[3], b.v[3], open));
    return LANES(mask)(LANES(both)(x, y));
}

/// Boxes by side, negated. Each box, as it lies in memory, can be compared with many of these.
struct LANES(negated) {
    _Alignas(32) float sides[4][QD__BOXES_MOST];
};

/// The boxes of one group against its later ones and those of the next groups, `groups` in all.
LANES_TARGET static QD__ALWAYS_INLINE void LANES(group_within)(qd__boxes boxes, const struct LANES(negated) * negated,
                                                               bool open, struct notes *notes, uint32_t groups)
{
    const uint32_t first = (boxes.count - 1) / LANES_WIDTH * LANES_WIDTH - (groups - 1) * LANES_WIDTH;
    const float *group = boxes.sides + first;
    const float *others = negated->sides[0] + first;
    const LANES(sides) own = LANES(load_group)(others, QD__BOXES_MOST);
    uint32_t later = ~UINT32_C(1), code = first << 24 | first << 16;
    for (uint32_t i = 0; i < LANES_WIDTH; i++) { // those beyond the last are NaN
        const LANES(sides) one = LANES(splat_crossed)(group + i, boxes.stride);
        LANES(take_note)(notes, LANES(compare_above)(own, one, open) & later, code);
        LANES_UNROLL
        for (uint32_t k = LANES_WIDTH; k < groups * LANES_WIDTH; k += LANES_WIDTH) {
            const LANES(sides) many = LANES(load_group)(others + k, QD__BOXES_MOST);
            LANES(take_note)(notes, LANES(compare_above)(many, one, open), code + (k << 16));
        }
        later <<= 1;
        code += UINT32_C(1) << 24;
    }
}

/// The last `groups` groups, one after the other, until the notes are enough. Returns how many are left.
LANES_TARGET static QD__ALWAYS_INLINE uint32_t LANES(groups_within)(qd__boxes boxes,
                                                                    const struct LANES(negated) * negated,
                                                                    uint32_t groups, bool open, struct notes *notes)
{
#if LANES_WIDTH == 8
    switch (groups) { // a loop for each, so that all steps of it are unrolled
    case 8:
        LANES(group_within)(boxes, negated, open, notes, 8); // fall through
    case 7:
        LANES(group_within)(boxes, negated, open, notes, 7);
        if (notes->count > QD__NOTES_ENOUGH) {
            return 6;
        } // fall through
    case 6:
        LANES(group_within)(boxes, negated, open, notes, 6); // fall through
    case 5:
        LANES(group_within)(boxes, negated, open, notes, 5);
        if (notes->count > QD__NOTES_ENOUGH) {
            return 4;
        } // fall through
    case 4:
        LANES(group_within)(boxes, negated, open, notes, 4); // fall through
    case 3:
        LANES(group_within)(boxes, negated, open, notes, 3); // fall through
    case 2:
        LANES(group_within)(boxes, negated, open, notes, 2); // fall through
    case 1:
        LANES(group_within)(boxes, negated, open, notes, 1); // fall through
    default:
        return 0;
    }
#else
    uint32_t left = groups;
    while (left > 0 && notes->count <= QD__NOTES_ENOUGH) {
        LANES(group_within)(boxes, negated, open, notes, left--);
    }
    return left;
#endif
}

LANES_TARGET static unsigned LANES(overlap_within)(qd__boxes boxes, uint32_t *row, bool open, qd__code *codes)
{
    struct notes notes;
    notes.count = 0;
    const uint32_t all = (boxes.count + LANES_WIDTH - 1) / LANES_WIDTH, groups = all - *row / LANES_WIDTH;
    struct LANES(negated) negated;
    for (uint32_t i = *row; i < boxes.count; i += LANES_WIDTH) {
        for (unsigned side = 0; side < 4; side++) {
            const LANES(wide) sides = LANES(load)(boxes.sides + (size_t)side * boxes.stride + i);
            LANES(store)(&negated.sides[side][i], LANES(negate)(sides));
        }
    }
    const uint32_t left = open ? LANES(groups_within)(boxes, &negated, groups, true, &notes)
                               : LANES(groups_within)(boxes, &negated, groups, false, &notes);
    *row = (all - left) * LANES_WIDTH;
    return LANES(list_all)(&notes, codes);
}

/// The boxes that are set in `live`, while there is room for the notes of a box. Returns those that are left.
LANES_TARGET static QD__ALWAYS_INLINE uint64_t LANES(cross)(qd__boxes boxes, uint64_t live, const struct packed *packed,
                                                            uint32_t groups, bool open, struct notes *notes)
{
    const bool fits = groups * QD__BOXES_MOST <= QD__NOTES_MOST || groups * LANES_COUNT(live) <= QD__NOTES_MOST;
    for (; live && (fits || notes->count <= QD__NOTES_ENOUGH); live &= live - 1) {
        const uint32_t i = qd__lowest_bit_long(live);
        const LANES(sides) one = LANES(splat_crossed)(boxes.sides + i, boxes.stride);
        for (uint32_t at = 0; at < groups * LANES_WIDTH; at += LANES_WIDTH) {
            const LANES(sides) many = LANES(load_group)(&packed->sides[0][at], PACKED_STRIDE);
            LANES(take_note)(notes, LANES(compare_above)(many, one, open), i << 24 | at << 16);
        }
    }
    return live;
}

LANES_TARGET static QD__ALWAYS_INLINE uint64_t LANES(cross_all)(qd__boxes boxes, uint64_t live,
                                                                const struct packed *packed, uint32_t count, bool open,
                                                                struct notes *notes)
{
    if (count <= LANES_WIDTH) {
        return LANES(cross)(boxes, live, packed, 1, open, notes);
    }
#if LANES_WIDTH == 8
    if (count <= 2 * LANES_WIDTH) {
        return LANES(cross)(boxes, live, packed, 2, open, notes);
    }
#endif
    return LANES(cross)(boxes, live, packed, (count + LANES_WIDTH - 1) / LANES_WIDTH, open, notes);
}

#if LANES_WIDTH == 8 // twice as much code for a call less
#define LANES_EACH QD__ALWAYS_INLINE
#else
#define LANES_EACH QD__NEVER_INLINE
#endif

#ifndef LANES_LIST_PACKED
/// Turns notes of boxes and groups of packed boxes into codes of the boxes themselves.
LANES_TARGET static unsigned LANES(list_packed)(const struct notes *notes, const struct packed *packed, qd__code *codes)
{
    const unsigned count = LANES(list_all)(notes, codes);
    for (unsigned i = 0; i < count; i++) {
        codes[i] = (qd__code)((codes[i] & 0xff00) | packed->number[codes[i] & 0xff]);
    }
    return count;
}
#define LANES_LIST_PACKED LANES(list_packed)
#endif

#if defined(LANES_GATHER)
/// The same as `each` for others that fill one group at most: the group stays in registers. A processor would wait to
/// read a group that it has just put together in memory.
LANES_TARGET static QD__ALWAYS_INLINE unsigned LANES(each_of_few)(qd__boxes boxes, uint64_t *live, qd__boxes others,
                                                                  uint64_t some, bool open, qd__code *codes)
{
    struct notes notes;
    notes.count = 0;
    LANES(sides) few;
    const uint64_t numbers = LANES_GATHER(others, some, few.v);
    for (; *live; *live &= *live - 1) {
        const uint32_t i = qd__lowest_bit_long(*live);
        const LANES(sides) one = LANES(splat_crossed)(boxes.sides + i, boxes.stride);
        const uint32_t mask = open ? LANES(compare_above)(few, one, true) : LANES(compare_above)(few, one, false);
        LANES(take_note)(&notes, mask, i << 24);
    }
    return LANES_LIST_FEW(&notes, numbers, codes);
}
#endif

LANES_TARGET static LANES_EACH unsigned LANES(each)(qd__boxes boxes, uint64_t *live, qd__boxes others, uint64_t some,
                                                    bool open, qd__code *codes)
{
    if (!*live || !some) {
        *live = 0;
        return 0;
    }
#if defined(LANES_GATHER)
    if (LANES_COUNT(some) <= LANES_WIDTH) {
        return LANES(each_of_few)(boxes, live, others, some, open, codes);
    }
#endif
    struct packed packed;
    struct notes notes;
    notes.count = 0;
    const uint32_t packed_count = LANES(pack)(others, some, &packed);
    *live = open ? LANES(cross_all)(boxes, *live, &packed, packed_count, true, &notes)
                 : LANES(cross_all)(boxes, *live, &packed, packed_count, false, &notes);
    return LANES_LIST_PACKED(&notes, &packed, codes);
}

LANES_TARGET static unsigned LANES(overlap_each)(qd__boxes boxes, uint64_t *live, qd__boxes others, uint64_t some,
                                                 bool open, qd__code *codes)
{
    return LANES(each)(boxes, live, others, some, open, codes);
}

LANES_TARGET static unsigned LANES(overlap_lots)(const qd__lot *lot, uint64_t *live, const qd__lot *other,
                                                 uint64_t *some, bool open, qd__code *codes, uint64_t *tests)
{
    const qd__aabb common = qd__common(lot->bounds, other->bounds);
    if (!qd__aabb_is_box(common)) {
        *live = *some = 0;
        return 0;
    }
    const LANES(sides) sides = LANES(splat_aabb)(qd__probe(common));
    *live &= LANES(row)(lot->boxes, sides, false);
    *tests += lot->boxes.count + other->boxes.count;
    if (!*live) {
        *some = 0;
        return 0;
    }
    *some = LANES(row)(other->boxes, sides, false);
    *tests += (uint64_t)LANES_COUNT(*live) * LANES_COUNT(*some);
    return LANES(each)(lot->boxes, live, other->boxes, *some, open, codes);
}

LANES_TARGET static qd__aabb LANES(unite)(qd__boxes boxes)
{
    LANES(sides) all = LANES(splat_aabb)(qd__aabb_empty());
    for (uint32_t i = 0; i < boxes.count; i += LANES_WIDTH) {
        const LANES(sides) group = LANES(load_group)(boxes.sides + i, boxes.stride);
        for (unsigned side = 0; side < 4; side++) {
            all.v[side] = LANES(least)(group.v[side], all.v[side]); // NaN leaves no trace
        }
    }
    return LANES(fold)(all.v);
}

#include "simd_ranked.h"

static const qd__simd LANES(simd) = {
    LANES_TEXT,          LANES(overlap),      LANES(pick),     LANES(reach),   LANES(overlap_within),
    LANES(overlap_each), LANES(overlap_lots), LANES_ALL_SOUND, LANES_ALL_LIVE, LANES_SPOTS,
    LANES_LEAVERS,       LANES_TAKE_IN,       LANES_LAY,       LANES_CODES,    LANES_KEYS,
    LANES(unite),        LANES_NEAR,          LANES(nearest),  LANES(enter),
};

#undef LANES
#undef LANES_TARGET
#undef LANES_WIDTH
#undef LANES_TEXT
#undef LANES_COUNT
#undef LANES_UNROLL
#undef LANES_ABOVE
#undef LANES_LIST_PACKED
#undef LANES_EACH
#undef LANES_GATHER
#undef LANES_LIST_FEW
#undef LANES_ALL_SOUND
#undef LANES_ALL_LIVE
#undef LANES_SPOTS
#undef LANES_LEAVERS
#undef LANES_TAKE_IN
#undef LANES_LAY
#undef LANES_CODES
#undef LANES_KEYS
#undef LANES_RANKED
#undef LANES_NEAR
