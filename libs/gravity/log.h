// The natural logarithm, the same bits on every machine, which the C library's are not.
//
//     x = 2^k m,  m within 1/sqrt(2)..sqrt(2)          ln x = k ln 2 + ln m
//     f = m - 1,  s = f / (2 + f)                       ln m = 2 artanh(s) = 2s + 2s^3/3 + 2s^5/5 + ...
//
// With 2s = f - s f and s f = f^2/2 - s f^2/2 the largest parts, f and f^2/2, are free of the error of the division,
// and what remains is small. ln 2 is two numbers, of which the first times any k is exact. The error is below one unit
// in the last place (tests/gravity/log_test.c).
#ifndef QD_GRAVITY_LOG_H
#define QD_GRAVITY_LOG_H

#include <stdint.h>
#include <string.h>

/// The logarithm of a finite number above 0, however small.
static inline double qd__log(double x)
{
    const double upper = 0x1.62e42fee00000p-1, lower = 0x1.a39ef35793c76p-33;               // together ln 2
    const uint64_t one = UINT64_C(0x3ff0000000000000), root = UINT64_C(0x3fe6a09e667f3bcd); // 1 and 1/sqrt(2), as bits
    const int tiny = x < 0x1p-1022;
    x = tiny ? x * 0x1p54 : x;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t above = bits - root + one; // its exponent is the one sought, with the usual bias
    const uint64_t lifted = (above >> 52) | UINT64_C(0x4330000000000000); // added to 2^52, a sum that vectors can make
    double k;
    memcpy(&k, &lifted, sizeof k);
    k -= 0x1p52 + 1023 + (tiny ? 54 : 0);
    bits = (above & UINT64_C(0xfffffffffffff)) + root;
    double m;
    memcpy(&m, &bits, sizeof m);

    const double f = m - 1, s = f / (2 + f), z = s * s, half = 0.5 * f * f;
    const double far = 2.0 / 13 + z * (2.0 / 15 + z * (2.0 / 17 + z * (2.0 / 19 + z * (2.0 / 21))));
    const double rest = z * (2.0 / 3 + z * (2.0 / 5 + z * (2.0 / 7 + z * (2.0 / 9 + z * (2.0 / 11 + z * far)))));
    return k * upper - ((half - (s * (half + rest) + k * lower)) - f);
}

#endif
