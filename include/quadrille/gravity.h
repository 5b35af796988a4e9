/// @file gravity.h
/// Gravity: the forces between all bodies in O(n log n), because distant bodies act together as one (Barnes & Hut, A
/// hierarchical O(N log N) force-calculation algorithm, Nature 324, 1986). A library of its own, quadrille-gravity, on
/// top of quadrille; quadrille.h does not include this header.
///
/// Create a qd_gravity, give it bodies with qd_gravity_set_bodies, which sorts them into a quadtree, and compute the
/// forces on each with qd_gravity_solve; qd_gravity_solve_direct computes the same from all pairs. For moving bodies
/// qd_gravity_begin and qd_gravity_step do all of this. The rules of base.h hold here too.
///
/// Coordinates, masses and sums are doubles in any unit. Coordinates, masses, the softening and the constant lie within
/// +-1e60. Distances below 2^-60 of the scene's extent (or of a larger softening) are softened by that amount; a scene
/// smaller than 1e-60 counts as 1e-60 large. Bodies may coincide: without softening they do not act on each other.
///
/// Threads: one call at a time on one qd_gravity, except that any number of threads may call qd_gravity_find_parts,
/// qd_gravity_visit_parts, qd_gravity_visit_box_parts, qd_gravity_find_boxes and qd_gravity_solve_at at once, and use
/// it as the sources of qd_gravity_add_field. An executor speeds up qd_gravity_solve, qd_gravity_solve_direct and the
/// sorting. Results are the same bits for any number of workers and for any vector instructions.
#ifndef QUADRILLE_GRAVITY_H
#define QUADRILLE_GRAVITY_H

#include <quadrille/geometry.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bodies, sorted by a quadtree.
typedef struct qd_gravity qd_gravity;

/// How attraction falls off, for a body of mass m at the distance r, with u = r^2 + softening^2 (Plummer's softening).
typedef enum qd_gravity_law {
    QD_GRAVITY_SPACE = 0, ///< m r / u^(3/2), which is m / r^2 without softening; its potential is -m / u^(1/2).
    QD_GRAVITY_PLANE =
        1, ///< m r / u, which is m / r without softening: gravity in two dimensions; its potential is m ln(u) / 2.
} qd_gravity_law;

/// Settings: the law, the accuracy, memory and threads.
typedef struct qd_gravity_def {
    qd_gravity_law law; ///< Default QD_GRAVITY_SPACE.
    double theta; ///< Opening angle in radians, above 0 and up to 2: a node acts as one body where it looks smaller
                  ///< than this. The error grows about as theta^2 with order 1, as theta^3 with order 2. Default 0.5.
    int order;    ///< A distant node acts by 1: its mass alone; 2: its shape too (the quadrupole). Default 2.
    double softening; ///< A length, 0 or more. Default 0.
    double constant;  ///< Gravitational constant. If negative, equal signs repel each other, as charges do. Default 1.
    int leaf;         ///< A leaf with more bodies than this splits, 1..4096. Default 8, as measured.
    int group;        ///< Most bodies that share one walk through the tree, 1..256. Default 48, as measured.
    qd_allocator allocator;
    qd_executor executor; ///< Threads for large jobs. Default: none.
} qd_gravity_def;

/// Creates it without bodies. QD_NO_MEMORY; QD_BAD_VALUE: a number out of range. Cost O(1).
QD_API qd_result qd_gravity_create(const qd_gravity_def *def, qd_gravity **gravity);

/// Frees it. Ignored when NULL.
QD_API void qd_gravity_destroy(qd_gravity *gravity);

/// Bodies in arrays of the caller, `count` elements each; NULL is allowed where count is 0.
typedef struct qd_bodies {
    size_t count;
    const double *x, *y;
    const double *mass; ///< Either sign, for charges. A body of mass 0 is attracted but does not attract.
} qd_bodies;

