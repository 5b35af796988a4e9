// Angles, logarithms and normal numbers come from the C library in double and are then rounded to steps some 2^30 times
// coarser, which hides what its versions differ by.
#include "field_place.h"

#include <math.h>

double place_unit(scene_random *random)
{
    return (double)(scene_random_bits(random) >> 11) * 0x1p-53;
}

int32_t place_side(double side, int32_t most)
{
    int32_t steps = side < most ? (int32_t)side : most;
    steps |= 1;
    return steps <= most ? steps : most - !(most & 1);
}

int32_t place_even(scene_random *random, int32_t room)
{
    const int32_t places = room / 2 + 1;
    return (int32_t)(place_unit(random) * places) * 2;
}

double place_normal(scene_random *random)
{
    for (;;) {
        double x = 2 * place_unit(random) - 1, y = 2 * place_unit(random) - 1;
        double square = x * x + y * y;
        if (square > 0 && square < 1)
            return x * sqrt(-2 * log(square) / square);
    }
}

static int32_t to_even(double steps)
{
    return (int32_t)lround(steps / 2) * 2;
}

void place_velocity(mover *m, scene_random *random, int32_t side)
{
    const double turn = 6.283185307179586;
    double angle = turn * place_unit(random), speed = 0.25 * side * place_unit(random);
    m->vx = to_even(speed * cos(angle));
    m->vy = to_even(speed * sin(angle));
}

void place_anywhere(field *f, mover *m, scene_random *random, int32_t side)
{
    int shrink = m->frame == FRAME_FAR;
    m->side = side;
    m->x = place_even(random, (f->width >> shrink) - 1 - side);
    m->y = place_even(random, (f->height >> shrink) - 1 - side);
    place_velocity(m, random, side);
}

void place_shuffle(field *f, scene_random *random)
{
    for (size_t i = f->count; i > 1; i--) {
        size_t other = (size_t)(place_unit(random) * (double)i);
        mover held = f->movers[i - 1];
        f->movers[i - 1] = f->movers[other];
        f->movers[other] = held;
    }
}
