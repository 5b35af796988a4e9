// Many more ranks than there are machines here: the plane is cut for them, and what they would send each other is
// computed and counted, but not sent. Compared with the model of docs/decisions/distributed.md; prints the tables
// there.
//
//   mpi_model BOXES MOST_RANKS SIDE: evenly spread boxes of a side, and as many bodies, at theta 0.5
#include "cut.h"
#include "needs.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE_REGION = 128, SAMPLE_LEAST = 1024, CUTS = 3, DEAL_BYTES = 24, BODY_BYTES = 24, CELL_BYTES = 96 };

static int failures;

static void check(bool good, const char *what, uint32_t ranks)
{
    if (!good) {
        fprintf(stderr, "%u ranks: %s\n", (unsigned)ranks, what);
        failures++;
    }
}

static void *need(size_t count, size_t size)
{
    void *block = calloc(count + 1, size);
    if (block == NULL)
        abort();
    return block;
}

static double real(uint64_t *state)
{
    return (double)(scene_random(state) >> 11) * 0x1p-53;
}

// A cut for so many ranks, made as deal.c makes it, and how many boxes touch each region.
typedef struct cut_of_ranks {
    qd__cut cut;
    uint64_t *begins, *boxes;
    double *work;
    uint32_t *first; // region of each box, by its lower corner
    uint64_t all;    // copies
    double imbalance;
} cut_of_ranks;

static void count_copy(void *context, uint32_t region)
{
    uint64_t *boxes = context;
    boxes[region]++;
}

static void count_copies(cut_of_ranks *self, const qd_box *boxes, size_t count)
{
    memset(self->boxes, 0, self->cut.count * sizeof *self->boxes);
    self->all = 0;
    for (size_t i = 0; i < count; i++) {
        self->first[i] = qd__cut_owner(&self->cut, boxes[i].min.x, boxes[i].min.y);
        qd__cut_touched(&self->cut, &boxes[i], count_copy, self->boxes);
    }
    uint64_t most = 0;
    for (uint32_t region = 0; region < self->cut.count; region++) {
        self->all += self->boxes[region];
        most = self->boxes[region] > most ? self->boxes[region] : most;
    }
    self->imbalance = (double)most * self->cut.count / (double)self->all;
}

static cut_of_ranks make_cut(const qd__job *job, const qd_box *boxes, size_t count, uint32_t ranks)
{
    cut_of_ranks self = { .begins = need(ranks, sizeof *self.begins),
                          .boxes = need(ranks, sizeof *self.boxes),
                          .work = need(ranks, sizeof *self.work),
                          .first = need(count, sizeof *self.first) };
    uint64_t wanted = (uint64_t)SAMPLE_REGION * ranks;
    wanted = wanted < SAMPLE_LEAST ? SAMPLE_LEAST : wanted;
    self.cut.count = ranks;
    self.cut.begins = self.begins;
    for (uint32_t cut = 0; cut < CUTS; cut++, wanted *= 4) {
        qd__sample sample;
        const bool taken = qd__sample_take(job, wanted, cut, &sample) == QD_OK;
        check(taken && qd__cut_make(job, &sample, ranks, &self.cut.lattice, self.begins, self.work) == QD_OK,
              "no cut is made", ranks);
        qd__sample_free(job, &sample);
        count_copies(&self, boxes, count);
        if (self.imbalance <= job->def.imbalance || wanted >= count)
            break;
    }
    return self;
}

static void cut_free(cut_of_ranks *self)
{
    free(self->begins);
    free(self->boxes);
    free(self->work);
    free(self->first);
}

// The border of a region, where all are as long as ranges of the curve are: squares of the area 1/p have sides of
// 1/sqrt(p), and what they have on the border of the whole is no border.
static double border_of(double ranks)
{
    return 4 * (sqrt(ranks) - 1) / ranks;
}

// Boxes that touch a region, in boxes that begin there: those that begin in a stretch along its border as wide as they
// are. Ranges of the curve have longer borders than squares.
static double model_copies(double side, double ranks)
{
    return 1 + 0.78 * side * ranks * border_of(ranks);
}

