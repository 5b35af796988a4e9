// The usual scenes: uniform, mixed sizes, clusters, a pile, points. The hard ones are in field_hard.c.
#include "field_hard.h"
#include "field_place.h"

#include <math.h>

// Half of W / sqrt n: four boxes' worth of room for each corner, so that half a pair comes to a box.
static int32_t uniform_side(size_t count)
{
    return place_side(FIELD_SIDE / (2 * sqrt((double)(count > 0 ? count : 1))), FIELD_SIDE - 1);
}

static void fill_uniform(field *f)
{
    scene_random random = { f->seed };
    f->side = uniform_side(f->count);
    for (size_t i = 0; i < f->count; i++)
        place_anywhere(f, &f->movers[i], &random, f->side);
}

// The sides a..1000a have a mean of 999a / ln 1000 and a mean square of 999999a^2 / (2 ln 1000): boxes of random such
// sides meet in an area of 186584 a^2 on average.
static void fill_mixed(field *f)
{
    scene_random random = { f->seed };
    double least = FIELD_SIDE * sqrt(2 / (186584.0 * (double)(f->count > 0 ? f->count : 1)));
    f->side = place_side(least * 30, FIELD_SIDE - 1);
    for (size_t i = 0; i < f->count; i++) {
        double side = least * exp(place_unit(&random) * log(1000));
        place_anywhere(f, &f->movers[i], &random, place_side(side, FIELD_SIDE - 1));
    }
}

#define CLUSTERS 100

static const double spread = FIELD_SIDE / 200.0; // a cluster's deviation
static const double margin = 5 * FIELD_SIDE / 200.0;

// How many others a box of that side meets: of its own cluster, two differing by a normal number of deviation
// sqrt 2 * spread along each axis; and of the others, whose centres are uniform.
static double met_in_clusters(double side, double count)
{
    double own = erf(side / (2 * spread)), room = FIELD_SIDE - 2 * margin, apart = 2 * side / room;
    double near = count / CLUSTERS;
    return (near - 1) * own * own + (count - near) * apart * apart;
}

static int32_t cluster_side(size_t count)
{
    double low = 0, high = FIELD_SIDE / 8.0;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (met_in_clusters(middle, (double)count) < 4)
            low = middle;
        else
            high = middle;
    }
    return place_side(low, FIELD_SIDE / 8);
}

// Boxes that drifted about freely would leave their clusters, and there would be fewer pairs with every tick. So each
// goes forth and back, through the middle of its way at a time of its own. The middles scatter by as much less as the
// ways add to that: where boxes are has the same deviation at every tick. For that no way may be longer than the root
// of twelve deviations, which slows boxes down where they are few and large.
enum { WAY_TICKS = 8 };

static int32_t near(scene_random *random, double center, int32_t velocity, double done, int32_t room)
{
    double way = (double)velocity * WAY_TICKS, own = spread * spread - way * way / 12;
    double deviation = sqrt(own > 0 ? own : 0);
    double place = -1;
    // Where boxes are few, and so as large as they may be, there may be no place for some in the world.
    for (int tries = 0; tries < 1000 && (place < 0 || place > room); tries++)
        place = center + deviation * place_normal(random) + way * (done - 0.5);
    place = place < 0 ? 0 : place > room ? room : place;
    return (int32_t)(place / 2) * 2;
}

static void fill_clusters(field *f)
{
    scene_random random = { f->seed };
    double x[CLUSTERS], y[CLUSTERS];
    for (int i = 0; i < CLUSTERS; i++) {
        x[i] = margin + place_unit(&random) * (FIELD_SIDE - 2 * margin);
        y[i] = margin + place_unit(&random) * (FIELD_SIDE - 2 * margin);
    }
    f->side = cluster_side(f->count);
    f->turns = WAY_TICKS;
    const double fastest = 4 * sqrt(12) / WAY_TICKS * spread; // as a side
    int32_t room = FIELD_SIDE - 1 - f->side;
    for (size_t i = 0; i < f->count; i++) {
        mover *m = &f->movers[i];
        m->side = f->side;
        m->gone = (uint8_t)(place_unit(&random) * WAY_TICKS);
        double done = (double)m->gone / WAY_TICKS;
        place_velocity(m, &random, f->side < fastest ? f->side : (int32_t)fastest);
        m->x = near(&random, x[i % CLUSTERS] - f->side / 2.0, m->vx, done, room);
        m->y = near(&random, y[i % CLUSTERS] - f->side / 2.0, m->vy, done, room);
    }
}

