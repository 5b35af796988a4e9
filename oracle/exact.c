// Numbers without rounding, by schoolbook arithmetic on 32-bit limbs.
#include "exact.h"

#include <math.h>
#include <string.h>

/// Of the product of two differences: in units of the square of the smallest double, 2 * (1024 + 1074 + 1) bits.
enum { LIMBS = 132 };

/// Sign and size, the lowest 32 bits first; only the lowest `used` limbs may be other than 0.
typedef struct number {
    bool negative;
    int used;
    uint32_t limbs[LIMBS];
} number;

static number number_of(double x)
{
    number result = { .negative = x < 0 };
    int exponent;
    const uint64_t mantissa = (uint64_t)ldexp(fabs(frexp(x, &exponent)), 53);
    int shift = exponent - 53 + 1074;                                 // the smallest double is 2^-1074
    const uint64_t whole = shift < 0 ? mantissa >> -shift : mantissa; // of a denormal the bits that go are 0
    shift = shift < 0 ? 0 : shift;
    for (int bit = 0; bit < 53; bit++) {
        if (whole >> bit & 1) {
            result.limbs[(shift + bit) / 32] |= (uint32_t)1 << (shift + bit) % 32;
            result.used = (shift + bit) / 32 + 1;
        }
    }
    return result;
}

static int compare_sizes(const number *a, const number *b)
{
    for (int i = LIMBS; i-- > 0;) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

/// The sizes added; or the smaller one, b's, taken from a's.
static void combine(number *a, const number *b, bool subtract)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        const uint64_t term = (uint64_t)b->limbs[i] + carry, had = a->limbs[i];
        const uint64_t sum = subtract ? had - term : had + term;
        a->limbs[i] = (uint32_t)sum;
        carry = subtract ? had < term : sum >> 32;
        a->used = a->limbs[i] && i >= a->used ? i + 1 : a->used;
    }
}

static number minus(number a, number b)
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

static number times(const number *a, const number *b)
{
    number result = { .negative = a->negative != b->negative, .used = LIMBS };
    for (int i = 0; i < a->used; i++) {
        uint64_t carry = 0;
        if (a->limbs[i] == 0) { // as most are
            continue;
        }
        for (int j = 0; i + j < LIMBS && (j < b->used || carry); j++) {
            const uint64_t sum = (uint64_t)a->limbs[i] * b->limbs[j] + result.limbs[i + j] + carry;
            result.limbs[i + j] = (uint32_t)sum;
            carry = sum >> 32;
        }
    }
    return result;
}

static int sign_of(const number *a)
{
    const number zero = { 0 };
    return compare_sizes(a, &zero) == 0 ? 0 : a->negative ? -1 : 1;
}

static int turn_exactly(qd_vec2 p, qd_vec2 q, qd_vec2 r)
{
    const number px = number_of(p.x), py = number_of(p.y);
    const number ux = minus(number_of(q.x), px), uy = minus(number_of(q.y), py);
    const number vx = minus(number_of(r.x), px), vy = minus(number_of(r.y), py);
    const number left = times(&ux, &vy), right = times(&uy, &vx), difference = minus(left, right);
    return sign_of(&difference);
}

int qd__oracle_turn(qd_vec2 p, qd_vec2 q, qd_vec2 r)
{
    // Where doubles leave no doubt by far there is no need to be slow.
    const double left = (q.x - p.x) * (r.y - p.y), right = (q.y - p.y) * (r.x - p.x);
    const double size = fabs(left) + fabs(right);
    if (size > 1e-280 && size < 1e300 && fabs(left - right) > 1e-9 * size) {
        return left > right ? 1 : -1;
    }
    return turn_exactly(p, q, r);
}
