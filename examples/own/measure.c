// Measures the quadtree of tree.h beside the library, on the same boxes: the table of docs/guide/write-your-own.md.
// Prints the least CPU time of 15 runs, which alternate.
#include "tree.h"
#include <quadrille/quadrille.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { RUNS = 15, WINDOWS = 10000, LARGEST = 100000 };

static struct item items[LARGEST];
static const struct item *found[LARGEST];
static struct box boxes[LARGEST], moved[LARGEST], windows[WINDOWS];
static qd_id ids[LARGEST];

enum { BUILD, WINDOW, PAIRS, MOVE, TASKS };
struct result {
    double times[TASKS]; // milliseconds; of a window microseconds
    size_t answers[TASKS];
    size_t bytes;
};

static double milliseconds(void) // of this process
{
    return (double)clock() * 1e3 / CLOCKS_PER_SEC;
}

static float uniform(float limit) // 0..limit
{
    static uint32_t state = 1;
    state = state * 1664525 + 1013904223;
    return limit * (float)(state >> 8) / (float)(1 << 24);
}

// Boxes of side 1, a window with about ten of them, and how all boxes move: at most a tenth of their side.
static float scatter(size_t n)
{
    float world = sqrtf((float)n) * 2, side = 2 * sqrtf(10) - 1;
    for (size_t i = 0; i < n; i++) {
        float x = uniform(world), y = uniform(world), dx = uniform(0.2F) - 0.1F, dy = uniform(0.2F) - 0.1F;
        boxes[i] = (struct box){ x, y, x + 1, y + 1 };
        moved[i] = (struct box){ x + dx, y + dy, x + 1 + dx, y + 1 + dy };
    }
    for (int i = 0; i < WINDOWS; i++) {
        float x = uniform(world - side), y = uniform(world - side);
        windows[i] = (struct box){ x, y, x + side, y + side };
    }
    return world;
}

static void count_pair(void *context, const struct item *a, const struct item *b)
{
    *(size_t *)context += a != b;
}

static size_t bytes_below(const struct node *node)
{
    size_t bytes = 0;
    for (int i = 0; node->children != NULL && i < 4; i++)
        bytes += sizeof *node + bytes_below(&node->children[i]);
    return bytes;
}

static struct result own(size_t n, float world)
{
    struct tree tree = { 0 };
    struct result result = { 0 };
    clear(&tree.root);
    tree.root.x = tree.root.y = tree.root.half = world / 2;
    double start = milliseconds();
    for (size_t i = 0; i < n; i++) {
        items[i] = (struct item){ .box = boxes[i], .number = (int)i };
        result.answers[BUILD] += insert(&tree, &items[i]);
    }
    result.times[BUILD] = milliseconds() - start;
    result.bytes = n * sizeof *items + sizeof tree + bytes_below(&tree.root);

    start = milliseconds();
    for (int i = 0; i < WINDOWS; i++)
        result.answers[WINDOW] += find(&tree, &tree.root, windows[i], found);
    result.times[WINDOW] = (milliseconds() - start) * 1e3 / WINDOWS;

    start = milliseconds();
    pairs(&tree, &tree.root, count_pair, &result.answers[PAIRS]);
    result.times[PAIRS] = milliseconds() - start;

    start = milliseconds();
    for (size_t i = 0; i < n; i++)
        result.answers[MOVE] += move(&tree, &items[i], moved[i]);
    result.times[MOVE] = milliseconds() - start;
    for (size_t i = 0; i < n; i++)
        take(&tree, &items[i]);
    return result;
}

static qd_flow take_pairs(void *context, const qd_pair *batch, const double *distances, size_t count)
{
    (void)batch, (void)distances;
    *(size_t *)context += count;
    return QD_CONTINUE;
}

static struct result library(size_t n)
{
    static qd_entry entries[LARGEST];
    struct result result = { 0 };
    qd_tree *tree = qd_tree_new(NULL);
    const qd_items all = { .boxes = qd_boxes_float(&boxes[0].left) };
    const qd_boxes targets = qd_boxes_float(&moved[0].left);
    double start = milliseconds();
    if (qd_tree_insert_many(tree, &all, n, ids, NULL) == QD_OK)
        result.answers[BUILD] = n;
    result.times[BUILD] = milliseconds() - start;
    qd_tree_stats stats;
    qd_tree_get_stats(tree, &stats);
    result.bytes = stats.bytes;

    start = milliseconds();
    for (int i = 0; i < WINDOWS; i++) {
        qd_box window = { { windows[i].left, windows[i].bottom }, { windows[i].right, windows[i].top } };
        result.answers[WINDOW] += qd_tree_find_box(tree, window, entries, LARGEST);
    }
    result.times[WINDOW] = (milliseconds() - start) * 1e3 / WINDOWS;

    start = milliseconds();
    qd_tree_visit_pairs(tree, NULL, take_pairs, &result.answers[PAIRS], NULL);
    result.times[PAIRS] = milliseconds() - start;

    start = milliseconds();
    if (qd_tree_move_many(tree, ids, &targets, n, NULL) == QD_OK)
        result.answers[MOVE] = n;
    result.times[MOVE] = milliseconds() - start;
    qd_tree_destroy(tree);
    return result;
}

static bool compare(size_t n)
{
    static const char *const names[TASKS] = { "build, ms", "a window with ten results, us", "all pairs, ms",
                                              "all boxes move, ms" };
    struct result mine[RUNS], theirs[RUNS];
    float world = scatter(n);
    for (int run = 0; run < RUNS; run++) {
        mine[run] = own(n, world);
        theirs[run] = library(n);
    }
    bool equal = true;
    for (int task = 0; task < TASKS; task++) {
        double a = INFINITY, b = INFINITY;
        for (int run = 0; run < RUNS; run++) {
            a = fmin(a, mine[run].times[task]);
            b = fmin(b, theirs[run].times[task]);
            equal = equal && mine[run].answers[task] == theirs[run].answers[task];
        }
        printf("| %s | %zu | %.3g | %.3g | %.1f |\n", names[task], n, a, b, a / b);
    }
    double a = (double)mine[0].bytes / (double)n, b = (double)theirs[0].bytes / (double)n;
    printf("| memory per box, bytes | %zu | %.0f | %.0f | %.1f |\n", n, a, b, a / b);
    if (!equal)
        fprintf(stderr, "The two trees answer differently.\n");
    return equal;
}

int main(void)
{
    puts("| task | boxes | the tutorial's tree | the library | ratio |\n| --- | --: | --: | --: | --: |");
    bool equal = compare(10000);
    return compare(LARGEST) && equal ? 0 : 1;
}
