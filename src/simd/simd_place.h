// The kernels about where boxes lie and whether they are valid, of one set of vectors: the steps of lattice.h, group by
// group. Part of simd_kernels.h; those of plain C are in simd_plain.h, which also does what is seldom, and what is left
// of a group where arrays end.

/// Is it true in all lanes?
LANES_TARGET static QD__ALWAYS_INLINE bool LANES(all_true)(LANES(truth) a)
{
    return LANES(mask)(a) == (1 << LANES_WIDTH) - 1;
}

#if LANES_WIDTH == 4
/// The numbers of the last boxes, and for those beyond the last that of one of them again. Returns which these are, all
/// ones.
static QD__ALWAYS_INLINE LANES(wide) LANES(last_from)(const uint32_t *given, uint32_t count, uint32_t from[4])
{
    static const float beyond[8] = { 0, 0, 0, 0, NAN, NAN, NAN, NAN };
    for (uint32_t k = 0; k < 4; k++)
        from[k] = given[k < count ? k : 0];
    return LANES(load)(beyond + 4 - count);
}
#endif

/// A group of boxes out of many, those of these numbers, by side. No negative zero stays, as in qd__aabb_of.
LANES_TARGET static QD__ALWAYS_INLINE LANES(sides) LANES(fetch)(const qd__fbox *boxes, const uint32_t *from)
{
    LANES(wide) box[4];
    for (unsigned k = 0; k < 4; k++)
        box[k] = LANES(two)(boxes + from[k], boxes + from[k + LANES_WIDTH - 4]);
    const LANES(wide) ab_low = LANES(low)(box[0], box[1]), ab_high = LANES(high)(box[0], box[1]);
    const LANES(wide) cd_low = LANES(low)(box[2], box[3]), cd_high = LANES(high)(box[2], box[3]);
    const LANES(wide) zero = LANES(splat)(0);
    const LANES(sides) sides = { { LANES(plus)(LANES(low_pairs)(ab_low, cd_low), zero),
                                   LANES(plus)(LANES(high_pairs)(ab_low, cd_low), zero),
                                   LANES(minus)(zero, LANES(low_pairs)(ab_high, cd_high)),
                                   LANES(minus)(zero, LANES(high_pairs)(ab_high, cd_high)) } };
    return sides;
}

/// The number of each lane: boxes in a row.
static const uint32_t LANES(in_a_row)[LANES_WIDTH] = {
    0, 1, 2, 3,
#if LANES_WIDTH == 8
    4, 5, 6, 7,
#endif
};

/// Writes a group, NaN where `beyond` is set.
LANES_TARGET static QD__ALWAYS_INLINE void LANES(put)(float *sides, uint32_t stride, LANES(sides) group,
                                                      LANES(wide) beyond)
{
    for (size_t side = 0; side < 4; side++)
        LANES(store)(sides + side * stride, LANES(either)(group.v[side], beyond));
}

/// qd__lattice_steps of one side.
LANES_TARGET static QD__ALWAYS_INLINE LANES(wide) LANES(steps)(LANES(wide) side, float center, float scale)
{
    const LANES(wide) one = LANES(splat)(1), reach = LANES(plus_int)(one, LANES(splat_int)(QD__LATTICE_REACH));
    const LANES(wide) u = LANES(times)(LANES(minus)(side, LANES(splat)(center)), LANES(splat)(scale));
    const LANES(wide) v = LANES(plus)(one, LANES(without)(u, LANES(splat)(-0.0f)));
    return LANES(signed_like)(LANES(minus_int)(LANES(least)(v, reach), one), u);
}

/// The centres of boxes in steps, and their longer sides, negated.
typedef struct LANES(spots) {
    LANES(wide) x, y, size;
} LANES(spots);

