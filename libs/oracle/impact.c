// When a shape that moves meets a box. Points and boxes go axis by axis in double: on each, the shape is over the item
// from `enter` to `leave`, and they meet while it is so on both. Circles go by distances in long double: since the
// distance from a box is convex along a line, the time of the first touch lies before that of the nearest approach.
#include "impact.h"

#include <math.h>

bool qd__oracle_ranked_of(const qd_oracle *oracle, const qd_ranked *ranked, qd_ranked *rounded)
{
    qd_shape *shape = &rounded->shape;
    *rounded = *ranked;
    shape->box = qd__oracle_round_box(oracle, shape->box);
    shape->radius = qd__oracle_round(oracle, shape->radius);
    rounded->motion = qd__oracle_round_vec(oracle, ranked->motion);
    rounded->limit = qd__oracle_round(oracle, ranked->limit);
    if (ranked->rank == QD_SEGMENT && rounded->limit > 1) // it ends there
        rounded->limit = 1;
    if (shape->type != QD_BOX)
        shape->box.max = shape->box.min;
    const bool box = shape->type == QD_BOX, point = shape->type == QD_POINT, circle = shape->type == QD_CIRCLE;
    const bool right_shape = ranked->rank == QD_NEAREST   ? box || point
                             : ranked->rank == QD_CAST    ? box || point || circle
                             : ranked->rank == QD_SEGMENT ? point
                                                          : false;
    return right_shape && qd__oracle_is_finite(shape->box.min) && qd__oracle_is_finite(shape->box.max) &&
           qd__oracle_is_ordered(shape->box) && (!circle || (shape->radius >= 0 && shape->radius <= DBL_MAX)) &&
           (ranked->rank == QD_NEAREST || qd__oracle_is_finite(rounded->motion)) && rounded->limit >= 0;
}

/// A side that moves along one axis: from a place, by a way in each unit of t or to another place at t = 1.
typedef struct course {
    double from, to;
    bool to_is_place;
} course;

/// When a side comes somewhere, which may be later or sooner than a double can say: part * 2^power.
typedef struct moment {
    double part;
    int power;
} moment;

static moment moment_of(double at)
{
    moment when = { 0, 0 };
    when.part = frexp(at, &when.power);
    return when;
}

/// Does it have a size, that is a power of two?
static bool is_sized(moment when)
{
    return when.part != 0 && isfinite(when.part);
}

/// In units in which the larger of the two is about 1. What vanishes beside it is less, whatever it is.
static bool moment_below(bool open, moment a, moment b)
{
    const int unit = !is_sized(a) ? b.power : !is_sized(b) || a.power > b.power ? a.power : b.power;
    const double x = is_sized(a) ? ldexp(a.part, a.power - unit) : a.part;
    const double y = is_sized(b) ? ldexp(b.part, b.power - unit) : b.part;
    return qd__oracle_below(open, x, y);
}

static double told_moment(moment when)
{
    const double at = ldexp(when.part, when.power);
    if (at == 0 && when.part != 0) // too soon to say, but not now
        return copysign(DBL_TRUE_MIN, when.part);
    return at > DBL_MAX ? DBL_MAX : at < -DBL_MAX ? -DBL_MAX : at;
}

/// Where a difference overflows, that of halves does not.
static moment when_crossing(double side, course way)
{
    const double ahead_by = side - way.from, motion = way.to_is_place ? way.to - way.from : way.to;
    const bool halves_way = isinf(ahead_by), halves_motion = isinf(motion);
    const moment there = moment_of(halves_way ? side / 2 - way.from / 2 : ahead_by);
    const moment in_one = moment_of(halves_motion ? way.to / 2 - way.from / 2 : motion);
    moment when = moment_of(there.part / in_one.part);
    when.power += there.power - in_one.power + halves_way - halves_motion;
    return when;
}

/// From when to when the shape is over the item on one axis; which way it goes, and how far it is from the face.
typedef struct over_span {
    moment enter, leave;
    int sign;
    double way, half_way;
} over_span;

