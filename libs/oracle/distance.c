// Distances. Between numbers that are floats the square in double is the key: neither overflows, and rounding is
// the same for all. Between doubles exponents are taken off and put back, so that squares neither overflow nor vanish.
#include "distance.h"

#include <float.h>
#include <math.h>

static double gap(double min_a, double max_a, double min_b, double max_b)
{
    const double after = min_b - max_a, before = min_a - max_b;
    const double most = after > before ? after : before;
    return most > 0 ? most : 0;
}

static double length_of(double x, double y)
{
    const double most = x > y ? x : y, least = x > y ? y : x;
    if (most == 0 || most > DBL_MAX)
        return most == 0 ? 0 : DBL_MAX;
    int exponent;
    const double fraction = frexp(most, &exponent), other = ldexp(least, -exponent);
    const double length = ldexp(sqrt(fraction * fraction + other * other), exponent);
    return length > DBL_MAX ? DBL_MAX : length;
}

static double key_of_gaps(qd_precision precision, double x, double y)
{
    return precision == QD_DOUBLE ? length_of(x, y) : x * x + y * y;
}

double qd__oracle_distance_key(qd_precision precision, qd_box a, qd_box b)
{
    return key_of_gaps(precision, gap(a.min.x, a.max.x, b.min.x, b.max.x), gap(a.min.y, a.max.y, b.min.y, b.max.y));
}

double qd__oracle_farthest_key(qd_precision precision, qd_box box, qd_vec2 point)
{
    const double left = point.x - box.min.x, right = box.max.x - point.x;
    const double down = point.y - box.min.y, up = box.max.y - point.y;
    return key_of_gaps(precision, left > right ? left : right, down > up ? down : up);
}

double qd__oracle_key_of(qd_precision precision, double distance)
{
    return precision == QD_DOUBLE ? distance : distance * distance;
}

double qd__oracle_distance_of(qd_precision precision, double key)
{
    if (precision == QD_DOUBLE)
        return key;
    const double distance = sqrt(key);
    return distance > FLT_MAX ? FLT_MAX : (double)((float)distance + 0.0f);
}
