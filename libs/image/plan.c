// The tree that costs least: see plan.h.
#include "plan.h"

#include "fit_haar.h"
#include "join.h"

#include <string.h>

/// Lambda for a step of 1: where another bit saves as much distortion as it costs.
#define LAMBDA_OF_STEP 0.09f

/// Children that cost so many times what their node costs as a leaf, and no more, are joined to see whether they cost
/// less then. 1.25 gains 0.005 dB and takes a tenth longer.
#define JOIN_HOPE 1.02f

/// A node that costs no more than this a sample as a leaf is not tried with joins: twice what rounding to whole samples
/// costs. There joins take a third longer, for 0.02 dB.
#define JOIN_LEAST (1.0f / 6)

/// More than anything costs.
#define NEVER 1e30f

/// Two children of this level or above it that both split are not tried as one leaf: text and frames are encoded 1.2
/// times as fast so, for 0.003 dB.
enum { JOIN_LARGE = 4 };

/// Works on one square of the largest leaves at a time.
struct qd__planner {
    qd__basis basis;
    qd__fit_by by;
    qd__plane *plane;
    const uint8_t *samples;
    bool joins;
    qd__pace *pace;
    float square[QD__WIDEST * QD__WIDEST];
    qd__area *areas[QD__LARGEST + 1];   ///< For every node of the square, by level.
    qd__fit *fits[QD__LARGEST + 1];     ///< For every node of the square, by level.
    qd__fit joined[QD__LARGEST + 1][4]; ///< For two children of a node as one: above, below, left, right.
};

qd__planner *qd__planner_create(const qd__waves *waves, qd__blocks *memory)
{
    qd__planner *planner = qd__blocks_get(memory, 1, sizeof *planner);
    if (!planner)
        return NULL;
    qd__basis_start(&planner->basis, waves);
    for (int s = QD__SMALLEST; s <= QD__LARGEST; s++) {
        const size_t nodes = (size_t)1 << 2 * (QD__LARGEST - s);
        planner->fits[s] = qd__blocks_get(memory, nodes, sizeof(qd__fit));
        planner->areas[s] = qd__blocks_get(memory, nodes, sizeof(qd__area));
        if (!planner->fits[s] || !planner->areas[s])
            return NULL;
    }
    return planner;
}

/// Where a node of a level is among those of its square.
static size_t square_place(int s, uint32_t i, uint32_t j)
{
    const uint32_t mask = (1u << (QD__LARGEST - s)) - 1;
    return ((j & mask) << (QD__LARGEST - s)) + (i & mask);
}

static qd__fit *fit_at(const qd__planner *planner, int s, uint32_t i, uint32_t j)
{
    return &planner->fits[s][square_place(s, i, j)];
}

/// Cost of the differences between the means of children.
static float cost_of_details(const qd__planner *planner, int s, int join, const float m[4])
{
    const float wishes[3] = { (m[0] - m[1] + m[2] - m[3]) / 4, (m[0] + m[1] - m[2] - m[3]) / 4,
                              (m[0] - m[1] - m[2] + m[3]) / 4 };
    float cost = 0;
    for (int k = 0; k < 3; k++) {
        if (qd__join_has(join, k)) {
            const bool pair = qd__join_is_of_pair(join, k);
            const float wish = (wishes[k] < 0 ? -wishes[k] : wishes[k]) * (pair ? 2.0f : 1.0f);
            const float size = wish * (float)(1 << s) / planner->by.step;
            const int32_t q = size < (float)QD__TOPMOST ? (int32_t)(size + 0.45f) : QD__TOPMOST;
            const float off = (size - (float)q) * planner->by.step;
            cost += off * off / (pair ? 2.0f : 1.0f) +
                    planner->by.lambda * qd__costs_number(planner->by.costs->detail[planner->by.kind][s - 3], q);
        }
    }
    return cost;
}

/// What the parts of a node that splits cost: each child, and each two that are joined.
typedef struct split_costs {
    float child[4], mean[4];
    float pair[4], pair_mean[4]; ///< Above, below, left, right.
} split_costs;

