/// Boxes of random places, sizes and velocities that bounce off the edges of a world.
#ifndef QUADRILLE_SCENE_MOVER_H
#define QUADRILLE_SCENE_MOVER_H

#include "parts.h"

typedef struct mover {
    fvec2 place, size, velocity; ///< place: the lower corner.
} mover;

static inline fbox mover_box(const mover *m)
{
    return fbox_xywh(m->place.x, m->place.y, m->size.x, m->size.y);
}

/// A side no larger than the world.
static inline float mover_side(scene_random *random, float size, float room)
{
    float side = scene_random_between(random, 0.5f * size, 1.5f * size);
    return side < room ? side : room;
}

/// One anywhere in the definition's world, of its size and speed.
static inline mover mover_random(scene_random *random, const scene_def *def)
{
    mover m;
    fvec2 room = box_extent(def->world);
    m.size.x = mover_side(random, def->size, room.x);
    m.size.y = mover_side(random, def->size, room.y);
    m.place.x = def->world.min.x + scene_random_between(random, 0, room.x - m.size.x);
    m.place.y = def->world.min.y + scene_random_between(random, 0, room.y - m.size.y);
    m.velocity.x = scene_random_between(random, -def->speed, def->speed);
    m.velocity.y = scene_random_between(random, -def->speed, def->speed);
    return m;
}

/// A tick of its way.
static inline void mover_step(mover *m, fbox world)
{
    bounce(&m->place.x, &m->velocity.x, world.min.x, world.max.x - m->size.x);
    bounce(&m->place.y, &m->velocity.y, world.min.y, world.max.y - m->size.y);
}

/// Its lower corner, or its centre, as near to a place as the world lets it.
static inline void mover_put(mover *m, fbox world, fvec2 place)
{
    m->place = point_within(place, world.min, (fvec2){ world.max.x - m->size.x, world.max.y - m->size.y });
}

static inline void mover_put_center(mover *m, fbox world, fvec2 center)
{
    mover_put(m, world, (fvec2){ center.x - 0.5f * m->size.x, center.y - 0.5f * m->size.y });
}

#endif
