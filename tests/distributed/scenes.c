// The kinds of scenes: chance, and what a partition could fail on.
#include "scenes.h"

#include <float.h>
#include <math.h>

const char *const scene_names[SCENE_KINDS] = {
    "uniform",       "points",     "all in one place", "tiles that share their borders",
    "a giant above", "one column", "clusters",         "crosses",
    "zeros",         "one far",    "the largest",      "the smallest",
};

uint64_t scene_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

// Between 0 and 1, in steps that floats have.
static double chance(uint64_t *state)
{
    return (double)(scene_random(state) >> 40) / (1 << 24);
}

// As floats have them.
static qd_box box_at(double x, double y, double width, double height)
{
    const double left = (double)(float)x, low = (double)(float)y;
    return (qd_box){ { left, low }, { (double)(float)(left + width), (double)(float)(low + height) } };
}

// A box of a side of about 1 in 30 of the square of side 1, or of another size.
static qd_box some_box(uint64_t *state, double size)
{
    const double x = chance(state), y = chance(state), width = chance(state) * size;
    return box_at(x, y, width, chance(state) * size);
}

static qd_box cluster_box(uint64_t *state)
{
    const double scale = ldexp(1, -(int)(scene_random(state) % 20));
    const double x = chance(state), y = chance(state), size = scale / 8;
    return box_at(scale * x, scale * y, chance(state) * size, chance(state) * size);
}

static qd_box cross(uint64_t *state)
{
    const double x = chance(state), y = chance(state);
    return scene_random(state) % 2 == 0 ? box_at(0, y, 1, 0.001) : box_at(x, 0, 0.001, 1);
}

static qd_box zero_box(uint64_t *state)
{
    const double zeros[] = { 0.0, -0.0, 1.0, -1.0 };
    const double x = zeros[scene_random(state) % 4], y = zeros[scene_random(state) % 4];
    return (qd_box){ { x, y }, { x > 0 ? x : 0.0, y > 0 ? y : 0.0 } };
}

static qd_box scene_box(int kind, uint64_t *state, size_t i, size_t count)
{
    const double side = ceil(sqrt((double)count)), step = 1 / side;
    switch (kind) {
    case 1:
        return box_at(floor(chance(state) * side) * step, floor(chance(state) * side) * step, 0, 0);
    case 2:
        return box_at(3, 4, 1, 1);
    case 3: // at multiples of a power of two: on the borders of squares, and of regions
        return box_at((double)(i % 16) / 16, (double)(i / 16 % 16) / 16, 1.0 / 16, 1.0 / 16);
    case 4:
        return i == count / 2 ? box_at(-10, -10, 20, 20) : some_box(state, 0.05);
    case 5:
        return box_at(0.5, (double)i * 0.01, 0, 0.01);
    case 6:
        return cluster_box(state);
    case 7:
        return cross(state);
    case 8:
        return zero_box(state);
    case 9:
        return i == 0 ? box_at(1e30, -1e30, 1, 1) : some_box(state, 0.05);
    case 10:
        return (qd_box){ { -(double)FLT_MAX * chance(state), -(double)FLT_MAX },
                         { (double)FLT_MAX * chance(state), (double)FLT_MAX } };
    case 11:
        return box_at(ldexp(chance(state), -140), ldexp(chance(state), -140), ldexp(1, -143), ldexp(1, -144));
    default:
        return some_box(state, 0.05);
    }
}

void scene_make(int kind, uint64_t seed, size_t count, qd_box *boxes)
{
    uint64_t state = seed * 2 + 1;
    for (int i = 0; i < 8; i++)
        scene_random(&state);
    for (size_t i = 0; i < count; i++) {
        const qd_box box = scene_box(kind, &state, i, count);
        boxes[i].min = (qd_vec2){ (double)(float)box.min.x, (double)(float)box.min.y };
        boxes[i].max = (qd_vec2){ (double)(float)box.max.x, (double)(float)box.max.y };
    }
}
