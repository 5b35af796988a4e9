// The oracle about moving shapes. Boxes go axis by axis, in double, as the rays of oracle_query.c do. Circles go by
// distances in long double: what a hit must look like is checked rather than computed, with room for what the library
// may round.
#include "oracle_rules.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

static bool is_finite(qd_vec2 v)
{
    return v.x >= -FLT_MAX && v.x <= FLT_MAX && v.y >= -FLT_MAX && v.y <= FLT_MAX;
}

static float told(double value)
{
    return value > FLT_MAX ? FLT_MAX : value < -FLT_MAX ? -FLT_MAX : (float)value;
}

// When two intervals meet of which the first moves, and how far it is from the second one's near end at the start.
typedef struct span {
    double enter, leave, way;
} span;

static span span_of(const struct oracle *oracle, double low, double high, double motion, double min, double max)
{
    if (motion == 0) {
        bool meet = oracle_below(oracle, min, high) && oracle_below(oracle, low, max);
        return meet ? (span){ -INFINITY, INFINITY, 0 } : (span){ INFINITY, -INFINITY, 0 };
    }
    if (motion > 0)
        return (span){ (min - high) / motion, (max - low) / motion, min - high };
    return (span){ (max - low) / motion, (min - high) / motion, max - low };
}

static bool box_meets(const struct oracle *oracle, const qd_moving_box *moving, const oracle_entry *entry,
                      oracle_hit *out)
{
    const qd_box own = moving->box, item = entry->item.box;
    const span x = span_of(oracle, own.min.x, own.max.x, moving->motion.x, item.min.x, item.max.x);
    const span y = span_of(oracle, own.min.y, own.max.y, moving->motion.y, item.min.y, item.max.y);
    const double enter = x.enter > y.enter ? x.enter : y.enter, leave = x.leave < y.leave ? x.leave : y.leave;
    if (!oracle_below(oracle, enter, leave) || !oracle_below(oracle, enter, moving->t_max) ||
        !oracle_below(oracle, 0, leave))
        return false;
    out->t = enter > 0 ? enter : 0;
    out->hit = (qd_hit){ .item = found(entry), .t = told(out->t) };
    double way_x = out->t * moving->motion.x, way_y = out->t * moving->motion.y;
    if (enter >= 0 && x.enter >= y.enter) {
        out->hit.normal.x = moving->motion.x > 0 ? -1 : 1;
        way_x = x.way;
    } else if (enter >= 0) {
        out->hit.normal.y = moving->motion.y > 0 ? -1 : 1;
        way_y = y.way;
    }
    out->hit.point.x = told(((double)own.min.x + own.max.x) / 2 + way_x);
    out->hit.point.y = told(((double)own.min.y + own.max.y) / 2 + way_y);
    return true;
}

size_t oracle_find_cast_box(const struct oracle *oracle, qd_moving_box moving, qd_query_filter filter, oracle_hit *out)
{
    size_t count = 0;
    if (!is_finite(moving.box.min) || !is_finite(moving.box.max) || !(moving.box.min.x <= moving.box.max.x) ||
        !(moving.box.min.y <= moving.box.max.y) || !is_finite(moving.motion) || !(moving.t_max >= 0))
        return 0;
    for (size_t i = 0; i < oracle->count; i++) {
        const oracle_entry *entry = &oracle->entries[i];
        if (is_seen(entry, filter) && box_meets(oracle, &moving, entry, &out[count]))
            count++;
    }
    qsort(out, count, sizeof *out, oracle_by_t_then_slot);
    return count;
}

bool oracle_circle_is_good(qd_moving_circle moving)
{
    return is_finite(moving.center) && moving.radius >= 0 && moving.radius <= FLT_MAX && is_finite(moving.motion) &&
           moving.t_max >= 0;
}

// From the box to the centre at a time.
static void way_at(const qd_moving_circle *moving, qd_box item, long double t, long double way[2])
{
    const long double x = moving->center.x + t * moving->motion.x, y = moving->center.y + t * moving->motion.y;
    way[0] = x < item.min.x ? x - item.min.x : x > item.max.x ? x - item.max.x : 0;
    way[1] = y < item.min.y ? y - item.min.y : y > item.max.y ? y - item.max.y : 0;
}

