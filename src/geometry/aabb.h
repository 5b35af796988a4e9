// A box as the tree keeps it: four floats (min_x, min_y, -max_x, -max_y).
//
// With the upper corner negated, the union of two boxes is one minimum in all four lanes, and "a overlaps b" is one
// comparison in all four lanes: a <= probe(b), the probe being (max_x, max_y, -min_x, -min_y).
//
//   NaN in every lane        an unused AABB: overlaps nothing, not even an infinite window
//   +infinity in every lane  the bounds of nothing: the identity of the minimum
//
// NaN must never enter a union: a vector minimum returns either operand then, depending on the machine.
#ifndef QD_AABB_H
#define QD_AABB_H

#include "floats.h"

#include <math.h>

typedef struct qd__aabb {
    float v[4];
} qd__aabb;

/// Adding zero leaves no negative zero: equal trees have equal bytes. Written as one step for all four lanes, and done
/// in one, so that the AABB is stored whole.
static inline qd__aabb qd__aabb_of(qd__fbox box)
{
    const float corners[4] = { box.min.x, box.min.y, box.max.x, box.max.y }, signs[4] = { 1, 1, -1, -1 };
    qd__aabb aabb;
    for (int i = 0; i < 4; i++)
        aabb.v[i] = corners[i] * signs[i] + 0.0f;
    return aabb;
}

static inline qd__fbox qd__aabb_box(qd__aabb aabb)
{
    return (qd__fbox){ { aabb.v[0], aabb.v[1] }, { 0.0f - aabb.v[2], 0.0f - aabb.v[3] } };
}

/// The same numbers as doubles.
static inline qd_box qd__aabb_exact(qd__aabb aabb)
{
    return (qd_box){ { aabb.v[0], aabb.v[1] }, { 0.0 - aabb.v[2], 0.0 - aabb.v[3] } };
}

/// Is it finite and not inverted? Comparing is enough here: strict.h sees to it that NaN and infinity count.
static inline bool qd__fbox_is_valid(qd__fbox box)
{
    return box.min.x >= -FLT_MAX && box.min.x <= box.max.x && box.max.x <= FLT_MAX && box.min.y >= -FLT_MAX &&
           box.min.y <= box.max.y && box.max.y <= FLT_MAX;
}

static inline qd__aabb qd__aabb_all(float value)
{
    return (qd__aabb){ { value, value, value, value } };
}

static inline qd__aabb qd__aabb_empty(void)
{
    return qd__aabb_all(INFINITY);
}

static inline qd__aabb qd__aabb_unused(void)
{
    return qd__aabb_all(NAN);
}

/// What `aabb` is compared with to find what overlaps it.
static inline qd__aabb qd__probe(qd__aabb aabb)
{
    return (qd__aabb){ { -aabb.v[2], -aabb.v[3], -aabb.v[0], -aabb.v[1] } };
}

/// Does the AABB overlap what the probe was made of?
static inline bool qd__overlaps(qd__aabb aabb, qd__aabb probe, bool open)
{
    const float *a = aabb.v, *b = probe.v;
    return open ? (a[0] < b[0]) & (a[1] < b[1]) & (a[2] < b[2]) & (a[3] < b[3])
                : (a[0] <= b[0]) & (a[1] <= b[1]) & (a[2] <= b[2]) & (a[3] <= b[3]);
}

static inline qd__aabb qd__union(qd__aabb a, qd__aabb b)
{
    for (int i = 0; i < 4; i++)
        a.v[i] = b.v[i] < a.v[i] ? b.v[i] : a.v[i];
    return a;
}

/// What two boxes have in common; not a box where they do not overlap.
static inline qd__aabb qd__common(qd__aabb a, qd__aabb b)
{
    for (int i = 0; i < 4; i++)
        a.v[i] = b.v[i] > a.v[i] ? b.v[i] : a.v[i];
    return a;
}

/// Is its lower corner nowhere above its upper one? False for the bounds of nothing.
static inline bool qd__aabb_is_box(qd__aabb aabb)
{
    return (aabb.v[0] <= -aabb.v[2]) & (aabb.v[1] <= -aabb.v[3]);
}

static inline bool qd__covers(qd__aabb outer, qd__aabb inner)
{
    // One branch instead of four, each of which would be a toss-up.
    return (outer.v[0] <= inner.v[0]) & (outer.v[1] <= inner.v[1]) & (outer.v[2] <= inner.v[2]) &
           (outer.v[3] <= inner.v[3]);
}

#endif
