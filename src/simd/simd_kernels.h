// The kernels of one set of vectors, written once over its operations (simd_ops.h). simd.c includes this once for each
// set; so it has no include guard. Two more headers are part of it: simd_place.h and simd_ranked.h. Given are
//
//   LANES_SET      the name of the set, which begins the names of its operations and of these kernels: LANES(x)
//   LANES_WIDTH    how many boxes a group is, 4 or 8
//   LANES_TARGET   the attribute that lets the compiler use its instructions
//   LANES_PLAIN    defined where the set is plain C: it has few operations, and kernels of its own in simd_plain.h
//
// Pairs are found in two steps. Each box is compared with a group of others at a time; where the mask is not 0, it is
// noted along with the numbers of the box and of the group. This takes no branch: a note is always written, and counted
// when it is to stay. Then the notes are turned into codes by a table, again without a branch. A branch on a mask would
// be mispredicted nearly as often as there are pairs.

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
/// The same as a row of all lanes of a bucket, which are a multiple of 16: two groups at a time.
LANES_TARGET static QD__ALWAYS_INLINE uint64_t LANES(row_of_bucket)(qd__boxes boxes, LANES(sides) sides, bool open)
{
    uint64_t mask = 0;
    const float *group = boxes.sides + boxes.count;
    do {
        group -= 16;
        const uint64_t high = LANES(compare)(LANES(load_group)(group + 8, boxes.stride), sides, open);
        const uint64_t low = LANES(compare)(LANES(load_group)(group, boxes.stride), sides, open);
        mask = mask << 16 | high << 8 | low;
    } while (group > boxes.sides);
    return mask;
}
#define LANES_PICKED(boxes, probe, open) LANES(row_of_bucket)(boxes, LANES(splat_aabb)(probe), open)
#else // calls save code
#define LANES_PICKED(boxes, probe, open) LANES(overlap)(boxes, probe, open)
#endif
LANES_TARGET static QD__ALWAYS_INLINE void LANES(pick_boxes)(qd__picked *lots, unsigned count, bool open)
{
    for (unsigned k = 0; k < count; k++)
        if (lots[k].boxes.count > 0)
            lots[k].hits &= LANES_PICKED(lots[k].boxes, lots[k].window->probe, open);
}

/// Sets which hits are in doubt.
LANES_TARGET static inline void LANES(doubt)(qd__picked *lots, unsigned count)
{
    for (unsigned k = 0; k < count; k++) {
        const bool sure = lots[k].boxes.count == 0 || lots[k].hits == 0;
        lots[k].doubtful =
            sure ? 0 : lots[k].hits & ~LANES_PICKED(lots[k].boxes, qd__probe(lots[k].window->certain), true);
    }
}
#undef LANES_PICKED

/// Copies the items of hits, some at a time: where there are fewer, the last one again. So the usual few take no branch
/// that depends on their number.
LANES_TARGET static QD__ALWAYS_INLINE qd_entry *LANES(pick_items)(const qd__picked *lot, qd_entry *to)
{
    const qd_entry *items = lot->items;
    uint64_t hits = lot->hits;
    const uint32_t count = lot->found;
    if (lot->boxes.count == 0 && !(hits & (hits + 1))) {
        const uint32_t some = QD__PICKED_AT_ONCE > 1 ? QD__PICKED_AT_ONCE : count; // a length that compilers know
        for (uint32_t i = 0; i < count; i += some)
            memcpy(to + i, items + i, some * sizeof *to);
        return to + count;
    }
    const uint64_t last = QD__PICKED_AT_ONCE > 1 ? UINT64_C(1) << qd__highest_bit_long(hits) : 0;
    qd_entry *at = to;
    do {
        for (unsigned i = 0; i < QD__PICKED_AT_ONCE; i++, hits &= hits - 1)
            *at++ = items[qd__lowest_bit_long(hits | last)];
    } while (hits);
    return to + count;
}