LANES_TARGET static QD__ALWAYS_INLINE LANES(spots) LANES(spots_of)(LANES(sides) boxes, const qd__lattice *lattice)
{
    LANES(wide) steps[4];
    for (unsigned side = 0; side < 4; side++)
        steps[side] = LANES(steps)(boxes.v[side], lattice->center[side], lattice->scale);
    // Upper corners are negated in an AABB, and so are their steps.
    const LANES(wide) twice = LANES(splat_int)((int32_t)(2 * QD__LATTICE_ORIGIN));
    const LANES(spots) spots = {
        LANES(right)(LANES(plus_int)(LANES(minus_int)(steps[0], steps[2]), twice), 1),
        LANES(right)(LANES(plus_int)(LANES(minus_int)(steps[1], steps[3]), twice), 1),
        LANES(least_int)(LANES(plus_int)(steps[0], steps[2]), LANES(plus_int)(steps[1], steps[3])),
    };
    return spots;
}

/// qd__home_keeps of a node in the world: all ones, or none.
LANES_TARGET static LANES_TWICE LANES(wide)
    LANES(kept)(LANES(sides) boxes, const qd__lattice *lattice, const qd__home *home)
{
    const qd__square square = home->square;
    const int32_t largest = 1 << square.shift; // a node of the world: 2^24 at most
    const int32_t smallest = home->leaf || largest == 1 ? -1 : largest / 2;
    const LANES(spots) spots = LANES(spots_of)(boxes, lattice);
    const LANES(wide) off_x = LANES(differ)(spots.x, LANES(splat_int)((int32_t)square.x));
    const LANES(wide) off_y = LANES(differ)(spots.y, LANES(splat_int)((int32_t)square.y));
    const LANES(wide) off = LANES(right)(LANES(either)(LANES(right)(off_x, square.wide), off_y), square.shift);
    const LANES(wide) fits = LANES(both)(LANES(greater_int)(spots.size, LANES(splat_int)(-largest - 1)),
                                         LANES(greater_int)(LANES(splat_int)(-smallest), spots.size));
    return LANES(both)(LANES(equal_int)(off, LANES(splat_int)(0)), fits);
}

LANES_TARGET static uint64_t LANES(leavers)(qd__boxes boxes, const qd__lattice *lattice, const qd__home *home)
{
    if (!home->square.in_world)
        return plain_leavers(boxes, lattice, home); // few, and a rule more
    uint64_t kept = 0;
    for (uint32_t i = 0; i < boxes.count; i += LANES_WIDTH) {
        const LANES(sides) group = LANES(load_group)(boxes.sides + i, boxes.stride);
        kept |= (uint64_t)LANES(mask)(LANES(kept)(group, lattice, home)) << i;
    }
    return ~kept & qd__low_bits_long(boxes.count);
}

/// Where a box lies if it stays in its leaf beyond doubt: twice its centre, from the lattice's, between `low` and
/// `high`, and no side above `side`. Doubt is a few steps at the leaf's edges, and a quarter of it at the world's,
/// beyond which steps are not even.
typedef struct LANES(inside) {
    LANES(wide) low[2], high[2], side;
} LANES(inside);

LANES_TARGET static inline LANES(inside) LANES(inside_of)(const qd__home *home, const qd__lattice *lattice)
{
    const qd__square square = home->square;
    const int32_t height = (int32_t)1 << square.shift, half = 1 << (QD__WORLD_SHIFT - 1);
    const int32_t from[2] = { (int32_t)(square.x - QD__LATTICE_ORIGIN), (int32_t)(square.y - QD__LATTICE_ORIGIN) };
    const int32_t size[2] = { height << square.wide, height };
    const bool at_edge = from[0] == -half || from[1] == -half || from[0] + size[0] == half || from[1] + size[1] == half;
    const int32_t side = at_edge ? height / 4 : height - 16, doubt = 16, edge = 2 * half - doubt - side;
    const float step = 1.0f / (lattice->scale * (float)half);
    LANES(inside) inside;
    for (unsigned axis = 0; axis < 2; axis++) {
        const int32_t least = 2 * from[axis] + doubt, greatest = 2 * (from[axis] + size[axis]) - doubt;
        inside.low[axis] = LANES(splat)((float)(least > -edge ? least : -edge) * step);
        inside.high[axis] = LANES(splat)((float)(greatest < edge ? greatest : edge) * step);
    }
    const bool known = home->leaf && qd__lattice_is_laid(lattice);
    inside.side = LANES(splat)(known ? (float)side * step : NAN); // which no side is below
    return inside;
}