static over_span stay_of(bool open, course low, course high, double min, double max)
{
    const double direction = low.to_is_place ? (low.to > low.from) - (low.to < low.from) : low.to;
    const moment first = { -INFINITY, 0 }, last = { INFINITY, 0 };
    const over_span always = { first, last, 0, 0, 0 }, never = { last, first, 0, 0, 0 };
    if (direction == 0) {
        const bool over = qd__oracle_below(open, min, high.from) && qd__oracle_below(open, low.from, max);
        return over ? always : never;
    }
    if (direction > 0) {
        const over_span up = { when_crossing(min, high), when_crossing(max, low), 1, min - high.from,
                               min / 2 - high.from / 2 };
        return up;
    }
    const over_span down = { when_crossing(max, low), when_crossing(min, high), -1, max - low.from,
                             max / 2 - low.from / 2 };
    return down;
}

/// A sum of two numbers that may overflow on the way, and its half by other means.
static double sum_of(double a, double b, double half)
{
    const double sum = a + b;
    return fabs(sum) <= DBL_MAX ? sum : half * 2;
}

static double centre_at(const qd_ranked *ranked, bool y, double t)
{
    const qd_box box = ranked->shape.box;
    const double min = y ? box.min.y : box.min.x, max = y ? box.max.y : box.max.x;
    const double start = min == max ? min : min / 2 + max / 2; // half of the smallest number is none
    const double motion = y ? ranked->motion.y : ranked->motion.x;
    if (t == 0)
        return start;
    return ranked->rank == QD_SEGMENT ? start * (1 - t) + motion * t
                                      : sum_of(start, t * motion, start / 2 + t / 2 * motion);
}

static double held_on_item(double x, double min, double max)
{
    return x < min ? min : x > max ? max : x;
}

/// A point is on the item, and exactly on the face that it hits.
static void place_point(qd_box item, const over_span *face, bool on_y, qd_hit *hit)
{
    hit->point.x = held_on_item(hit->point.x, item.min.x, item.max.x);
    hit->point.y = held_on_item(hit->point.y, item.min.y, item.max.y);
    if (on_y)
        hit->point.y = face->sign > 0 ? item.min.y : item.max.y;
    else
        hit->point.x = face->sign > 0 ? item.min.x : item.max.x;
}

bool qd__oracle_box_hit(const qd_oracle *oracle, const qd_ranked *ranked, qd_box item, qd__oracle_scored *out)
{
    const bool open = oracle->edges == QD_OPEN, segment = ranked->rank == QD_SEGMENT;
    const qd_box own = ranked->shape.box;
    const qd_vec2 motion = ranked->motion;
    const over_span x = stay_of(open, (course){ own.min.x, motion.x, segment },
                                (course){ own.max.x, motion.x, segment }, item.min.x, item.max.x);
    const over_span y = stay_of(open, (course){ own.min.y, motion.y, segment },
                                (course){ own.max.y, motion.y, segment }, item.min.y, item.max.y);
    const bool on_y = moment_below(true, x.enter, y.enter);
    const moment enter = on_y ? y.enter : x.enter, leave = moment_below(true, y.leave, x.leave) ? y.leave : x.leave;
    if (!moment_below(open, enter, leave) || !moment_below(open, enter, moment_of(ranked->limit)) ||
        !moment_below(open, moment_of(0), leave))
        return false;
    double t = enter.part > 0 ? told_moment(enter) : 0;
    t -= t > 0 && t == ranked->limit && open ? DBL_TRUE_MIN : 0; // it comes before that
    const over_span *face = on_y ? &y : &x;
    out->key = t;
    out->hit = (qd_hit){ .t = t, .point = { centre_at(ranked, false, t), centre_at(ranked, true, t) } };
    if (enter.part >= 0) {
        *(on_y ? &out->hit.normal.y : &out->hit.normal.x) = -face->sign;
        if (ranked->shape.type == QD_POINT) {
            place_point(item, face, on_y, &out->hit);
        } else {
            const double centre = centre_at(ranked, on_y, 0);
            *(on_y ? &out->hit.point.y : &out->hit.point.x) = sum_of(centre, face->way, centre / 2 + face->half_way);
        }
    }
    return true;
}

/// From the box to the centre at a time.
static void way_at(const qd_ranked *ranked, qd_box item, long double t, long double way[2])
{
    const qd_vec2 c = ranked->shape.box.min;
    const long double x = c.x + t * ranked->motion.x, y = c.y + t * ranked->motion.y;
    way[0] = x < item.min.x ? x - item.min.x : x > item.max.x ? x - item.max.x : 0;
    way[1] = y < item.min.y ? y - item.min.y : y > item.max.y ? y - item.max.y : 0;
}

