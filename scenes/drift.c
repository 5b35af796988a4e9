/// Drifting boxes: random places, sizes and velocities, bouncing off the world's edges. Every number comes from sums,
/// products and comparisons of floats in one fixed order, so that no compiler may give another one.
#include "random.h"
#include "scene.h"

#include <float.h>
#include <stdlib.h>

#if FLT_EVAL_METHOD != 0
#error "scenes need float sums that are rounded to float"
#endif

typedef struct mover {
    qd_vec2 place, size, velocity; ///< place: the lower corner.
} mover;

typedef struct drift {
    scene base;
    mover *movers;
} drift;

static void drift_destroy(scene *self)
{
    drift *own = (drift *)self;
    if (!own)
        return;
    free(own->base.boxes);
    free(own->movers);
    free(own);
}

static qd_box box_of(const mover *m)
{
    return qd_box_xywh(m->place.x, m->place.y, m->size.x, m->size.y);
}

/// A side no larger than the world.
static float random_side(scene_random *random, float size, float room)
{
    float side = scene_random_between(random, 0.5f * size, 1.5f * size);
    return side < room ? side : room;
}

static mover random_mover(scene_random *random, const scene_def *def)
{
    mover m;
    m.size.x = random_side(random, def->size, def->world.x);
    m.size.y = random_side(random, def->size, def->world.y);
    m.place.x = scene_random_between(random, 0, def->world.x - m.size.x);
    m.place.y = scene_random_between(random, 0, def->world.y - m.size.y);
    m.velocity.x = scene_random_between(random, -def->speed, def->speed);
    m.velocity.y = scene_random_between(random, -def->speed, def->speed);
    return m;
}

static scene *drift_create(const scene_def *def)
{
    drift *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->base = (scene){ .kind = &scene_drift, .count = def->count, .world = { { 0, 0 }, def->world } };
    own->base.boxes = calloc(def->count ? def->count : 1, sizeof *own->base.boxes);
    own->movers = calloc(def->count ? def->count : 1, sizeof *own->movers);
    if (!own->base.boxes || !own->movers) {
        drift_destroy(&own->base);
        return NULL;
    }
    scene_random random = { def->seed };
    for (size_t i = 0; i < def->count; i++) {
        own->movers[i] = random_mover(&random, def);
        own->base.boxes[i] = box_of(&own->movers[i]);
    }
    return &own->base;
}

/// One axis of a step: the place stays within [0, room], and the velocity turns round at its ends.
static void bounce(float *place, float *velocity, float room)
{
    *place += *velocity;
    if (*place < 0) {
        *place = -*place;
        *velocity = -*velocity;
    } else if (*place > room) {
        *place = room - (*place - room);
        *velocity = -*velocity;
    }
    // Faster than the world is wide: it stays at an edge.
    *place = *place < 0 ? 0 : *place > room ? room : *place;
}

static void drift_step(scene *self)
{
    drift *own = (drift *)self;
    qd_vec2 world = self->world.max;
    for (size_t i = 0; i < self->count; i++) {
        mover *m = &own->movers[i];
        bounce(&m->place.x, &m->velocity.x, world.x - m->size.x);
        bounce(&m->place.y, &m->velocity.y, world.y - m->size.y);
        self->boxes[i] = box_of(m);
    }
}

const scene_kind scene_drift = { "drift", drift_create, drift_step, drift_destroy };
