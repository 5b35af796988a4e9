// What a second core gains and what holds it up: loading, moving and finding pairs with two threads beside one, and how
// long a core waits for lines of memory that the other core wrote last. The figures of docs/performance/method.md.
//
//   usage: bench_cores
#include "beside.h"
#include "field.h"

#include <pthread.h>
#include <quadrille/quadrille.h>
#include <quadrille/threads.h>
#include <stdatomic.h>
#include <stdio.h>

enum { ROUNDS = 101, STEPS = 3, LINE = 8 }; // numbers in a line of memory

// One tick: loads the boxes as they were, moves them to where they are, finds all pairs.
static void tick(qd_tree *tree, qd_id *ids, const fbox *before, const field *f, double took[STEPS])
{
    const qd_items items = { .boxes = qd_boxes_float(&before->min.x) };
    const qd_boxes boxes = qd_boxes_float(&f->boxes->min.x);
    double at[STEPS + 1] = { beside_seconds() };
    qd_tree_clear(tree);
    qd_tree_insert_many(tree, &items, f->count, ids, NULL);
    at[1] = beside_seconds();
    qd_tree_move_many(tree, ids, &boxes, f->count, NULL);
    at[2] = beside_seconds();
    qd_tree_visit_pairs(tree, NULL, beside_ignore, NULL, NULL);
    at[3] = beside_seconds();
    for (int step = 0; step < STEPS; step++)
        took[step] = at[step + 1] - at[step];
}

static void show_gain(size_t count, size_t rounds, qd_threads *threads)
{
    static double took[2][STEPS][ROUNDS];
    field *f = beside_need(field_create(field_find("U"), count, 1));
    fbox *before = beside_need(calloc(count, sizeof *before));
    qd_id *ids = beside_need(calloc(count, sizeof *ids));
    qd_executor shared = qd_threads_executor(threads);
    shared.least_items = 1;
    qd_tree *trees[2] = { beside_need(qd_tree_new(NULL)),
                          beside_need(qd_tree_new(&(qd_tree_def){ .executor = shared })) };
    for (size_t round = 0; round < rounds; round++) {
        for (size_t i = 0; i < count; i++)
            before[i] = f->boxes[i];
        field_step(f);
        for (size_t turn = 0; turn < 2; turn++) {
            const size_t own = (round + turn) % 2; // each is first in half of the rounds
            double steps[STEPS];
            tick(trees[own], ids, before, f, steps);
            for (int step = 0; step < STEPS; step++)
                took[own][step][round] = steps[step];
        }
    }
    printf("| %zu |", count);
    for (int step = 0; step < STEPS; step++)
        printf(" %.2f |", beside_median(took[1][step], rounds) / beside_median(took[0][step], rounds));
    putchar('\n');
    qd_tree_destroy(trees[0]);
    qd_tree_destroy(trees[1]);
    free(ids);
    free(before);
    field_destroy(f);
}

// Lines of memory: the first number of each names another line, so that all form one ring; the second is written.
typedef struct ring {
    uint64_t *memory;
    uint32_t *order; ///< The lines' order along the ring.
    size_t lines;
    uint64_t sum;    ///< A sum over the lines read.
    atomic_int turn; ///< 0: this thread's, 1: the other's, 2: it is over.
} ring;

static void lay_ring(ring *r, size_t lines)
{
    uint64_t random = 88172645463325252;
    r->lines = lines;
    r->memory = beside_need(calloc(lines * LINE, sizeof *r->memory));
    r->order = beside_need(calloc(lines, sizeof *r->order));
    for (size_t i = 0; i < lines; i++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        const size_t other = random % (i + 1);
        r->order[i] = r->order[other];
        r->order[other] = (uint32_t)i;
    }
    for (size_t i = 0; i < lines; i++)
        r->memory[(size_t)r->order[i] * LINE] = r->order[(i + 1) % lines];
}

static void write_lines(ring *r)
{
    for (size_t i = 0; i < r->lines; i++)
        r->memory[i * LINE + 1]++;
}

static void *write_in_turn(void *context)
{
    ring *r = context;
    for (int turn; (turn = atomic_load(&r->turn)) != 2;)
        if (turn == 1) {
            write_lines(r);
            atomic_store(&r->turn, 0);
        }
    return NULL;
}

// Reads all lines: in order, in random order, or each as the one before names it.
static double read_lines(ring *r, int how)
{
    uint64_t sum = 0;
    const double start = beside_seconds();
    for (size_t i = 0; how == 0 && i < r->lines; i++)
        sum += r->memory[i * LINE];
    for (size_t i = 0; how == 1 && i < r->lines; i++)
        sum += r->memory[(size_t)r->order[i] * LINE];
    for (size_t i = 0; how == 2 && i < r->lines; i++)
        sum = r->memory[sum * LINE];
    const double took = beside_seconds() - start;
    r->sum += sum; // or the compiler would leave the reading out
    return took * 1e9 / (double)r->lines;
}

static void show_waiting(size_t kilobytes)
{
    static const char *const names[] = { "in order", "in random order", "each named by the line before" };
    ring r = { 0 };
    lay_ring(&r, kilobytes * 1024 / (LINE * sizeof *r.memory));
    pthread_t other;
    if (pthread_create(&other, NULL, write_in_turn, &r))
        exit(1);
    for (int how = 0; how < 3; how++) {
        double own[ROUNDS], theirs[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            write_lines(&r);
            own[round] = read_lines(&r, how);
            atomic_store(&r.turn, 1);
            while (atomic_load(&r.turn) == 1)
                continue;
            theirs[round] = read_lines(&r, how);
        }
        printf("| %zu KB, %s | %.1f | %.1f |\n", kilobytes, names[how], beside_median(own, ROUNDS),
               beside_median(theirs, ROUNDS));
    }
    atomic_store(&r.turn, 2);
    pthread_join(other, NULL);
    free(r.memory);
    free(r.order);
}

int main(void)
{
    static const size_t counts[] = { 3000, 10000, 30000, 100000, 1000000 };
    qd_threads *threads = beside_need(qd_threads_new(2));
    puts("Two threads over one, all work shared out:\n\n| boxes | loading | moving all | all pairs |\n| --: | --: | "
         "--: | --: |");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        show_gain(counts[i], counts[i] > 100000 ? 9 : ROUNDS, threads);
    qd_threads_destroy(threads);
    puts("\nns for a line of memory:\n\n| | written by this core | by the other |\n| --- | --: | --: |");
    show_waiting(640);
    show_waiting(60000);
    return 0;
}
