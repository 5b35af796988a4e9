// Many boxes at a time, four to a group, with the vector instructions that all processors of a kind have: SSE2, NEON or
// those of WebAssembly, whichever simd_wide.h found. Part of simd.c, which includes it once; see simd_kernels.h for
// what an implementation is made of.
#define LANES(x) QD__BASE(x)
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT QD__BASE_TEXT
#define LANES_COUNT qd__count_bits_long
#define LANES_UNROLL

static inline unsigned LANES(list)(qd__code *codes, uint32_t note)
{
    return four_list(codes, note);
}

static inline uint32_t LANES(pack)(qd__boxes boxes, uint64_t some, struct packed *packed)
{
    return four_pack(boxes, some, packed);
}

static inline qd__aabb LANES(fold)(const LANES(wide) sides[4])
{
    plain_wide all[4];
    for (unsigned side = 0; side < 4; side++) {
        LANES(store)(all[side].v, sides[side]);
    }
    return plain_fold(all);
}

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#include "simd_four_place.h"
#endif
#endif
#include "simd_kernels.h"
