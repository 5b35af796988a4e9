// Many boxes at a time in plain C: every processor. Part of simd.c, which includes it once; see simd_kernels.h for
// what an implementation is made of. The functions named four_... serve all implementations that go by fours.
#define LANES(x) plain_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "plain"
#define LANES_COUNT qd__count_bits_long
#define LANES_UNROLL

/// Writes the codes of a note of four boxes.
static inline unsigned four_list(qd__code *codes, uint32_t note)
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

/// The selected boxes one by one, since four lanes cannot be moved by a table on every processor.
static inline uint32_t four_pack(qd__boxes boxes, uint64_t some, struct packed *packed)
{
    uint32_t count = 0;
    for (; some; some &= some - 1, count++) {
        const uint32_t i = qd__lowest_bit_long(some);
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        const qd__aabb negated = { { -aabb.v[0], -aabb.v[1], -aabb.v[2], -aabb.v[3] } };
        qd__boxes_set(packed->sides[0], PACKED_STRIDE, count, negated);
        packed->number[count] = (uint8_t)i;
    }
    for (uint32_t i = count; i < count + 3; i++) {
        qd__boxes_set(packed->sides[0], PACKED_STRIDE, i, qd__aabb_unused());
    }
    return count;
}

static inline unsigned plain_list(qd__code *codes, uint32_t note)
{
    return four_list(codes, note);
}

static inline uint32_t plain_pack(qd__boxes boxes, uint64_t some, struct packed *packed)
{
    return four_pack(boxes, some, packed);
}

static inline qd__aabb plain_fold(const plain_wide sides[4])
{
    qd__aabb all = qd__aabb_empty();
    for (unsigned side = 0; side < 4; side++) {
        for (unsigned i = 0; i < 4; i++) {
            const float value = sides[side].v[i];
            all.v[side] = value < all.v[side] ? value : all.v[side];
        }
    }
    return all;
}

static bool plain_all_sound(const void *boxes, size_t bytes, size_t count)
{
    return qd__all_sound(boxes, bytes, count);
}

static bool plain_all_live(const qd_id *ids, const uint32_t *slots, uint32_t first, size_t count)
{
    uint32_t differing = 0, odd = 1;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t generation = (uint32_t)(ids[i] >> 32);
        differing |= (qd_id_slot(ids[i]) ^ (first + i)) | (generation ^ slots[2 * i + 1]);
        odd &= generation;
    }
    return differing == 0 && odd;
}

static void plain_spots(qd__boxes boxes, const qd__lattice *lattice, qd__spots *spots)
{
    const qd__lattice by = *lattice; // nothing changes it meanwhile
    for (uint32_t i = 0; i < boxes.count; i++) {
        qd__lattice_span(&by, qd__boxes_at(boxes, i), &spots->x[i], &spots->y[i], &spots->sides[i]);
    }
}

static uint64_t plain_leavers(qd__boxes boxes, const qd__lattice *lattice, const qd__home *home)
{
    uint64_t mask = 0;
    for (uint32_t i = 0; i < boxes.count; i++) {
        mask |= (uint64_t)!qd__home_keeps(home, qd__lattice_spot(lattice, qd__boxes_at(boxes, i))) << i;
    }
    return mask;
}

static QD__NEVER_INLINE uint64_t plain_take_in(float *sides, uint32_t stride, uint32_t count, qd__fresh fresh,
                                               const qd__lattice *lattice, const qd__home *home, qd__aabb *bounds)
{
    uint64_t leavers = 0;
    qd__aabb all = qd__aabb_empty();
    for (uint32_t i = 0; i < count; i++) {
        const qd__fbox *box = &fresh.boxes[fresh.from[i] - fresh.first];
        const bool sound = qd__fbox_is_valid(*box);
        const qd__boxes old = { sides, stride, count };
        const qd__aabb aabb = sound ? qd__aabb_from(box) : qd__boxes_at(old, i);
        *fresh.unsound |= !sound;
        const bool stays = qd__home_keeps(home, qd__lattice_spot(lattice, aabb));
        qd__boxes_set(sides, stride, i, aabb);
        all = stays ? qd__union(all, aabb) : all;
        leavers |= (uint64_t)!stays << i;
    }
    *bounds = all;
    return leavers;
}

static qd__aabb plain_lay(float *sides, uint32_t stride, uint32_t count, qd__laid laid)
{
    qd__aabb all = qd__aabb_empty();
    for (uint32_t i = 0; i < count; i++) {
        const qd__aabb aabb = qd__aabb_from(&laid.boxes[laid.from[i]]);
        qd__boxes_set(sides, stride, i, aabb);
        all = qd__union(all, aabb);
    }
    for (uint32_t i = count; i % QD__GROUP != 0; i++) {
        qd__boxes_set(sides, stride, i, qd__aabb_unused());
    }
    return all;
}

static bool plain_codes(const qd__fbox *given, uint32_t count, const qd__lattice *lattice, unsigned shift,
                        uint32_t *codes)
{
    const qd__lattice by = *lattice; // nothing changes it meanwhile
    const uint32_t largest = UINT32_C(1) << shift;
    bool any_special = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x, y, side;
        qd__lattice_span(&by, qd__aabb_of(given[i]), &x, &y, &side);
        x ^= QD__WORLD_CORNER;
        y ^= QD__WORLD_CORNER;
        const uint32_t code = qd__spread(x >> shift) | qd__spread(y >> shift) << 1;
        const bool special = (x | y) >> QD__WORLD_SHIFT || side > largest;
        codes[i] = special ? QD__NO_CODE : code;
        any_special |= special;
    }
    return !any_special;
}

static void plain_keys(const qd__fbox *given, uint32_t count, const qd__lattice *lattice, unsigned floor,
                       uint64_t *keys)
{
    const qd__lattice by = *lattice; // nothing changes it meanwhile
    const uint32_t least = qd__low_bits(floor);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x, y, side;
        qd__lattice_span(&by, qd__aabb_of(given[i]), &x, &y, &side);
        const uint32_t within = qd__smear((side ? side - 1 : 0) | least); // the bits of steps within the item's node
        x = (x ^ QD__WORLD_CORNER) & ~within;
        y = (y ^ QD__WORLD_CORNER) & ~within;
        const uint32_t code = qd__spread(x >> floor) | qd__spread(y >> floor) << 1;
        const uint64_t key = (uint64_t)code << QD__KEY_RANK_BITS | (31 - qd__exponent_of(within + 1));
        const uint32_t special = (x | y) >> floor >> 16 | (x | y | within) >> QD__WORLD_SHIFT;
        keys[i] = special ? QD__NO_KEY : key;
    }
}

static uint64_t plain_near(qd__boxes boxes, qd__aabb from, double cut, double *squares)
{
    uint64_t mask = 0;
    for (uint32_t i = 0; i < boxes.count; i++) {
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        squares[i] = qd__gap_squared(&aabb, &from);
        mask |= (uint64_t)(squares[i] <= cut) << i;
    }
    return mask;
}

#include "simd_kernels.h"
