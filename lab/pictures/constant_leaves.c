#include "constant_leaves.h"

#include <color.h>
#include <math.h>
#include <range.h>
#include <stdlib.h>

enum { LEVELS = 25, KINDS = 2, SIZES = 15, HEADER = 16, ROUNDS = 3 };

// A plane as grids of nodes by level, level 0 being the samples. `mean` is what a node would be as a leaf, `wish` what
// it is to be: the mean of its children where it splits.
typedef struct tree {
    uint32_t width, height;
    int top, kind;
    float *mean[LEVELS], *error[LEVELS], *wish[LEVELS];
    uint8_t *split[LEVELS];
} tree;

typedef struct chances {
    qd__chance split[KINDS][LEVELS][3], zero[KINDS][LEVELS][3][3], sizes[KINDS][LEVELS][SIZES];
} chances;

// How often each decision was made, for what it costs next time.
typedef struct counts {
    double split[KINDS][LEVELS][2], sizes[KINDS][LEVELS][SIZES + 1];
} counts;

typedef struct job {
    const constant_way *way;
    qd__range_out out;
    chances chances;
    counts now, before; ///< Those of this round and of the last one.
} job;

static uint32_t across(const tree *t, int s)
{
    return ((t->width - 1) >> s) + 1;
}

static uint32_t down(const tree *t, int s)
{
    return ((t->height - 1) >> s) + 1;
}

static bool has(const tree *t, int s, uint32_t i, uint32_t j)
{
    return i < across(t, s) && j < down(t, s);
}

static size_t at(const tree *t, int s, uint32_t i, uint32_t j)
{
    return (size_t)j * across(t, s) + i;
}

static double samples_of(const tree *t, int s, uint32_t i, uint32_t j)
{
    const uint64_t right = (uint64_t)(i + 1) << s, bottom = (uint64_t)(j + 1) << s;
    return (double)((right < t->width ? right : t->width) - ((uint64_t)i << s)) *
           (double)((bottom < t->height ? bottom : t->height) - ((uint64_t)j << s));
}

static void tree_free(tree *t)
{
    for (int s = 0; s < LEVELS; s++) {
        free(t->mean[s]);
        free(t->error[s]);
        free(t->wish[s]);
        free(t->split[s]);
    }
}

// The mean of a node and the squared error around it, from its children's.
static void sum_up(tree *t, int s, uint32_t i, uint32_t j)
{
    double sum = 0, squares = 0;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t a = 2 * i + (k & 1), b = 2 * j + (k >> 1);
        if (has(t, s - 1, a, b)) {
            const double mean = t->mean[s - 1][at(t, s - 1, a, b)], n = samples_of(t, s - 1, a, b);
            sum += n * mean;
            squares += t->error[s - 1][at(t, s - 1, a, b)] + n * mean * mean;
        }
    }
    const double n = samples_of(t, s, i, j), left = squares - sum * sum / n;
    t->mean[s][at(t, s, i, j)] = (float)(sum / n);
    t->error[s][at(t, s, i, j)] = (float)(left > 0 ? left : 0);
}

static bool tree_make(tree *t, uint32_t width, uint32_t height, int kind, const uint8_t *samples)
{
    *t = (tree){ .width = width, .height = height, .kind = kind };
    while (t->top < LEVELS - 1 && (across(t, t->top) > 1 || down(t, t->top) > 1))
        t->top++;
    for (int s = 0; s <= t->top; s++) {
        const size_t count = (size_t)across(t, s) * down(t, s);
        t->mean[s] = calloc(count, sizeof *t->mean[s]);
        t->error[s] = calloc(count, sizeof *t->error[s]);
        t->wish[s] = calloc(count, sizeof *t->wish[s]);
        t->split[s] = calloc(count, 1);
        if (t->mean[s] == NULL || t->error[s] == NULL || t->wish[s] == NULL || t->split[s] == NULL)
            return false;
        for (size_t k = 0; s == 0 && k < count; k++)
            t->mean[0][k] = samples[k];
        for (uint32_t j = 0; s > 0 && j < down(t, s); j++)
            for (uint32_t i = 0; i < across(t, s); i++)
                sum_up(t, s, i, j);
    }
    return true;
}

// ---- The differences between children ----

// Along x, along y, and crosswise; *there says which of them there are.
static void differences(const tree *t, int s, uint32_t i, uint32_t j, double parts[3], bool there[3])
{
    const bool right = has(t, s - 1, 2 * i + 1, 2 * j), lower = has(t, s - 1, 2 * i, 2 * j + 1);
    const float *wish = t->wish[s - 1];
    const double a = wish[at(t, s - 1, 2 * i, 2 * j)];
    const double b = right ? wish[at(t, s - 1, 2 * i + 1, 2 * j)] : a;
    const double c = lower ? wish[at(t, s - 1, 2 * i, 2 * j + 1)] : a;
    const double d = right && lower ? wish[at(t, s - 1, 2 * i + 1, 2 * j + 1)] : right ? b : c;
    parts[0] = (a - b + c - d) / 4;
    parts[1] = (a + b - c - d) / 4;
    parts[2] = (a - b - c + d) / 4;
    there[0] = right;
    there[1] = lower;
    there[2] = right && lower;
}

