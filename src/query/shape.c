// Questions made ready: see shape.h.
#include "shape.h"

#include "confirm.h"
#include "distance.h"
#include "exact.h"
#include "hooks.h"
#include "narrow.h"

/// By relation: hooks for what is compared by its box alone.
typedef struct hook_pair {
    qd__hits_hook *hits;
    qd__nodes_hook *nodes;
} hook_pair;

static bool is_relation(qd_relation relation)
{
    return relation == QD_OVERLAPS || (QD__CAN_SHAPES && (relation == QD_INSIDE || relation == QD_CONTAINS));
}

static hook_pair window_hooks(qd_relation relation)
{
    const hook_pair overlap = { NULL, NULL }, inside = { qd__hits_inside, NULL },
                    contain = { qd__hits_contain, qd__nodes_contain };
    return relation == QD_OVERLAPS ? overlap : relation == QD_INSIDE ? inside : contain;
}

static hook_pair circle_hooks(qd_relation relation)
{
    const hook_pair overlap = { qd__hits_circle, qd__nodes_circle },
                    inside = { qd__hits_inside_circle, qd__nodes_circle },
                    contain = { qd__hits_contain_circle, qd__nodes_contain_circle };
    return relation == QD_OVERLAPS ? overlap : relation == QD_INSIDE ? inside : contain;
}

/// What contains a polygon contains the box around it, and overlaps both since they have an area.
static hook_pair polygon_hooks(qd_relation relation)
{
    const hook_pair overlap = { qd__hits_polygon, qd__nodes_polygon },
                    inside = { qd__hits_inside_polygon, qd__nodes_polygon };
    return relation == QD_OVERLAPS ? overlap : relation == QD_INSIDE ? inside : window_hooks(relation);
}

static void set_hooks(qd__shape *shape, hook_pair hooks)
{
    shape->hits = hooks.hits;
    shape->nodes = hooks.nodes;
}

/// A window in a tree of doubles: rounded outward and inward. An infinite one is rounded to the outermost floats, where
/// everything beyond lies too.
static void round_window(const qd_tree *tree, const qd_box *box, qd__shape *shape)
{
    shape->tree = tree;
    shape->simd = tree->simd;
    shape->hits = NULL;
    shape->nodes = NULL;
    shape->window = shape->held = qd__aabb_of(qd__narrow(&tree->origin, *box));
    shape->probe = qd__probe(shape->window);
    shape->open = false;
    shape->strict = true;
    shape->certain = qd__aabb_empty();
    shape->confirm = qd__confirm_window;
    shape->box = *box;
}

static bool window_of(const qd_tree *tree, const qd_box *box, qd_relation relation, qd__shape *shape)
{
    bool good;
    if (qd__is_precise(tree)) {
        round_window(tree, box, shape);
        shape->certain = qd__narrow_inward(&tree->origin, *box);
        good = box->min.x <= box->max.x && box->min.y <= box->max.y;
    } else {
        good = qd__shape_window(tree, qd__fbox_of(box), shape);
        shape->held = shape->window;
    }
    if (QD__CAN_SHAPES && relation != QD_OVERLAPS) {
        set_hooks(shape, window_hooks(relation));
        shape->certain = relation == QD_INSIDE ? shape->certain : qd__aabb_empty();
    }
    return good;
}

/// The box around a circle that items must contain to contain the circle; it may be infinite.
static qd_box box_of_circle(qd_vec2 center, double radius)
{
    const qd_box box = { { center.x - radius, center.y - radius }, { center.x + radius, center.y + radius } };
    return box;
}

/// What comes within the radius meets this box around the circle, which is some steps larger since its corners and the
/// distances are rounded.
static qd_box window_of_circle(qd_vec2 center, double radius)
{
    const double x = center.x < 0 ? -center.x : center.x, y = center.y < 0 ? -center.y : center.y;
    const double more_x = (x + radius) * 0x1p-51 + DBL_TRUE_MIN, more_y = (y + radius) * 0x1p-51 + DBL_TRUE_MIN;
    const qd_box box = { { (center.x - radius) - more_x, (center.y - radius) - more_y },
                         { (center.x + radius) + more_x, (center.y + radius) + more_y } };
    return box;
}

/// The AABB that boxes of floats cover just when they contain a box of doubles.
static qd__aabb aabb_held(const qd_box *box)
{
    const double sides[4] = { box->min.x, box->min.y, -box->max.x, -box->max.y };
    qd__aabb aabb;
    for (int i = 0; i < 4; i++) {
        aabb.v[i] = sides[i] >= -FLT_MAX ? qd__round_down(sides[i]) : -INFINITY;
    }
    return aabb;
}

