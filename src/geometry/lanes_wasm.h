// Many boxes at a time with the vector instructions of WebAssembly. Part of lanes.c, which includes it once; see
// lanes_kernels.h for what an implementation is made of.
#define LANES(x) wasm_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "wasm"
#define LANES_BYTES 16
#define LANES_COARSEN plain_coarsen
#define LANES_LEAVERS plain_leavers
#define LANES_UNITE plain_unite
#define LANES_NEAR plain_near
#define LANES_ENTER plain_enter

/// A side in every byte.
typedef struct wasm_sides {
    v128_t v[4];
} wasm_sides;

static inline wasm_sides wasm_sides_of(const qd__frame *frame, const qd__record *record)
{
    wasm_sides sides;
    for (unsigned side = 0; side < 4; side++) {
        sides.v[side] = wasm_u8x16_splat(qd__frame_step(frame, *record, side));
    }
    return sides;
}

static inline wasm_sides wasm_sides_at(const uint8_t *sides, size_t lanes)
{
    const wasm_sides first = { { wasm_u8x16_splat(sides[0]), wasm_u8x16_splat(sides[lanes]),
                                 wasm_u8x16_splat(sides[2 * lanes]), wasm_u8x16_splat(sides[3 * lanes]) } };
    return first;
}

typedef v128_t wasm_bytes;

static inline wasm_bytes wasm_load_bytes(const uint8_t *bytes)
{
    return wasm_v128_load(bytes);
}

static inline uint32_t wasm_coarse_group(wasm_bytes low_x, wasm_bytes low_y, wasm_bytes high_x, wasm_bytes high_y,
                                         const wasm_sides *probe)
{
    const v128_t low = wasm_v128_and(wasm_u8x16_le(low_x, probe->v[2]), wasm_u8x16_le(low_y, probe->v[3]));
    const v128_t high = wasm_v128_and(wasm_u8x16_ge(high_x, probe->v[0]), wasm_u8x16_ge(high_y, probe->v[1]));
    return (uint32_t)wasm_i8x16_bitmask(wasm_v128_and(low, high));
}

#include "lanes_kernels.h"
