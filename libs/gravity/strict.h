// The arithmetic that gravity's promises rest on, demanded at compile time: IEEE comparisons, and expressions evaluated
// in the type they are written in, the same on every machine. As src/geometry/strict.h; memory.h says why it is
// repeated.
#ifndef QD_GRAVITY_STRICT_H
#define QD_GRAVITY_STRICT_H

#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Quadrille's own sources need IEEE arithmetic: build them without -ffast-math and -ffinite-math-only"
#endif

#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
#error "Quadrille needs floats evaluated as floats (FLT_EVAL_METHOD 0): on 32-bit x86 build with -msse2 -mfpmath=sse"
#endif

#include <math.h>
#if defined(__MINGW32__) && defined(__SSE2__)
#include <emmintrin.h>
#endif

/// The square root, rounded once: mingw's function goes by way of the x87 and rounds twice.
static inline double qd__gravity_root(double square)
{
#if defined(__MINGW32__) && defined(__SSE2__)
    return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_setzero_pd(), _mm_set_sd(square)));
#else
    return sqrt(square);
#endif
}

#endif
