// Moving boxes and circles against a box: see moving.h.
#include "moving.h"
#include "exact.h"

static const qd__impact never = { NAN, { 0, 0 }, { 0, 0 } };

/// The middle of two numbers; half of the smallest one is none.
static double middle_of(double low, double high)
{
    return low == high ? low : low / 2 + high / 2;
}

/// The shape where it is at a time, with its middle at the start. The normal is for the caller to fill in.
static inline void set_impact(qd__impact *impact, double enter, const qd__line *line, const double middle[2])
{
    const double time = enter > 0 ? enter : 0;
    impact->enter = enter;
    for (int axis = 0; axis < 2; axis++) {
        const double from = middle[axis], way = line->direction[axis], to = from + time * way;
        impact->normal[axis] = 0;
        impact->center[axis] = fabs(to) <= DBL_MAX ? to : (from / 2 + time / 2 * way) * 2; // the way alone may overflow
    }
}

/// Makes it a hit on the face of an axis. Which side that is cannot be predicted: they are taken by index.
static inline void hit_face(qd__impact *impact, const qd_box *box, const qd__line *line, const double middle[2],
                            int axis)
{
    const double faces[2][2] = { { box->max.x, box->max.y }, { box->min.x, box->min.y } };
    const double *const sides[2] = { line->low, line->high };
    const int ahead = line->direction[axis] > 0;
    const double face = faces[ahead][axis], side = sides[ahead][axis], from = middle[axis];
    const double to = from + (face - side);
    impact->normal[axis] = 1 - 2 * ahead;
    impact->center[axis] = fabs(to) <= DBL_MAX ? to : (from / 2 + (face / 2 - side / 2)) * 2;
}

void qd__box_impact(const qd_box *box, const qd__line *line, qd__impact *impact)
{
    const qd__slab slab = qd__slab_of(box, line);
    if (!qd__slab_counts(&slab, line)) {
        *impact = never;
        return;
    }
    const double middle[2] = { middle_of(line->low[0], line->high[0]), middle_of(line->low[1], line->high[1]) };
    set_impact(impact, slab.enter, line, middle);
    if (slab.enter >= 0)
        hit_face(impact, box, line, middle, slab.axis);
}

qd__disc qd__disc_of(qd_vec2 center, double radius, const qd__line *line)
{
    qd__disc disc = { { center.x, center.y }, radius, *line };
    for (int axis = 0; axis < 2; axis++) {
        disc.square.low[axis] = disc.center[axis] - disc.radius;
        disc.square.high[axis] = disc.center[axis] + disc.radius;
    }
    return disc;
}

/// The way of a circle past a corner, in units in which no square overflows, and none that counts vanishes.
typedef struct approach {
    double w[2], radius; ///< From the corner to the centre at the start, and the radius: in units of 2^length.
    double v[2];         ///< The motion, in units of 2^speed.
    int units;           ///< Times are in units of 2^units.
} approach;

/// The power of two to divide by where the largest of some numbers is `most`: 0 while that is of middling size.
static inline int unit_of(double most)
{
    int unit = 0;
    if (!(most > 0x1p-200 && most < 0x1p200) && most > 0)
        (void)frexp(most, &unit);
    return unit;
}