/// Tries the pairs of children as leaves.
static void fit_pairs(qd__planner *planner, int s, uint32_t i, uint32_t j, const float *samples, split_costs *costs)
{
    const qd__plane *plane = planner->plane;
    const size_t half = (size_t)1 << (s - 1);
    const float *const starts[4] = { samples, samples + half * QD__WIDEST, samples, samples + half };
    for (uint32_t k = 0; k < 4; k++) {
        qd__fit *fit = &planner->joined[s][k];
        const uint32_t a = 2 * i + (k == 3), b = 2 * j + (k == 1), c = a + (k < 2), d = b + (k >= 2);
        const qd__area *one = &planner->areas[s - 1][square_place(s - 1, a, b)],
                       *other = &planner->areas[s - 1][square_place(s - 1, c, d)];
        const qd__area both = { one->sum + other->sum, one->squares + other->squares };
        costs->pair[k] = NEVER;
        costs->pair_mean[k] = 0;
        // Two large children that are both split are not worth trying as one leaf.
        const uint8_t *state = plane->state[s - 1];
        if (s - 1 < JOIN_LARGE || state[qd__plane_at(plane, s - 1, a, b)] != QD__SPLIT ||
            state[qd__plane_at(plane, s - 1, c, d)] != QD__SPLIT) {
            costs->pair[k] = qd__fit_leaf(&planner->by, s - 1, k < 2 ? QD__WIDE : QD__TALL, starts[k], &both, fit);
            costs->pair_mean[k] = fit->mean;
        }
    }
}

/// The pair that a joined child belongs to.
static uint32_t pair_of(int join, uint32_t child)
{
    return join < QD__LEFT ? child >> 1 : 2 + (child & 1);
}

/// What a join costs, its differences included.
static float cost_of_join(const qd__planner *planner, int s, const split_costs *costs, int join)
{
    float means[4], cost = planner->by.lambda * planner->by.costs->join[planner->by.kind][s - 3][join].bits;
    for (uint32_t k = 0; k < 4; k++) {
        const uint8_t state = qd__join_state(join, k);
        if (state == QD__LEAF) {
            means[k] = costs->mean[k];
            cost += costs->child[k];
        } else {
            means[k] = costs->pair_mean[pair_of(join, k)];
            cost += state != QD__ABSENT ? costs->pair[pair_of(join, k)] : 0;
        }
    }
    return cost + cost_of_details(planner, s, join, means);
}

static void forget_below(qd__plane *plane, int s, uint32_t i, uint32_t j)
{
    for (uint32_t k = 0; s > QD__SMALLEST && k < 4; k++) {
        const uint32_t a = 2 * i + (k & 1), b = 2 * j + (k >> 1);
        if (qd__plane_has(plane, s - 1, a, b)) {
            plane->state[s - 1][qd__plane_at(plane, s - 1, a, b)] = QD__ABSENT;
            forget_below(plane, s - 1, a, b);
        }
    }
}

/// The children become what the join says.
static void join_children(const qd__planner *planner, int s, uint32_t i, uint32_t j, int join)
{
    qd__plane *plane = planner->plane;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t a = 2 * i + (k & 1), b = 2 * j + (k >> 1);
        const uint8_t state = qd__join_state(join, k);
        if (state != QD__LEAF) {
            forget_below(plane, s - 1, a, b);
            plane->state[s - 1][qd__plane_at(plane, s - 1, a, b)] = state;
            *fit_at(planner, s - 1, a, b) = planner->joined[s][pair_of(join, k)];
        }
    }
}

/// The best join of a node that has all four children, if any is tried, and what it costs.
static float choose_join(qd__planner *planner, int s, uint32_t i, uint32_t j, bool joins, const float *samples,
                         split_costs *costs, int *best)
{
    float least = cost_of_join(planner, s, costs, QD__APART);
    *best = QD__APART;
    if (!joins)
        return least;
    fit_pairs(planner, s, i, j, samples, costs);
    for (int join = QD__TOP; join < QD__JOINS; join++) {
        const float cost = cost_of_join(planner, s, costs, join);
        *best = cost < least ? join : *best;
        least = cost < least ? cost : least;
    }
    return least;
}

