// The sums of one kind of vector instructions, written once over registers of LANES_WIDTH places. pull.c includes this
// once for each, with
//
//   LANES(x)      the name of x in this implementation
//   LANES_TEXT    the name of this implementation
//   LANES_TARGET  the attribute that lets the compiler use its instructions
//   LANES_WIDTH   how many doubles a register holds
//   the type LANES(v), of which the compiler knows sums and products, and LANES(all), LANES(load), LANES(store),
//   LANES(larger), LANES(where_positive) (0 where not), LANES(rough_root) (1 / sqrt(u) in floats)
//
// Signs: e is the way from the place to what pulls. A node's expansion about its centre, K being the potential's
// function of u = e e + softening (1 / sqrt(u), or -ln(u) / 2), and A1 = -2 K', A2 = 4 K'', A3 = -8 K''':
//
//   a         = e (M A1 - A2 (e D) - A2 T / 2 + A3 (e S e) / 2) + A1 D - A2 S e       T = Sxx + Syy
//   potential = -(M K - A1 (e D) - A1 T / 2 + A2 (e S e) / 2)
//
// It has no include guard, since it is included once for each kind of vectors.

/// What acts on a register of places.
typedef struct LANES(sums) {
    LANES(v) x, y, ax, ay, potential;
} LANES(sums);

LANES_TARGET static PULL_INLINE LANES(sums) LANES(sums_at)(const qd__pulled *to, uint32_t i)
{
    const LANES(sums) sums = { LANES(load)(to->x + i), LANES(load)(to->y + i), LANES(load)(to->ax + i),
                               LANES(load)(to->ay + i), LANES(load)(to->potential + i) };
    return sums;
}

LANES_TARGET static PULL_INLINE void LANES(sums_back)(qd__pulled *to, uint32_t i, const LANES(sums) * sums)
{
    LANES(store)(to->ax + i, sums->ax);
    LANES(store)(to->ay + i, sums->ay);
    LANES(store)(to->potential + i, sums->potential);
}

/// 1 / sqrt(u).
LANES_TARGET static PULL_INLINE LANES(v) LANES(root)(LANES(v) u)
{
    const LANES(v) y = LANES(rough_root)(u);
    const LANES(v) h = LANES(all)(1) - u * (y * y);
    return y + y * (h * (LANES(all)(0.5) + LANES(all)(0.375) * h));
}

/// -ln(u) / 2, less the shift.
LANES_TARGET static PULL_INLINE LANES(v) LANES(logarithm)(LANES(v) u, double shift)
{
    double values[LANES_WIDTH];
    LANES(store)(values, u);
    for (unsigned i = 0; i < LANES_WIDTH; i++)
        values[i] = -0.5 * qd__log(values[i]) - shift;
    return LANES(load)(values);
}

/// K and A1 where u is the squared distance. K is left out where it is not wanted and takes time.
typedef struct LANES(fall) {
    LANES(v) k, a1, over; ///< over: 1 / u.
} LANES(fall);

LANES_TARGET static PULL_INLINE LANES(fall) LANES(fall_at)(LANES(v) u, double shift, bool plane, bool potential)
{
    LANES(fall) fall;
    if (plane) {
        fall.over = LANES(all)(1) / u;
        fall.a1 = fall.over;
        fall.k = potential ? LANES(logarithm)(u, shift) : u;
    } else {
        fall.k = LANES(root)(u);
        fall.over = fall.k * fall.k;
        fall.a1 = fall.over * fall.k;
    }
    return fall;
}

LANES_TARGET static PULL_INLINE void LANES(pull_body)(LANES(sums) * sums, LANES(v) x, LANES(v) y, LANES(v) mass,
                                                      LANES(v) softening, double shift, bool plane, bool potential)
{
    const LANES(v) ex = x - sums->x, ey = y - sums->y;
    const LANES(v) square = ex * ex + ey * ey + softening;
    const LANES(fall) fall =
        LANES(fall_at)(LANES(larger)(square, LANES(all)(QD__LEAST_SQUARE)), shift, plane, potential);
    const LANES(v) pull = mass * fall.a1;
    sums->ax = sums->ax + ex * pull;
    sums->ay = sums->ay + ey * pull;
    if (potential)
        sums->potential = sums->potential - LANES(where_positive)(square, mass * fall.k);
}

