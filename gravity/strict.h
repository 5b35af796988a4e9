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

#endif