/// Chooses what is best for a node and all below it. Returns what it costs.
static float decide(qd__planner *planner, int s, uint32_t i, uint32_t j, const float *samples)
{
    qd__plane *plane = planner->plane;
    if (!qd__plane_has(plane, s, i, j))
        return 0;
    uint8_t *state = &plane->state[s][qd__plane_at(plane, s, i, j)];
    const qd__area *area = &planner->areas[s][square_place(s, i, j)];
    float leaf = qd__fit_leaf(&planner->by, s, QD__LEAF, samples, area, fit_at(planner, s, i, j));
    *state = QD__LEAF;
    if (s == QD__SMALLEST)
        return qd__fit_haar(&planner->by, samples, leaf, fit_at(planner, s, i, j));
    const qd__cost *split = planner->by.costs->split[planner->by.kind][s - 3];
    leaf += planner->by.lambda * split[0].bits;
    float parts = planner->by.lambda * split[1].bits;
    split_costs costs;
    int whole = 0, join = QD__APART;
    for (uint32_t k = 0; k < 4 && parts < leaf * JOIN_HOPE; k++) {
        const uint32_t a = 2 * i + (k & 1), b = 2 * j + (k >> 1), half = 1u << (s - 1);
        costs.child[k] =
            decide(planner, s - 1, a, b, samples + (size_t)(k >> 1) * half * QD__WIDEST + (size_t)(k & 1) * half);
        parts += costs.child[k];
        costs.mean[k] = fit_at(planner, s - 1, a, b)->mean;
        whole += qd__plane_has(plane, s - 1, a, b);
    }
    if (whole == 4 && parts < leaf * JOIN_HOPE) {
        const bool joins = planner->joins && leaf > JOIN_LEAST * (float)(1 << 2 * s);
        parts = planner->by.lambda * split[1].bits + choose_join(planner, s, i, j, joins, samples, &costs, &join);
    }
    if (parts < leaf) {
        *state = QD__SPLIT;
        join_children(planner, s, i, j, join);
        return parts;
    }
    return leaf;
}

/// A leaf wishes for its mean, and where it is two that are joined both do.
static void wish_for(qd__plane *plane, int s, uint32_t i, uint32_t j, float mean)
{
    const size_t at = qd__plane_at(plane, s, i, j);
    const uint8_t state = plane->state[s][at];
    plane->wish[s][at] = mean;
    if (state == QD__WIDE || state == QD__TALL)
        plane->wish[s][state == QD__WIDE ? at + 1 : at + plane->across[s]] = mean;
}

/// The chosen leaves come into the plane.
static void settle(const qd__planner *planner, int s, uint32_t i, uint32_t j)
{
    qd__plane *plane = planner->plane;
    const uint8_t state = qd__plane_has(plane, s, i, j) ? plane->state[s][qd__plane_at(plane, s, i, j)] : QD__ABSENT;
    if (state == QD__SPLIT) {
        for (uint32_t k = 0; k < 4; k++)
            settle(planner, s - 1, 2 * i + (k & 1), 2 * j + (k >> 1));
    } else if (state != QD__ABSENT) {
        const qd__fit *fit = fit_at(planner, s, i, j);
        forget_below(plane, s, i, j);
        memcpy(plane->coefs + plane->coef_count, fit->coefs, sizeof(int16_t) << 2 * qd__order_bits(s));
        qd__plane_add_leaf(plane, s, i, j);
        plane->leaves[plane->leaf_count - 1].order = (uint8_t)fit->order;
        plane->leaves[plane->leaf_count - 1].haar = fit->haar;
        wish_for(plane, s, i, j, fit->mean * (float)(1 << QD__FINE));
    }
}