LANES_TARGET static qd_entry *LANES(pick)(qd__picked *lots, unsigned count, bool open, bool doubts, qd_entry *to)
{
#if LANES_WIDTH == 8
    if (open)
        LANES(pick_boxes)(lots, count, true);
    else
        LANES(pick_boxes)(lots, count, false);
#else // the function above is called: that saves code
    LANES(pick_boxes)(lots, count, open);
#endif
#if defined(QD__CAN_BOUNDS) && !QD__CAN_BOUNDS // of a build without doubts (abilities.h)
    doubts = false;
#endif
    if (doubts)
        LANES(doubt)(lots, count);
    for (unsigned k = 0; k < count; k++) {
        lots[k].found = (uint32_t)LANES(count_bits)(lots[k].hits);
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
    return boxes.count + others.count + (uint64_t)LANES(count_bits)(*live) * LANES(count_bits)(*some);
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

#if LANES_WIDTH == 4
/// Writes the codes of a note; may write up to a whole group. Returns how many.
static inline unsigned LANES(list)(qd__code *codes, uint32_t note)
{
    static const uint16_t set[16][4] = { { 0 },    { 0 },       { 1 },       { 0, 1 },      { 2 },    { 0, 2 },
                                         { 1, 2 }, { 0, 1, 2 }, { 3 },       { 0, 3 },      { 1, 3 }, { 0, 1, 3 },
                                         { 2, 3 }, { 0, 2, 3 }, { 1, 2, 3 }, { 0, 1, 2, 3 } };
    static const uint8_t count[16] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };
    // Four codes in one number: no sum of two carries into the next.
    uint64_t four;
    memcpy(&four, set[note & 0xf], sizeof four);
    four += (note >> 16) * UINT64_C(0x0001000100010001);
    memcpy(codes, &four, sizeof four);
    return count[note & 0xf];
}
#endif

LANES_TARGET static unsigned LANES(list_all)(const struct notes *notes, qd__code *codes)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < notes->count; i++)
        count += LANES(list)(codes + count, notes->note[i]);
    return count;
}

/// In which lanes is `a` above `b` on all four sides?
LANES_TARGET static QD__ALWAYS_INLINE uint32_t LANES(compare_above)(LANES(sides) a, LANES(sides) b, bool open)
{
    const LANES(truth) x = LANES(both)(LANES(above)(a.v[0], b.v[0], open), LANES(above)(a.v[2], b.v[2], open));
    const LANES(truth) y = LANES(both)(LANES(above)(a.v[1], b.v[1], open), LANES(above)(a.v[3], b.v[3], open));
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
#if LANES_WIDTH == 8 && defined(__clang__)
#pragma unroll
#elif LANES_WIDTH == 8
#pragma GCC unroll 8
#endif
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
    while (left > 0 && notes->count <= QD__NOTES_ENOUGH)
        LANES(group_within)(boxes, negated, open, notes, left--);
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
    const bool fits = groups * QD__BOXES_MOST <= QD__NOTES_MOST || groups * LANES(count_bits)(live) <= QD__NOTES_MOST;
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
    if (count <= LANES_WIDTH)
        return LANES(cross)(boxes, live, packed, 1, open, notes);
#if LANES_WIDTH == 8
    if (count <= 2 * LANES_WIDTH)
        return LANES(cross)(boxes, live, packed, 2, open, notes);
#endif
    return LANES(cross)(boxes, live, packed, (count + LANES_WIDTH - 1) / LANES_WIDTH, open, notes);
}

#if LANES_WIDTH == 4
/// The selected boxes side by side, negated. Returns how many. One by one, since four lanes cannot be moved by a table
/// on every processor.
static inline uint32_t LANES(pack)(qd__boxes boxes, uint64_t some, struct packed *packed)
{
    uint32_t count = 0;
    for (; some; some &= some - 1, count++) {
        const uint32_t i = qd__lowest_bit_long(some);
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        const qd__aabb negated = { { -aabb.v[0], -aabb.v[1], -aabb.v[2], -aabb.v[3] } };
        qd__boxes_set(packed->sides[0], PACKED_STRIDE, count, negated);
        packed->number[count] = (uint8_t)i;
    }
    for (uint32_t i = count; i < count + 3; i++)
        qd__boxes_set(packed->sides[0], PACKED_STRIDE, i, qd__aabb_unused());
    return count;
}

/// Turns notes of boxes and groups of packed boxes into codes of the boxes themselves.
LANES_TARGET static unsigned LANES(list_packed)(const struct notes *notes, const struct packed *packed, qd__code *codes)
{
    const unsigned count = LANES(list_all)(notes, codes);
    for (unsigned i = 0; i < count; i++)
        codes[i] = (qd__code)((codes[i] & 0xff00) | packed->number[codes[i] & 0xff]);
    return count;
}
#else
/// The same as `each` for others that fill one group at most: the group stays in registers. A processor would wait to
/// read a group that it has just put together in memory.
LANES_TARGET static QD__ALWAYS_INLINE unsigned LANES(each_of_few)(qd__boxes boxes, uint64_t *live, qd__boxes others,
                                                                  uint64_t some, bool open, qd__code *codes)
{
    struct notes notes;
    notes.count = 0;
    LANES(sides) few;
    const uint64_t numbers = LANES(gather)(others, some, few.v);
    for (; *live; *live &= *live - 1) {
        const uint32_t i = qd__lowest_bit_long(*live);
        const LANES(sides) one = LANES(splat_crossed)(boxes.sides + i, boxes.stride);
        const uint32_t mask = open ? LANES(compare_above)(few, one, true) : LANES(compare_above)(few, one, false);
        LANES(take_note)(&notes, mask, i << 24);
    }
    return LANES(list_few)(&notes, numbers, codes);
}
#endif