static long double distance_at(const qd_moving_circle *moving, qd_box item, long double t)
{
    long double way[2];
    way_at(moving, item, t, way);
    return sqrtl(way[0] * way[0] + way[1] * way[1]);
}

// How large the numbers are that the answer is made of.
static long double scale_at(const qd_moving_circle *moving, qd_box item, long double t)
{
    const qd_vec2 c = moving->center, v = moving->motion;
    return fabsl(c.x) + fabsl(c.y) + moving->radius + t * (fabsl(v.x) + fabsl(v.y)) + fabsl(item.min.x) +
           fabsl(item.min.y) + fabsl(item.max.x) + fabsl(item.max.y);
}

// The time when the centre is nearest to the box. The square of the distance is convex, and made of parabolas that
// change where the centre passes a side: it is least at one of these places, abreast of a corner, or at an end.
static long double nearest_time(const qd_moving_circle *moving, qd_box item)
{
    const long double c[2] = { moving->center.x, moving->center.y }, v[2] = { moving->motion.x, moving->motion.y };
    const long double sides[2][2] = { { item.min.x, item.max.x }, { item.min.y, item.max.y } };
    const long double square = v[0] * v[0] + v[1] * v[1];
    long double times[10] = { 0, moving->t_max };
    for (int i = 0; i < 2; i++) {
        times[2 + i] = (sides[0][i] - c[0]) / v[0];
        times[4 + i] = (sides[1][i] - c[1]) / v[1];
        for (int j = 0; j < 2; j++)
            times[6 + 2 * i + j] = ((sides[0][i] - c[0]) * v[0] + (sides[1][j] - c[1]) * v[1]) / square;
    }
    long double best = 0;
    for (int i = 0; i < 10; i++) {
        if (times[i] >= 0 && times[i] <= moving->t_max && times[i] < INFINITY &&
            distance_at(moving, item, times[i]) < distance_at(moving, item, best))
            best = times[i];
    }
    return best;
}

enum oracle_verdict oracle_cast_circle(const struct oracle *oracle, qd_moving_circle moving, qd_box item)
{
    (void)oracle; // who only touches is for neither to decide
    const long double t = nearest_time(&moving, item), distance = distance_at(&moving, item, t);
    const long double doubt = scale_at(&moving, item, t) * 1e-14L;
    return distance < moving.radius - doubt   ? ORACLE_HITS
           : distance > moving.radius + doubt ? ORACLE_MISSES
                                              : ORACLE_UNSURE;
}

bool oracle_circle_hit_is_right(qd_moving_circle moving, qd_box item, const qd_hit *hit)
{
    const long double t = hit->t, r = moving.radius, distance = distance_at(&moving, item, t);
    const long double speed = hypotl(moving.motion.x, moving.motion.y), length = hypotl(hit->normal.x, hit->normal.y);
    // t is told as a float, so the place is known to that much; for the smallest floats no better than to themselves.
    const long double doubt = scale_at(&moving, item, t) * 1e-14L + speed * (t * 1.2e-7L + FLT_TRUE_MIN);
    if (hit->t >= FLT_MAX)
        return true;
    if (hit->t > 0 && fabsl(distance - r) > doubt)
        return false;
    if (hit->t == 0 && distance > r + doubt)
        return false;
    const long double x = moving.center.x + t * moving.motion.x, y = moving.center.y + t * moving.motion.y;
    const long double rounding = doubt + FLT_TRUE_MIN; // places are told as floats too
    if (fabsl(hit->point.x - x) > rounding + 1e-7L * fabsl(x) || fabsl(hit->point.y - y) > rounding + 1e-7L * fabsl(y))
        return fabsl(x) > FLT_MAX || fabsl(y) > FLT_MAX; // which cannot be told
    if (doubt > r * 1e-4L) // the circle is so small, or so far away, that its sides cannot be told apart
        return true;
    if (length == 0) // it says that they had met before
        return hit->t <= 0;
    const long double along =
        hit->normal.x * (long double)moving.motion.x + hit->normal.y * (long double)moving.motion.y;
    if (fabsl(length - 1) > 1e-6L || along > speed * 1e-3L)
        return false;
    long double way[2];
    way_at(&moving, item, t, way);
    const long double off = hypotl(way[0] - r * hit->normal.x, way[1] - r * hit->normal.y);
    return off <= r * 1e-3L + 2 * doubt;
}
