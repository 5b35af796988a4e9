// Squares of samples to coefficients: see project.h. An even function needs the sums of samples that mirror each other,
// an odd one their differences, which halves the products.
#include "project.h"

#include <string.h>

#if defined(__GNUC__)
#define INLINED inline __attribute__((always_inline))
#else
#define INLINED inline
#endif

void qd__basis_start(qd__basis *basis, const qd__waves *waves)
{
    static const float roots[5] = { 2.0f, 2.82842712f, 4.0f, 5.65685425f, 8.0f };
    for (int z = 0; z < 5; z++) {
        for (int k = 0; k < QD__ORDERS; k++) {
            for (int x = 0; x < QD__WIDEST / 2; x++) {
                const float value = (float)waves->at[z][x][qd__wave_place(k)] / (4096.0f * roots[z]);
                basis->rows[z][k][x] = basis->columns[z][k % 2][x][k / 2] = value;
            }
        }
    }
}

/// Columns are summed `block` at a time. Inlined into each call, so that these sizes are numbers and not variables;
/// what gcc and clang make of it otherwise takes up to three times as long.
static INLINED void project_by(qd__basis *basis, int across, int down, int bits, int block, const float *samples,
                               float *coefs)
{
    const int width = 1 << across, height = 1 << down, orders = 1 << bits;
    const float *row = samples, *mirror = samples + (ptrdiff_t)(height - 1) * QD__WIDEST;
    for (int y = 0; y < height / 2; y++, row += QD__WIDEST, mirror -= QD__WIDEST) {
        for (int x = 0; x < width; x++) {
            basis->folded[0][y][x] = row[x] + mirror[x];
            basis->folded[1][y][x] = row[x] - mirror[x];
        }
    }
    for (int v = 0; v < orders; v++) {
        const float *factors = basis->rows[down - QD__SMALLEST][v];
        float column[QD__WIDEST], halves[2][QD__WIDEST / 2];
        for (int start = 0; start < width; start += block) {
            float sums[16] = { 0 };
            for (int y = 0; y < height / 2; y++)
                for (int x = 0; x < block; x++)
                    sums[x] += factors[y] * basis->folded[v % 2][y][start + x];
            memcpy(column + start, sums, (size_t)block * sizeof *column);
        }
        for (int x = 0; x < width / 2; x++) {
            halves[0][x] = column[x] + column[width - 1 - x]; // NOLINT(clang-analyzer-core.*): blocks make up the width
            halves[1][x] = column[x] - column[width - 1 - x];
        }
        for (int odd = 0; odd < 2; odd++) {
            float sums[QD__ORDERS / 2] = { 0 };
            for (int x = 0; x < width / 2; x++)
                for (int k = 0; k < orders / 2; k++)
                    sums[k] += halves[odd][x] * basis->columns[across - QD__SMALLEST][odd][x][k];
            for (int k = 0; k < orders / 2; k++)
                coefs[v * orders + 2 * k + odd] = sums[k];
        }
    }
}

/// Leaves of less than 16 functions a side: as many as there are samples in the shorter one.
static INLINED void project_small(qd__basis *basis, int across, int down, const float *samples, float *coefs)
{
    project_by(basis, across, down, across < down ? across : down, 1 << across, samples, coefs);
}

void qd__project(qd__basis *basis, int level, int shape, const float *samples, float coefs[QD__ORDERS * QD__ORDERS])
{
    const int across = qd__leaf_across(level, shape), down = qd__leaf_down(level, shape);
    switch (across << 4 | down) {
    case 0x22:
        project_small(basis, 2, 2, samples, coefs);
        break;
    case 0x32:
        project_small(basis, 3, 2, samples, coefs);
        break;
    case 0x23:
        project_small(basis, 2, 3, samples, coefs);
        break;
    case 0x33:
        project_small(basis, 3, 3, samples, coefs);
        break;
    case 0x43:
        project_small(basis, 4, 3, samples, coefs);
        break;
    case 0x34:
        project_small(basis, 3, 4, samples, coefs);
        break;
    default: // wide and tall ones of the levels above 3 too
        project_by(basis, across, down, 4, 16, samples, coefs);
        break;
    }
}