static inline double in_units(double value, int unit)
{
    return unit ? ldexp(value, -unit) : value;
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

static approach approach_of(const double corner[2], const qd__disc *disc)
{
    const double *v = disc->square.direction;
    const double w[2] = { disc->center[0] - corner[0], disc->center[1] - corner[1] };
    const int length = unit_of(larger(larger(fabs(w[0]), fabs(w[1])), disc->radius));
    const int speed = unit_of(larger(fabs(v[0]), fabs(v[1])));
    return (approach){ { in_units(w[0], length), in_units(w[1], length) },
                       in_units(disc->radius, length),
                       { in_units(v[0], speed), in_units(v[1], speed) },
                       length - speed };
}

/// A time brought into the span in which the square meets the box, where only rounding can have put it outside. NaN:
/// the circle is not at the corner then, for it just missed it, and rounding has made a graze of that.
static double within_square(double enter, const approach *way, const qd__slab *around)
{
    if (enter >= around->enter && enter <= around->exit)
        return enter;
    const double time = enter < around->enter ? around->enter : around->exit, at = in_units(time, way->units);
    const double *w = way->w, *v = way->v;
    const double x = w[0] + v[0] * at, y = w[1] + v[1] * at;
    const double blur = 0x1p-50 * (fabs(w[0]) + fabs(w[1]) + (fabs(v[0]) + fabs(v[1])) * at);
    const double reach = way->radius + 0x1p-46 * way->radius + blur;
    return x * x + y * y <= reach * reach ? time : NAN;
}

/// When the circle comes to a corner: f(t) = a t^2 + 2 b t + c is zero then, w being the way from the corner to the
/// centre, a = v v, b = w v, c = w w - r r. Whether it does is asked by how far the line passes the corner, |w x v|
/// against r |v|, since b b - a c would lose all digits far away; and the root is taken as c / (-b + sqrt), which is
/// exactly zero when they touch at the start. NaN: it never does.
static double corner_enters(const double corner[2], const qd__disc *disc, const qd__slab *around)
{
    const approach way = approach_of(corner, disc);
    const double *w = way.w, *v = way.v, r = way.radius, end = disc->square.end;
    const double a = v[0] * v[0] + v[1] * v[1], b = w[0] * v[0] + w[1] * v[1], c = w[0] * w[0] + w[1] * w[1] - r * r;
    const bool open = disc->square.open;
    if (open ? c < 0 : c <= 0) { // they meet at the start; just touching, they may be about to meet
        const double start = within_square(0, &way, around);
        return start <= 0 && (c < 0 || b >= 0) ? -INFINITY : start;
    }
    const double passes = w[0] * v[1] - w[1] * v[0], left = r * r * a - passes * passes;
    if (!(b < 0) || !(open ? left > 0 : left >= 0))
        return NAN;
    const double root = in_units(c / (-b + sqrt(left)), -way.units);
    const double soonest = c > 0 ? DBL_TRUE_MIN : 0; // what is apart at the start meets later, however soon it is
    const double enter = within_square(root > soonest ? root : soonest, &way, around);
    return (open ? enter < end : enter <= end) ? enter : NAN;
}

/// The earliest of the circle's hits on the four corners; NaN: it hits no corner.
static double corners_enter(const qd_box *box, const qd__disc *disc, const qd__slab *around)
{
    double earliest = NAN;
    for (int i = 0; i < 4; i++) {
        const double corner[2] = { i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y };
        const double enter = corner_enters(corner, disc, around);
        if (!(earliest <= enter) && enter < INFINITY)
            earliest = enter;
    }
    return earliest;
}

/// From the point of the box that is nearest to the centre at that time, to the centre. Returns how far that is.
static double way_out(const qd_box *box, const qd__disc *disc, double time, double way[2])
{
    for (int axis = 0; axis < 2; axis++) {
        const double low = axis ? box->min.y : box->min.x, high = axis ? box->max.y : box->max.x;
        const double at = disc->center[axis] + disc->square.direction[axis] * time;
        way[axis] = at < low ? at - low : at > high ? at - high : 0;
    }
    return qd__length(fabs(way[0]), fabs(way[1]));
}

/// Makes it a hit on a corner, or what rounding has left of one. If they part, they met earlier: far away rounding may
/// have put the centre into the box or behind it, or passed a meeting by that was just a graze. Then it is when the
/// square meets the box, if the circle does so too, and if not, it stays, as a hit on a face.
static void hit_corner(qd__impact *impact, const qd_box *box, const qd__disc *disc, const qd__slab *around)
{
    const double v[2] = { disc->square.direction[0] / 4, disc->square.direction[1] / 4 }; // sums do not overflow
    double way[2];
    const double length = way_out(box, disc, impact->enter, way);
    const double x = way[0] / length, y = way[1] / length;
    if (length > 0 && x * v[0] + y * v[1] <= 0x1p-10 * (fabs(v[0]) + fabs(v[1]))) {
        impact->normal[0] = x;
        impact->normal[1] = y;
        return;
    }
    const double first = around->enter > 0 ? around->enter : 0;
    if (way_out(box, disc, first, way) <= disc->radius + 0x1p-46 * disc->radius)
        set_impact(impact, around->enter, &disc->square, disc->center);
    if (impact->enter > 0)
        hit_face(impact, box, &disc->square, disc->center, around->axis);
}

/// The impact of a circle; its square meets the box in that span.
static void impact_within(const qd_box *box, const qd__disc *disc, const qd__slab *around, qd__impact *impact)
{
    double enter = corners_enter(box, disc, around);
    int face = -1;
    for (int axis = 0; axis < 2; axis++) {
        // A bar that is as long as the circle is wide on one axis, and of no width on the other.
        qd__line bar = disc->square;
        bar.low[1 - axis] = bar.high[1 - axis] = disc->center[1 - axis];
        const qd__slab slab = qd__slab_of(box, &bar);
        // With its end a bar hits a face; with its side it comes where the other one has been before, or just grazes.
        const bool face_hit = slab.axis == axis;
        if (qd__slab_counts(&slab, &bar) && !(face_hit ? enter < slab.enter : enter <= slab.enter)) {
            enter = slab.enter;
            face = face_hit ? axis : -1;
        }
    }
    set_impact(impact, enter, &disc->square, disc->center);
    if (enter >= 0 && face >= 0)
        hit_face(impact, box, &disc->square, disc->center, face);
    else if (enter >= 0)
        hit_corner(impact, box, disc, around);
}

void qd__disc_impact(const qd_box *box, const qd__disc *disc, qd__impact *impact)
{
    const qd__line *square = &disc->square;
    const qd__slab around = qd__slab_of(box, square);
    if (!qd__slab_counts(&around, square)) { // not covered: the caller knows that the square comes to the box
        *impact = never;
        return;
    }
    const double most = 0x1p1000, part = 0x1p-8; // from `most` on, differences and sums of larger numbers may overflow
    if (box->min.x > -most && box->max.x < most && box->min.y > -most && box->max.y < most && square->low[0] > -most &&
        square->high[0] < most && square->low[1] > -most && square->high[1] < most) {
        impact_within(box, disc, &around, impact);
        return;
    }

    // All is scaled down beforehand. This changes no time but where rounding does: so it is held within the span.
    const qd_box small = { { box->min.x * part, box->min.y * part }, { box->max.x * part, box->max.y * part } };
    const qd_vec2 center = { disc->center[0] * part, disc->center[1] * part };
    qd__line line = *square;
    line.direction[0] *= part;
    line.direction[1] *= part;
    const qd__disc shrunk = qd__disc_of(center, disc->radius * part, &line);
    const qd__slab slab = qd__slab_of(&small, &shrunk.square);
    if (!qd__slab_counts(&slab, &shrunk.square)) {
        *impact = never;
        return;
    }
    impact_within(&small, &shrunk, &slab, impact);
    impact->center[0] /= part;
    impact->center[1] /= part;
    if (impact->enter > around.exit) {
        *impact = never;
    } else if (impact->enter < around.enter) { // it is where the square comes to the box
        set_impact(impact, around.enter, square, disc->center);
        if (around.enter >= 0)
            hit_face(impact, box, square, disc->center, around.axis);
    }
}

double qd__disc_enters(const qd_box *box, const qd__disc *disc)
{
    qd__impact impact;
    qd__disc_impact(box, disc, &impact);
    return impact.enter > 0 || isnan(impact.enter) ? impact.enter : 0;
}
