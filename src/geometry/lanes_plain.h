// Many boxes at a time in plain C: every processor. Part of lanes.c, which includes it once; see
// lanes_kernels.h for what an implementation is made of.
#define LANES(x) plain_##x
#define LANES_TARGET
#define LANES_WIDTH 4
#define LANES_TEXT "plain"
#define LANES_BYTES 8
#define LANES_COARSEN plain_coarsen
#define LANES_LEAVERS plain_leavers
#define LANES_UNITE plain_unite
#define LANES_NEAR plain_near
#define LANES_ENTER plain_enter

typedef struct plain_sides {
    uint8_t v[4];
} plain_sides;

typedef struct plain_bytes {
    uint8_t v[LANES_BYTES];
} plain_bytes;

static inline plain_bytes plain_load_bytes(const uint8_t *from)
{
    plain_bytes bytes;
    memcpy(bytes.v, from, sizeof bytes.v);
    return bytes;
}

static inline plain_sides plain_sides_of(const qd__frame *frame, const qd__record *record)
{
    plain_sides sides;
    for (unsigned side = 0; side < 4; side++) {
        sides.v[side] = qd__frame_step(frame, *record, side);
    }
    return sides;
}

static inline plain_sides plain_sides_at(const uint8_t *sides, size_t lanes)
{
    const plain_sides first = { { sides[0], sides[lanes], sides[2 * lanes], sides[3 * lanes] } };
    return first;
}

static inline uint32_t plain_coarse_group(plain_bytes low_x, plain_bytes low_y, plain_bytes high_x, plain_bytes high_y,
                                          const plain_sides *probe)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < LANES_BYTES; i++) {
        const bool meets = (low_x.v[i] <= probe->v[2]) & (low_y.v[i] <= probe->v[3]) & (high_x.v[i] >= probe->v[0]) &
                           (high_y.v[i] >= probe->v[1]);
        mask |= (uint32_t)meets << i;
    }
    return mask;
}

static void plain_coarsen(const qd__record *records, unsigned count, const qd__frame *frame, uint8_t *sides,
                          size_t lanes)
{
    for (unsigned i = 0; i < count; i++) {
        for (unsigned side = 0; side < 4; side++) {
            sides[side * lanes + i] = qd__frame_step(frame, records[i], side);
        }
    }
}

static uint32_t plain_leavers(const qd__record *records, unsigned count, const qd__lattice *lattice,
                              const qd__home *home)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < count; i++) {
        mask |= (uint32_t)!qd__home_keeps(home, qd__lattice_spot(lattice, records[i])) << i;
    }
    return mask;
}

static qd__record plain_unite(const qd__record *records, unsigned count)
{
    qd__record all = qd__record_empty();
    for (unsigned i = 0; i < count; i++) {
        all = qd__union(all, records[i]);
    }
    return all;
}

static uint32_t plain_near(const qd__record *records, unsigned count, qd_vec2 point, double cut, double *squares)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < count; i++) {
        squares[i] = qd__distance_squared(&records[i], point);
        mask |= (uint32_t)(squares[i] <= cut) << i;
    }
    return mask;
}

static uint32_t plain_enter(const qd__record *records, unsigned count, const qd__line *line, double cut, double *enters)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < count; i++) {
        enters[i] = qd__line_enters(&records[i], line);
        mask |= (uint32_t)(enters[i] <= cut) << i;
    }
    return mask;
}

#include "lanes_kernels.h"
