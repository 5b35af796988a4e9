/// Sets of boxes: even ones that an index is made for, and those on which indices were seen to lose or double pairs.
#include "boxes_of.h"

#include <float.h>

static float between(scene_random *random, float low, float high)
{
    return scene_random_between(random, low, high);
}

/// A whole number in [0, bound).
static float whole(scene_random *random, uint64_t bound)
{
    return (float)(scene_random_bits(random) % bound);
}

static fbox even(scene_random *random, size_t i, size_t count)
{
    (void)i, (void)count;
    return fbox_xywh(between(random, 0, 100), between(random, 0, 100), between(random, 0, 6), between(random, 0, 6));
}

static fbox points(scene_random *random, size_t i, size_t count)
{
    (void)i, (void)count;
    return fbox_xywh(whole(random, 12), whole(random, 12), 0, 0);
}

static fbox on_borders(scene_random *random, size_t i, size_t count)
{
    (void)i, (void)count;
    return fbox_xywh(8 * whole(random, 16), 8 * whole(random, 16), 8 * whole(random, 3), 8 * whole(random, 3));
}

static fbox tiles(scene_random *random, size_t i, size_t count)
{
    (void)random, (void)count;
    size_t column = i % 16, row = i / 16;
    return fbox_xywh((float)column, (float)row, 1, 1);
}

static fbox all_equal(scene_random *random, size_t i, size_t count)
{
    (void)random, (void)i, (void)count;
    return fbox_xywh(7, -3, 2, 1);
}

static fbox equal_points(scene_random *random, size_t i, size_t count)
{
    (void)random, (void)i, (void)count;
    return fbox_xywh(0.1f, 0.1f, 0, 0);
}

static fbox one_huge(scene_random *random, size_t i, size_t count)
{
    return i == count / 2 ? fbox_xywh(-500, -500, 1000, 1000) : even(random, i, count);
}

static fbox world_sized(scene_random *random, size_t i, size_t count)
{
    (void)i, (void)count;
    return fbox_between((fvec2){ between(random, -100, 100), between(random, -100, 100) },
                        (fvec2){ between(random, -100, 100), between(random, -100, 100) });
}

static fbox every_size(scene_random *random, size_t i, size_t count)
{
    float size = 100.0f / (float)(1 + (i * i) % (8 * count));
    return fbox_xywh(between(random, 0, 100), between(random, 0, 100), size, size * between(random, 0, 2));
}

static fbox bars(scene_random *random, size_t i, size_t count)
{
    (void)count;
    float x = between(random, 0, 100), y = between(random, 0, 100);
    return i % 2 ? fbox_xywh(x, 0, 0, 100) : fbox_xywh(0, y, 100, 0.25f);
}

static fbox on_a_line(scene_random *random, size_t i, size_t count)
{
    (void)i, (void)count;
    return fbox_xywh(5, between(random, -1000, 1000), 0, between(random, 0, 8));
}

static fbox one_far(scene_random *random, size_t i, size_t count)
{
    return i == count / 3 ? fbox_xywh(1e9f, -1e9f, 1, 1) : even(random, i, count);
}

static fbox half_far(scene_random *random, size_t i, size_t count)
{
    return i % 2 ? fbox_xywh(between(random, 0, 1e30f), 1e30f, 1e28f, between(random, 0, 1e28f))
                 : even(random, i, count);
}

static float extreme(scene_random *random)
{
    static const float values[] = { -FLT_MAX, FLT_MAX, -1e38f, 1e38f, -1, 0, 1, FLT_MIN, -FLT_MIN, FLT_TRUE_MIN };
    return values[scene_random_bits(random) % (sizeof values / sizeof *values)];
}

static fbox extremes(scene_random *random, size_t i, size_t count)
{
    (void)i, (void)count;
    fvec2 p = { extreme(random), extreme(random) };
    fvec2 q = { extreme(random), extreme(random) };
    return scene_random_bits(random) % 4 ? fbox_between(p, p) : fbox_between(p, q);
}

static fbox denormal(scene_random *random, size_t i, size_t count)
{
    (void)i, (void)count;
    float step = FLT_TRUE_MIN;
    return fbox_xywh((whole(random, 20) - 10) * step, (whole(random, 20) - 10) * step, whole(random, 3) * step,
                     whole(random, 3) * step);
}

static fbox zeros(scene_random *random, size_t i, size_t count)
{
    (void)count;
    float zero = scene_random_bits(random) % 2 ? 0.0f : -0.0f;
    fbox box = { { i % 3 ? zero : -1, zero }, { i % 5 ? zero : 1, 0.0f } };
    return box;
}

static fbox one_ulp_apart(scene_random *random, size_t i, size_t count)
{
    (void)i, (void)count;
    float x = 64 + whole(random, 12) * (64 * FLT_EPSILON), y = 64 - whole(random, 12) * (32 * FLT_EPSILON);
    return fbox_xywh(x, y, whole(random, 3) * (64 * FLT_EPSILON), whole(random, 3) * (64 * FLT_EPSILON));
}

const box_set box_sets[] = {
    { "even", even },
    { "points", points },
    { "on borders", on_borders },
    { "tiles", tiles },
    { "all equal", all_equal },
    { "equal points", equal_points },
    { "one huge", one_huge },
    { "world sized", world_sized },
    { "every size", every_size },
    { "bars", bars },
    { "on a line", on_a_line },
    { "one far", one_far },
    { "half far", half_far },
    { "extremes", extremes },
    { "denormal", denormal },
    { "zeros", zeros },
    { "one ulp apart", one_ulp_apart },
    { 0 },
};

void fill_boxes(const box_set *set, uint64_t seed, fbox *boxes, size_t count)
{
    scene_random random = { seed };
    for (size_t i = 0; i < count; i++)
        boxes[i] = set->box(&random, i, count);
}
