// The arithmetic that the library's promises rest on, demanded at compile time: IEEE comparisons (a NaN meets nothing,
// infinity is a bound like any other) and float expressions that are evaluated in float, the same on every machine.
#ifndef QD_STRICT_H
#define QD_STRICT_H

#include <float.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Quadrille's own sources need IEEE arithmetic: build them without -ffast-math and -ffinite-math-only"
#endif

#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD != 0
#error "Quadrille needs floats evaluated as floats (FLT_EVAL_METHOD 0): on 32-bit x86 build with -msse2 -mfpmath=sse"
#endif

// mingw's sqrt goes by way of the x87 where it is called, and rounds twice; the instruction rounds once.
#if defined(__MINGW32__) && defined(__SSE2__)
#include <emmintrin.h>
#include <math.h>
static inline double qd__root(double square)
{
    return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_setzero_pd(), _mm_set_sd(square)));
}
#undef sqrt
#define sqrt qd__root
#endif

#endif