// Bodies that a rank gets: some rows along its border, and what lies in the boxes that it tells of beside that.
static double model_bodies(double count, double ranks)
{
    const double in_box = count / (ranks * QD__NEEDS_BOXES);
    return border_of(ranks) * sqrt(count) * (3.8 + 0.137 * sqrt(in_box));
}

// Cells: along the border in rows, each of fewer and larger ones than that before; and the root of every other rank.
static double model_cells(double count, double ranks)
{
    return 3.5 * border_of(ranks) * sqrt(count) + ranks - 1;
}

static void join(const qd__job *job, const qd_box *boxes, size_t count, double side, uint32_t ranks)
{
    cut_of_ranks cut = make_cut(job, boxes, count, ranks);
    const double copies = (double)cut.all / (double)count, model = model_copies(side, ranks);
    const double sent = DEAL_BYTES * (double)cut.all / ranks * (1 - 1.0 / ranks);
    printf("| %u | %.4f | %.4f | %.2f | %.0f | %u | %u |\n", (unsigned)ranks, copies, model, cut.imbalance, sent,
           (unsigned)(ranks - 1), (unsigned)(SAMPLE_REGION * ranks * sizeof(qd_box)));
    check(fabs(copies - model) <= 0.25 * (model - 1), "copies are not those of the model", ranks);
    check(ranks == 1 || cut.imbalance <= 1.5, "shares are unequal", ranks);
    cut_free(&cut);
}

// What one rank gets.
typedef struct received {
    uint64_t bodies, cells, looks;
    uint64_t from; // messages
} received;

static qd_flow count_parts(void *context, const qd_gravity_part *parts, size_t count)
{
    received *got = context;
    for (size_t i = 0; i < count; i++) {
        got->bodies += parts[i].count == 1;
        got->cells += parts[i].count > 1;
    }
    return QD_CONTINUE;
}

// The trees of all ranks, and where their bodies lie.
typedef struct trees {
    uint32_t ranks;
    qd_gravity **own;
    qd__needs_around *around;
    qd__needs_look *looks;
} trees;

static trees make_trees(const qd_box *boxes, size_t count, const cut_of_ranks *cut)
{
    trees self = { cut->cut.count, need(cut->cut.count, sizeof(qd_gravity *)),
                   need(cut->cut.count, sizeof *self.around), need(cut->cut.count, sizeof *self.looks) };
    size_t *start = need(self.ranks + 1, sizeof *start);
    double *x = need(count, sizeof *x), *y = need(count, sizeof *y), *mass = need(count, sizeof *mass);
    for (size_t i = 0; i < count; i++)
        start[cut->first[i] + 1]++;
    for (uint32_t rank = 0; rank < self.ranks; rank++)
        start[rank + 1] += start[rank];
    size_t *next = need(self.ranks + 1, sizeof *next);
    memcpy(next, start, self.ranks * sizeof *next);
    for (size_t i = 0; i < count; i++) {
        const size_t at = next[cut->first[i]]++;
        x[at] = boxes[i].min.x;
        y[at] = boxes[i].min.y;
        mass[at] = 1;
    }
    for (uint32_t rank = 0; rank < self.ranks; rank++) {
        const size_t from = start[rank];
        const qd_bodies bodies = { start[rank + 1] - from, x + from, y + from, mass + from };
        check(qd_gravity_create(NULL, &self.own[rank]) == QD_OK &&
                  qd_gravity_set_bodies(self.own[rank], &bodies, NULL) == QD_OK,
              "no tree", self.ranks);
        qd__needs_find(self.own[rank], &self.around[rank], &self.looks[rank]);
    }
    free(x);
    free(y);
    free(mass);
    free(start);
    free(next);
    return self;
}

static void trees_free(trees *self)
{
    for (uint32_t rank = 0; rank < self->ranks; rank++)
        qd_gravity_destroy(self->own[rank]);
    free(self->own);
    free(self->around);
    free(self->looks);
}

