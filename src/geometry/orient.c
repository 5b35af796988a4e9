// On which side of a line a point lies: see orient.h.
#include "orient.h"

#include "bits.h"

#include <string.h>

// A finite double is a whole number of 53 bits times a power of two, 2^-1074 or more. Shifted so that the power is
// 2^-1074 times one of 2^32, it fills three limbs of 32 bits:
//
//     limb        at + 2   at + 1     at
//     value      [0...xxx][xxxxxxxx][xxx0...]  * 2^(32 at - 1074)
//
// Products of limbs are added to wide limbs, which have room for the carries of all six products. From the smallest
// product of two doubles to the largest there are 132 limbs; only those between the ends of these six are looked at.
enum {
    LIMB_BITS = 32,
    PARTS = 3,
    TERMS = 6,
    MOST_AT = 2045 / LIMB_BITS,
    SUM_LIMBS = 2 * MOST_AT + 2 * PARTS,
};

typedef struct limbs {
    uint64_t part[PARTS]; ///< Each below 2^32.
    int at;
    bool negative;
} limbs;

static limbs limbs_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const int exponent = (int)(bits >> 52 & 0x7ff), power = exponent > 0 ? exponent - 1 : 0;
    const uint64_t whole = (bits & UINT64_C(0xfffffffffffff)) | (uint64_t)(exponent > 0) << 52;
    const int shift = power % LIMB_BITS;
    const uint64_t lower = (whole & UINT32_MAX) << shift, upper = (whole >> LIMB_BITS) << shift;
    const uint64_t middle = (lower >> LIMB_BITS) + (upper & UINT32_MAX);
    return (limbs){ { lower & UINT32_MAX, middle & UINT32_MAX, (upper >> LIMB_BITS) + (middle >> LIMB_BITS) },
                    power / LIMB_BITS,
                    bits >> 63 != 0 };
}

typedef struct term {
    const limbs *a, *b;
} term;

/// The sign of the first half of some terms less the second half, by whole numbers. A function of its own: the quick
/// way should not pay for the registers that it needs.
QD__NEVER_INLINE static int orient_exactly(qd_vec2 p, qd_vec2 q, qd_vec2 r)
{
    const limbs px = limbs_of(p.x), py = limbs_of(p.y), qx = limbs_of(q.x), qy = limbs_of(q.y);
    const limbs rx = limbs_of(r.x), ry = limbs_of(r.y);
    const term terms[TERMS] = { { &qx, &ry }, { &qy, &px }, { &py, &rx }, { &qx, &py }, { &px, &ry }, { &qy, &rx } };
    int from = SUM_LIMBS, end = 0;
    for (int i = 0; i < TERMS; i++) {
        const int at = terms[i].a->at + terms[i].b->at;
        from = at < from ? at : from;
        end = at + 2 * PARTS > end ? at + 2 * PARTS : end;
    }
    int64_t sum[SUM_LIMBS];
    memset(sum, 0, (size_t)(end - from) * sizeof *sum);
    for (int i = 0; i < TERMS; i++) {
        const limbs *a = terms[i].a, *b = terms[i].b;
        const int64_t sign = (a->negative != b->negative) != (i >= TERMS / 2) ? -1 : 1;
        for (int j = 0; j < PARTS; j++) {
            for (int k = 0; k < PARTS; k++) {
                const uint64_t product = a->part[j] * b->part[k];
                int64_t *to = sum + (a->at + b->at - from + j + k); // limb `from` comes first
                to[0] += sign * (int64_t)(product & UINT32_MAX);
                to[1] += sign * (int64_t)(product >> LIMB_BITS);
            }
        }
    }
    // The sum's sign: carries leave each limb but the last from 0 to below 2^32.
    int64_t carry = 0;
    bool some = false;
    for (int i = 0; i < end - from; i++) {
        const int64_t value = sum[i] + carry, rest = (int64_t)((uint64_t)value & UINT32_MAX);
        carry = (value - rest) / (INT64_C(1) << LIMB_BITS);
        some |= rest != 0;
    }
    return carry < 0 ? -1 : carry > 0 || some;
}

int qd__orient(qd_vec2 p, qd_vec2 q, qd_vec2 r)
{
    const double left = (q.x - p.x) * (r.y - p.y), right = (q.y - p.y) * (r.x - p.x), difference = left - right;
    const double size = (left > 0 ? left : -left) + (right > 0 ? right : -right);
    // Shewchuk shows that little more than 3 would do where nothing underflows; what underflow can lose is less than
    // the smallest normal double. Where something overflows, the comparisons are with infinity or NaN and false.
    const double doubt = 4 * 0x1p-53 * size + DBL_MIN;
    if (difference > doubt || -difference > doubt)
        return difference > 0 ? 1 : -1;
    return orient_exactly(p, q, r);
}