static double step_at(const job *work, int s)
{
    return ldexp(work->way->step, -s);
}

static int32_t quantised(double value, double step)
{
    const double size = fmin(fabs(value) / step + 0.45, 1e6);
    return value < 0 ? -(int32_t)size : (int32_t)size;
}

// ---- Which tree ----

static double bits_of(const double *often, int count, int which)
{
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum += often[k] + 0.5;
    return log2(sum / (often[which] + 0.5));
}

static double bits_of_number(const job *work, const tree *t, int s, int32_t q)
{
    const int32_t size = q < 0 ? -q : q;
    const int32_t counted = size < SIZES ? size : SIZES;
    return bits_of(work->before.sizes[t->kind][s], SIZES + 1, counted) + (q != 0) +
           (size >= SIZES ? 2 * log2(size - SIZES + 1) + 1 : 0);
}

// What a split costs by itself: its bits, and what is lost in rounding.
static double cost_of_split(const job *work, const tree *t, int s, uint32_t i, uint32_t j, double lambda)
{
    double parts[3], cost = lambda * bits_of(work->before.split[t->kind][s], 2, 1);
    bool there[3];
    differences(t, s, i, j, parts, there);
    for (int k = 0; k < 3; k++) {
        if (!there[k])
            continue;
        const int32_t q = quantised(parts[k], step_at(work, s));
        const double off = parts[k] - q * step_at(work, s);
        cost += samples_of(t, s, i, j) * off * off + lambda * bits_of_number(work, t, s, q);
    }
    return cost;
}

static double decide(const job *work, tree *t, int s, uint32_t i, uint32_t j)
{
    if (!has(t, s, i, j))
        return 0;
    const size_t here = at(t, s, i, j);
    const double leaf = t->error[s][here];
    t->split[s][here] = 0;
    t->wish[s][here] = t->mean[s][here];
    if (s == 0)
        return leaf;
    const double square = work->way->part * work->way->step * work->way->step;
    if (!work->way->pruned && leaf / samples_of(t, s, i, j) <= square)
        return leaf;
    double below = 0, sum = 0, count = 0;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t a = 2 * i + (k & 1), b = 2 * j + (k >> 1);
        below += decide(work, t, s - 1, a, b);
        if (has(t, s - 1, a, b)) {
            sum += t->wish[s - 1][at(t, s - 1, a, b)];
            count++;
        }
    }
    if (work->way->pruned) {
        below += cost_of_split(work, t, s, i, j, square);
        if (leaf + square * bits_of(work->before.split[t->kind][s], 2, 0) <= below)
            return leaf + square * bits_of(work->before.split[t->kind][s], 2, 0);
    }
    t->split[s][here] = 1;
    t->wish[s][here] = (float)(sum / count);
    return below;
}

// ---- Writing ----

static void put_number(job *work, const tree *t, int s, int which, int32_t q, int32_t before)
{
    const int32_t size = q < 0 ? -q : q;
    work->now.sizes[t->kind][s][size < SIZES ? size : SIZES]++;
    qd__range_put(&work->out, &work->chances.zero[t->kind][s][which][before < 2 ? before : 2], q != 0);
    if (q == 0)
        return;
    qd__range_put_even(&work->out, q < 0);
    for (int32_t got = 1; got < SIZES; got++) {
        qd__range_put(&work->out, &work->chances.sizes[t->kind][s][got - 1], size > got);
        if (size == got)
            return;
    }
    const uint32_t rest = (uint32_t)(size - SIZES) + 1;
    int bits = 0;
    for (; rest >> bits > 1; bits++)
        qd__range_put_even(&work->out, 1);
    qd__range_put_even(&work->out, 0);
    for (int k = bits - 1; k >= 0; k--)
        qd__range_put_even(&work->out, rest >> k & 1);
}

static void fill(const tree *t, int s, uint32_t i, uint32_t j, double value, uint8_t *seen)
{
    const double rounded = value + 0.5;
    const uint8_t sample = (uint8_t)(rounded < 0 ? 0 : rounded > 255 ? 255 : rounded);
    const uint64_t right = (uint64_t)(i + 1) << s, bottom = (uint64_t)(j + 1) << s;
    for (uint64_t y = (uint64_t)j << s; y < bottom && y < t->height; y++)
        for (uint64_t x = (uint64_t)i << s; x < right && x < t->width; x++)
            seen[y * t->width + x] = sample;
}

static unsigned splits(const tree *t, int s, uint32_t i, uint32_t j)
{
    return has(t, s, i, j) && t->split[s][at(t, s, i, j)];
}