/// Which boxes have their corners in order.
LANES_TARGET static QD__ALWAYS_INLINE LANES(wide) LANES(ordered)(LANES(sides) boxes)
{
    return LANES(both)(LANES(below)(boxes.v[0], LANES(negate)(boxes.v[2]), false),
                       LANES(below)(boxes.v[1], LANES(negate)(boxes.v[3]), false));
}

/// Are all boxes valid, and does each stay beyond doubt? What is not finite lies outside.
LANES_TARGET static QD__ALWAYS_INLINE bool LANES(all_inside)(LANES(sides) boxes, const qd__lattice *lattice,
                                                             const LANES(inside) * inside)
{
    LANES(wide) off[4], in[2], size[2];
    for (unsigned side = 0; side < 4; side++)
        off[side] = LANES(minus)(boxes.v[side], LANES(splat)(lattice->center[side]));
    for (unsigned axis = 0; axis < 2; axis++) { // upper corners are negated in an AABB
        const LANES(wide) twice = LANES(minus)(off[axis], off[axis + 2]);
        in[axis] =
            LANES(both)(LANES(below)(inside->low[axis], twice, true), LANES(above)(inside->high[axis], twice, true));
        size[axis] = LANES(plus)(off[axis], off[axis + 2]);
    }
    const LANES(wide) fits = LANES(above)(inside->side, LANES(negate)(LANES(least)(size[0], size[1])), false);
    const LANES(wide) good = LANES(both)(LANES(both)(LANES(both)(in[0], in[1]), fits), LANES(ordered)(boxes));
    return LANES(all_true)(good);
}

/// Are all boxes valid? Those that are in order are finite if no side is below all floats.
LANES_TARGET static QD__ALWAYS_INLINE bool LANES(sound)(LANES(sides) boxes)
{
    const LANES(wide) least = LANES(least)(LANES(least)(boxes.v[0], boxes.v[2]), LANES(least)(boxes.v[1], boxes.v[3]));
    const LANES(wide) finite = LANES(below)(LANES(splat)(-FLT_MAX), least, false);
    return LANES(all_true)(LANES(both)(LANES(ordered)(boxes), finite));
}

LANES_TARGET static uint64_t LANES(take_in)(float *sides, uint32_t stride, uint32_t count, qd__fresh fresh,
                                            const qd__lattice *lattice, const qd__home *home, qd__aabb *bounds)
{
    if (!home->square.in_world)
        return plain_take_in(sides, stride, count, fresh, lattice, home, bounds);
    const qd__fbox *origin = (const qd__fbox *)((uintptr_t)fresh.boxes - fresh.first * sizeof *fresh.boxes); // number 0
    const LANES(inside) inside = LANES(inside_of)(home, lattice);
    const qd__lattice by = *lattice; // nothing changes it meanwhile

    LANES(sides) all = LANES(splat_aabb)(qd__aabb_empty());
    uint64_t left = 0;
    for (uint32_t i = 0; i < count; i += LANES_WIDTH) {
        uint32_t last[LANES_WIDTH];
        const bool whole = i + LANES_WIDTH <= count;
        const LANES(wide) beyond = whole ? LANES(splat)(0) : LANES(last_from)(fresh.from + i, count - i, last);
        const LANES(sides) boxes = LANES(fetch)(origin, whole ? fresh.from + i : last);
        LANES(sides) stayers = boxes;
        if (!LANES(all_inside)(boxes, &by, &inside)) {
            if (!LANES(sound)(boxes))
                return plain_take_in(sides, stride, count, fresh, lattice, home, bounds);
            const LANES(wide) stay = LANES(kept)(boxes, &by, home);
            for (unsigned side = 0; side < 4; side++)
                stayers.v[side] = LANES(choose)(stay, boxes.v[side], LANES(splat)(INFINITY));
            left |= (uint64_t)(~LANES(mask)(stay) & ((1 << LANES_WIDTH) - 1)) << i;
        }
        LANES(widen)(&all, stayers);
        LANES(put)(sides + i, stride, boxes, beyond);
    }
    *bounds = LANES(fold)(all);
    return left & qd__low_bits_long(count);
}

