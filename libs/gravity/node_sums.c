// What each node comes to: from the bottom up, since a node is behind its parent in the list.
#include "node_sums.h"

#include <math.h>

static double clamp_shape(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double larger_of(double a, double b)
{
    return a > b ? a : b;
}

/// Where the weights of parts come to, and how much that is.
typedef struct mass_center {
    double x, y, weight;
} mass_center;

static void weigh_node(mass_center *all, double x, double y, double weight)
{
    all->x += weight * x;
    all->y += weight * y;
    all->weight += weight;
}

/// Adds the moments of a part about a point that lies (x, y) away from the part's own.
static void add_moments(qd__mass_shape *to, const qd__mass_shape *part, double x, double y)
{
    to->mass += part->mass;
    to->dx += part->dx + part->mass * x;
    to->dy += part->dy + part->mass * y;
    to->sxx += part->sxx + (2 * part->dx + part->mass * x) * x;
    to->sxy += part->sxy + part->dx * y + part->dy * x + part->mass * x * y;
    to->syy += part->syy + (2 * part->dy + part->mass * y) * y;
}

/// Is it more than rounding has left of 0?
static bool is_dipole(const qd__mass_shape *shape)
{
    const double least = 0x1p-40 * fabs(shape->mass);
    return fabs(shape->dx) > least * (shape->max_x - shape->min_x) ||
           fabs(shape->dy) > least * (shape->max_y - shape->min_y);
}

/// A node for what was given as one.
static void take_cell(qd__masses *masses, const qd_gravity_part *cell, uint32_t place, double *weights)
{
    const qd__scale *scale = &masses->scale;
    const double factor = scale->factor, square = factor * factor;
    qd__mass_node *node = &masses->nodes[place];
    const qd__mass_shape shape = { .mass = cell->mass,
                                   .dx = cell->dx * factor,
                                   .dy = cell->dy * factor,
                                   .sxx = cell->sxx * square,
                                   .sxy = cell->sxy * square,
                                   .syy = cell->syy * square,
                                   .min_x = qd__scaled_x(scale, cell->min_x),
                                   .min_y = qd__scaled_y(scale, cell->min_y),
                                   .max_x = qd__scaled_x(scale, cell->max_x),
                                   .max_y = qd__scaled_y(scale, cell->max_y) };
    masses->shapes[place] = shape;
    weights[place] = fabs(cell->mass);
    node->x = clamp_shape(masses->x[node->first], shape.min_x, shape.max_x);
    node->y = clamp_shape(masses->y[node->first], shape.min_y, shape.max_y);
    node->opening = shape.min_x < shape.max_x || shape.min_y < shape.max_y ? QD__OPENING_CELL : QD__OPENING_POINT;
    masses->both_signs = masses->both_signs || is_dipole(&shape);
}

/// The sums of one node, given those of its children. `weights`: of nodes, the sums of the sizes of their masses.
static void sum_node(qd__masses *masses, uint32_t place, double *weights)
{
    qd__mass_node *node = &masses->nodes[place];
    qd__mass_shape *shape = &masses->shapes[place];
    mass_center middle = { 0, 0, 0 };
    const qd__mass_shape nothing = { .min_x = INFINITY, .min_y = INFINITY, .max_x = -INFINITY, .max_y = -INFINITY };
    *shape = nothing;
    for (uint32_t i = node->first; i < node->first + node->own; i++) {
        qd__shape_cover(shape, masses->x[i], masses->y[i], masses->x[i], masses->y[i]);
        weigh_node(&middle, masses->x[i], masses->y[i], fabs(masses->mass[i]));
    }
    for (uint32_t child = place + 1; child < node->next; child = masses->nodes[child].next) {
        const qd__mass_shape *part = &masses->shapes[child];
        qd__shape_cover(shape, part->min_x, part->min_y, part->max_x, part->max_y);
        weigh_node(&middle, masses->nodes[child].x, masses->nodes[child].y, weights[child]);
    }
    weights[place] = middle.weight;
    const bool weightless = !(middle.weight > 0);
    node->x = weightless ? (shape->min_x + shape->max_x) / 2 : middle.x / middle.weight;
    node->y = weightless ? (shape->min_y + shape->max_y) / 2 : middle.y / middle.weight;
    node->x = clamp_shape(node->x, shape->min_x, shape->max_x); // rounding may have brought it out
    node->y = clamp_shape(node->y, shape->min_y, shape->max_y);
    for (uint32_t i = node->first; i < node->first + node->own; i++) {
        const qd__mass_shape body = { .mass = masses->mass[i] };
        add_moments(shape, &body, masses->x[i] - node->x, masses->y[i] - node->y);
    }
    for (uint32_t child = place + 1; child < node->next; child = masses->nodes[child].next)
        add_moments(shape, &masses->shapes[child], masses->nodes[child].x - node->x, masses->nodes[child].y - node->y);
}

/// Barnes and Hut open a node of the size s nearer than s / theta. Measured from the centre of mass that lets nodes
/// act as one on a body inside them, when the centre lies at the far side (Salmon and Warren, Skeletons from the
/// treecode closet, 1994). So the way from the middle to the centre of mass is added (as Barnes did in 1994), and it is
/// never less than the way to the farthest corner: what is beyond that is outside. The corner's coordinates are taken
/// off the centre's as those of a body are, so that a body in it is never farther by rounding.
static double opening_of(const qd__mass_node *node, const qd__mass_shape *shape, double theta)
{
    const double width = shape->max_x - shape->min_x, height = shape->max_y - shape->min_y;
    if (width == 0 && height == 0)
        return QD__OPENING_POINT;
    const double size = width > height ? width : height;
    const double off_x = fabs(node->x - (shape->min_x + shape->max_x) / 2);
    const double off_y = fabs(node->y - (shape->min_y + shape->max_y) / 2);
    const double opening = size / theta + sqrt(off_x * off_x + off_y * off_y);
    const double far_x = larger_of(node->x - shape->min_x, shape->max_x - node->x);
    const double far_y = larger_of(node->y - shape->min_y, shape->max_y - node->y);
    const double inside = far_x * far_x + far_y * far_y;
    return opening * opening > inside ? opening * opening : inside * (1 + 0x1p-50);
}

/// Not all lies below the first node: what floats have brought to the world's edge is beside it.
static bool has_both_signs(const qd__masses *masses, const double *weights)
{
    double mass = 0, weight = 0;
    for (uint32_t place = 0; place < masses->node_count; place = masses->nodes[place].next) {
        mass += masses->shapes[place].mass;
        weight += weights[place];
    }
    return weight > fabs(mass);
}

bool qd__masses_sum(qd__masses *masses, const qd_allocator *allocator, const qd__given *given, double theta)
{
    double *weights = NULL;
    if (qd__allocator_reserve(allocator, &masses->shapes, 0, &masses->shape_room, masses->node_count,
                              sizeof *masses->shapes))
        weights = (double *)qd__allocator_get(allocator, masses->node_count, sizeof *weights);
    if (!weights)
        return false;
    masses->both_signs = false;
    for (uint32_t place = (uint32_t)masses->node_count; place-- > 0;) {
        const uint32_t number = masses->number[masses->nodes[place].first];
        if (masses->nodes[place].own == 0 && masses->nodes[place].next == place + 1) {
            take_cell(masses, &given->cells[number - masses->bodies], place, weights);
        } else {
            sum_node(masses, place, weights);
            masses->nodes[place].opening = opening_of(&masses->nodes[place], &masses->shapes[place], theta);
        }
    }
    masses->both_signs = masses->both_signs || has_both_signs(masses, weights);
    qd__allocator_give(allocator, weights, masses->node_count, sizeof *weights);
    return true;
}
