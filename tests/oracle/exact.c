// Numbers without rounding, by schoolbook arithmetic on 32-bit limbs.
#include "exact.h"
#include <math.h>
#include <string.h>

exact exact_of(float x)
{
    exact result = { .negative = x < 0 };
    int exponent;
    const uint64_t mantissa = (uint64_t)ldexp(fabs(frexp((double)x, &exponent)), 24);
    const int shift = exponent - 24 + 149; // the smallest float is 2^-149
    if (mantissa == 0)
        return result;
    if (shift < 0) { // a denormal: the bits that go are zero
        result.limbs[0] = (uint32_t)(mantissa >> -shift);
        return result;
    }
    const uint64_t spread = mantissa << (shift % 32);
    result.limbs[shift / 32] = (uint32_t)spread;
    result.limbs[shift / 32 + 1] = (uint32_t)(spread >> 32);
    return result;
}

static int compare_sizes(const exact *a, const exact *b)
{
    for (int i = EXACT_LIMBS; i-- > 0;) {
        if (a->limbs[i] != b->limbs[i])
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
    }
    return 0;
}

// The sizes added; or the smaller one, b's, taken from a's.
static void combine(exact *a, const exact *b, bool subtract)
{
    uint64_t carry = 0;
    for (int i = 0; i < EXACT_LIMBS; i++) {
        const uint64_t term = (uint64_t)b->limbs[i] + carry, had = a->limbs[i];
        const uint64_t sum = subtract ? had - term : had + term;
        a->limbs[i] = (uint32_t)sum;
        carry = subtract ? had < term : sum >> 32;
    }
}

exact exact_minus(exact a, exact b)
{
    if (a.negative != b.negative) {
        combine(&a, &b, false);
        return a;
    }
    if (compare_sizes(&a, &b) >= 0) {
        combine(&a, &b, true);
        return a;
    }
    combine(&b, &a, true);
    b.negative = !b.negative;
    return b;
}

exact exact_times(exact a, exact b)
{
    exact result = { .negative = a.negative != b.negative };
    for (int i = 0; i < EXACT_LIMBS; i++) {
        uint64_t carry = 0;
        for (int j = 0; i + j < EXACT_LIMBS; j++) {
            const uint64_t sum = (uint64_t)a.limbs[i] * b.limbs[j] + result.limbs[i + j] + carry;
            result.limbs[i + j] = (uint32_t)sum;
            carry = sum >> 32;
        }
    }
    return result;
}

int exact_sign(exact a)
{
    const exact zero = { 0 };
    return compare_sizes(&a, &zero) == 0 ? 0 : a.negative ? -1 : 1;
}

int exact_turn(qd_vec2 p, qd_vec2 q, qd_vec2 r)
{
    // Where double leaves no doubt by far there is no need to be slow.
    const double left = ((double)q.x - p.x) * ((double)r.y - p.y), right = ((double)q.y - p.y) * ((double)r.x - p.x);
    if (fabs(left - right) > 1e-9 * (fabs(left) + fabs(right)))
        return left > right ? 1 : -1;
    const exact px = exact_of(p.x), py = exact_of(p.y);
    const exact ux = exact_minus(exact_of(q.x), px), uy = exact_minus(exact_of(q.y), py);
    const exact vx = exact_minus(exact_of(r.x), px), vy = exact_minus(exact_of(r.y), py);
    return exact_sign(exact_minus(exact_times(ux, vy), exact_times(uy, vx)));
}