LANES_TARGET static qd__aabb LANES(lay)(float *sides, uint32_t stride, uint32_t count, qd__laid laid)
{
    LANES(sides) all = LANES(splat_aabb)(qd__aabb_empty());
    uint32_t i = 0;
    for (; i < count; i += LANES_WIDTH) {
        uint32_t last[LANES_WIDTH];
        const bool whole = i + LANES_WIDTH <= count;
        const LANES(wide) beyond = whole ? LANES(splat)(0) : LANES(last_from)(laid.from + i, count - i, last);
        const LANES(sides) boxes = LANES(fetch)(laid.boxes, whole ? laid.from + i : last);
        LANES(widen)(&all, boxes);
        LANES(put)(sides + i, stride, boxes, beyond);
    }
    if (i % QD__GROUP != 0)
        LANES(put)(sides + i, stride, LANES(splat_aabb)(qd__aabb_unused()), LANES(splat)(0));
    return LANES(fold)(all);
}

/// Boxes as they come, one or two in a vector.
LANES_TARGET static bool LANES(all_sound)(const void *boxes, size_t bytes, size_t count)
{
    const LANES(wide) absolute = LANES(splat_int)(INT32_MAX), most = LANES(splat)(FLT_MAX);
    const size_t each = LANES_WIDTH / 4, whole = count & ~(each - 1);
    const char *at = (const char *)boxes;
    LANES(wide) good = LANES(splat_int)(-1);
    for (size_t i = 0; i < whole; i += each, at += each * bytes) {
        const LANES(wide) some = LANES(two)(at, at + bytes);
        const LANES(wide) ordered = LANES(below)(some, LANES(high_pairs)(some, some), false); // false of NaN
        const LANES(wide) finite = LANES(below)(LANES(both)(some, absolute), most, false);
        good = LANES(both)(LANES(both)(ordered, finite), good);
    }
    return LANES(all_true)(good) && (whole == count || plain_all_sound(at, bytes, count - whole));
}

#if !defined(LANES_SHORT)
/// The sides of one or two boxes less the origin, all of which round downward: the lanes of qd__round_down. A float
/// that was rounded up steps back: its bits count down where it is positive, up where it has a sign.
LANES_TARGET static QD__ALWAYS_INLINE LANES(wide) LANES(round_down)(LANES(doubles) a, LANES(doubles) b)
{
    const LANES(doubles) most = LANES(double_splat)(FLT_MAX), least = LANES(double_splat)(-FLT_MAX);
    const LANES(doubles) low = LANES(double_most)(LANES(double_least)(a, most), least);
    const LANES(doubles) high = LANES(double_most)(LANES(double_least)(b, most), least);
    const LANES(wide) bits = LANES(rounded)(low, high);
    const LANES(wide) above = LANES(above_doubles)(bits, low, high); // -1 as an integer
    const LANES(wide) sign = LANES(greater_int)(LANES(splat_int)(0), bits);
    return LANES(plus_int)(bits, LANES(minus_int)(LANES(differ)(above, sign), sign));
}