/// Sums over the nodes of a square, level by level.
static void sum_areas(qd__planner *planner, int top)
{
    const uint32_t across = 1u << (top - QD__SMALLEST);
    for (uint32_t j = 0; j < across; j++) {
        for (uint32_t i = 0; i < across; i++) {
            const float *samples = planner->square + (size_t)j * 4 * QD__WIDEST + (size_t)i * 4;
            qd__area area = { 0, 0 };
            for (size_t k = 0; k < 16; k++) {
                const uint32_t sample = (uint32_t)samples[(k >> 2) * QD__WIDEST + (k & 3)];
                area.sum += sample;
                area.squares += sample * sample;
            }
            planner->areas[QD__SMALLEST][square_place(QD__SMALLEST, i, j)] = area;
        }
    }
    for (int s = QD__SMALLEST + 1; s <= top; s++) {
        for (uint32_t j = 0; j < 1u << (top - s); j++) {
            for (uint32_t i = 0; i < 1u << (top - s); i++) {
                qd__area area = { 0, 0 };
                for (uint32_t k = 0; k < 4; k++) {
                    const qd__area *part =
                        &planner->areas[s - 1][square_place(s - 1, 2 * i + (k & 1), 2 * j + (k >> 1))];
                    area.sum += part->sum;
                    area.squares += part->squares;
                }
                planner->areas[s][square_place(s, i, j)] = area;
            }
        }
    }
}

/// Samples beyond the edges are as those at the edges.
static void load_square(qd__planner *planner, int s, uint32_t i, uint32_t j)
{
    const qd__plane *plane = planner->plane;
    for (uint32_t y = 0; y < 1u << s; y++) {
        const uint32_t b = (j << s) + y < plane->height ? (j << s) + y : plane->height - 1;
        for (uint32_t x = 0; x < 1u << s; x++) {
            const uint32_t a = (i << s) + x < plane->width ? (i << s) + x : plane->width - 1;
            planner->square[y * QD__WIDEST + x] = (float)planner->samples[(size_t)b * plane->width + a];
        }
    }
}

static void plan_below(qd__planner *planner, int s, uint32_t i, uint32_t j)
{
    qd__plane *plane = planner->plane;
    if (!qd__plane_has(plane, s, i, j))
        return;
    if (s > QD__LARGEST) {
        plane->state[s][qd__plane_at(plane, s, i, j)] = QD__SPLIT;
        for (uint32_t k = 0; k < 4; k++)
            plan_below(planner, s - 1, 2 * i + (k & 1), 2 * j + (k >> 1));
        return;
    }
    load_square(planner, s, i, j);
    sum_areas(planner, s);
    decide(planner, s, i, j, planner->square);
    settle(planner, s, i, j);
    const uint64_t right = plane->width - ((uint64_t)i << s), below = plane->height - ((uint64_t)j << s),
                   side = 1u << s;
    qd__pace_step(planner->pace, (right < side ? right : side) * (below < side ? below : side));
}

/// A node that splits wishes for the mean of its children.
static void wish_upward(qd__plane *plane)
{
    for (int s = QD__SMALLEST + 1; s <= plane->top; s++) {
        for (uint32_t j = 0; j < plane->down[s]; j++) {
            for (uint32_t i = 0; i < plane->across[s]; i++) {
                float sum = 0;
                int count = 0;
                for (uint32_t k = 0; k < 4; k++) {
                    const uint32_t a = 2 * i + (k & 1), b = 2 * j + (k >> 1);
                    if (qd__plane_has(plane, s - 1, a, b)) {
                        sum += plane->wish[s - 1][qd__plane_at(plane, s - 1, a, b)];
                        count++;
                    }
                }
                if (plane->state[s][qd__plane_at(plane, s, i, j)] == QD__SPLIT)
                    plane->wish[s][qd__plane_at(plane, s, i, j)] = sum / (float)count;
            }
        }
    }
}

void qd__plan(qd__planner *planner, qd__plane *plane, const uint8_t *samples, const qd__plan_way *way, qd__pace *pace)
{
    planner->pace = pace;
    planner->joins = way->joins;
    planner->plane = plane;
    planner->samples = samples;
    const float step = (float)plane->step / 16;
    planner->by = (qd__fit_by){ .basis = &planner->basis,
                                .costs = way->costs,
                                .kind = plane->kind,
                                .step = step,
                                .inverse = 1 / step,
                                .lambda = LAMBDA_OF_STEP * way->thrift * step * step };
    plane->leaf_count = 0;
    plane->coef_count = 0;
    plan_below(planner, plane->top, 0, 0);
    wish_upward(plane);
}
