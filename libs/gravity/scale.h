// The scale that makes the scene's extent about 1.
#ifndef QD_GRAVITY_SCALE_H
#define QD_GRAVITY_SCALE_H

#include "given.h"
#include "strict.h"

/// From the caller's coordinates to ours: (x - shift) * factor.
typedef struct qd__scale {
    double x, y;           ///< The shift.
    double factor, length; ///< Powers of two, one the other's inverse.
    double low_x, low_y;   ///< The least coordinates of all, the caller's.
} qd__scale;

static inline double qd__scaled_x(const qd__scale *scale, double x)
{
    return (x - scale->x) * scale->factor;
}

static inline double qd__scaled_y(const qd__scale *scale, double y)
{
    return (y - scale->y) * scale->factor;
}

/// Back to the caller's.
static inline double qd__unscaled_x(const qd__scale *scale, double x)
{
    return x * scale->length + scale->x;
}

static inline double qd__unscaled_y(const qd__scale *scale, double y)
{
    return y * scale->length + scale->y;
}

/// The least and the greatest of some values; 0 and 0 without values.
typedef struct qd__extent {
    double low, high;
} qd__extent;

qd__extent qd__extent_of(const double *values, size_t first, size_t end);

/// The scale for everything given; below the softening bodies need not differ.
qd__scale qd__scale_for(const qd__given *given, double softening);

#endif
