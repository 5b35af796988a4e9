/// @file gravity.h
/// Gravity: the forces between all bodies, in n log n, since what is far away acts as one body (Barnes & Hut, A
/// hierarchical O(N log N) force-calculation algorithm, Nature 324, 1986).
///
/// Make a qd_gravity, give it bodies with qd_gravity_set, which sorts them into a quadtree, and ask with
/// qd_gravity_solve what acts on each; qd_gravity_solve_direct says the same by looking at all pairs. For bodies that
/// move, qd_gravity_leap does all of this. Places, masses and sums are doubles.
///
/// Coordinates, masses, the softening and the constant lie within +-1e60. Distances below 2^-60 of the scene's extent
/// (or of the softening, where that is larger) count as softened by as much; a scene smaller than 1e-60 counts as that
/// large. Bodies may coincide: without softening they do not act on each other.
///
/// Threads: one call at a time for one qd_gravity, but for those that only read it (qd_gravity_visit and
/// qd_gravity_solve_at), of which any number may run at once. With an executor, solving is done by its workers; results
/// are the same bits for any number of them, and for any kind of vector instructions.
#ifndef QUADRILLE_GRAVITY_H
#define QUADRILLE_GRAVITY_H

#include <quadrille/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_gravity qd_gravity;

/// How attraction falls off. With u = r^2 + softening^2 (Plummer's softening), a body of mass m at a distance r pulls
/// with
typedef enum qd_gravity_law {
    QD_GRAVITY_SPACE = 0, ///< m r / u^(3/2), 1/r^2 where nothing is softened; its potential is -m / u^(1/2).
    QD_GRAVITY_PLANE = 1, ///< m r / u, 1/r: what gravity is in a world of two dimensions; potential m ln(u) / 2.
} qd_gravity_law;

/// Begin with qd_gravity_defaults: here zero is a value like any other.
typedef struct qd_gravity_def {
    qd_gravity_law law;
    double theta; ///< Opening angle, 0..2: a cell acts as one where it looks smaller than this, in radians. 0: never,
                  ///< all pairs are summed up. The error grows about as theta^2 with order 1, theta^3 with order 2.
    int order;    ///< What a far cell is: 1 its mass, 2 its shape as well (the quadrupole).
    double softening; ///< 0 and more.
    double constant;  ///< Of gravity. With a negative one equal signs repel each other, as charges do.
    int leaf;         ///< The tree's leaves hold up to so many bodies, 1..4096.
    int group;        ///< So many bodies at most share one walk through the tree, 1..256.
    qd_allocator allocator;
    qd_executor executor;
} qd_gravity_def;

/// 1/r^2, theta 0.5, order 2, no softening, constant 1, and sizes of leaves and groups that were measured to be fast.
QD_API qd_gravity_def qd_gravity_defaults(void);

/// No bodies yet. `def` is read, not kept; NULL means the defaults. NULL result: no memory, or a number out of range.
QD_API qd_gravity *qd_gravity_create(const qd_gravity_def *def);

/// Frees it. NULL is allowed.
QD_API void qd_gravity_destroy(qd_gravity *gravity);

/// Bodies by number. Arrays of `count`; NULL is allowed where count is 0.
typedef struct qd_bodies {
    size_t count;
    const double *x, *y;
    const double *mass; ///< Of either sign, where they are charges; 0 for what is pulled and does not pull.
} qd_bodies;

/// Takes these bodies instead of those it had; they are copied. QD_BAD_VALUE: a number is NaN or out of range, and *bad
/// is the body (left alone otherwise; NULL is allowed), or there are more than 2^32 - 2. QD_NO_MEMORY, QD_BAD_VALUE: it
/// has the bodies it had. Cost O(n), as a bulk load.
QD_API qd_result qd_gravity_set(qd_gravity *gravity, const qd_bodies *bodies, size_t *bad);

/// How many bodies there are. Cost O(1).
QD_API size_t qd_gravity_count(const qd_gravity *gravity);

/// What acts on each of some bodies or places, in arrays of the caller's of as many as there are.
typedef struct qd_field {
    double *ax, *ay;   ///< Acceleration: the force on a mass, or charge, of 1.
    double *potential; ///< Of a mass of 1. NULL: not wanted, which spares time.
} qd_field;