#if LANES_WIDTH == 8 // in overlap_lots too: twice as much code for a call less
#define LANES_EACH QD__ALWAYS_INLINE
#else
#define LANES_EACH QD__NEVER_INLINE
#endif

LANES_TARGET static LANES_EACH unsigned LANES(overlap_each)(qd__boxes boxes, uint64_t *live, qd__boxes others,
                                                            uint64_t some, bool open, qd__code *codes)
{
    if (!*live || !some) {
        *live = 0;
        return 0;
    }
#if LANES_WIDTH == 8
    if (LANES(count_bits)(some) <= LANES_WIDTH)
        return LANES(each_of_few)(boxes, live, others, some, open, codes);
#endif
    struct packed packed;
    struct notes notes;
    notes.count = 0;
    const uint32_t packed_count = LANES(pack)(others, some, &packed);
    *live = open ? LANES(cross_all)(boxes, *live, &packed, packed_count, true, &notes)
                 : LANES(cross_all)(boxes, *live, &packed, packed_count, false, &notes);
    return LANES(list_packed)(&notes, &packed, codes);
}

#undef LANES_EACH

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
    *tests += (uint64_t)LANES(count_bits)(*live) * LANES(count_bits)(*some);
    return LANES(overlap_each)(lot->boxes, live, other->boxes, *some, open, codes);
}

#if defined(LANES_PLAIN)
static inline qd__aabb plain_fold(LANES(sides) sides)
{
    qd__aabb all = qd__aabb_empty();
    for (unsigned side = 0; side < 4; side++) {
        for (unsigned i = 0; i < 4; i++) {
            const float value = sides.v[side].v[i];
            all.v[side] = value < all.v[side] ? value : all.v[side];
        }
    }
    return all;
}
#else
/// The minimum of the lanes of each side.
LANES_TARGET static inline qd__aabb LANES(fold)(LANES(sides) sides)
{
    const LANES(wide) a = LANES(least)(LANES(low)(sides.v[0], sides.v[1]), LANES(high)(sides.v[0], sides.v[1]));
    const LANES(wide) b = LANES(least)(LANES(low)(sides.v[2], sides.v[3]), LANES(high)(sides.v[2], sides.v[3]));
    qd__aabb aabb;
    LANES(store_four)(aabb.v, LANES(least)(LANES(low_pairs)(a, b), LANES(high_pairs)(a, b)));
    return aabb;
}
#endif

/// Unites a group with others.
LANES_TARGET static QD__ALWAYS_INLINE void LANES(widen)(LANES(sides) * all, LANES(sides) group)
{
    for (unsigned side = 0; side < 4; side++)
        all->v[side] = LANES(least)(group.v[side], all->v[side]); // NaN leaves no trace
}

LANES_TARGET static qd__aabb LANES(unite)(qd__boxes boxes)
{
    LANES(sides) all = LANES(splat_aabb)(qd__aabb_empty());
    for (uint32_t i = 0; i < boxes.count; i += LANES_WIDTH)
        LANES(widen)(&all, LANES(load_group)(boxes.sides + i, boxes.stride));
    return LANES(fold)(all);
}

// A page waits for code. So in WebAssembly the kernels in LANES_LONG, 1 KB by gzip, are those of plain C, and a
// function that two others use is called.
#if defined(__wasm__)
#define LANES_SHORT
#define LANES_LONG(x) plain_##x
#define LANES_TWICE QD__NEVER_INLINE
#else
#define LANES_LONG(x) LANES(x)
#define LANES_TWICE QD__ALWAYS_INLINE
#endif
#if !defined(LANES_PLAIN)
#include "simd_place.h"
#endif
#include "simd_ranked.h"

static const qd__simd LANES(simd) = {
    QD__TEXT(LANES_SET),    LANES(overlap),      LANES(pick),      LANES(reach),       LANES(overlap_within),
    LANES(overlap_each),    LANES(overlap_lots), LANES(all_sound), LANES_LONG(narrow), LANES_LONG(all_live),
    LANES_LONG(list_spots), LANES(leavers),      LANES(take_in),   LANES(lay),         LANES_LONG(keys),
    LANES(unite),           LANES_LONG(near),    LANES(nearest),   LANES(enter),       LANES_LONG(order),
};

#undef LANES_SHORT
#undef LANES_LONG
#undef LANES_TWICE
