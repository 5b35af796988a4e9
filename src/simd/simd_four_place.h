// New boxes for many items, four at a time: the steps of lattice.h in the vectors that gcc and clang have for every
// processor. Part of simd_four.h, which includes it once where the compiler has them.
#define LANES_ALL_SOUND LANES(all_sound)
#define LANES_LEAVERS LANES(leavers)
#define LANES_TAKE_IN LANES(take_in)
#define LANES_LAY LANES(lay)

typedef float four_floats __attribute__((vector_size(16)));
typedef int32_t four_ints __attribute__((vector_size(16)));
typedef uint32_t four_bits __attribute__((vector_size(16)));

/// Four boxes by side.
typedef struct four_sides {
    four_floats v[4];
} four_sides;

static QD__ALWAYS_INLINE four_floats four_splat(float value)
{
    return (four_floats)LANES(splat)(value);
}

static QD__ALWAYS_INLINE four_ints four_splat_int(int32_t value)
{
    const four_ints splat = { value, value, value, value };
    return splat;
}

/// qd__aabb_of.
static QD__ALWAYS_INLINE four_floats four_aabb_of(const qd__fbox *box)
{
    const four_floats signs = { 1, 1, -1, -1 };
    return (four_floats)LANES(load)(&box->min.x) * signs + four_splat(0);
}

/// Four boxes out of many.
static QD__ALWAYS_INLINE four_sides four_of(const qd__fbox *a, const qd__fbox *b, const qd__fbox *c, const qd__fbox *d)
{
    const four_floats box[4] = { four_aabb_of(a), four_aabb_of(b), four_aabb_of(c), four_aabb_of(d) };
    const four_floats ab_low = __builtin_shufflevector(box[0], box[1], 0, 4, 1, 5);
    const four_floats ab_high = __builtin_shufflevector(box[0], box[1], 2, 6, 3, 7);
    const four_floats cd_low = __builtin_shufflevector(box[2], box[3], 0, 4, 1, 5);
    const four_floats cd_high = __builtin_shufflevector(box[2], box[3], 2, 6, 3, 7);
    const four_sides sides = { {
        __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5),
        __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7),
        __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5),
        __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7),
    } };
    return sides;
}

static QD__ALWAYS_INLINE void four_store(float *sides, uint32_t stride, four_sides four)
{
    for (uint32_t side = 0; side < 4; side++) {
        LANES(store)(sides + (size_t)side * stride, (LANES(wide))four.v[side]);
    }
}

/// qd__lattice_steps of one side.
static QD__ALWAYS_INLINE four_ints four_steps(four_floats side, float center, float scale)
{
    const four_ints most = four_splat_int(QD__LATTICE_REACH);
    const four_ints u = (four_ints)((side - four_splat(center)) * four_splat(scale)), sign = u >> 31;
    const four_floats v = four_splat(1) + (four_floats)(u & INT32_MAX);
    const four_ints steps = (four_ints)v - 0x3f800000, near = steps < most;
    return (((steps & near) | (most & ~near)) ^ sign) - sign;
}

/// qd__home_keeps of a node in the world: all ones, or 0.
static QD__ALWAYS_INLINE four_ints four_kept(four_sides boxes, const qd__lattice *lattice, const qd__home *home)
{
    const qd__square square = home->square;
    const int32_t largest = INT32_C(1) << square.shift, smallest = home->leaf || largest == 1 ? -1 : largest / 2;
    four_ints steps[4];
    for (unsigned side = 0; side < 4; side++) {
        steps[side] = four_steps(boxes.v[side], lattice->center[side], lattice->scale);
    }
    // Upper corners are negated in an AABB, and so are their steps.
    const four_bits x = ((four_bits)(steps[0] - steps[2]) + 2 * QD__LATTICE_ORIGIN) >> 1;
    const four_bits y = ((four_bits)(steps[1] - steps[3]) + 2 * QD__LATTICE_ORIGIN) >> 1;
    const four_ints width = -(steps[0] + steps[2]), height = -(steps[1] + steps[3]), wider = width > height;
    const four_ints longer = (width & wider) | (height & ~wider);
    const four_bits off = ((x ^ square.x) >> (unsigned)square.wide | (y ^ square.y)) >> square.shift;
    return ((four_ints)off == 0) & (longer <= largest) & (longer > smallest);
}

/// Widens bounds by the boxes that are set.
static QD__ALWAYS_INLINE void four_widen(LANES(wide) all[4], four_sides boxes, four_ints some)
{
    const four_ints nothing = (four_ints)four_splat(INFINITY) & ~some;
    for (unsigned side = 0; side < 4; side++) {
        const four_ints value = ((four_ints)boxes.v[side] & some) | nothing;
        all[side] = LANES(least)((LANES(wide))value, all[side]);
    }
}

