// Vector instructions for many boxes at a time. See lanes.h; what compares few boxes is in lanes_base.h.
//
// Coarse boxes are compared byte by byte, side by side: four comparisons for as many boxes as a register has bytes.
#include "lanes.h"

#include "lanes_base.h"

// One implementation after the other, each in a file of its own.
#include "lanes_plain.h"
#if defined(QD__SSE2)
#include "lanes_sse2.h"
#endif
#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_AVX2 1
#include "lanes_avx2.h" // built upon lanes_sse2.h
#endif
#if defined(QD__NEON)
#include "lanes_neon.h"
#endif
#if defined(QD__WASM)
#include "lanes_wasm.h"
#endif

const qd__lanes *qd__lanes_list(unsigned i)
{
    const qd__lanes *list[4] = { &plain_lanes };
    unsigned count = 1;
#if defined(QD__SSE2)
    list[count++] = &sse2_lanes;
#endif
#if defined(HAVE_AVX2)
    // not covered: a processor has them or has not; `make lanes` tests as if it had not
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) {
        list[count++] = &avx2_lanes;
    }
#endif
#if defined(QD__NEON)
    list[count++] = &neon_lanes;
#endif
#if defined(QD__WASM)
    list[count++] = &wasm_lanes;
#endif
    return i < count ? list[i] : NULL;
}

const qd__lanes *qd__lanes_best(void)
{
    const qd__lanes *best = NULL, *next;
    for (unsigned i = 0; (next = qd__lanes_list(i)) != NULL; i++) {
#if defined(QD__LANES_ONLY)
        if (strcmp(next->name, QD__LANES_ONLY) != 0 && best) {
            continue;
        }
#endif
        best = next;
    }
    return best;
}