// `value` is what a decoder has for this node.
static void put_node(job *work, tree *t, int s, uint32_t i, uint32_t j, double value, uint8_t *seen)
{
    const unsigned split = splits(t, s, i, j);
    if (s > 0) {
        const unsigned beside = (i > 0 ? splits(t, s, i - 1, j) : 0) + (j > 0 ? splits(t, s, i, j - 1) : 0);
        work->now.split[t->kind][s][split]++;
        qd__range_put(&work->out, &work->chances.split[t->kind][s][beside], split);
    }
    if (!split) {
        fill(t, s, i, j, value, seen);
        return;
    }
    double parts[3];
    bool there[3];
    int32_t before = 0;
    differences(t, s, i, j, parts, there);
    for (int k = 0; k < 3; k++) {
        const int32_t q = there[k] ? quantised(parts[k], step_at(work, s)) : 0;
        if (there[k])
            put_number(work, t, s, k, q, before);
        before += q < 0 ? -q : q;
        parts[k] = q * step_at(work, s);
    }
    for (uint32_t k = 0; k < 4; k++) {
        const double h = k & 1 ? -parts[0] : parts[0], v = k & 2 ? -parts[1] : parts[1];
        const double d = k == 1 || k == 2 ? -parts[2] : parts[2];
        if (has(t, s - 1, 2 * i + (k & 1), 2 * j + (k >> 1)))
            put_node(work, t, s - 1, 2 * i + (k & 1), 2 * j + (k >> 1), value + h + v + d, seen);
    }
}

static void forget_below(tree *t, int s, uint32_t i, uint32_t j)
{
    for (uint32_t k = 0; s > 1 && k < 4; k++) {
        const uint32_t a = 2 * i + (k & 1), b = 2 * j + (k >> 1);
        if (splits(t, s - 1, a, b))
            forget_below(t, s - 1, a, b);
        if (has(t, s - 1, a, b))
            t->split[s - 1][at(t, s - 1, a, b)] = 0;
    }
}

// What lies below a leaf does not split, as a decoder sees it.
static void tidy(tree *t, int s, uint32_t i, uint32_t j)
{
    if (s == 0 || !has(t, s, i, j))
        return;
    if (!splits(t, s, i, j)) {
        forget_below(t, s, i, j);
        return;
    }
    for (uint32_t k = 0; k < 4; k++)
        tidy(t, s - 1, 2 * i + (k & 1), 2 * j + (k >> 1));
}

static void chances_start(chances *all)
{
    qd__chance *each = (qd__chance *)all;
    for (size_t k = 0; k < sizeof *all / sizeof *each; k++)
        each[k] = (qd__chance){ 32768, 0 };
}

// One round: all planes are decided and written.
static size_t write_planes(job *work, tree *trees, uint32_t count, uint8_t *const *seen)
{
    work->out = (qd__range_out){ .range = 0xffffffffu };
    work->before = work->now;
    work->now = (counts){ 0 };
    chances_start(&work->chances);
    for (uint32_t k = 0; k < count; k++) {
        tree *t = &trees[k];
        decide(work, t, t->top, 0, 0);
        tidy(t, t->top, 0, 0);
        const int32_t mean = (int32_t)(t->wish[t->top][0] * 64 + 0.5F); // in 64ths of a sample
        for (int bit = 13; bit >= 0; bit--)
            qd__range_put_even(&work->out, (unsigned)mean >> bit & 1);
        put_node(work, t, t->top, 0, 0, mean / 64.0, seen[k]);
    }
    qd__range_out_end(&work->out);
    return work->out.size + HEADER;
}

// A quantity of each kind to begin with: most nodes do not split, small numbers are usual.
static void guess(counts *all)
{
    for (int kind = 0; kind < KINDS; kind++) {
        for (int s = 0; s < LEVELS; s++) {
            all->split[kind][s][0] = all->split[kind][s][1] = 50;
            for (int k = 0; k <= SIZES; k++)
                all->sizes[kind][s][k] = 100.0 / (1 << k);
        }
    }
}

size_t constant_encode(const pixels *picture, const constant_way *way, pixels *seen)
{
    const qd_image_size *size = &picture->size;
    tree trees[QD__PLANES] = { { .width = 0 } };
    uint8_t *planes[QD__PLANES] = { NULL };
    job *work = calloc(1, sizeof *work);
    bool good = work != NULL;
    for (uint32_t k = 0; good && k < size->channels; k++) {
        const uint32_t width = qd__side_of(size, way->whole, k, size->width),
                       height = qd__side_of(size, way->whole, k, size->height);
        planes[k] = malloc((size_t)width * height);
        good = planes[k] != NULL;
        if (good) {
            qd__color_part(size, way->whole, picture->bytes, k, planes[k]);
            good = tree_make(&trees[k], width, height, qd__is_chroma(size, k), planes[k]);
        }
    }
    size_t bytes = 0;
    if (good) {
        work->way = way;
        guess(&work->now);
        for (int round = 0; round < (way->pruned ? ROUNDS : 1); round++)
            bytes = write_planes(work, trees, size->channels, planes);
        for (uint32_t y = 0; y < size->height; y++)
            qd__color_join(size, way->whole, planes, y, seen->bytes + (size_t)y * size->width * size->channels);
    }
    for (int k = 0; k < QD__PLANES; k++) {
        tree_free(&trees[k]);
        free(planes[k]);
    }
    free(work);
    return bytes;
}