LANES_TARGET static void LANES(narrow)(const void *boxes, ptrdiff_t bytes, size_t count, const qd__origin *origin,
                                       qd__fbox *out)
{
    enum { EACH = LANES_WIDTH / 4, HALF = LANES_WIDTH / 2 };
    static const double upper[8] = { 0.0, 0.0, -0.0, -0.0, 0.0, 0.0, -0.0, -0.0 }; // upper corners go negated
    static const float negated[8] = { 0.0f, 0.0f, -0.0f, -0.0f, 0.0f, 0.0f, -0.0f, -0.0f };
    const qd__fbox invalid = { { NAN, NAN }, { NAN, NAN } };
    const LANES(doubles) sign_a = LANES(double_load)(upper), sign_b = LANES(double_load)(upper + HALF);
    const LANES(doubles) from_a = LANES(double_load)(origin->v);
    const LANES(doubles) from_b = LANES(double_load)(origin->v + (EACH == 1 ? HALF : 0));
    const LANES(wide) back = LANES(load)(negated);
    const LANES(doubles) least = LANES(double_splat)(-DBL_MAX), most = LANES(double_splat)(DBL_MAX);
    const char *at = (const char *)boxes;
    size_t i = 0;
    uint32_t valid = UINT32_MAX;
    for (; i + EACH <= count; i += EACH, at += EACH * bytes) {
        const double *one = (const double *)(const void *)at;
        const double *other = EACH == 1 ? one : (const double *)(const void *)(at + bytes);
        const LANES(doubles) a = LANES(double_load)(one);
        const LANES(doubles) b = LANES(double_load)(EACH == 1 ? one + HALF : other);
        const LANES(wide) down = LANES(round_down)(LANES(double_minus)(LANES(double_differ)(a, sign_a), from_a),
                                                   LANES(double_minus)(LANES(double_differ)(b, sign_b), from_b));
        LANES(store)(&out[i], LANES(differ)(down, back));
        const LANES(doubles) low = LANES(double_two)(one, other), high = LANES(double_two)(one + 2, other + 2);
        valid &= LANES(double_below)(low, high) & LANES(double_below)(least, low) & LANES(double_below)(high, most);
    }
    at = (const char *)boxes;
    for (size_t k = 0; (valid & ((1u << HALF) - 1)) != (1u << HALF) - 1 && k < i; k++, at += bytes)
        if (!qd__box_is_valid((const qd_box *)(const void *)at))
            out[k] = invalid;
    at = (const char *)boxes + (ptrdiff_t)i * bytes;
    plain_narrow(at, bytes, count - i, origin, out + i);
}

LANES_TARGET static void LANES(list_spots)(qd__boxes boxes, const qd__lattice *lattice, qd__spots *spots)
{
    for (uint32_t i = 0; i < boxes.count; i += LANES_WIDTH) {
        const LANES(spots) group = LANES(spots_of)(LANES(load_group)(boxes.sides + i, boxes.stride), lattice);
        LANES(store)(spots->x + i, group.x);
        LANES(store)(spots->y + i, group.y);
        LANES(store)(spots->sides + i, LANES(minus_int)(LANES(splat_int)(0), group.size));
    }
}

/// Ids and slots both are two numbers: that of a slot, which is to be the next, and its generation, the same in both.
LANES_TARGET static bool LANES(all_live)(const qd_id *ids, const uint32_t *slots, uint32_t first, size_t count)
{
    static const int32_t number[8] = { 0, 0, 1, 0, 2, 0, 3, 0 }, odd[8] = { 0, -1, 0, -1, 0, -1, 0, -1 };
    const size_t each = LANES_WIDTH / 2, whole = count & ~(each - 1);
    const LANES(wide) zero = LANES(splat_int)(0), step = LANES(splat_int)((int32_t)each);
    LANES(wide) numbers = LANES(plus_int)(LANES(load)(number), LANES(splat_int)((int32_t)first));
    LANES(wide) differing = zero, common = LANES(load)(odd);
    for (size_t i = 0; i < whole; i += each) {
        const LANES(wide) some = LANES(load)(ids + i);
        const LANES(wide) live = LANES(alternate)(numbers, LANES(load)(slots + 2 * i));
        differing = LANES(either)(LANES(differ)(some, live), differing);
        common = LANES(both)(some, common);
        numbers = LANES(plus_int)(numbers, step);
    }
    const LANES(wide) odds = LANES(equal_int)(LANES(left)(common, 31), LANES(left)(LANES(load)(odd), 31));
    return LANES(all_true)(LANES(both)(LANES(equal_int)(differing, zero), odds)) &&
           (whole == count || plain_all_live(ids + whole, slots + 2 * whole, first + (uint32_t)whole, count - whole));
}