/// Replaces the bodies by copies of these. They are numbered from 0 in the order of the arrays. QD_NO_MEMORY;
/// QD_BAD_VALUE: a number is NaN or out of range, or there are more than 2^32 - 2 bodies; *bad is then the first such
/// body. Without one, *bad is left alone. Cost O(n log n), as inserting many.
QD_API qd_result qd_gravity_set_bodies(qd_gravity *gravity, const qd_bodies *bodies, size_t *bad);

/// The number of bodies, without cells. Cost O(1).
QD_API size_t qd_gravity_count(const qd_gravity *gravity);

/// The field at some bodies or places: arrays of the caller, one element for each.
typedef struct qd_field {
    double *ax, *ay;   ///< Acceleration: the force on a mass, or charge, of 1.
    double *potential; ///< For a mass of 1. NULL: not computed, which saves time.
} qd_field;

/// Cost of a call.
typedef struct qd_gravity_cost {
    uint64_t bodies; ///< Bodies that acted one by one, summed over the bodies acted on; a body counts itself.
    uint64_t cells;  ///< Nodes that acted as one body, summed over the bodies acted on.
    uint64_t nodes;  ///< Nodes visited, summed over the groups.
} qd_gravity_cost;

/// Writes the field of all other bodies at each body i to element i of the arrays, using the tree. Cost O(n log n /
/// theta^2); docs/guide/gravity.md has the errors.
QD_API void qd_gravity_solve(qd_gravity *gravity, const qd_field *out, qd_gravity_cost *cost);

/// The same from all pairs: forces are equal and opposite to rounding, so momentum is conserved. Cost O(n^2).
QD_API void qd_gravity_solve_direct(qd_gravity *gravity, const qd_field *out, qd_gravity_cost *cost);

/// Writes the field on a mass of 1 at some places: at->mass is ignored and may be NULL. A body exactly at a place does
/// not attract it; with softening it adds to the potential. QD_BAD_VALUE: a place is NaN or out of range, *bad is the
/// first such place, and nothing is written. Cost O(at->count log n / theta^2).
QD_API qd_result qd_gravity_solve_at(const qd_gravity *gravity, const qd_bodies *at, const qd_field *out, size_t *bad);

/// Cost of the last qd_gravity_solve or qd_gravity_solve_direct, including those inside qd_gravity_begin and
/// qd_gravity_step. Cost O(1).
QD_API void qd_gravity_get_cost(const qd_gravity *gravity, qd_gravity_cost *cost);

/// A node that acts as one body, or a single body.
typedef struct qd_gravity_part {
    double x, y;            ///< Centre of mass; with masses of both signs, of their absolute values.
    double mass;            ///< The sum, with signs.
    double dx, dy;          ///< Dipole about the centre: 0 to rounding where all masses have one sign.
    double sxx, sxy, syy;   ///< Second moments about it: sums of mass * (x - centre) * (y - centre).
    double min_x, min_y;    ///< Lower corner of a box around the bodies.
    double max_x, max_y;    ///< Its upper corner.
    const uint32_t *bodies; ///< Their numbers, valid until the next qd_gravity_set_bodies, begin or step.
    size_t count;           ///< 1: a single body.
} qd_gravity_part;

/// Lists every body once, alone or in a node that looks smaller than theta from the place (x, y): for other forces, and
/// for pictures. Writes at most `capacity` parts and returns how many; *total is how many there are. A place that is
/// NaN or out of range has none. Cost O(log n / theta^2).
QD_API size_t qd_gravity_find_parts(const qd_gravity *gravity, double x, double y, qd_gravity_part *out,
                                    size_t capacity, size_t *total);

/// Receives a batch of parts. The array is valid during this call only, the body numbers longer.
typedef qd_flow qd_part_visitor(void *context, const qd_gravity_part *parts, size_t count);

/// The same parts in the same order, through a callback.
QD_API void qd_gravity_visit_parts(const qd_gravity *gravity, double x, double y, qd_part_visitor *visit,
                                   void *context);

