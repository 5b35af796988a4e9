// Leaves to samples, in integers: see draw.h and docs/image-format.md. Sums are taken modulo 2^32; none comes there in
// a picture that was encoded.
#include "draw.h"

#include "degrees.h"
#include "haar.h"
#include "join.h"
#include "smooth.h"
#include "sum_row.h"

#include <string.h>

/// Samples in 64ths, in rows of a multiple of 4.
typedef struct fine_samples {
    int16_t *at;
    size_t across, down;
} fine_samples;

/// What each function of x is multiplied by in each row: sums over columns of coefficients.
static void draw_columns(const qd__plane *plane, const qd__leaf *leaf, const qd__waves *waves, int groups,
                         int16_t factors[QD__WIDEST][QD__ORDERS])
{
    const int bits = qd__order_bits(leaf->level), high = qd__leaf_down(leaf->level, leaf->shape), side = 1 << high;
    int16_t coefs[QD__ORDERS / 2][QD__WIDEST / 2][2];
    for (int k = 0; k < 2 * groups; k++)
        memset(coefs[k], 0, QD__ORDERS * sizeof *coefs[k]);
    for (int degree = 1; degree <= leaf->reach; degree++) {
        const qd__degree these = qd__degree_of(bits, degree);
        const int16_t *from = plane->coefs + leaf->at + these.start;
        for (int u = these.first; u <= these.last; u++) {
            if (from[u] != 0) {
                const int v = qd__wave_place(degree - u);
                coefs[v / 2][qd__wave_place(u)][v % 2] = (int16_t)qd__leaf_back(from[u], plane->step, leaf);
            }
        }
    }
    for (int y = 0; y < side / 2; y++) {
        qd__sum_row(0, waves->at[high - QD__SMALLEST][y], (const int16_t(*)[QD__WIDEST / 2][2]) coefs, groups,
                    (size_t)4 * (size_t)groups, factors[y], factors[side - 1 - y]);
    }
}

/// A row of a leaf: its left half, and what mirrors it.
static void join_halves(const int16_t *left, const int16_t *mirrored, size_t side, size_t across, int16_t *row)
{
    if (across < side || side == 4) {
        for (size_t x = 0; x < across; x++)
            row[x] = *(x < side / 2 ? left + x : mirrored + (side - 1 - x));
        return;
    }
    for (size_t x = 0; x < side / 2; x += 4) { // by a number that compilers know
        memcpy(row + x, left + x, 4 * sizeof *row);
        for (size_t k = 0; k < 4; k++)
            row[side - 1 - x - k] = mirrored[x + k];
    }
}

static void draw_leaf(const qd__plane *plane, const qd__leaf *leaf, const qd__waves *waves, const fine_samples *fine)
{
    const int wide = qd__leaf_across(leaf->level, leaf->shape), high = qd__leaf_down(leaf->level, leaf->shape);
    // Functions up to the degree that is reached, in groups of four.
    const int orders = 1 << qd__order_bits(leaf->level), groups = (leaf->reach < orders ? leaf->reach + 4 : orders) / 4;
    const size_t right = fine->across - leaf->x, below = fine->down - leaf->y, side = (size_t)1 << wide;
    const size_t across = side < right ? side : right;
    const size_t down = (size_t)1 << high < below ? (size_t)1 << high : below;
    const int16_t mean =
        plane->mean[leaf->level][qd__plane_at(plane, leaf->level, leaf->x >> leaf->level, leaf->y >> leaf->level)];
    int16_t factors[QD__WIDEST][QD__ORDERS], *row = fine->at + leaf->y * fine->across + leaf->x;
    if (leaf->reach == 0) { // a mean and nothing else
        for (size_t y = 0; y < down; y++, row += fine->across)
            for (size_t x = 0; x < across; x++)
                row[x] = mean;
        return;
    }
    draw_columns(plane, leaf, waves, groups, factors);
    for (size_t y = 0; y < down; y++, row += fine->across) {
        int16_t left[QD__WIDEST / 2], mirrored[QD__WIDEST / 2];
        qd__sum_row(mean, factors[y], waves->pairs[wide - QD__SMALLEST], groups, side / 2, left, mirrored);
        join_halves(left, mirrored, side, across, row);
    }
}

