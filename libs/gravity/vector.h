// What the kernels need of the compiler and the processor. The index has some of it in src/simd; memory.h says why it
// is repeated.
#ifndef QD_GRAVITY_VECTOR_H
#define QD_GRAVITY_VECTOR_H

#if defined(__GNUC__) && defined(__SSE2__)
#include <emmintrin.h>
#define PULL_HAS_SSE2 1
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#define PULL_HAS_NEON 1
#endif
#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define PULL_HAS_AVX2 1
#endif

/// A function that is inlined in any case: what a kernel is made of must become one with it, because only then law and
/// potential are known where the sums are made; and it is compiled for other instructions than its file.
#if defined(__GNUC__)
#define PULL_INLINE inline __attribute__((always_inline))
#else
#define PULL_INLINE inline
#endif

#endif