/// What a call has cost.
typedef struct qd_gravity_cost {
    uint64_t bodies; ///< Bodies that acted on bodies one by one, itself included.
    uint64_t cells;  ///< Cells that acted as one.
    uint64_t nodes;  ///< Cells that were looked at, by groups.
} qd_gravity_cost;

/// What all other bodies do to each body, by the tree. Cost O(n log n / theta^2); see docs/guide/gravity.md for errors.
QD_API qd_gravity_cost qd_gravity_solve(qd_gravity *gravity, const qd_field *out);

/// The same by summing up all pairs. Equal and opposite to rounding, so momentum stays. Cost O(n^2).
QD_API qd_gravity_cost qd_gravity_solve_direct(qd_gravity *gravity, const qd_field *out);

/// What the last solving for all bodies has cost, be it by a call of its own or in a leap. Cost O(1).
QD_API qd_gravity_cost qd_gravity_spent(const qd_gravity *gravity);

/// What acts on a mass of 1 at some places. What lies exactly at a place does not act on it, unless it is softened:
/// then it adds to the potential. QD_BAD_VALUE: a place is NaN or out of range, *bad is which (NULL is allowed), and
/// nothing is written. Cost O(count log n / theta^2).
QD_API qd_result qd_gravity_solve_at(const qd_gravity *gravity, size_t count, const double *x, const double *y,
                                     const qd_field *out, size_t *bad);

/// A cell that acts as one, or a single body.
typedef struct qd_gravity_part {
    double x, y;            ///< Centre of mass, or of the masses' sizes where there are both signs.
    double mass;            ///< All of it, signs and all.
    double dx, dy;          ///< Dipole about the centre: 0 to rounding where all masses have one sign.
    double sxx, sxy, syy;   ///< Second moments about it: sums of mass * (x - centre) * (y - centre).
    double min_x, min_y;    ///< The bodies lie
    double max_x, max_y;    ///< between these.
    const uint32_t *bodies; ///< Their numbers. Hold until the next qd_gravity_set.
    size_t count;           ///< 1: a single body.
} qd_gravity_part;

/// Gets parts in batches; false: stop.
typedef bool qd_gravity_visitor(void *context, const qd_gravity_part *parts, size_t count);

/// Every body once, alone or in a cell that looks smaller than theta from a place: for forces of your own, and for
/// pictures. QD_BAD_VALUE: the place is NaN or out of range. Cost O(log n / theta^2).
QD_API qd_result qd_gravity_visit(const qd_gravity *gravity, double x, double y, qd_gravity_visitor *visitor,
                                  void *context);

/// Bodies that move. Arrays of `count`, all the caller's.
typedef struct qd_motion {
    size_t count;
    double *x, *y, *vx, *vy;
    const double *mass;
    double *ax, *ay;   ///< What acts on them where they are: written by qd_gravity_begin and by every leap.
    double *potential; ///< NULL: not wanted.
    bool direct;       ///< By all pairs, not by the tree.
} qd_motion;

/// Writes what acts on the bodies at first. Errors as for qd_gravity_set; nothing is written then.
QD_API qd_result qd_gravity_begin(qd_gravity *gravity, const qd_motion *motion, size_t *bad);

/// One step of time, which may be negative: leapfrog as kick, drift, kick, which is of second order and symmetric in
/// time, so that energy errors do not pile up. ax and ay must be those of the places, as the last call left them.
/// Places that are out of range after the step, or a step that is not finite: QD_BAD_VALUE, and *bad is the body (NULL
/// is allowed). Any error: nothing has changed. Cost that of setting and solving.
QD_API qd_result qd_gravity_leap(qd_gravity *gravity, const qd_motion *motion, double step, size_t *bad);

/// What is kept where nothing but the bodies' own forces acts.
typedef struct qd_gravity_sums {
    double kinetic;
    double potential; ///< Each pair once; 0 where motion->potential is NULL.
    double momentum_x, momentum_y;
    double angular_momentum; ///< About the origin.
    double mass;
    double center_x, center_y; ///< Of mass; the origin where the mass is 0.
} qd_gravity_sums;

/// The sums of some bodies, kinetic energy and momentum by masses. Cost O(n).
QD_API qd_gravity_sums qd_gravity_sums_of(const qd_motion *motion);

#ifdef __cplusplus
}
#endif
#endif
