// Moving boxes and circles against an AABB: see moving.h.
#include "moving.h"

#include <quadrille/cast.h>

static const qd__impact never = { NAN, { 0, 0 }, { 0, 0 } };

/// The shape where it is at a time. The normal is for the caller to fill in.
static qd__impact impact_at(double enter, const qd__line *line)
{
    qd__impact impact = { enter, { 0, 0 }, { 0, 0 } };
    for (int axis = 0; axis < 2 && enter > 0; axis++) {
        impact.moved[axis] = enter * line->direction[axis];
    }
    return impact;
}

/// Makes it a hit on the face of an axis.
static void hit_face(qd__impact *impact, const qd__aabb *aabb, const qd__line *line, int axis)
{
    const bool ahead = line->direction[axis] > 0;
    const double low = aabb->v[axis], high = -(double)aabb->v[axis + 2];
    impact->normal[axis] = ahead ? -1 : 1;
    impact->moved[axis] = ahead ? low - line->high[axis] : high - line->low[axis];
}

qd__impact qd__box_impact(const qd__aabb *aabb, const qd__line *line)
{
    const qd__slab slab = qd__slab_of(aabb, line);
    if (!qd__slab_counts(&slab, line)) {
        return never;
    }
    qd__impact impact = impact_at(slab.enter, line);
    if (slab.enter >= 0) {
        hit_face(&impact, aabb, line, slab.axis);
    }
    return impact;
}

qd__disc qd__disc_of(qd_vec2 center, float radius, const qd__line *line)
{
    qd__disc disc = { { center.x, center.y }, radius, *line };
    for (int axis = 0; axis < 2; axis++) {
        disc.square.low[axis] = disc.center[axis] - disc.radius;
        disc.square.high[axis] = disc.center[axis] + disc.radius;
    }
    return disc;
}

/// The bar that is as long as the circle is wide on one axis, and of no width on the other.
static qd__line bar_of(const qd__disc *disc, int axis)
{
    qd__line bar = disc->square;
    bar.low[1 - axis] = bar.high[1 - axis] = disc->center[1 - axis];
    return bar;
}

/// A time brought into the span in which the square meets the box, where only rounding can have put it outside. NaN:
/// the circle is not at the corner then, for it just missed it, and rounding has made a graze of that.
static double within_square(double enter, const double w[2], const qd__disc *disc, const qd__slab *around)
{
    if (enter >= around->enter && enter <= around->exit) {
        return enter;
    }
    const double *v = disc->square.direction;
    const double at = enter < around->enter ? around->enter : around->exit;
    const double x = w[0] + v[0] * at, y = w[1] + v[1] * at;
    const double blur = 0x1p-50 * (fabs(w[0]) + fabs(w[1]) + (fabs(v[0]) + fabs(v[1])) * at);
    const double reach = disc->radius + 0x1p-46 * disc->radius + blur;
    return x * x + y * y <= reach * reach ? at : NAN;
}

/// When the circle comes to a corner: f(t) = a t^2 + 2 b t + c is zero then, w being the way from the corner to the
/// centre, a = v v, b = w v, c = w w - r r. Whether it does is asked by how far the line passes the corner, |w x v|
/// against r |v|, since b b - a c would lose all digits far away; and the root is taken as c / (-b + sqrt), which is
/// exactly zero when they touch at the start. NaN: it never does.
static double corner_enters(const double corner[2], const qd__disc *disc, const qd__slab *around)
{
    const double w[2] = { disc->center[0] - corner[0], disc->center[1] - corner[1] }, r = disc->radius;
    const double *v = disc->square.direction, end = disc->square.end;
    const double a = v[0] * v[0] + v[1] * v[1], b = w[0] * v[0] + w[1] * v[1], c = w[0] * w[0] + w[1] * w[1] - r * r;
    const bool open = disc->square.open;
    if (open ? c < 0 : c <= 0) { // they meet at the start; just touching, they may be about to meet
        const double start = within_square(0, w, disc, around);
        return start <= 0 && (c < 0 || b >= 0) ? -INFINITY : start;
    }
    const double passes = w[0] * v[1] - w[1] * v[0], left = r * r * a - passes * passes;
    if (!(b < 0) || !(open ? left > 0 : left >= 0)) {
        return NAN;
    }
    const double enter = within_square(c / (-b + sqrt(left)), w, disc, around);
    return (open ? enter < end : enter <= end) ? enter : NAN;
}

/// The earliest of the circle's hits on the four corners, NaN if there is none.
static double corners_enter(const qd__aabb *aabb, const qd__disc *disc, const qd__slab *around)
{
    double earliest = NAN;
    for (int i = 0; i < 4; i++) {
        const double corner[2] = { i & 1 ? -(double)aabb->v[2] : aabb->v[0], i & 2 ? -(double)aabb->v[3] : aabb->v[1] };
        const double enter = corner_enters(corner, disc, around);
        if (!(earliest <= enter) && enter < INFINITY) {
            earliest = enter;
        }
    }
    return earliest;
}

