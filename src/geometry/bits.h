// Bit scans. Compilers recognise the builtins; elsewhere plain C does.
#ifndef QD_BITS_H
#define QD_BITS_H

#include <stdint.h>

/// Position of the lowest set bit; `mask` must not be 0.
static inline unsigned qd__lowest_bit(uint32_t mask)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(mask);
#else
    unsigned bit = 0;
    while (!(mask >> bit & 1)) {
        bit++;
    }
    return bit;
#endif
}

/// How many bits a number takes: 0 for 0, 3 for 5.
static inline unsigned qd__bit_width(uint32_t value)
{
#if defined(__GNUC__)
    return value ? 32u - (unsigned)__builtin_clz(value) : 0;
#else
    unsigned width = 0;
    for (; value; value >>= 1) {
        width++;
    }
    return width;
#endif
}

/// The lowest `count` bits, count 0..32.
static inline uint32_t qd__low_bits(unsigned count)
{
    return (uint32_t)((UINT64_C(1) << count) - 1);
}

#endif
