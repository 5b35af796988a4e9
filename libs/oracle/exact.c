// Numbers without rounding, by schoolbook arithmetic on 32-bit limbs.
#include "exact.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/// A double has at most 68 limbs, in units of the last bit of the smallest; a difference has one more, a product twice
/// as many as that, and the difference of two products one more.
enum { LIMBS = 2 * (68 + 1) + 1 };

/// Sign and size, the lowest 32 bits first. Limbs from `used` on are 0 and not set.
typedef struct number {
    bool negative;
    int used;
    uint32_t limbs[LIMBS];
} number;

static uint32_t limb_of(const number *a, int i)
{
    return i < a->used ? a->limbs[i] : 0;
}

static int most_used(const number *a, const number *b)
{
    return a->used > b->used ? a->used : b->used;
}

/// The size of a double: so many times 2^exponent.
static uint64_t size_of(double x, int *exponent)
{
    const uint64_t size = (uint64_t)ldexp(fabs(frexp(x, exponent)), 53);
    *exponent -= 53;
    return size;
}

/// In units of 2^unit, which divides it.
static void set(number *out, double x, int unit)
{
    int exponent;
    const uint64_t size = size_of(x, &exponent);
    out->negative = x < 0;
    out->used = 0;
    if (size > 0) {
        const int shift = (exponent - unit) % 32, first = (exponent - unit) / 32;
        memset(out->limbs, 0, (size_t)first * sizeof *out->limbs);
        out->limbs[first] = (uint32_t)(size << shift);
        out->limbs[first + 1] = (uint32_t)(size << shift >> 32);
        out->limbs[first + 2] = (uint32_t)(size >> 32 >> (32 - shift));
        out->used = first + 3;
    }
}

static int compare_sizes(const number *a, const number *b)
{
    for (int i = most_used(a, b); i-- > 0;)
        if (limb_of(a, i) != limb_of(b, i))
            return limb_of(a, i) < limb_of(b, i) ? -1 : 1;
    return 0;
}

/// The sizes added; or the smaller one, b's, taken from a's.
static void combine(const number *a, const number *b, bool subtract, number *out)
{
    uint64_t carry = 0;
    out->used = most_used(a, b) + 1;
    for (int i = 0; i < out->used; i++) {
        const uint64_t term = limb_of(b, i) + carry, had = limb_of(a, i);
        const uint64_t sum = subtract ? had - term : had + term;
        out->limbs[i] = (uint32_t)sum;
        carry = subtract ? had < term : sum >> 32;
    }
}

static void minus(const number *a, const number *b, number *out)
{
    const bool swap = a->negative == b->negative && compare_sizes(a, b) < 0;
    combine(swap ? b : a, swap ? a : b, a->negative == b->negative, out);
    out->negative = a->negative != swap;
}

static void times(const number *a, const number *b, number *out)
{
    out->negative = a->negative != b->negative;
    out->used = a->used + b->used;
    memset(out->limbs, 0, (size_t)out->used * sizeof *out->limbs);
    for (int i = 0; i < a->used; i++) {
        uint64_t carry = 0;
        if (a->limbs[i] == 0) // as most are where magnitudes differ
            continue;
        for (int j = 0; i + j < out->used && (j < b->used || carry > 0); j++) {
            const uint64_t sum = (uint64_t)a->limbs[i] * limb_of(b, j) + out->limbs[i + j] + carry;
            out->limbs[i + j] = (uint32_t)sum;
            carry = sum >> 32;
        }
    }
}

static int turn_exactly(qd_vec2 p, qd_vec2 q, qd_vec2 r)
{
    const double coordinates[6] = { p.x, p.y, q.x, q.y, r.x, r.y };
    number numbers[6], ux, uy, vx, vy, left, right, difference;
    int unit = INT_MAX;
    for (int i = 0; i < 6; i++) {
        int exponent;
        unit = size_of(coordinates[i], &exponent) > 0 && exponent < unit ? exponent : unit;
    }
    for (int i = 0; i < 6; i++)
        set(&numbers[i], coordinates[i], unit);
    minus(&numbers[2], &numbers[0], &ux);
    minus(&numbers[3], &numbers[1], &uy);
    minus(&numbers[4], &numbers[0], &vx);
    minus(&numbers[5], &numbers[1], &vy);
    times(&ux, &vy, &left);
    times(&uy, &vx, &right);
    minus(&left, &right, &difference);
    const number zero = { .used = 0 };
    return compare_sizes(&difference, &zero) == 0 ? 0 : difference.negative ? -1 : 1;
}

int qd__oracle_turn(qd_vec2 p, qd_vec2 q, qd_vec2 r)
{
    // Where doubles leave no doubt by far the fast way will do.
    const double left = (q.x - p.x) * (r.y - p.y), right = (q.y - p.y) * (r.x - p.x);
    const double size = fabs(left) + fabs(right);
    if (size > 1e-280 && size < 1e300 && fabs(left - right) > 1e-9 * size)
        return left > right ? 1 : -1;
    return turn_exactly(p, q, r);
}