static received receive(const trees *all, uint32_t rank)
{
    received got = { 0, 0, 0, 0 };
    const qd__needs_look *look = &all->looks[rank];
    const qd__needs_around *around = &all->around[rank];
    for (uint32_t other = 0; other < all->ranks; other++)
        if (other != rank) {
            const received before = got;
            const bool near = qd__needs_are_near(around, &all->around[other]);
            qd_gravity_visit_box_parts(all->own[other], near ? look->boxes : &around->box,
                                       near ? (size_t)look->count : (size_t)around->count, count_parts, &got);
            got.looks += near;
            got.from += near;
            got.from += got.bodies > before.bodies;
            got.from += got.cells > before.cells;
        }
    return got;
}

static void gravity(const qd__job *job, const qd_box *boxes, size_t count, uint32_t ranks)
{
    cut_of_ranks cut = make_cut(job, boxes, count, ranks);
    trees all = make_trees(boxes, count, &cut);
    received sum = { 0, 0, 0, 0 };
    uint64_t most = 0;
    for (uint32_t rank = 0; rank < ranks; rank++) {
        const received got = receive(&all, rank);
        sum.bodies += got.bodies;
        sum.cells += got.cells;
        sum.looks += got.looks;
        sum.from += got.from;
        most = got.bodies + got.cells > most ? got.bodies + got.cells : most;
    }
    const double p = ranks, n = (double)count, bodies = (double)sum.bodies / p, cells = (double)sum.cells / p;
    const double told = (double)sum.looks / p * sizeof(qd__needs_look) + (p - 1) * sizeof(qd__needs_around);
    printf("| %u | %.0f | %.0f | %.0f | %.0f | %.2f %% | %.0f | %.0f | %.0f |\n", (unsigned)ranks, bodies,
           model_bodies(n, p), cells, model_cells(n, p), 100 * (double)most / n,
           bodies * BODY_BYTES + cells * CELL_BYTES, told, (double)sum.from / p);
    // Between two ranks there is one border, which may happen to lie on those of nodes.
    check(ranks == 2 || fabs(bodies - model_bodies(n, p)) <= 0.35 * model_bodies(n, p),
          "bodies are not those of the model", ranks);
    check(ranks == 2 || fabs(cells - model_cells(n, p)) <= 0.35 * model_cells(n, p), "cells are not those of the model",
          ranks);
    trees_free(&all);
    cut_free(&cut);
}

static qd__job job_of(const qd_mpi_boxes *boxes, bool bodies)
{
    const qd_mpi_boxes *const parts[2] = { boxes, NULL };
    const qd_mpi_def def = { .precision = QD_DOUBLE };
    qd__job job;
    check(qd__job_begin(&job, MPI_COMM_WORLD, &def, parts, 1, NULL) == QD_OK, "no job", 0);
    job.no_pairs = bodies;
    return job;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    const size_t count = argc > 1 ? (size_t)atol(argv[1]) : 100000;
    const uint32_t most = argc > 2 ? (uint32_t)atol(argv[2]) : 64;
    const double side = argc > 3 ? atof(argv[3]) : 0.001;
    qd_box *boxes = need(count, sizeof *boxes);
    uint64_t state = 5;
    for (size_t i = 0; i < count; i++) {
        const double x = real(&state) * (1 - side), y = real(&state) * (1 - side);
        boxes[i] = (qd_box){ { x, y }, { x + side, y + side } };
    }
    const qd_mpi_boxes mine = { .count = count, .boxes = qd_boxes_double(boxes) };
    qd__job job = job_of(&mine, false);
    printf("%zu boxes of the side %g\n\n", count, side);
    printf("| ranks | copies | model | imbalance | bytes sent | messages | bytes to rank 0 |\n");
    printf("| --: | --: | --: | --: | --: | --: | --: |\n");
    for (uint32_t ranks = 1; ranks <= most; ranks *= 4)
        join(&job, boxes, count, side, ranks);
    qd__job_end(&job);
    job = job_of(&mine, true);
    printf("\n%zu bodies, theta 0.5\n\n", count);
    printf("| ranks | bodies | model | cells | model | most of all | bytes | to say where | messages |\n");
    printf("| --: | --: | --: | --: | --: | --: | --: | --: | --: |\n");
    for (uint32_t ranks = 2; ranks <= most; ranks *= 2)
        gravity(&job, boxes, count, ranks);
    qd__job_end(&job);
    free(boxes);
    MPI_Finalize();
    return failures > 0;
}
