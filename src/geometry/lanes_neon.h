// Many boxes at a time with NEON: every 64-bit ARM. Part of lanes.c, which includes it once; see
// lanes_kernels.h for what an implementation is made of.
#define LANES(x) neon_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "neon"
#define LANES_BYTES 16
#define LANES_COARSEN plain_coarsen
#define LANES_LEAVERS plain_leavers
#define LANES_UNITE plain_unite
#define LANES_NEAR plain_near
#define LANES_ENTER plain_enter

/// A side in every byte.
typedef struct neon_sides {
    uint8x16_t v[4];
} neon_sides;

static inline neon_sides neon_sides_of(const qd__frame *frame, const qd__record *record)
{
    neon_sides sides;
    for (unsigned side = 0; side < 4; side++) {
        sides.v[side] = vdupq_n_u8(qd__frame_step(frame, *record, side));
    }
    return sides;
}

static inline neon_sides neon_sides_at(const uint8_t *sides, size_t lanes)
{
    const neon_sides first = { { vdupq_n_u8(sides[0]), vdupq_n_u8(sides[lanes]), vdupq_n_u8(sides[2 * lanes]),
                                 vdupq_n_u8(sides[3 * lanes]) } };
    return first;
}

typedef uint8x16_t neon_bytes;

static inline neon_bytes neon_load_bytes(const uint8_t *bytes)
{
    return vld1q_u8(bytes);
}

static inline uint32_t neon_coarse_group(neon_bytes low_x, neon_bytes low_y, neon_bytes high_x, neon_bytes high_y,
                                         const neon_sides *probe)
{
    const uint8x16_t low = vandq_u8(vcleq_u8(low_x, probe->v[2]), vcleq_u8(low_y, probe->v[3]));
    const uint8x16_t high = vandq_u8(vcgeq_u8(high_x, probe->v[0]), vcgeq_u8(high_y, probe->v[1]));
    static const uint8_t bits[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    const uint8x16_t set = vandq_u8(vandq_u8(low, high), vld1q_u8(bits));
    return (uint32_t)vaddv_u8(vget_low_u8(set)) | (uint32_t)vaddv_u8(vget_high_u8(set)) << 8;
}

#include "lanes_kernels.h"
