// Many boxes at a time with SSE2: every x86-64. Part of lanes.c, which includes it once; see lanes_kernels.h for
// what an implementation is made of.
#define LANES(x) sse2_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "sse2"
#define LANES_COUNT qd__count_bits_long
#define LANES_UNROLL
#define LANES_ALL_SOUND plain_all_sound
#define LANES_ALL_LIVE plain_all_live
#define LANES_SPOTS plain_spots
#define LANES_LEAVERS plain_leavers
#define LANES_TAKE_IN plain_take_in
#define LANES_LAY plain_lay
#define LANES_CODES plain_codes
#define LANES_KEYS plain_keys
#define LANES_NEAR plain_near

static inline unsigned sse2_list(qd__code *codes, uint32_t note)
{
    return four_list(codes, note);
}

static inline uint32_t sse2_pack(qd__boxes boxes, uint64_t some, struct packed *packed)
{
    return four_pack(boxes, some, packed);
}

static inline qd__record sse2_fold(const sse2_wide sides[4])
{
    plain_wide all[4];
    for (unsigned side = 0; side < 4; side++) {
        sse2_store(all[side].v, sides[side]);
    }
    return plain_fold(all);
}

#include "lanes_kernels.h"
