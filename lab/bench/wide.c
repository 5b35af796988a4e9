// What doubles cost: the same scene in a qd_tree and in a qd_wide, all of it moving, asked the same questions, in
// turns. Of each the fastest round is told, since what else the machine does only ever adds. The figures of
// docs/decisions/doubles.md.
//
//   usage: bench_wide [BOXES [X]]     100000 boxes, the world's corner at X (0)
#include <progress.h>
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>

enum { TICKS = 101, ROUNDS = 101, QUESTIONS = 5000, LARGE_QUESTIONS = QUESTIONS / 10, NEAREST = 8 };
static const double size = 8, spacing = 16, speed = 2;

typedef struct bodies {
    size_t count;
    double corner, side;
    qd_dvec2 *at, *by;
    qd_box *boxes;
    qd_dbox *exact;
    qd_id *tree_ids, *wide_ids;
    qd_tree *tree;
    qd_wide *wide;
    uint64_t random;
} bodies;

static double random_below(bodies *b, double most)
{
    uint64_t z = b->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53 * most;
}

static void *need(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    if (memory == NULL)
        exit(1);
    return memory;
}

static void bounce(double *at, double *by, double side)
{
    *at += *by;
    if (*at < 0 || *at > side)
        *by = -*by;
}

static void step(bodies *b)
{
    for (size_t i = 0; i < b->count; i++) {
        bounce(&b->at[i].x, &b->by[i].x, b->side);
        bounce(&b->at[i].y, &b->by[i].y, b->side);
        b->boxes[i] = qd_box_xywh((float)b->at[i].x, (float)b->at[i].y, (float)size, (float)size);
        b->exact[i] = qd_dbox_xywh(b->corner + b->at[i].x, b->at[i].y, size, size);
    }
}

static bool count_pairs(void *context, const qd_pair *pairs, size_t count)
{
    (void)pairs;
    *(size_t *)context += count;
    return true;
}

static bool count_found(void *context, const qd_found *found, size_t count)
{
    (void)found;
    *(size_t *)context += count;
    return true;
}

// One thing to measure, of either: 0 the tree, 1 that of doubles.
typedef void task(bodies *b, int which, size_t *answers);

static void move(bodies *b, int which, size_t *answers)
{
    *answers += b->count;
    if (which == 0)
        qd_tree_move_many(b->tree, b->tree_ids, b->boxes, b->count, NULL);
    else
        qd_wide_move_many(b->wide, b->wide_ids, b->exact, b->count, NULL);
}

static void pairs(bodies *b, int which, size_t *answers)
{
    if (which == 0)
        qd_visit_pairs(b->tree, count_pairs, answers);
    else
        qd_wide_visit_pairs(b->wide, count_pairs, answers);
}

static void window(bodies *b, int which, size_t *answers, double hits)
{
    const double x = random_below(b, b->side), y = random_below(b, b->side), w = spacing * sqrt(hits);
    const qd_query_filter all = { 0 };
    if (which == 0)
        qd_visit_box(b->tree, qd_box_xywh((float)x, (float)y, (float)w, (float)w), all, count_found, answers);
    else
        qd_wide_visit_box(b->wide, qd_dbox_xywh(b->corner + x, y, w, w), all, count_found, answers);
}

static void small_windows(bodies *b, int which, size_t *answers)
{
    for (int i = 0; i < QUESTIONS; i++)
        window(b, which, answers, 10);
}

static void large_windows(bodies *b, int which, size_t *answers)
{
    for (int i = 0; i < LARGE_QUESTIONS; i++)
        window(b, which, answers, 1000);
}

static void nearest(bodies *b, int which, size_t *answers)
{
    for (int i = 0; i < QUESTIONS; i++) {
        const double x = random_below(b, b->side), y = random_below(b, b->side);
        const qd_query_filter all = { 0 };
        qd_near near[NEAREST];
        qd_dnear exact[NEAREST];
        *answers += which == 0
                        ? qd_find_near(b->tree, (qd_vec2){ (float)x, (float)y }, INFINITY, all, near, NEAREST)
                        : qd_wide_find_near(b->wide, (qd_dvec2){ b->corner + x, y }, INFINITY, all, exact, NEAREST);
    }
}

static void rays(bodies *b, int which, size_t *answers)
{
    for (int i = 0; i < QUESTIONS; i++) {
        const double x = random_below(b, b->side), y = random_below(b, b->side);
        const double dx = random_below(b, 2) - 1, dy = random_below(b, 2) - 1;
        const qd_query_filter all = { 0 };
        qd_hit hit;
        qd_dhit exact;
        const qd_ray ray = { { (float)x, (float)y }, { (float)dx, (float)dy }, INFINITY };
        const qd_dray exact_ray = { { b->corner + x, y }, { dx, dy }, INFINITY };
        *answers +=
            which == 0 ? qd_find_ray(b->tree, ray, all, &hit, 1) : qd_wide_find_ray(b->wide, exact_ray, all, &exact, 1);
    }
}