/// From the point of the box that is nearest to the centre at that time, to the centre. Returns how far that is.
static double way_out(const qd__aabb *aabb, const qd__disc *disc, double time, double way[2])
{
    for (int axis = 0; axis < 2; axis++) {
        const double low = aabb->v[axis], high = -(double)aabb->v[axis + 2];
        const double at = disc->center[axis] + disc->square.direction[axis] * time;
        way[axis] = at < low ? at - low : at > high ? at - high : 0;
    }
    return sqrt(way[0] * way[0] + way[1] * way[1]);
}

/// Makes it a hit on a corner, or what rounding has left of one. If they part, they met earlier: far away rounding may
/// have put the centre into the box or behind it, or passed a meeting by that was just a graze. Then it is when the
/// square meets the box, if the circle does so too, and if not, it stays, as a hit on a face.
static void hit_corner(qd__impact *impact, const qd__aabb *aabb, const qd__disc *disc, const qd__slab *around)
{
    const double *v = disc->square.direction;
    double way[2];
    const double length = way_out(aabb, disc, impact->enter, way);
    const double along = way[0] * v[0] + way[1] * v[1], speed = fabs(v[0]) + fabs(v[1]);
    if (length > 0 && along <= 0x1p-10 * length * speed) {
        impact->normal[0] = way[0] / length;
        impact->normal[1] = way[1] / length;
        return;
    }
    const double first = around->enter > 0 ? around->enter : 0;
    if (way_out(aabb, disc, first, way) <= disc->radius + 0x1p-46 * disc->radius) {
        *impact = impact_at(around->enter, &disc->square);
    }
    if (impact->enter > 0) {
        hit_face(impact, aabb, &disc->square, around->axis);
    }
}

qd__impact qd__disc_impact(const qd__aabb *aabb, const qd__disc *disc)
{
    const qd__slab around = qd__slab_of(aabb, &disc->square);
    if (!qd__slab_counts(&around, &disc->square)) { // not covered: the caller knows that the square comes to the box
        return never;
    }
    double enter = corners_enter(aabb, disc, &around);
    int face = -1;
    for (int axis = 0; axis < 2; axis++) {
        const qd__line bar = bar_of(disc, axis);
        const qd__slab slab = qd__slab_of(aabb, &bar);
        // With its end a bar hits a face; with its side it comes where the other one has been before, or just grazes.
        const bool face_hit = slab.axis == axis;
        if (qd__slab_counts(&slab, &bar) && !(face_hit ? enter < slab.enter : enter <= slab.enter)) {
            enter = slab.enter;
            face = face_hit ? axis : -1;
        }
    }
    qd__impact impact = impact_at(enter, &disc->square);
    if (enter >= 0 && face >= 0) {
        hit_face(&impact, aabb, &disc->square, face);
    } else if (enter >= 0) {
        hit_corner(&impact, aabb, disc, &around);
    }
    return impact;
}

double qd__disc_enters(const qd__aabb *aabb, const qd__disc *disc)
{
    const qd__impact impact = qd__disc_impact(aabb, disc);
    return impact.enter > 0 || isnan(impact.enter) ? impact.enter : 0;
}

bool qd_moving_boxes_meet(qd_moving_box a, qd_moving_box b, qd_edges edges, qd_impact *impact)
{
    const qd_box motion_a = { a.motion, a.motion }, motion_b = { b.motion, b.motion };
    if (!qd_box_is_valid(a.box) || !qd_box_is_valid(b.box) || !qd_box_is_valid(motion_a) ||
        !qd_box_is_valid(motion_b) || !(a.t_max >= 0) || !(b.t_max >= 0)) {
        return false;
    }
    // As b sees it, a moves and b rests.
    const qd__line line = { { a.box.min.x, a.box.min.y },
                            { a.box.max.x, a.box.max.y },
                            { (double)a.motion.x - b.motion.x, (double)a.motion.y - b.motion.y },
                            a.t_max < b.t_max ? a.t_max : b.t_max,
                            edges == QD_EDGES_OPEN };
    const qd__aabb aabb = qd__aabb_of(b.box);
    const qd__impact found = qd__box_impact(&aabb, &line);
    if (isnan(found.enter)) {
        return false;
    }
    const double t = found.enter > 0 ? found.enter : 0;
    impact->t = t < FLT_MAX ? (float)t : FLT_MAX;
    impact->normal = (qd_vec2){ (float)found.normal[0], (float)found.normal[1] };
    return true;
}
