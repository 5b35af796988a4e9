// Bit scans and prefetching, where the compiler has them; plain C, or nothing, elsewhere.
#ifndef QD_BITS_H
#define QD_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// A function that is seldom called: left out of its callers, which then need fewer registers.
#if defined(__GNUC__)
#define QD__RARE __attribute__((noinline, cold))
#else
#define QD__RARE
#endif

/// A function that is never inlined: code is to be small, or the stack known.
#if defined(__GNUC__)
#define QD__NEVER_INLINE __attribute__((noinline))
#else
#define QD__NEVER_INLINE
#endif

/// A function that is inlined whatever the compiler thinks: into kernels for instructions that it is not compiled for.
#if defined(__GNUC__)
#define QD__ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define QD__ALWAYS_INLINE inline
#endif

/// Position of the lowest set bit; `mask` must not be 0.
static inline unsigned qd__lowest_bit(uint32_t mask)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctz(mask);
#else
    unsigned bit = 0;
    while (!(mask >> bit & 1))
        bit++;
    return bit;
#endif
}

/// The same of 64 bits.
static inline unsigned qd__lowest_bit_long(uint64_t mask)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(mask);
#else
    const uint32_t low = (uint32_t)mask;
    return low ? qd__lowest_bit(low) : 32 + qd__lowest_bit((uint32_t)(mask >> 32));
#endif
}

/// Position of the highest set bit; `mask` must not be 0.
static inline unsigned qd__highest_bit_long(uint64_t mask)
{
#if defined(__GNUC__)
    return 63u - (unsigned)__builtin_clzll(mask);
#else
    unsigned bit = 0;
    while (mask >>= 1)
        bit++;
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
    for (; value; value >>= 1)
        width++;
    return width;
#endif
}

/// Can this build prefetch? Where it cannot, code that only finds out what to prefetch is left out.
#if defined(__GNUC__) && !defined(__wasm__)
#define QD__CAN_PREFETCH 1
#else
#define QD__CAN_PREFETCH 0
#endif

/// Asks for the cache lines of some bytes that will be read or written soon. Into the second cache: the first takes but
/// some two dozen requests at a time, and the processor waits for room for the next.
static inline void qd__prefetch(const void *address, size_t bytes)
{
#if QD__CAN_PREFETCH
    for (size_t at = 0; at < bytes; at += 64)
        __builtin_prefetch((const char *)address + at, 0, 2);
    __asm__ volatile(""); // to gcc a function that only prefetches has no effect, and its calls are left out
#else
    (void)address;
    (void)bytes;
#endif
}

/// The same into the first cache: for what is read right away, all of it.
static inline void qd__prefetch_now(const void *address, size_t bytes)
{
#if QD__CAN_PREFETCH
    for (size_t at = 0; at < bytes; at += 64)
        __builtin_prefetch((const char *)address + at, 0, 3);
    __asm__ volatile(""); // as above
#else
    (void)address;
    (void)bytes;
#endif
}

/// How many bits are set.
static inline unsigned qd__count_bits(uint32_t mask)
{
    mask -= mask >> 1 & UINT32_C(0x55555555);
    mask = (mask & UINT32_C(0x33333333)) + (mask >> 2 & UINT32_C(0x33333333));
    return (unsigned)(((mask + (mask >> 4)) & UINT32_C(0x0f0f0f0f)) * UINT32_C(0x01010101) >> 24);
}

/// The same of 64 bits.
static inline unsigned qd__count_bits_long(uint64_t mask)
{
    return qd__count_bits((uint32_t)mask) + qd__count_bits((uint32_t)(mask >> 32));
}

/// The lowest `count` bits, count 0..32.
static inline uint32_t qd__low_bits(unsigned count)
{
    return (uint32_t)((UINT64_C(1) << count) - 1);
}

/// The same of 64 bits, count 0..64.
static inline uint64_t qd__low_bits_long(unsigned count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

/// Spreads the lower 16 bits out, a zero before each.
static inline uint32_t qd__spread(uint32_t bits)
{
    bits &= UINT32_C(0xffff);
    bits = (bits | bits << 8) & UINT32_C(0x00ff00ff);
    bits = (bits | bits << 4) & UINT32_C(0x0f0f0f0f);
    bits = (bits | bits << 2) & UINT32_C(0x33333333);
    return (bits | bits << 1) & UINT32_C(0x55555555);
}

/// All bits below the highest that is set, and that.
static inline uint32_t qd__smear(uint32_t bits)
{
    bits |= bits >> 1;
    bits |= bits >> 2;
    bits |= bits >> 4;
    bits |= bits >> 8;
    return bits | bits >> 16;
}

/// The exponent of 2^n.
static inline uint32_t qd__exponent_of(uint32_t power)
{
    const float value = (float)(int32_t)power;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits >> 23) - 127;
}

#endif