/// The four parts of a square of a Haar leaf.
static void split_square(const qd__plane *plane, int level, int16_t mean, const int16_t q[3], int16_t parts[4])
{
    int32_t by[3];
    for (int k = 0; k < 3; k++)
        by[k] = qd__scale_back(q[k], plane->step, level);
    qd__join_means(mean, by, QD__APART, parts);
}

static void draw_haar(const qd__plane *plane, const qd__leaf *leaf, const fine_samples *fine)
{
    int16_t *coefs = plane->coefs + leaf->at;
    const uint32_t i = leaf->x >> QD__SMALLEST, j = leaf->y >> QD__SMALLEST;
    int16_t quarters[4], samples[4];
    split_square(plane, QD__SMALLEST, plane->mean[QD__SMALLEST][qd__plane_at(plane, QD__SMALLEST, i, j)], coefs,
                 quarters);
    for (size_t k = 0; k < 4; k++) {
        split_square(plane, QD__SMALLEST - 1, quarters[k], qd__haar_quarter(coefs, k), samples);
        int16_t *at = fine->at + (leaf->y + (k & 2)) * fine->across + leaf->x + 2 * (k & 1);
        at[0] = samples[0];
        at[1] = samples[1];
        at[fine->across] = samples[2];
        at[fine->across + 1] = samples[3];
    }
}

/// The left border of a leaf, or its upper one.
static inline void smooth_border(const qd__plane *plane, const qd__leaf *leaf, const fine_samples *fine, bool upper)
{
    const size_t start = upper ? leaf->x : leaf->y, end = upper ? fine->across : fine->down;
    const int side = (upper ? qd__leaf_across : qd__leaf_down)(leaf->level, leaf->shape);
    const int32_t limit = (int32_t)(plane->step / 2);
    for (size_t k = start; k < start + ((size_t)1 << side) && k < end; k += 4) {
        const size_t x = upper ? k : leaf->x - 1, y = upper ? leaf->y - 1 : k;
        const bool large =
            leaf->level > QD__SMALLEST &&
            plane->leaves[plane->map[(y >> 2) * plane->across[QD__SMALLEST] + (x >> 2)]].level > QD__SMALLEST;
        int16_t *at = fine->at + (upper ? leaf->y * fine->across + k : k * fine->across + leaf->x);
        if (upper && large)
            qd__smooth_down(at, fine->across, 4, limit);
        else if (upper)
            qd__smooth_down(at, fine->across, 2, limit);
        else if (large)
            qd__smooth_right(at, fine->across, 4, limit);
        else
            qd__smooth_right(at, fine->across, 2, limit);
    }
}

/// The left borders of all leaves, or all upper ones. Inline, so that the way on is known.
static inline void smooth_borders(const qd__plane *plane, const fine_samples *fine, bool upper)
{
    for (uint32_t k = 0; k < plane->leaf_count; k++) {
        const qd__leaf *leaf = &plane->leaves[k];
        if ((upper ? leaf->y : leaf->x) > 0)
            smooth_border(plane, leaf, fine, upper);
    }
}

/// A row of samples as bytes.
static void round_row(const int16_t *fine, uint32_t width, uint8_t *samples)
{
    const int16_t most = 255 << QD__FINE;
    for (uint32_t x = 0; x < width; x++) {
        int16_t value = fine[x];
        if (value < 0)
            value = 0;
        if (value > most)
            value = most;
        samples[x] = (uint8_t)((value + 32) >> QD__FINE);
    }
}

void qd__draw(const qd__plane *plane, const qd__waves *waves, int16_t *room, uint8_t *samples)
{
    fine_samples fine = { .across = (size_t)plane->across[QD__SMALLEST] * 4,
                          .down = (size_t)plane->down[QD__SMALLEST] * 4 };
    fine.at = room;
    for (uint32_t k = 0; k < plane->leaf_count; k++) {
        const qd__leaf *leaf = &plane->leaves[k];
        if (leaf->haar)
            draw_haar(plane, leaf, &fine);
        else
            draw_leaf(plane, leaf, waves, &fine);
    }
    smooth_borders(plane, &fine, false);
    smooth_borders(plane, &fine, true);
    for (size_t y = 0; y < plane->height; y++)
        round_row(fine.at + y * fine.across, plane->width, samples + y * plane->width);
}
