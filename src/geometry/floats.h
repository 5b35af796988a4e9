// Points and boxes of floats: what the tree stores and its kernels compare, whatever the interface's numbers are.
#ifndef QD_FLOATS_H
#define QD_FLOATS_H

#include "strict.h"

#include <quadrille/geometry.h>

typedef struct qd__fvec2 {
    float x, y;
} qd__fvec2;

typedef struct qd__fbox {
    qd__fvec2 min, max;
} qd__fbox;

/// Rounded to the nearest floats; beyond FLT_MAX infinite.
static inline qd__fvec2 qd__fvec2_of(qd_vec2 point)
{
    return (qd__fvec2){ (float)point.x, (float)point.y };
}

/// Reads the sides one by one, as callers often wrote them just before: a load that joins two stores waits until both
/// have reached the cache. `volatile` keeps the compiler from joining loads.
static inline qd__fbox qd__fbox_of(const qd_box *box)
{
    const volatile qd_box *sides = box;
    return (qd__fbox){ { (float)sides->min.x, (float)sides->min.y }, { (float)sides->max.x, (float)sides->max.y } };
}

/// The same number as a double. Adding zero changes no value, and keeps the rounding: GCC 12 with -O2 takes both
/// conversions of two doubles to floats and back away where the doubles themselves are the alternative.
static inline double qd__double_of(float number)
{
    return number + 0.0f;
}

/// The same numbers as doubles.
static inline qd_vec2 qd__vec2_of(qd__fvec2 point)
{
    return (qd_vec2){ qd__double_of(point.x), qd__double_of(point.y) };
}

static inline qd_box qd__box_of(qd__fbox box)
{
    return (qd_box){ qd__vec2_of(box.min), qd__vec2_of(box.max) };
}

#endif
