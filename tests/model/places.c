// Every place is computed in double and brought back into the range of float, so that it is finite even in a world as
// large as float itself.
#include "places.h"
#include <float.h>

unsigned model_byte(struct model_bytes *bytes)
{
    return bytes->at < bytes->size ? bytes->data[bytes->at++] : 0;
}

unsigned model_below(struct model_bytes *bytes, unsigned n)
{
    unsigned value = model_byte(bytes);
    if (n > 256)
        value = value << 8 | model_byte(bytes);
    return value % n;
}

uint64_t model_mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static float in_range(double x)
{
    return x > FLT_MAX ? FLT_MAX : x < -FLT_MAX ? -FLT_MAX : (float)x;
}

// A number from -1 to 1, in steps that powers of two divide.
static double sway(struct model_bytes *bytes)
{
    return ((double)model_byte(bytes) - 128) / 128;
}

static double power_of_two(unsigned n)
{
    return 1 / (double)(1u << n);
}

enum kind { BORDER, BESIDE, ANYWHERE, CLUSTER, DENORMAL, EXTREME, FAR, OUTSIDE, AGAIN, ZERO };

static const unsigned char families[MODEL_FAMILIES][8] = {
    { BORDER, BESIDE, ANYWHERE, CLUSTER, DENORMAL, EXTREME, FAR, AGAIN },
    { BORDER, BORDER, BORDER, BORDER, BESIDE, BESIDE, BORDER, AGAIN },
    { ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE },
    { CLUSTER, CLUSTER, CLUSTER, CLUSTER, CLUSTER, ANYWHERE, CLUSTER, AGAIN },
    { AGAIN, AGAIN, AGAIN, AGAIN, AGAIN, AGAIN, BORDER, BESIDE },
    { DENORMAL, DENORMAL, DENORMAL, DENORMAL, ZERO, ZERO, DENORMAL, AGAIN },
    { EXTREME, EXTREME, FAR, FAR, FAR, ANYWHERE, OUTSIDE, AGAIN },
    { OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE, FAR, BORDER },
    { ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, BORDER, BORDER, BORDER }, // with y = x: diagonals
};
enum { DIAGONALS = MODEL_FAMILIES - 1 };

static const double far_away[] = { 1e9, 1e30, 1e12, 16777217, 3e38, 1e20, 65536.5, 2147483648.0 };

static double border(struct model_places *places, int axis)
{
    unsigned level = model_below(places->bytes, 13);
    unsigned step = model_below(places->bytes, (1u << level) + 1);
    return places->corner[axis] + places->side * step * power_of_two(level);
}

static float coordinate(struct model_places *places, int axis)
{
    struct model_bytes *bytes = places->bytes;
    unsigned choice = model_byte(bytes);
    double sign = choice & 128 ? -1 : 1;
    switch ((enum kind)families[places->family][choice & 7]) {
    case BORDER:
        return in_range(border(places, axis));
    case BESIDE:
        return in_range(nextafterf(in_range(border(places, axis)), (float)sign * FLT_MAX));
    case ANYWHERE:
        return in_range(places->corner[axis] + places->side * model_below(bytes, 65536) / 65536);
    case CLUSTER:
        return in_range(places->center[axis] + places->side * sway(bytes) * power_of_two(choice >> 4 & 15));
    case DENORMAL:
        return (float)(sign * model_byte(bytes) * 0x1p-149 * (1 << (choice >> 4 & 7)));
    case EXTREME:
        return choice & 64 ? (float)sign * FLT_MAX : nextafterf((float)sign * FLT_MAX, 0);
    case FAR:
        return in_range(sign * far_away[choice >> 4 & 7] * (1 + sway(bytes) / 4));
    case OUTSIDE:
        return in_range(places->corner[axis] + places->side * sway(bytes) * (1 + (choice >> 4 & 7)));
    case AGAIN: {
        qd_box box = places->recent[choice >> 4 & 7];
        return axis == 0 ? (choice & 8 ? box.min.x : box.max.x) : (choice & 8 ? box.min.y : box.max.y);
    }
    default:
        return choice & 64 ? 1 : (float)(sign * 0.0);
    }
}

static void set_world(struct model_places *places, double x, double y, double side)
{
    places->corner[0] = x;
    places->corner[1] = y;
    places->side = side;
}