static void fill_pile(field *f)
{
    scene_random random = { f->seed };
    f->width = 800 * FIELD_STEPS;
    f->height = 600 * FIELD_STEPS;
    f->side = 32 * FIELD_STEPS - 1;
    for (size_t i = 0; i < f->count; i++)
        place_anywhere(f, &f->movers[i], &random, f->side);
}

// Points move as the squares of U do.
static void fill_points(field *f)
{
    scene_random random = { f->seed };
    f->side = uniform_side(f->count);
    for (size_t i = 0; i < f->count; i++) {
        place_anywhere(f, &f->movers[i], &random, 0);
        place_velocity(&f->movers[i], &random, f->side);
    }
}

static const field_kind uniform = {
    .name = "U", .title = "uniform: equal squares", .pairs = 0.5, .fill = fill_uniform
};
static const field_kind mixed = {
    .name = "M", .title = "mixed: sides over three decades", .pairs = 1, .fill = fill_mixed
};
static const field_kind clusters = {
    .name = "C", .title = "clusters: a hundred of equal squares", .pairs = 2, .fill = fill_clusters
};
static const field_kind pile = {
    .name = "I", .title = "pile: 32 x 32 in 800 x 600", .pairs = -1, .most_pairs = 3000, .fill = fill_pile
};
static const field_kind points = { .name = "P", .title = "points, uniform", .fill = fill_points };

// The demo's: lab/scenes/ makes their boxes and moves them.
static void fill_nothing(field *f)
{
    (void)f;
}

static const field_kind demo[] = {
    { .name = "demo-drift", .title = "boxes that bounce", .fill = fill_nothing, .demo = "drift" },
    { .name = "demo-particles", .title = "they push one another", .fill = fill_nothing, .demo = "particles" },
    { .name = "demo-snacks", .title = "a car that eats", .fill = fill_nothing, .demo = "snacks" },
    { .name = "demo-entities", .title = "five types that meet", .fill = fill_nothing, .demo = "entities" },
    { .name = "demo-tiles", .title = "a camera over a map", .fill = fill_nothing, .demo = "tiles" },
    { .name = "demo-village", .title = "nearest trees and houses", .fill = fill_nothing, .demo = "village" },
    { .name = "demo-lights", .title = "rays among walls", .fill = fill_nothing, .demo = "lights" },
    { .name = "demo-pile", .title = "put in one by one", .fill = fill_nothing, .demo = "pile" },
    { .name = "demo-pathological", .title = "heaps and far places", .fill = fill_nothing, .demo = "pathological" },
    { .name = "demo-gravity", .title = "galaxies", .fill = fill_nothing, .demo = "gravity" },
    { .name = "demo-contacts", .title = "they bounce off one another", .fill = fill_nothing, .demo = "contacts" },
    { .name = "demo-image", .title = "leaves over a picture", .fill = fill_nothing, .demo = "image" },
};

const field_kind *const field_kinds[] = {
    &uniform,      &mixed,       &clusters,    &pile,      &points,     &field_same, &field_diagonal,
    &field_sorted, &field_tiles, &field_giant, &field_far, &field_half, &field_zipf, &demo[0],
    &demo[1],      &demo[2],     &demo[3],     &demo[4],   &demo[5],    &demo[6],    &demo[7],
    &demo[8],      &demo[9],     &demo[10],    &demo[11],  NULL,
};