/// Room behind the last box that a whole four has written to.
static QD__ALWAYS_INLINE void four_end(float *sides, uint32_t stride, uint32_t count)
{
    for (uint32_t i = count; i % 4 != 0; i++) {
        qd__boxes_set(sides, stride, i, qd__aabb_unused());
    }
}

/// Are all of them valid boxes?
static QD__ALWAYS_INLINE bool four_sound(four_sides boxes)
{
    four_ints good = (boxes.v[0] <= -boxes.v[2]) & (boxes.v[1] <= -boxes.v[3]);
    for (unsigned side = 0; side < 4; side++) {
        good &= boxes.v[side] >= four_splat(-FLT_MAX);
    }
    return LANES(mask)((LANES(truth))good) == 0xf;
}

static uint64_t LANES(leavers)(qd__boxes boxes, const qd__lattice *lattice, const qd__home *home)
{
    if (!home->square.in_world) {
        return plain_leavers(boxes, lattice, home); // few, and a rule more
    }
    uint64_t kept = 0;
    for (uint32_t i = 0; i < boxes.count; i += 4) {
        four_sides four;
        for (size_t side = 0; side < 4; side++) {
            four.v[side] = (four_floats)LANES(load)(boxes.sides + side * boxes.stride + i);
        }
        kept |= (uint64_t)LANES(mask)((LANES(truth))four_kept(four, lattice, home)) << i;
    }
    return ~kept & qd__low_bits_long(boxes.count);
}

static uint64_t LANES(take_in)(float *sides, uint32_t stride, uint32_t count, qd__fresh fresh,
                               const qd__lattice *lattice, const qd__home *home, qd__aabb *bounds)
{
    if (!home->square.in_world) {
        return plain_take_in(sides, stride, count, fresh, lattice, home, bounds);
    }
    const LANES(wide) nothing = LANES(splat)(INFINITY);
    LANES(wide) all[4] = { nothing, nothing, nothing, nothing };
    uint64_t kept = 0;
    for (uint32_t i = 0; i < count; i += 4) {
        const qd__fbox *box[4]; // the last one again for those beyond it
        for (uint32_t k = 0; k < 4; k++) {
            box[k] = fresh.boxes + (fresh.from[i + k < count ? i + k : count - 1] - fresh.first);
        }
        const four_sides four = four_of(box[0], box[1], box[2], box[3]);
        if (!four_sound(four)) {
            return plain_take_in(sides, stride, count, fresh, lattice, home, bounds);
        }
        const four_ints stay = four_kept(four, lattice, home);
        four_widen(all, four, stay);
        four_store(sides + i, stride, four);
        kept |= (uint64_t)LANES(mask)((LANES(truth))stay) << i;
    }
    four_end(sides, stride, count);
    *bounds = LANES(fold)(all);
    return ~kept & qd__low_bits_long(count);
}

static qd__aabb LANES(lay)(float *sides, uint32_t stride, uint32_t count, qd__laid laid)
{
    const LANES(wide) nothing = LANES(splat)(INFINITY);
    LANES(wide) all[4] = { nothing, nothing, nothing, nothing };
    for (uint32_t i = 0; i < count; i += 4) {
        const qd__fbox *box[4]; // the last one again for those beyond it
        for (uint32_t k = 0; k < 4; k++) {
            box[k] = laid.boxes + laid.from[i + k < count ? i + k : count - 1];
        }
        const four_sides four = four_of(box[0], box[1], box[2], box[3]);
        four_widen(all, four, four_splat_int(-1));
        four_store(sides + i, stride, four);
    }
    for (uint32_t i = count; i % QD__GROUP != 0; i++) {
        qd__boxes_set(sides, stride, i, qd__aabb_unused());
    }
    return LANES(fold)(all);
}

/// The bits of infinity, read as an integer, are above those of every finite float without its sign.
static bool LANES(all_sound)(const void *boxes, size_t bytes, size_t count)
{
    const char *at = (const char *)boxes;
    four_ints good = four_splat_int(-1);
    for (size_t i = 0; i < count; i++, at += bytes) {
        const four_floats sides = (four_floats)LANES(load)((const float *)(const void *)at);
        const four_floats upper = __builtin_shufflevector(sides, sides, 2, 3, 2, 3);
        good &= (sides <= upper) & (((four_ints)sides & INT32_MAX) < 0x7f800000);
    }
    return LANES(mask)((LANES(truth))good) == 0xf;
}
