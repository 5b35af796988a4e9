// Every place is computed in double and brought back into the range of the tree's numbers, so that it is finite even in
// a world as large as these.
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

static double in_range(const struct model_places *places, double x)
{
    const double most = places->precision == QD_DOUBLE ? DBL_MAX : FLT_MAX;
    const double near = x > most ? most : x < -most ? -most : x;
    return places->precision == QD_DOUBLE ? near : (double)((float)near + 0.0f);
}

// The next number that the tree can store.
static double next_to(const struct model_places *places, double x, double towards)
{
    return places->precision == QD_DOUBLE ? nextafter(x, towards) : (double)nextafterf((float)x, (float)towards);
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

enum kind { BORDER, BESIDE, ANYWHERE, CLUSTER, DENORMAL, EXTREME, FAR, OUTSIDE, AGAIN, ZERO, STEPS, ODD, ROUGH };
enum { FAMILIES = 9, DOUBLE_FAMILIES = 15, FLOAT_FAMILIES = 11, DIAGONALS = FAMILIES - 1 };

static const unsigned char families[DOUBLE_FAMILIES][8] = {
    { BORDER, BESIDE, ANYWHERE, CLUSTER, DENORMAL, EXTREME, FAR, AGAIN },
    { BORDER, BORDER, BORDER, BORDER, BESIDE, BESIDE, BORDER, AGAIN },
    { ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE },
    { CLUSTER, CLUSTER, CLUSTER, CLUSTER, CLUSTER, ANYWHERE, CLUSTER, AGAIN },
    { AGAIN, AGAIN, AGAIN, AGAIN, AGAIN, AGAIN, BORDER, BESIDE },
    { DENORMAL, DENORMAL, DENORMAL, DENORMAL, ZERO, ZERO, DENORMAL, AGAIN },
    { EXTREME, EXTREME, FAR, FAR, FAR, ANYWHERE, OUTSIDE, AGAIN },
    { OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE, FAR, BORDER },
    { ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE, BORDER, BORDER, BORDER }, // with y = x: diagonals
    { ROUGH, ROUGH, ROUGH, ROUGH, BORDER, AGAIN, ROUGH, ROUGH },                  // what floats must round
    { ROUGH, AGAIN, BESIDE, ROUGH, ODD, AGAIN, ANYWHERE, EXTREME },
    { STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, STEPS, AGAIN }, // from here on for doubles alone
    { STEPS, STEPS, STEPS, ANYWHERE, AGAIN, ROUGH, STEPS, CLUSTER },
    { ODD, ODD, ODD, ODD, ODD, ODD, ODD, AGAIN },
    { ODD, STEPS, BORDER, AGAIN, EXTREME, DENORMAL, ZERO, ODD },
};

static const double far_away[] = { 1e9, 1e30, 1e12, 16777217, 3e38, 1e20, 65536.5, 2147483648.0 };

static double border(struct model_places *places, int axis)
{
    unsigned level = model_below(places->bytes, 13);
    unsigned step = model_below(places->bytes, (1u << level) + 1);
    return places->corner[axis] + places->side * step * power_of_two(level);
}

// Of all magnitudes there are.
static double odd_number(unsigned choice)
{
    static const double odd[] = {
        0,      DBL_MAX, DBL_MAX / 2, FLT_MAX,         3.4028236e38,    3.5e38, 1e300,  1e39,  DBL_TRUE_MIN, DBL_MIN,
        1e-310, 0.1,     1,           FLT_TRUE_MIN,    1e-46,           1e15,   1e-160, 1e160, 16777217,     1e154,
        3e-162, 1e-150,  0x1p53,      1 - DBL_EPSILON, 1 + DBL_EPSILON,
    };
    return odd[choice % (sizeof odd / sizeof *odd)];
}

// Some steps of a double from the cluster's place: one float, most of them.
static double steps_from(const struct model_places *places, double at, unsigned steps)
{
    return in_range(places, at + (nextafter(at, INFINITY) - at) * steps);
}

// Not rounded to a float.
static double rough(const struct model_places *places, double x)
{
    const double most = places->precision == QD_DOUBLE ? DBL_MAX : FLT_MAX;
    return x > -most && x < most ? x : in_range(places, x);
}

static double coordinate(struct model_places *places, int axis)
{
    struct model_bytes *bytes = places->bytes;
    const bool precise = places->precision == QD_DOUBLE;
    const double most = precise ? DBL_MAX : FLT_MAX, least = precise ? DBL_TRUE_MIN : FLT_TRUE_MIN;
    unsigned choice = model_byte(bytes);
    double sign = choice & 128 ? -1 : 1;
    switch ((enum kind)families[places->family][choice & 7]) {
    case BORDER:
        return in_range(places, border(places, axis));
    case BESIDE:
        return in_range(places, next_to(places, in_range(places, border(places, axis)), sign * most));
    case ANYWHERE:
        return in_range(places, places->corner[axis] + places->side * model_below(bytes, 65536) / 65536);
    case CLUSTER:
        return in_range(places, places->center[axis] + places->side * sway(bytes) * power_of_two(choice >> 4 & 15));
    case DENORMAL:
        return sign * model_byte(bytes) * least * (1 << (choice >> 4 & 7));
    case EXTREME:
        return choice & 64 ? sign * most : next_to(places, sign * most, 0);
    case FAR:
        return in_range(places, sign * far_away[choice >> 4 & 7] * (1 + sway(bytes) / 4));
    case OUTSIDE:
        return in_range(places, places->corner[axis] + places->side * sway(bytes) * (1 + (choice >> 4 & 7)));
    case AGAIN: {
        qd_box box = places->recent[choice >> 4 & 7];
        return axis == 0 ? (choice & 8 ? box.min.x : box.max.x) : (choice & 8 ? box.min.y : box.max.y);
    }
    case STEPS:
        return steps_from(places, places->center[axis], model_byte(bytes) % 48);
    case ODD: // in a tree of floats those in its range
        return precise ? sign * odd_number(choice >> 3) : in_range(places, sign * odd_number(choice >> 3));
    case ROUGH:
        return rough(places, places->corner[axis] + places->side * model_below(bytes, 65536) / 65535.7);
    default:
        return choice & 64 ? 1 : sign * 0.0;
    }
}

static void set_world(struct model_places *places, double x, double y, double side)
{
    places->corner[0] = x;
    places->corner[1] = y;
    places->side = side;
}

qd_box model_places_begin(struct model_places *places, struct model_bytes *bytes, qd_precision precision, bool fine)
{
    static const double worlds[][3] = {
        { 0, 0, 1024 },      { 0, 0, 1000 },        { -512, -512, 1024 },       { 0, 0, 1 },
        { -500, 7, 333 },    { 1e6, 1e6, 64 },      { 0, 0, 0x1p-140 },         { -FLT_MAX, -FLT_MAX, 2.0 * FLT_MAX },
        { 0, 0, 1024 },      { 0, 0, 1000 },        { 0x1p24, -0x1p24, 0x1p4 }, { -1e30, -1e30, 2e30 },
        { 1e7, 1e7, 1 },     { 2e9, 3e9, 1e3 },     { 1e7, -1e7, 0x1p-24 },     { -DBL_MAX, -DBL_MAX, DBL_MAX },
        { 0, 0, 0x1p-1070 }, { 0.1, 0.1, 0x1p-50 },
    };
    enum { FINE = 5, FLOATS = 12, DOUBLES = sizeof worlds / sizeof *worlds }; // floats are fine in the first five
    const bool precise = precision == QD_DOUBLE;
    *places = (struct model_places){ .bytes = bytes, .precision = precision };
    unsigned n = model_below(bytes, fine ? FINE : precise ? DOUBLES : FLOATS);
    set_world(places, worlds[n][0], worlds[n][1], worlds[n][2]);
    unsigned choice = model_byte(bytes);
    places->family = (choice >> 2) % (precise ? DOUBLE_FAMILIES : FLOAT_FAMILIES);
    for (int axis = 0; axis < 2; axis++)
        places->center[axis] = places->corner[axis] + places->side * model_below(bytes, 257) / 256;
    for (unsigned i = 0; i < MODEL_RECENT; i++)
        places->recent[i].min = places->recent[i].max =
            (qd_vec2){ in_range(places, border(places, 0)), in_range(places, border(places, 1)) };
    qd_box world = { { 0, 0 }, { 0, 0 } };
    if (choice & 3) {
        world.min = (qd_vec2){ in_range(places, places->corner[0]), in_range(places, places->corner[1]) };
        world.max = (qd_vec2){ in_range(places, places->corner[0] + places->side),
                               in_range(places, places->corner[1] + places->side) };
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

static qd_box sized(const struct model_places *places, qd_vec2 corner, double width, double height)
{
    return (qd_box){ corner, { in_range(places, corner.x + width), in_range(places, corner.y + height) } };
}

static qd_box all_there_is(const struct model_places *places)
{
    const double most = places->precision == QD_DOUBLE ? DBL_MAX : FLT_MAX;
    return (qd_box){ { -most, -most }, { most, most } };
}

// As large as the world, or as all there is.
static qd_box vast(const struct model_places *places, bool world)
{
    const qd_vec2 corner = { in_range(places, places->corner[0]), in_range(places, places->corner[1]) };
    return world ? sized(places, corner, places->side, places->side) : all_there_is(places);
}

static qd_box box_by_choice(struct model_places *places, unsigned choice)
{
    struct model_bytes *bytes = places->bytes;
    const qd_box last = places->recent[choice >> 5];
    const qd_vec2 p = model_point(places);
    const double size = places->side * power_of_two(choice >> 4);
    switch (choice & 15) {
    case 0:
    case 1:
    case 2:
        return (qd_box){ p, p };
    case 3:
    case 4:
    case 5:
    case 6:
        return sized(places, p, fabs(sway(bytes)) * places->side / 64, fabs(sway(bytes)) * places->side / 64);
    case 7:
    case 8:
        return sized(places, p, size, size);
    case 9:
        return (qd_box){
            p, { in_range(places, next_to(places, p.x, INFINITY)), in_range(places, next_to(places, p.y, INFINITY)) }
        };
    case 10: // touches another
        return sized(places, last.max, size / 16, size);
    case 11:
        return last;
    case 12:
        return qd_box_between(p, model_point(places));
    case 13:
        return vast(places, (choice & 64) != 0);
    default: // a wall
        return choice & 1 ? sized(places, p, size, 0) : sized(places, p, 0, size);
    }
}

qd_box model_box(struct model_places *places)
{
    const unsigned choice = model_byte(places->bytes);
    const qd_box box = box_by_choice(places, choice);
    places->recent[places->next_recent++ % MODEL_RECENT] = box;
    return box;
}

static qd_box shifted(const struct model_places *places, qd_box box, double x, double y)
{
    return (qd_box){ { in_range(places, box.min.x + x), in_range(places, box.min.y + y) },
                     { in_range(places, box.max.x + x), in_range(places, box.max.y + y) } };
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
        x = choice & 16 ? all_there_is(places).max.x : all_there_is(places).min.x;
        return qd_box_between((qd_vec2){ next_to(places, before.min.x, x), before.min.y },
                              (qd_vec2){ next_to(places, before.max.x, x), before.max.y });
    case 2:
    case 3: // a step
        x = sway(bytes) * places->side / 256;
        return shifted(places, before, x, sway(bytes) * places->side / 256);
    case 4: // a leap
        x = sway(bytes) * places->side;
        return shifted(places, before, x, sway(bytes) * places->side);
    case 5: // grows, or shrinks to its lower corner
        x = sway(bytes) * places->side / 16;
        return x < 0 ? (qd_box){ before.min, before.min }
                     : sized(places, before.min, before.max.x - before.min.x + x, x);
    case 6: { // the same size elsewhere
        qd_vec2 p = model_point(places);
        x = before.max.x - before.min.x;
        y = before.max.y - before.min.y;
        return sized(places, p, x, y);
    }
    default:
        return model_box(places);
    }
}

qd_box model_spoiled_box(struct model_places *places, qd_box box)
{
    unsigned choice = model_byte(places->bytes);
    double *coordinates[] = { &box.min.x, &box.min.y, &box.max.x, &box.max.y };
    if ((choice & 3) == 0) { // inverted by one step
        box.min.x = next_to(places, box.max.x, INFINITY);
        return box;
    }
    // What floats do not have is as bad as infinity in a tree of floats.
    const double more = places->precision == QD_DOUBLE ? -INFINITY : choice & 128 ? 1e39 : -3.4028236e38;
    const double bad[] = { NAN, INFINITY, more, -NAN };
    *coordinates[choice >> 2 & 3] = bad[choice >> 4 & 3];
    return box;
}

bool model_is_valid(qd_precision precision, qd_box box)
{
    const double sides[] = { box.min.x, box.min.y, box.max.x, box.max.y };
    double as_stored[4];
    for (int i = 0; i < 4; i++) {
        as_stored[i] = precision == QD_DOUBLE ? sides[i] : (double)((float)sides[i] + 0.0f);
        if (!isfinite(as_stored[i]))
            return false;
    }
    return as_stored[0] <= as_stored[2] && as_stored[1] <= as_stored[3];
}

double model_length(struct model_places *places)
{
    static const double unusual[] = { INFINITY, 0, -1, NAN, FLT_MAX, 0x1p-149, -0.0, 1e20 };
    unsigned choice = model_byte(places->bytes);
    if (choice < 8)
        return odd_number(model_byte(places->bytes));
    if (choice < 64)
        return unusual[choice & 7];
    return in_range(places, places->side * power_of_two(choice & 15) * fabs(sway(places->bytes)));
}

qd_vec2 model_direction(struct model_places *places)
{
    static const double unusual[] = { 0, -0.0, 1, -1, INFINITY, NAN, FLT_MAX, 0x1p-149 };
    unsigned choice = model_byte(places->bytes);
    const double x = sway(places->bytes), y = sway(places->bytes);
    qd_vec2 d = { x, y };
    if (choice == 31) // as far as can be
        d = (qd_vec2){ odd_number(model_byte(places->bytes)), -odd_number(model_byte(places->bytes)) };
    if (choice & 64)
        d.x = unusual[choice & (choice & 128 ? 7 : 3)];
    if (choice & 32)
        d.y = unusual[choice >> 2 & (choice & 128 ? 7 : 3)];
    return d;
}

qd_box model_window(struct model_places *places)
{
    unsigned choice = model_byte(places->bytes);
    const qd_vec2 p = choice & 1 ? model_point(places) : (qd_vec2){ 0, 0 };
    qd_box box = choice & 1 ? qd_box_between(p, model_point(places)) : model_box(places);
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
    qd_vec2 p = { in_range(places, places->corner[0] + places->side * x),
                  in_range(places, places->corner[1] + places->side * y) };
    if (rare == 0)
        return sized(places, (qd_vec2){ in_range(places, places->corner[0]), in_range(places, places->corner[1]) },
                     places->side, places->side);
    if (rare < 4)
        return shifted(places, (qd_box){ p, p }, 1e30 * (x - 0.5), 1e9 * (y - 0.5));
    if (places->family % 2 == 0) // half of them around one place
        p = rare % 2 ? p
                     : (qd_vec2){ in_range(places, places->center[0] + places->side * (x - 0.5) / 8),
                                  in_range(places, places->center[1] + places->side * (y - 0.5) / 8) };
    return sized(places, p, size, size / 2);
}

qd_box model_brim_box(const struct model_places *places, uint64_t random, size_t count)
{
    const qd_box within = model_crowd_box(places, random, count);
    const uint64_t choice = model_mixed(~random);
    if (choice % 9 != 0)
        return within;
    const double far = places->side * (1 + (double)(choice >> 8 & 1)),
                 across = places->side * (double)(choice >> 9 & 1);
    return choice >> 10 & 3 ? shifted(places, within, far, 0) : shifted(places, within, across, far);
}

qd_box model_drifted(const struct model_places *places, qd_box box, uint32_t handle)
{
    uint64_t random = handle;
    double x = fraction(&random) - 0.5;
    double y = fraction(&random) - 0.5;
    return shifted(places, box, places->side * x / 64, places->side * y / 64);
}