/// Lists every body once, alone or in a node that looks smaller than theta from every place in some boxes: the parts
/// that bodies in these boxes need. Lists nothing without boxes, or when one is malformed or out of range. Cost
/// O(boxes) for each node that is near the box around all of them.
QD_API void qd_gravity_visit_box_parts(const qd_gravity *gravity, const qd_box *boxes, size_t count,
                                       qd_part_visitor *visit, void *context);

/// Writes at most `capacity` and at most 64 boxes that together hold all bodies: the boxes of nodes, the longest
/// divided while room is left. Returns how many; 0 without bodies. Cost O(1) for a box.
QD_API size_t qd_gravity_find_boxes(const qd_gravity *gravity, qd_box *out, size_t capacity);

/// Replaces the bodies by copies of these, and of cells beside them: parts of another qd_gravity, which act as a whole
/// on bodies outside their boxes and feel no forces themselves. A cell's `bodies` and `count` are not read. In parts
/// cells are numbered from bodies->count on. QD_NO_MEMORY; QD_BAD_VALUE as qd_gravity_set_bodies, or a cell has its
/// centre outside its box or impossible moments; *bad is then bodies->count plus its index. `cells` may be NULL where
/// cell_count is 0. Costs the same as setting as many bodies.
QD_API qd_result qd_gravity_set_sources(qd_gravity *gravity, const qd_bodies *bodies, const qd_gravity_part *cells,
                                        size_t cell_count, size_t *bad);

/// Adds the field of the bodies and cells of `sources` at each body of `gravity` to `out`, with the law, theta, order,
/// softening and constant of `sources` and the threads of `gravity`. Cost as qd_gravity_solve.
QD_API void qd_gravity_add_field(qd_gravity *gravity, const qd_gravity *sources, const qd_field *out,
                                 qd_gravity_cost *cost);

/// Moving bodies in arrays of the caller, `count` elements each.
typedef struct qd_motion {
    size_t count;
    double *x, *y, *vx, *vy;
    const double *mass;
    double *ax,
        *ay; ///< Acceleration of each body at its present place. Written by qd_gravity_begin and qd_gravity_step.
    double *potential; ///< Written with ax and ay. NULL: not computed.
    bool direct;       ///< Compute from all pairs, not with the tree.
} qd_motion;

/// Sets the bodies and writes the accelerations. Errors as for qd_gravity_set_bodies; nothing is then written. Cost of
/// setting and solving.
QD_API qd_result qd_gravity_begin(qd_gravity *gravity, const qd_motion *motion, size_t *bad);

/// Moves the bodies through a time, which may be negative: leapfrog as kick, drift, kick, of second order and symmetric
/// in time, so that energy errors do not accumulate. ax and ay must be as the last qd_gravity_begin or qd_gravity_step
/// left them. QD_NO_MEMORY; QD_BAD_VALUE: a body would be out of range (or NaN) after the step, *bad is the first such
/// body. Cost of setting and solving.
QD_API qd_result qd_gravity_step(qd_gravity *gravity, const qd_motion *motion, double time, size_t *bad);

/// The parts of a step, for forces computed in another way: a kick changes velocities by accelerations, a drift changes
/// places by velocities. A step is a kick of half its time, a drift, a computation of ax and ay, and a kick of half its
/// time. Numbers are not checked. Cost O(n).
QD_API void qd_motion_kick(const qd_motion *motion, double time);
QD_API void qd_motion_drift(const qd_motion *motion, double time);

/// Quantities that are conserved when only the bodies' own forces act.
typedef struct qd_motion_sums {
    double kinetic;
    double potential; ///< Each pair once; 0 where motion->potential is NULL.
    double momentum_x, momentum_y;
    double angular_momentum; ///< About the origin.
    double mass;
    double center_x, center_y; ///< The centre of mass; the origin where the mass is 0.
} qd_motion_sums;

/// Energy, momentum and centre of mass of some bodies. Cost O(n).
QD_API void qd_motion_get_sums(const qd_motion *motion, qd_motion_sums *sums);

#ifdef __cplusplus
}
#endif
#endif