static int compare(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

// Milliseconds of one call, and how many answers there were.
static double take(bodies *b, task *done, int which, size_t *answers)
{
    const uint64_t random = b->random;
    const double start = clock_ms();
    *answers = 0;
    done(b, which, answers);
    const double took = clock_ms() - start;
    b->random = which == 0 ? random : b->random; // both get the same questions
    return took;
}

static void report(const char *what, double times[2][TICKS], size_t rounds, double divisor, const char *unit,
                   const size_t answers[2])
{
    for (int which = 0; which < 2; which++)
        qsort(times[which], rounds, sizeof *times[which], compare);
    const double first = times[0][0] / divisor, second = times[1][0] / divisor;
    printf("%-22s %10.3f %10.3f %s %6.2f   answers %zu, %zu\n", what, first, second, unit, second / first, answers[0],
           answers[1]);
}

static void ask(bodies *b, const char *what, task *done, double questions)
{
    double times[2][TICKS];
    size_t answers[2] = { 0, 0 };
    for (int round = 0; round < ROUNDS; round++)
        for (int which = 0; which < 2; which++)
            times[which][round] = take(b, done, which, &answers[which]);
    report(what, times, ROUNDS, questions / 1e3, "us", answers);
}

static void tick(bodies *b)
{
    double moving[2][TICKS], finding[2][TICKS];
    size_t moved[2] = { 0, 0 }, found[2] = { 0, 0 };
    for (int round = 0; round < TICKS; round++) {
        step(b);
        for (int which = 0; which < 2; which++) {
            moving[which][round] = take(b, move, which, &moved[which]);
            finding[which][round] = take(b, pairs, which, &found[which]);
        }
    }
    report("moving all", moving, TICKS, 1, "ms", moved);
    report("all pairs", finding, TICKS, 1, "ms", found);
}

static void load(bodies *b)
{
    qd_item *items = need(b->count, sizeof *items);
    qd_ditem *exact = need(b->count, sizeof *exact);
    step(b);
    for (size_t i = 0; i < b->count; i++) {
        items[i].box = b->boxes[i];
        exact[i].box = b->exact[i];
    }
    b->tree = qd_tree_create(NULL);
    b->wide = qd_wide_create(NULL);
    if (b->tree == NULL || b->wide == NULL ||
        qd_tree_insert_many(b->tree, items, b->count, b->tree_ids, NULL) != QD_OK ||
        qd_wide_insert_many(b->wide, exact, b->count, b->wide_ids, NULL) != QD_OK)
        exit(1);
    free(items);
    free(exact);
}

int main(int argc, char **argv)
{
    bodies b = { .count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000, .random = 1 };
    b.corner = argc > 2 ? strtod(argv[2], NULL) : 0;
    b.side = spacing * sqrt((double)b.count);
    b.at = need(b.count, sizeof *b.at);
    b.by = need(b.count, sizeof *b.by);
    b.boxes = need(b.count, sizeof *b.boxes);
    b.exact = need(b.count, sizeof *b.exact);
    b.tree_ids = need(b.count, sizeof *b.tree_ids);
    b.wide_ids = need(b.count, sizeof *b.wide_ids);
    for (size_t i = 0; i < b.count; i++) {
        b.at[i].x = random_below(&b, b.side);
        b.at[i].y = random_below(&b, b.side);
        b.by[i].x = random_below(&b, 2 * speed) - speed;
        b.by[i].y = random_below(&b, 2 * speed) - speed;
    }
    load(&b);
    const double bytes[] = { (double)qd_tree_stats(b.tree).bytes, (double)qd_wide_stats(b.wide).bytes };
    printf("%zu boxes at %g           floats    doubles    doubles/floats\n", b.count, b.corner);
    printf("%-22s %10.1f %10.1f\n", "bytes an item", bytes[0] / (double)b.count, bytes[1] / (double)b.count);
    tick(&b);
    ask(&b, "window of 10", small_windows, QUESTIONS);
    ask(&b, "window of 1000", large_windows, LARGE_QUESTIONS);
    ask(&b, "nearest 8", nearest, QUESTIONS);
    ask(&b, "first hit of a ray", rays, QUESTIONS);
    qd_tree_destroy(b.tree);
    qd_wide_destroy(b.wide);
    void *const all[] = { b.at, b.by, b.boxes, b.exact, b.tree_ids, b.wide_ids };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}