/// The bits that are set, and each of them `by` higher too, where they are kept.
LANES_TARGET static QD__ALWAYS_INLINE LANES(wide) LANES(doubled)(LANES(wide) bits, unsigned by, int32_t kept)
{
    return LANES(both)(LANES(either)(bits, LANES(left)(bits, by)), LANES(splat_int)(kept));
}

/// qd__spread.
LANES_TARGET static QD__ALWAYS_INLINE LANES(wide) LANES(spread)(LANES(wide) bits)
{
    bits = LANES(doubled)(bits, 8, 0x00ff00ff);
    bits = LANES(doubled)(bits, 4, 0x0f0f0f0f);
    bits = LANES(doubled)(bits, 2, 0x33333333);
    return LANES(doubled)(bits, 1, 0x55555555);
}

/// The Morton codes of places, without the `floor` lowest bits of each.
LANES_TARGET static QD__ALWAYS_INLINE LANES(wide) LANES(morton)(LANES(wide) x, LANES(wide) y, unsigned floor)
{
    return LANES(either)(LANES(spread)(LANES(right)(x, floor)), LANES(left)(LANES(spread)(LANES(right)(y, floor)), 1));
}

/// The same steps as plain_keys.
LANES_TARGET static bool LANES(keys)(const qd__fbox *given, uint32_t count, const qd__lattice *lattice, unsigned floor,
                                     unsigned node, uint32_t *keys)
{
    const LANES(wide) corner = LANES(splat_int)((int32_t)QD__WORLD_CORNER), zero = LANES(splat_int)(0);
    const LANES(wide) least = LANES(splat_int)((int32_t)qd__low_bits(floor)), one = LANES(splat_int)(1);
    const LANES(wide) smallest = LANES(splat_int)(-(1 << node)), power = LANES(splat_int)(0x7f800000);
    const LANES(wide) largest_rank = LANES(splat_int)((int32_t)floor + QD__KEY_LEVELS - 1 + 127);
    const uint32_t whole = count & ~(LANES_WIDTH - 1u);
    LANES(wide) any_large = zero;
    for (uint32_t i = 0; i < whole; i += LANES_WIDTH) {
        const LANES(spots) spots = LANES(spots_of)(LANES(fetch)(given + i, LANES(in_a_row)), lattice);
        const LANES(wide) side = LANES(minus_int)(zero, LANES(least_int)(LANES(plus_int)(spots.size, one), zero));
        const LANES(wide) within = LANES(either)(side, least);
        const LANES(wide) x = LANES(differ)(spots.x, corner), y = LANES(differ)(spots.y, corner);
        const LANES(wide) place = LANES(either)(x, y);
        const LANES(wide) outside =
            LANES(greater_int)(LANES(right)(LANES(either)(place, within), QD__WORLD_SHIFT), zero);
        // Half the side of the item's node is a power of two, as its float shows: within the world that is exact.
        const LANES(wide) half = LANES(both)(LANES(to_floats)(within), power), half_side = LANES(to_ints)(half);
        const LANES(wide) kept = LANES(minus_int)(zero, LANES(plus_int)(half_side, half_side));
        const LANES(wide) code = LANES(morton)(LANES(both)(x, kept), LANES(both)(y, kept), floor);
        const LANES(wide) rank = LANES(minus_int)(largest_rank, LANES(right)(half, 23));
        const LANES(wide) key = LANES(either)(LANES(left)(code, QD__KEY_RANK_BITS), rank);
        LANES(store)(keys + i, LANES(either)(key, outside)); // all ones is QD__NO_KEY
        any_large = LANES(either)(any_large, LANES(either)(outside, LANES(greater_int)(smallest, spots.size)));
    }
    // A call of plain code costs more than its few boxes: no call without boxes.
    const bool rest = whole == count || plain_keys(given + whole, count - whole, lattice, floor, node, keys + whole);
    return rest && LANES(all_true)(LANES(equal_int)(any_large, zero));
}
#endif
