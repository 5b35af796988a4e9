/// @file parts.h
/// What several scenes need: small sums about points and boxes, which every compiler does alike.
#ifndef QUADRILLE_SCENE_PARTS_H
#define QUADRILLE_SCENE_PARTS_H

#include "scene.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#if FLT_EVAL_METHOD != 0
#error "scenes need float sums that are rounded to float"
#endif

static inline qd_vec2 box_extent(qd_box box)
{
    return (qd_vec2){ box.max.x - box.min.x, box.max.y - box.min.y };
}

static inline qd_vec2 box_center(qd_box box)
{
    return (qd_vec2){ 0.5f * (box.min.x + box.max.x), 0.5f * (box.min.y + box.max.y) };
}

/// All zero: a definition's world that is left to the scene.
static inline bool box_is_nothing(qd_box box)
{
    return box.min.x == 0 && box.min.y == 0 && box.max.x == 0 && box.max.y == 0;
}

/// A square from (0, 0) on, of which `count` boxes of that mean side cover a quarter.
static inline qd_box square_world(size_t count, float size)
{
    double side = ceil(2 * (double)(size > 0 ? size : 1) * sqrt((double)(count > 0 ? count : 1)));
    return qd_box_xywh(0, 0, (float)side, (float)side);
}

static inline float value_within(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static inline qd_vec2 point_within(qd_vec2 point, qd_vec2 low, qd_vec2 high)
{
    return (qd_vec2){ value_within(point.x, low.x, high.x), value_within(point.y, low.y, high.y) };
}

/// One axis of a step: the place stays within [low, high], and the velocity turns round at its ends.
static inline void bounce(float *place, float *velocity, float low, float high)
{
    *place += *velocity;
    if (*place < low) {
        *place = low + (low - *place);
        *velocity = -*velocity;
    } else if (*place > high) {
        *place = high - (*place - high);
        *velocity = -*velocity;
    }
    // Faster than the world is wide: it stays at an edge.
    *place = value_within(*place, low, high);
}

/// Unit vector of the same direction; zero stays zero.
static inline qd_vec2 unit(qd_vec2 v)
{
    float length = sqrtf(v.x * v.x + v.y * v.y);
    return length > 0 ? (qd_vec2){ v.x / length, v.y / length } : v;
}

/// Makes room for `count` things, keeping what is there. False: no memory, and nothing has changed.
static inline bool grow_array(void **array, size_t count, size_t size)
{
    void *grown = count > SIZE_MAX / size ? NULL : realloc(*array, (count ? count : 1) * size);
    if (grown)
        *array = grown;
    return grown != NULL;
}

#endif