/// Coordinates are 0 or between 2^-3200 and 2^3200 in size. Their squares neither overflow nor vanish where long double
/// has 15 bits of exponent.
static long double long_length(long double x, long double y)
{
    return LDBL_MAX_EXP >= 16384 ? sqrtl(x * x + y * y) : hypotl(x, y);
}

static long double distance_at(const qd_ranked *ranked, qd_box item, long double t)
{
    long double way[2];
    way_at(ranked, item, t, way);
    return long_length(way[0], way[1]);
}

/// The time when the centre is nearest to the box: where it passes a side, abreast of a corner, or at an end. The
/// square of the distance is convex, and made of parabolas that change where the centre passes a side.
static long double nearest_time(const qd_ranked *ranked, qd_box item)
{
    const qd_vec2 at = ranked->shape.box.min, motion = ranked->motion;
    const long double c[2] = { at.x, at.y }, v[2] = { motion.x, motion.y };
    const long double sides[2][2] = { { item.min.x, item.max.x }, { item.min.y, item.max.y } };
    const long double square = v[0] * v[0] + v[1] * v[1];
    long double times[10] = { 0, ranked->limit };
    for (int i = 0; i < 2; i++) {
        times[2 + i] = (sides[0][i] - c[0]) / v[0];
        times[4 + i] = (sides[1][i] - c[1]) / v[1];
        for (int j = 0; j < 2; j++)
            times[6 + 2 * i + j] = ((sides[0][i] - c[0]) * v[0] + (sides[1][j] - c[1]) * v[1]) / square;
    }
    long double best = 0, least = distance_at(ranked, item, 0);
    for (int i = 0; i < 10; i++) {
        if (times[i] >= 0 && times[i] <= ranked->limit && times[i] < INFINITY) {
            const long double distance = distance_at(ranked, item, times[i]);
            best = distance < least ? times[i] : best;
            least = distance < least ? distance : least;
        }
    }
    return best;
}

/// Between a time when the circle does not touch the box and one when it does: the first when it does.
static long double first_touch(const qd_ranked *ranked, qd_box item, long double apart, long double touching)
{
    for (int i = 0; i < 200; i++) {
        const long double middle = apart / 2 + touching / 2;
        if (middle == apart || middle == touching)
            break; // no number lies between them
        if (distance_at(ranked, item, middle) > ranked->shape.radius)
            apart = middle;
        else
            touching = middle;
    }
    return touching;
}

bool qd__oracle_circle_hit(const qd_oracle *oracle, const qd_ranked *ranked, qd_box item, qd__oracle_scored *out)
{
    const bool open = oracle->edges == QD_OPEN;
    const long double nearest = nearest_time(ranked, item), r = ranked->shape.radius;
    const long double least = distance_at(ranked, item, nearest);
    if (open ? least >= r : least > r)
        return false;
    const bool at_once = distance_at(ranked, item, 0) <= r;
    const long double t = at_once ? 0 : first_touch(ranked, item, 0, nearest);
    out->key = (double)t;
    out->hit = (qd_hit){ .t = (double)t,
                         .point = { centre_at(ranked, false, (double)t), centre_at(ranked, true, (double)t) } };
    if (!at_once) {
        long double way[2];
        way_at(ranked, item, t, way);
        out->hit.normal.x = (double)(way[0] / r);
        out->hit.normal.y = (double)(way[1] / r);
    }
    return true;
}

/// Is the hit where the circle is at its time, as precisely as a double can say?
static bool is_at(const qd_oracle *oracle, const qd_ranked *ranked, const qd_hit *hit, long double doubt)
{
    const bool precise = oracle->precision == QD_DOUBLE;
    const long double most = precise ? DBL_MAX : FLT_MAX, step = precise ? DBL_TRUE_MIN : FLT_TRUE_MIN;
    const long double ulp = precise ? 4 * DBL_EPSILON : 1e-7L;
    const qd_vec2 c = ranked->shape.box.min;
    const long double x = c.x + (long double)hit->t * ranked->motion.x,
                      y = c.y + (long double)hit->t * ranked->motion.y;
    return (fabsl(hit->point.x - x) <= doubt + step + ulp * fabsl(x) &&
            fabsl(hit->point.y - y) <= doubt + step + ulp * fabsl(y)) ||
           fabsl(x) > most || fabsl(y) > most; // which no double can say
}

