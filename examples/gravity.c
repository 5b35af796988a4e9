// Gravity: a sun, a thousand planets in a disc around it, and a star that flies by. Far away bodies act together, so a
// step costs n log n; leapfrog keeps energy and momentum for as long as you like.
#include <math.h>
#include <quadrille/gravity.h>
#include <stdio.h>

enum { SUN, STAR, PLANETS = 1000, BODIES = PLANETS + 2 };

static double x[BODIES] = { 0, -12 }, y[BODIES] = { 0, 6 }, vx[BODIES] = { 0, 0.8 }, vy[BODIES]; // the sun, the star
static double mass[BODIES] = { 1, 0.5 }, ax[BODIES], ay[BODIES], potential[BODIES];
static const qd_motion sky = { BODIES, x, y, vx, vy, mass, ax, ay, potential, false };

static void place_planets(void)
{
    for (int i = 2; i < BODIES; i++) {
        const double radius = 1 + 3.0 * i / (double)BODIES, angle = 2.399963 * i; // seeds of a sunflower
        mass[i] = 1e-6;
        x[i] = radius * cos(angle);
        y[i] = radius * sin(angle);
        vx[i] = -sin(angle) / sqrt(radius);
        vy[i] = cos(angle) / sqrt(radius);
    }
}

int main(void)
{
    const qd_gravity_def def = { .softening = 0.05 }; // so that no body is thrown out by passing another too closely
    qd_gravity *gravity;
    qd_motion_sums before, after;
    place_planets();
    if (qd_gravity_create(&def, &gravity) || qd_gravity_begin(gravity, &sky, NULL))
        return 1;
    qd_motion_get_sums(&sky, &before);
    for (int i = 0; i <= 1500; i++) {
        if (i % 500 == 0)
            printf("time %2d: the star is at (%5.1f, %4.1f)\n", i / 50, x[STAR], y[STAR]);
        if (qd_gravity_step(gravity, &sky, 0.02, NULL))
            return 1; // no memory, or a body is out of the world; nothing has changed
    }
    qd_motion_get_sums(&sky, &after);
    const double energy = before.kinetic + before.potential, change = after.kinetic + after.potential - energy;
    printf("the energy has changed by less than 0.1%%: %s\n", fabs(change / energy) < 0.001 ? "yes" : "no");
    int lost = 0;
    for (int i = 2; i < BODIES; i++)
        lost += hypot(x[i] - x[SUN], y[i] - y[SUN]) > 8;
    printf("the sun has lost some of its planets: %s\n", lost > 0 ? "yes" : "no");
    qd_gravity_destroy(gravity);
}

// Output:
// time  0: the star is at (-12.0,  6.0)
// time 10: the star is at ( -3.6,  5.7)
// time 20: the star is at (  5.1,  3.3)
// time 30: the star is at ( 12.1, -0.6)
// the energy has changed by less than 0.1%: yes
// the sun has lost some of its planets: yes