LANES_TARGET static PULL_INLINE void LANES(pull_node)(LANES(sums) * sums, const qd__pulling_node *node,
                                                      LANES(v) softening, double shift, bool plane, bool potential)
{
    const LANES(v) ex = LANES(all)(node->x) - sums->x, ey = LANES(all)(node->y) - sums->y;
    const LANES(v) u = LANES(larger)(ex * ex + ey * ey + softening, LANES(all)(QD__LEAST_SQUARE));
    const LANES(fall) fall = LANES(fall_at)(u, shift, plane, potential);
    const LANES(v) a2 = LANES(all)(plane ? 2 : 3) * fall.a1 * fall.over;
    const LANES(v) a3 = LANES(all)(plane ? 4 : 5) * a2 * fall.over;

    const LANES(v) dx = LANES(all)(node->dx), dy = LANES(all)(node->dy), mass = LANES(all)(node->mass);
    const LANES(v) sxy = LANES(all)(node->sxy), half_trace = LANES(all)(0.5 * (node->sxx + node->syy));
    const LANES(v) sx = LANES(all)(node->sxx) * ex + sxy * ey, sy = sxy * ex + LANES(all)(node->syy) * ey;
    const LANES(v) along = ex * dx + ey * dy, across = LANES(all)(0.5) * (ex * sx + ey * sy);
    const LANES(v) pull = mass * fall.a1 - a2 * (along + half_trace) + a3 * across;
    sums->ax = sums->ax + (ex * pull + fall.a1 * dx - a2 * sx);
    sums->ay = sums->ay + (ey * pull + fall.a1 * dy - a2 * sy);
    if (potential)
        sums->potential = sums->potential - (mass * fall.k - fall.a1 * (along + half_trace) + a2 * across);
}

LANES_TARGET static PULL_INLINE void LANES(bodies_by)(qd__pulled *to, const qd__pulling *from,
                                                      const qd__pull_rule *rule, bool plane, bool potential)
{
    const LANES(v) softening = LANES(all)(rule->softening);
    for (uint32_t i = 0; i < to->count; i += LANES_WIDTH) {
        LANES(sums) sums = LANES(sums_at)(to, i);
        for (uint32_t k = 0; k < from->count; k++) {
            LANES(pull_body)
            (&sums, LANES(all)(from->x[k]), LANES(all)(from->y[k]), LANES(all)(from->mass[k]), softening, rule->shift,
             plane, potential);
        }
        LANES(sums_back)(to, i, &sums);
    }
}

LANES_TARGET static PULL_INLINE void LANES(nodes_by)(qd__pulled *to, const qd__pulling_node *from, uint32_t count,
                                                     const qd__pull_rule *rule, bool plane, bool potential)
{
    const LANES(v) softening = LANES(all)(rule->softening);
    for (uint32_t i = 0; i < to->count; i += LANES_WIDTH) {
        LANES(sums) sums = LANES(sums_at)(to, i);
        for (uint32_t k = 0; k < count; k++)
            LANES(pull_node)(&sums, &from[k], softening, rule->shift, plane, potential);
        LANES(sums_back)(to, i, &sums);
    }
}

LANES_TARGET static void LANES(bodies)(qd__pulled *to, const qd__pulling *from, const qd__pull_rule *rule)
{
    if (rule->plane) {
        rule->potential ? LANES(bodies_by)(to, from, rule, true, true) : LANES(bodies_by)(to, from, rule, true, false);
    } else {
        rule->potential ? LANES(bodies_by)(to, from, rule, false, true)
                        : LANES(bodies_by)(to, from, rule, false, false);
    }
}

LANES_TARGET static void LANES(nodes)(qd__pulled *to, const qd__pulling_node *from, uint32_t count,
                                      const qd__pull_rule *rule)
{
    if (rule->plane) {
        rule->potential ? LANES(nodes_by)(to, from, count, rule, true, true)
                        : LANES(nodes_by)(to, from, count, rule, true, false);
    } else {
        rule->potential ? LANES(nodes_by)(to, from, count, rule, false, true)
                        : LANES(nodes_by)(to, from, count, rule, false, false);
    }
}

static const qd__pull_simd LANES(simd) = { LANES_TEXT, LANES(bodies), LANES(nodes) };

#undef LANES
#undef LANES_TEXT
#undef LANES_TARGET
#undef LANES_WIDTH