qd_box model_places_begin(struct model_places *places, struct model_bytes *bytes, bool fine)
{
    static const double worlds[][3] = {
        { 0, 0, 1024 },   { 0, 0, 1000 },   { -512, -512, 1024 },       { 0, 0, 1 },
        { -500, 7, 333 }, { 1e6, 1e6, 64 }, { 0, 0, 0x1p-140 },         { -FLT_MAX, -FLT_MAX, 2.0 * FLT_MAX },
        { 0, 0, 1024 },   { 0, 0, 1000 },   { 0x1p24, -0x1p24, 0x1p4 }, { -1e30, -1e30, 2e30 },
    };
    *places = (struct model_places){ .bytes = bytes };
    unsigned n = model_below(bytes, fine ? 5 : sizeof worlds / sizeof *worlds); // float is fine in the first five
    set_world(places, worlds[n][0], worlds[n][1], worlds[n][2]);
    unsigned choice = model_byte(bytes);
    places->family = (choice >> 2) % MODEL_FAMILIES;
    for (int axis = 0; axis < 2; axis++)
        places->center[axis] = places->corner[axis] + places->side * model_below(bytes, 257) / 256;
    for (unsigned i = 0; i < MODEL_RECENT; i++)
        places->recent[i].min = places->recent[i].max =
            (qd_vec2){ in_range(border(places, 0)), in_range(border(places, 1)) };
    qd_box world = { { 0, 0 }, { 0, 0 } };
    if (choice & 3) {
        world.min = (qd_vec2){ in_range(places->corner[0]), in_range(places->corner[1]) };
        world.max = (qd_vec2){ in_range(places->corner[0] + places->side), in_range(places->corner[1] + places->side) };
    }
    return world;
}

qd_vec2 model_point(struct model_places *places)
{
    qd_vec2 point;
    point.x = coordinate(places, 0);
    point.y = places->family == DIAGONALS ? point.x : coordinate(places, 1);
    return point;
}

static qd_box sized(qd_vec2 corner, double width, double height)
{
    return (qd_box){ corner, { in_range(corner.x + width), in_range(corner.y + height) } };
}

qd_box model_box(struct model_places *places)
{
    struct model_bytes *bytes = places->bytes;
    unsigned choice = model_byte(bytes);
    qd_box last = places->recent[choice >> 5];
    qd_vec2 p = model_point(places);
    double size = places->side * power_of_two(choice >> 4);
    qd_box box = { p, p };
    switch (choice & 15) {
    case 0:
    case 1:
    case 2:
        break;
    case 3:
    case 4:
    case 5:
    case 6:
        box = sized(p, fabs(sway(bytes)) * places->side / 64, fabs(sway(bytes)) * places->side / 64);
        break;
    case 7:
    case 8:
        box = sized(p, size, size);
        break;
    case 9:
        box.max = (qd_vec2){ in_range(nextafterf(p.x, FLT_MAX)), in_range(nextafterf(p.y, FLT_MAX)) };
        break;
    case 10: // touches another
        box = sized(last.max, size / 16, size);
        break;
    case 11:
        box = last;
        break;
    case 12:
        box = qd_box_between(p, model_point(places));
        break;
    case 13: // as large as the world, or as all there is
        box = choice & 64 ? sized((qd_vec2){ in_range(places->corner[0]), in_range(places->corner[1]) }, places->side,
                                  places->side)
                          : (qd_box){ { -FLT_MAX, -FLT_MAX }, { FLT_MAX, FLT_MAX } };
        break;
    default: // a wall
        box = choice & 1 ? sized(p, size, 0) : sized(p, 0, size);
        break;
    }
    places->recent[places->next_recent++ % MODEL_RECENT] = box;
    return box;
}

static qd_box shifted(qd_box box, double x, double y)
{
    return (qd_box){ { in_range(box.min.x + x), in_range(box.min.y + y) },
                     { in_range(box.max.x + x), in_range(box.max.y + y) } };
}

