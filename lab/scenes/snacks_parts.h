// Cars, snacks and walls: for the two files that make them live and let a hand change them.
#ifndef QUADRILLE_SCENE_SNACKS_H
#define QUADRILLE_SCENE_SNACKS_H

#include "parts.h"

enum { SNACK = 1, WALL = 2, CAR = 4 }; // layers
enum { CARS_MOST = 32, WALLS = 8, BURST = 5, TRIES = 16 };
enum { GROW_AFTER = 60, IDLE_AFTER = 120, PATIENCE = 180, DETOUR = 25 }; // ticks
enum { REACH = 5 };                                                      // of the search square, in sides of a car

typedef struct car {
    uint32_t item;
    fvec2 place, heading; ///< place: its centre; heading: of length 1.
    float speed;
    uint32_t hungry; ///< Ticks since it ate.
    uint32_t detour; ///< Ticks for which it goes straight on, whatever is near.
} car;

typedef struct snacks {
    scene base;
    float side, speed;
    scene_random random;
    car cars[CARS_MOST];
    uint32_t car_count;
    bool held[4];                   ///< The arrows.
    uint32_t idle;                  ///< Ticks since an arrow was down.
    uint32_t tick, due[GROW_AFTER]; ///< How many grow again, by tick.
    uint64_t waiting;               ///< Would grow now if there were room.
    uint32_t *plate;                ///< What a car is about to eat.
    size_t plate_space;
    kept_boxes found; ///< What lies in the first car's square.
    uint64_t eaten, grown, candidates, refused, added;
} snacks;

static inline qd_filter snacks_on_layer(uint32_t layer)
{
    return (qd_filter){ layer, QD_NO_LAYER };
}

static inline fbox snacks_car_at(const snacks *own, fvec2 place)
{
    return fbox_around(place, 0.5f * own->side, 0.5f * own->side);
}

/// Whether a car would have room there.
static inline bool snacks_is_free(const snacks *own, fvec2 place)
{
    return !index_touches(own->base.index, snacks_car_at(own, place), WALL, INDEX_NONE);
}

uint32_t snacks_edit(scene *self, const scene_edit *edit);

#endif
