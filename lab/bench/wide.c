// What doubles cost: the same scene in a tree of floats and in one of doubles, all of it moving, asked the same
// questions, alternating. The fastest round of each counts, since other work of the machine only adds time. The figures
// of docs/decisions/doubles.md.
//
//   usage: bench_wide [BOXES [X]]     100000 boxes, the world's corner at X (0)
#include <order.h>
#include <progress.h>
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>

enum { TICKS = 101, ROUNDS = 101, QUESTIONS = 5000, LARGE_QUESTIONS = QUESTIONS / 10, NEAREST = 8 };
static const double size = 8, spacing = 16, speed = 2;

// Two of them: the first of floats, with its corner at 0, the second of doubles.
typedef struct bodies {
    size_t count;
    double corner[2], side;
    qd_vec2 *at, *by;
    float *narrow; ///< The boxes as four floats each,
    qd_box *wide;  ///< and as doubles.
    qd_id *ids[2];
    qd_tree *trees[2];
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
        const qd_box box = qd_box_xywh(b->at[i].x, b->at[i].y, size, size);
        const double sides[] = { box.min.x, box.min.y, box.max.x, box.max.y };
        for (int k = 0; k < 4; k++)
            b->narrow[4 * i + (size_t)k] = (float)sides[k];
        b->wide[i] = qd_box_xywh(b->corner[1] + b->at[i].x, b->at[i].y, size, size);
    }
}

static qd_boxes boxes_of(const bodies *b, int which)
{
    return which == 0 ? qd_boxes_float(b->narrow) : qd_boxes_double(b->wide);
}

static qd_flow count_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)pairs;
    (void)distances;
    *(size_t *)context += count;
    return QD_CONTINUE;
}

static qd_flow count_found(void *context, const qd_entry *found, size_t count)
{
    (void)found;
    *(size_t *)context += count;
    return QD_CONTINUE;
}

// One thing to measure, of either tree.
typedef void task(bodies *b, int which, size_t *answers);

static void move(bodies *b, int which, size_t *answers)
{
    const qd_boxes boxes = boxes_of(b, which);
    *answers += b->count;
    qd_tree_move_many(b->trees[which], b->ids[which], &boxes, b->count, NULL);
}

static void pairs(bodies *b, int which, size_t *answers)
{
    qd_tree_visit_pairs(b->trees[which], NULL, count_pairs, answers, NULL);
}

static qd_vec2 random_place(bodies *b, int which)
{
    const double x = random_below(b, b->side), y = random_below(b, b->side);
    return (qd_vec2){ b->corner[which] + x, y };
}

static void window(bodies *b, int which, size_t *answers, double hits)
{
    const qd_vec2 at = random_place(b, which);
    const double width = spacing * sqrt(hits);
    const qd_query query = { .shape = qd_shape_box(qd_box_xywh(at.x, at.y, width, width)) };
    qd_tree_visit(b->trees[which], &query, count_found, answers, NULL);
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
    qd_hit near[NEAREST];
    for (int i = 0; i < QUESTIONS; i++)
        *answers += qd_tree_find_nearest(b->trees[which], random_place(b, which), INFINITY, near, NEAREST);
}

static void rays(bodies *b, int which, size_t *answers)
{
    for (int i = 0; i < QUESTIONS; i++) {
        const qd_vec2 at = random_place(b, which);
        const double dx = random_below(b, 2) - 1, dy = random_below(b, 2) - 1;
        qd_hit hit;
        *answers += qd_tree_find_ray(b->trees[which], at, (qd_vec2){ dx, dy }, INFINITY, &hit, 1);
    }
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
        qsort(times[which], rounds, sizeof *times[which], order_doubles);
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
    step(b);
    for (int which = 0; which < 2; which++) {
        const qd_items items = { .boxes = boxes_of(b, which) };
        b->trees[which] = qd_tree_new(&(qd_tree_def){ .precision = which == 0 ? QD_FLOAT : QD_DOUBLE });
        if (b->trees[which] == NULL ||
            qd_tree_insert_many(b->trees[which], &items, b->count, b->ids[which], NULL) != QD_OK)
            exit(1);
    }
}

static double bytes_an_item(const bodies *b, int which)
{
    qd_tree_stats stats;
    qd_tree_get_stats(b->trees[which], &stats);
    return (double)stats.bytes / (double)b->count;
}

int main(int argc, char **argv)
{
    bodies b = { .count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000, .random = 1 };
    b.corner[1] = argc > 2 ? strtod(argv[2], NULL) : 0;
    b.side = spacing * sqrt((double)b.count);
    b.at = need(b.count, sizeof *b.at);
    b.by = need(b.count, sizeof *b.by);
    b.narrow = need(b.count, 4 * sizeof *b.narrow);
    b.wide = need(b.count, sizeof *b.wide);
    b.ids[0] = need(b.count, sizeof *b.ids[0]);
    b.ids[1] = need(b.count, sizeof *b.ids[1]);
    for (size_t i = 0; i < b.count; i++) {
        b.at[i].x = random_below(&b, b.side);
        b.at[i].y = random_below(&b, b.side);
        b.by[i].x = random_below(&b, 2 * speed) - speed;
        b.by[i].y = random_below(&b, 2 * speed) - speed;
    }
    load(&b);
    printf("%zu boxes at %g           floats    doubles    doubles/floats\n", b.count, b.corner[1]);
    printf("%-22s %10.1f %10.1f\n", "bytes an item", bytes_an_item(&b, 0), bytes_an_item(&b, 1));
    tick(&b);
    ask(&b, "window of 10", small_windows, QUESTIONS);
    ask(&b, "window of 1000", large_windows, LARGE_QUESTIONS);
    ask(&b, "nearest 8", nearest, QUESTIONS);
    ask(&b, "first hit of a ray", rays, QUESTIONS);
    qd_tree_destroy(b.trees[0]);
    qd_tree_destroy(b.trees[1]);
    void *const all[] = { b.at, b.by, b.narrow, b.wide, b.ids[0], b.ids[1] };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}