static bool wide_circle_of(const qd_tree *tree, const qd_shape *circle, qd__shape *shape)
{
    const qd_vec2 center = circle->box.min;
    const qd_box at = { center, center }, around = window_of_circle(center, circle->radius);
    if (!(circle->radius >= 0) || !qd__box_is_valid(&at)) {
        return false;
    }
    round_window(tree, &around, shape);
    shape->confirm = qd__confirm_circle;
    shape->middle = center;
    shape->radius = circle->radius;
    shape->box = box_of_circle(center, circle->radius);
    shape->held = qd__aabb_of(qd__narrow(&tree->origin, shape->box));
    return true;
}

static bool circle_of(const qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    const qd_shape *circle = &query->shape;
    const qd__fvec2 center = qd__fvec2_of(circle->box.min);
    const float radius = (float)circle->radius;
    const qd__fbox at = { center, center };
    if (!(radius >= 0) || !qd__fbox_is_valid(at)) {
        return false;
    }
    qd__shape_window(tree, at, shape);
    shape->center = shape->window;
    shape->window = qd__aabb_grown(shape->center, qd__reach_of(radius));
    shape->certain = qd__aabb_empty();
    shape->radius_squared = (double)radius * radius;
    if (query->relation == QD_CONTAINS) {
        const qd_box box = box_of_circle(qd__vec2_of(center), radius);
        shape->held = aabb_held(&box);
    }
    return true;
}

static bool any_circle_of(const qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    if (qd__is_precise(tree)) {
        const bool good = wide_circle_of(tree, &query->shape, shape);
        set_hooks(shape, window_hooks(query->relation));
        return good;
    }
    const bool good = circle_of(tree, query, shape);
    set_hooks(shape, circle_hooks(query->relation));
    return good;
}

/// The corners of a polygon as the tree takes them.
static bool corners_of(const qd_tree *tree, const qd_shape *polygon, qd__polygon *corners)
{
    qd_vec2 rounded[QD_MAX_CORNERS];
    if (!polygon->corners || polygon->corner_count > QD_MAX_CORNERS) {
        return false;
    }
    for (uint32_t i = 0; i < polygon->corner_count; i++) {
        const qd_vec2 corner = polygon->corners[i];
        rounded[i] = qd__is_precise(tree) ? corner : qd__vec2_of(qd__fvec2_of(corner));
    }
    return qd__polygon_of(rounded, polygon->corner_count, corners);
}

static bool polygon_of(const qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    if (!corners_of(tree, &query->shape, &shape->polygon)) {
        return false;
    }
    const qd_box around = qd__polygon_box(&shape->polygon);
    if (qd__is_precise(tree)) {
        round_window(tree, &around, shape);
        shape->confirm = qd__confirm_polygon;
        set_hooks(shape, window_hooks(query->relation));
        shape->nodes = query->relation == QD_CONTAINS ? shape->nodes : qd__nodes_polygon_wide;
    } else {
        qd__shape_window(tree, qd__fbox_of(&around), shape);
        set_hooks(shape, polygon_hooks(query->relation));
        shape->held = shape->window;
        shape->certain = qd__aabb_empty();
    }
    return true;
}

static const qd_box everything = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };

static bool point_of(const qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    const qd_box at = { query->shape.box.min, query->shape.box.min };
    const bool finite = qd__is_precise(tree) ? qd__box_is_valid(&at) : qd__fbox_is_valid(qd__fbox_of(&at));
    return finite && window_of(tree, &at, query->relation, shape);
}

bool qd__shape_of(const struct qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    if (!query) {
        shape->relation = QD_OVERLAPS;
        return window_of(tree, &everything, QD_OVERLAPS, shape);
    }
    shape->relation = query->relation;
    if (!is_relation(query->relation)) {
        return false;
    }
    switch (query->shape.type) {
    case QD_BOX:
        return window_of(tree, &query->shape.box, query->relation, shape);
    case QD_EVERYWHERE:
        return window_of(tree, &everything, query->relation, shape);
    case QD_POINT:
        return point_of(tree, query, shape);
    case QD_CIRCLE:
        return QD__CAN_SHAPES && any_circle_of(tree, query, shape);
    case QD_POLYGON:
        return QD__CAN_POLYGONS && polygon_of(tree, query, shape);
    }
    return false;
}