qd_box model_box_after(struct model_places *places, qd_box before)
{
    struct model_bytes *bytes = places->bytes;
    unsigned choice = model_byte(bytes);
    double x, y;
    switch (choice & 7) {
    case 0:
        return before;
    case 1: // one ulp
        x = choice & 16 ? FLT_MAX : -FLT_MAX;
        return qd_box_between((qd_vec2){ nextafterf(before.min.x, (float)x), before.min.y },
                              (qd_vec2){ nextafterf(before.max.x, (float)x), before.max.y });
    case 2:
    case 3: // a step
        x = sway(bytes) * places->side / 256;
        return shifted(before, x, sway(bytes) * places->side / 256);
    case 4: // a leap
        x = sway(bytes) * places->side;
        return shifted(before, x, sway(bytes) * places->side);
    case 5: // grows, or shrinks to its lower corner
        x = sway(bytes) * places->side / 16;
        return x < 0 ? (qd_box){ before.min, before.min } : sized(before.min, before.max.x - before.min.x + x, x);
    case 6: { // the same size elsewhere
        qd_vec2 p = model_point(places);
        x = (double)before.max.x - before.min.x;
        y = (double)before.max.y - before.min.y;
        return sized(p, x, y);
    }
    default:
        return model_box(places);
    }
}

qd_box model_spoiled_box(struct model_places *places, qd_box box)
{
    unsigned choice = model_byte(places->bytes);
    float *coordinates[] = { &box.min.x, &box.min.y, &box.max.x, &box.max.y };
    if ((choice & 3) == 0) { // inverted by one step
        box.min.x = nextafterf(box.max.x, INFINITY);
        return box;
    }
    const float bad[] = { NAN, INFINITY, -INFINITY, -NAN };
    *coordinates[choice >> 2 & 3] = bad[choice >> 4 & 3];
    return box;
}

float model_length(struct model_places *places)
{
    static const float unusual[] = { INFINITY, 0, -1, NAN, FLT_MAX, 0x1p-149f, -0.0f, 1e20f };
    unsigned choice = model_byte(places->bytes);
    if (choice < 64)
        return unusual[choice & 7];
    return in_range(places->side * power_of_two(choice & 15) * fabs(sway(places->bytes)));
}

qd_vec2 model_direction(struct model_places *places)
{
    static const float unusual[] = { 0, -0.0f, 1, -1, INFINITY, NAN, FLT_MAX, 0x1p-149f };
    unsigned choice = model_byte(places->bytes);
    qd_vec2 d = { (float)sway(places->bytes), (float)sway(places->bytes) };
    if (choice & 64)
        d.x = unusual[choice & (choice & 128 ? 7 : 3)];
    if (choice & 32)
        d.y = unusual[choice >> 2 & (choice & 128 ? 7 : 3)];
    return d;
}

qd_box model_window(struct model_places *places)
{
    unsigned choice = model_byte(places->bytes);
    qd_box box = choice & 1 ? qd_box_between(model_point(places), model_point(places)) : model_box(places);
    if (choice & 2 && choice & 4) { // everything on one side, or on several
        box.min.x = choice & 8 ? -INFINITY : box.min.x;
        box.min.y = choice & 16 ? -INFINITY : box.min.y;
        box.max.x = choice & 32 ? INFINITY : box.max.x;
        box.max.y = choice & 64 ? INFINITY : box.max.y;
    }
    return choice < 8 ? model_spoiled_box(places, box) : box;
}

static double fraction(uint64_t *random)
{
    *random = model_mixed(*random);
    return (double)(*random >> 40) * 0x1p-24;
}

qd_box model_crowd_box(const struct model_places *places, uint64_t random, size_t count)
{
    double x = fraction(&random), y = fraction(&random);
    double size = places->side * fraction(&random) / sqrt((double)count);
    uint64_t rare = random % 20000;
    qd_vec2 p = { in_range(places->corner[0] + places->side * x), in_range(places->corner[1] + places->side * y) };
    if (rare == 0)
        return sized((qd_vec2){ in_range(places->corner[0]), in_range(places->corner[1]) }, places->side, places->side);
    if (rare < 4)
        return shifted((qd_box){ p, p }, 1e30 * (x - 0.5), 1e9 * (y - 0.5));
    if (places->family % 2 == 0) // half of them around one place
        p = rare % 2 ? p
                     : (qd_vec2){ in_range(places->center[0] + places->side * (x - 0.5) / 8),
                                  in_range(places->center[1] + places->side * (y - 0.5) / 8) };
    return sized(p, size, size / 2);
}

qd_box model_drifted(const struct model_places *places, qd_box box, uint32_t handle)
{
    uint64_t random = handle;
    double x = fraction(&random) - 0.5;
    double y = fraction(&random) - 0.5;
    return shifted(box, places->side * x / 64, places->side * y / 64);
}
