// Laying the lattice, and going back from steps to coordinates.
#include "lattice.h"

// The world's half side stays within powers of two with a normal float as their inverse.
enum { LOWEST_EXPONENT = -126, HIGHEST_EXPONENT = 126 };

void qd__lattice_lay_square(qd__lattice *lattice, double x, double y, double side)
{
    const double lowest = ldexp(1, LOWEST_EXPONENT), highest = ldexp(1, HIGHEST_EXPONENT);
    const double wanted = side / 2, half = wanted < lowest ? lowest : wanted < highest ? wanted : highest;
    lattice->center[0] = (float)x;
    lattice->center[1] = (float)y;
    lattice->center[2] = -lattice->center[0];
    lattice->center[3] = -lattice->center[1];
    lattice->scale = (float)(1 / half);
}

bool qd__lattice_lay(qd__lattice *lattice, qd__fbox world)
{
    const double width = (double)world.max.x - world.min.x, height = (double)world.max.y - world.min.y;
    const double side = width > height ? width : height;
    if (!(side > 0))
        return false;
    int exponent;
    double fraction = frexp(side / 2, &exponent); // side / 2 = fraction * 2^exponent, fraction in [1/2, 1)
    exponent -= fraction == 0.5;
    qd__lattice_lay_square(lattice, ((double)world.min.x + world.max.x) / 2, ((double)world.min.y + world.max.y) / 2,
                           ldexp(2, exponent));
    return true;
}

static float coordinate(const qd__lattice *lattice, int axis, uint32_t step)
{
    const int64_t steps = (int64_t)step - (int64_t)QD__LATTICE_ORIGIN;
    const uint64_t distance = (uint64_t)(steps < 0 ? -steps : steps);
    double at = INFINITY;
    if (distance < (uint64_t)QD__LATTICE_REACH) {
        const uint32_t bits = UINT32_C(0x3f800000) + (uint32_t)distance;
        float v;
        memcpy(&v, &bits, sizeof v);
        at = ((double)v - 1) / lattice->scale;
    }
    at = lattice->center[axis] + (steps < 0 ? -at : at);
    return at > FLT_MAX ? FLT_MAX : at < -FLT_MAX ? -FLT_MAX : (float)at;
}

qd__fbox qd__lattice_box(const qd__lattice *lattice, qd__square square)
{
    if (!qd__lattice_is_laid(lattice))
        return (qd__fbox){ { -FLT_MAX, -FLT_MAX }, { FLT_MAX, FLT_MAX } };
    const uint32_t height = UINT32_C(1) << square.shift, width = height << square.wide;
    return (qd__fbox){ { coordinate(lattice, 0, square.x), coordinate(lattice, 1, square.y) },
                       { coordinate(lattice, 0, square.x + width), coordinate(lattice, 1, square.y + height) } };
}