static bool has_normal(const qd_ranked *ranked, qd_box item, const qd_hit *hit, long double doubt)
{
    const long double r = ranked->shape.radius, speed = long_length(ranked->motion.x, ranked->motion.y);
    const long double length = long_length(hit->normal.x, hit->normal.y);
    const long double along =
        hit->normal.x * (long double)ranked->motion.x + hit->normal.y * (long double)ranked->motion.y;
    if (length == 0) // they have met before
        return hit->t <= 0;
    long double way[2];
    way_at(ranked, item, hit->t, way);
    const long double off = long_length(way[0] - r * hit->normal.x, way[1] - r * hit->normal.y);
    return fabsl(length - 1) <= 1e-6L && along <= speed * 1e-3L && off <= r * 1e-3L + 2 * doubt;
}

/// How far a place may be off that is computed in double: 2^-45 of what it is made of, of the smallest some steps.
static long double blur_at(const qd_oracle *oracle, const qd_ranked *ranked, qd_box item, long double t)
{
    const qd_vec2 c = ranked->shape.box.min, v = ranked->motion;
    const long double scale = fabsl(c.x) + fabsl(c.y) + ranked->shape.radius + t * (fabsl(v.x) + fabsl(v.y)) +
                              fabsl(item.min.x) + fabsl(item.min.y) + fabsl(item.max.x) + fabsl(item.max.y);
    return oracle->precision == QD_DOUBLE ? scale * 0x1p-45L + 4 * (long double)DBL_TRUE_MIN : scale * 1e-14L;
}

/// How far from right a time may put the circle: t is rounded, and known to some steps of its operands.
static long double doubt_at(const qd_oracle *oracle, const qd_ranked *ranked, qd_box item, long double t)
{
    const long double speed = long_length(ranked->motion.x, ranked->motion.y), blur = blur_at(oracle, ranked, item, t);
    return oracle->precision == QD_DOUBLE ? blur + speed * (t * 4 * DBL_EPSILON + DBL_TRUE_MIN)
                                          : blur + speed * (t * 1.2e-7L + FLT_TRUE_MIN);
}

/// Is there no time that a double can say at which they touch? A time beyond the largest may be reported as
/// that, or not at all; so may what comes or goes before the smallest.
static bool cannot_be_told(const qd_ranked *ranked, qd_box item, long double nearest, long double unsure)
{
    const long double soon = 2 * (long double)DBL_TRUE_MIN, apart = ranked->shape.radius - unsure;
    return (nearest >= DBL_MAX && distance_at(ranked, item, DBL_MAX) >= apart) ||
           (nearest <= soon && distance_at(ranked, item, 0) >= apart && distance_at(ranked, item, soon) >= apart);
}

bool qd__oracle_accepts_circle(const qd_oracle *oracle, const qd_ranked *ranked, qd_box item, const qd_hit *hit)
{
    const long double nearest = nearest_time(ranked, item), least = distance_at(ranked, item, nearest);
    const long double r = ranked->shape.radius;
    const long double unsure = blur_at(oracle, ranked, item, nearest);
    const bool precise = oracle->precision == QD_DOUBLE;
    if (!hit)
        return least >= r - unsure || (precise && cannot_be_told(ranked, item, nearest, unsure));
    if (precise && (hit->t >= DBL_MAX || (hit->t > 0 && hit->t <= 2 * DBL_TRUE_MIN)))
        return true;
    const long double doubt = doubt_at(oracle, ranked, item, hit->t), distance = distance_at(ranked, item, hit->t);
    if (least > r + unsure)
        return false;
    if (hit->t >= qd__oracle_told(oracle, DBL_MAX))
        return true;
    if (hit->t > 0 ? fabsl(distance - r) > doubt : distance > r + doubt)
        return false;
    // Where the circle is so small, or so far away, that its sides coincide, its normal means nothing.
    return is_at(oracle, ranked, hit, doubt) && (doubt > r * 1e-4L || has_normal(ranked, item, hit, doubt));
}
