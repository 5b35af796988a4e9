// An index that the ranks share answers as brute force does, for every kind of scene: windows and nearest, with boxes
// in one place, on borders, giants, ranks without boxes and ranks without questions; made of boxes, of snapshots,
// changed.
//
// Every rank makes the whole scene, gives its part, asks questions of its own and compares the answers by itself.
#include "scenes.h"

#include <float.h>
#include <math.h>
#include <quadrille/distributed.h>
#include <quadrille/snapshot.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 400, QUESTIONS = 30, NEAR = 7, ADDED = 3 };

typedef struct scene {
    int kind;
    qd_precision precision;
    qd_edges edges;
    size_t count;
    qd_box boxes[COUNT + 64 * ADDED];
} scene;

typedef struct answers {
    qd_mpi_answer *at;
    size_t count, room;
} answers;

static int rank, ranks, failures;

static void check(bool good, const scene *s, const char *what)
{
    if (!good) {
        fprintf(stderr, "rank %d of %d, %s, %s, %s: %s\n", rank, ranks, scene_names[s->kind],
                s->precision == QD_DOUBLE ? "doubles" : "floats", s->edges == QD_OPEN ? "open" : "closed", what);
        failures++;
    }
}

static qd_flow keep(void *context, const qd_mpi_answer *found, size_t count)
{
    answers *all = context;
    if (all->count + count > all->room) {
        all->room = 2 * (all->count + count);
        all->at = realloc(all->at, all->room * sizeof *all->at);
        if (all->at == NULL)
            MPI_Abort(MPI_COMM_WORLD, 3);
    }
    for (size_t i = 0; all->at != NULL && i < count; i++)
        all->at[all->count++] = found[i];
    return QD_CONTINUE;
}

static qd_flow stop(void *context, const qd_mpi_answer *found, size_t count)
{
    (void)context;
    (void)found;
    (void)count;
    return QD_STOP;
}

static bool overlaps(const scene *s, const qd_box *a, const qd_box *b)
{
    return s->edges == QD_OPEN
               ? a->min.x < b->max.x && b->min.x < a->max.x && a->min.y < b->max.y && b->min.y < a->max.y
               : a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y;
}

static double distance_of(const scene *s, const qd_box *a, const qd_box *b)
{
    const double x = fmax(0, fmax(a->min.x - b->max.x, b->min.x - a->max.x));
    const double y = fmax(0, fmax(a->min.y - b->max.y, b->min.y - a->max.y));
    return fmin(hypot(x, y), s->precision == QD_DOUBLE ? DBL_MAX : (double)FLT_MAX);
}

static void check_windows(const scene *s, qd_mpi_index *index, const qd_box *windows, size_t count)
{
    answers all = { NULL, 0, 0 };
    size_t bad = 77, at = 0;
    const qd_boxes view = qd_boxes_double(windows);
    check(qd_mpi_find(index, &view, count, keep, &all, &bad) == QD_OK && bad == 77, s, "windows are found");
    for (size_t q = 0; q < count; q++)
        for (size_t i = 0; i < s->count; i++)
            if (overlaps(s, &s->boxes[i], &windows[q])) {
                const bool same = at < all.count && all.at[at].question == q && all.at[at].user == i;
                if (!same) {
                    check(false, s, "a window has other answers than brute force");
                    q = count;
                    break;
                }
                at++;
            }
    check(at == all.count, s, "there are as many answers to windows");
    free(all.at);
}

static int compare_doubles(const void *first, const void *second)
{
    const double *a = first, *b = second;
    return (*a > *b) - (*a < *b);
}

// Distances are those of brute force, each item is as far as told, and none comes twice.
static void check_nearest(const scene *s, qd_mpi_index *index, const qd_box *from, size_t count, double limit)
{
    answers all = { NULL, 0, 0 };
    size_t bad = 77, at = 0;
    const qd_boxes view = qd_boxes_double(from);
    static double distances[COUNT + 64 * ADDED];
    check(qd_mpi_nearest(index, &view, count, NEAR, limit, keep, &all, &bad) == QD_OK && bad == 77, s,
          "nearest are found");
    for (size_t q = 0; q < count; q++) {
        size_t within = 0;
        for (size_t i = 0; i < s->count; i++) {
            const double distance = distance_of(s, &s->boxes[i], &from[q]);
            if (distance <= limit)
                distances[within++] = distance;
        }
        qsort(distances, within, sizeof *distances, compare_doubles);
        const size_t begin = at;
        for (size_t i = 0; i < within && i < NEAR; i++, at++) {
            const qd_mpi_answer *got = &all.at[at];
            const double slack = 1e-6 * distances[i] + (s->precision == QD_FLOAT ? 0x1p-148 : 0); // told as floats
            const bool good = at < all.count && got->question == q && got->user < s->count &&
                              fabs(got->distance - distances[i]) <= slack &&
                              fabs(got->distance - distance_of(s, &s->boxes[got->user], &from[q])) <= slack;
            if (!good) {
                check(false, s, "nearest are others than those of brute force");
                free(all.at);
                return;
            }
            for (size_t k = begin; k < at; k++)
                check(all.at[k].user != got->user, s, "no item is nearest twice");
            const double told = s->precision == QD_DOUBLE ? got->key : fmin(sqrt(got->key), (double)FLT_MAX);
            check(fabs(got->distance - told) <= slack, s, "the key is what the distance is told of");
            const qd_mpi_answer *last = at > begin ? got - 1 : NULL;
            check(last == NULL || last->key < got->key || (last->key == got->key && last->user < got->user), s,
                  "nearest come by key, then by value");
        }
    }
    check(at == all.count, s, "there are as many nearest");
    free(all.at);
}

static void check_all(const scene *s, qd_mpi_index *index)
{
    qd_box windows[QUESTIONS];
    // The last rank asks nothing.
    const size_t count = ranks > 1 && rank == ranks - 1 ? 0 : QUESTIONS;
    scene_make(s->kind, 1000 + (uint64_t)rank, QUESTIONS, windows);
    check_windows(s, index, windows, count);
    check_nearest(s, index, windows, count, INFINITY);
    check_nearest(s, index, windows, count, 0.01);
}

// The same trees through bytes, as from files of each rank.
static qd_mpi_index *by_snapshot(const scene *s, qd_mpi_index *index)
{
    size_t size = 0;
    qd_tree *tree = NULL;
    qd_mpi_index *again = NULL;
    qd_tree_save(qd_mpi_index_tree(index), NULL, NULL, 0, &size);
    void *bytes = malloc(size);
    const bool saved = bytes != NULL && qd_tree_save(qd_mpi_index_tree(index), NULL, bytes, size, &size) == QD_OK;
    check(saved && qd_tree_load(bytes, size, NULL, &tree) == QD_OK, s, "a rank's tree is saved and loaded");
    check(qd_mpi_index_adopt(MPI_COMM_WORLD, NULL, tree, &again) == QD_OK, s, "loaded trees become an index");
    free(bytes);
    return again;
}

// Every rank adds boxes to its own tree, wherever they are.
static void change(scene *s, qd_mpi_index *index)
{
    qd_box added[64 * ADDED];
    scene_make(s->kind, 9, (size_t)ranks * ADDED, added);
    for (int i = 0; i < ranks * ADDED; i++) {
        const qd_item item = { .box = added[i], .user = s->count };
        if (i / ADDED == rank)
            check(qd_tree_insert(qd_mpi_index_tree(index), &item, NULL) == QD_OK, s, "a box is added");
        s->boxes[s->count++] = added[i];
    }
    qd_mpi_index_refresh(index);
}

static void run_scene(int kind, qd_precision precision, qd_edges edges, size_t count)
{
    static scene s;
    static qd_box part[COUNT];
    static uint64_t users[COUNT];
    s = (scene){ .kind = kind, .precision = precision, .edges = edges, .count = count };
    scene_make(kind, 3, count, s.boxes);
    qd_mpi_boxes own = { .users = users };
    for (size_t i = 0; i < count; i++) {
        if ((int)(i * 7 % 11 % (size_t)ranks) == rank) { // some ranks have none
            part[own.count] = s.boxes[i];
            users[own.count++] = i;
        }
    }
    own.boxes = qd_boxes_double(part);
    const qd_mpi_def def = { .precision = precision, .edges = edges, .message = 256 };
    qd_mpi_index *index = NULL;
    size_t bad = 77;
    check(qd_mpi_index_create(MPI_COMM_WORLD, &def, &own, &index, &bad) == QD_OK && bad == 77, &s, "an index is made");
    check_all(&s, index);
    qd_mpi_index *again = by_snapshot(&s, index);
    check_all(&s, again);
    qd_mpi_index_destroy(again);
    change(&s, index);
    check_all(&s, index);
    qd_mpi_index_destroy(index);
}

static qd_vec2 some_place(uint64_t *state, unsigned side, double unit)
{
    const double x = (double)(scene_random(state) % side), y = (double)(scene_random(state) % side);
    const qd_vec2 at = { x / unit, y / unit };
    return at;
}

// Tenths, which floats round up or down: a rank that has an answer is asked, though the question as written misses its
// bounds. Whole numbers: what is as near as the k-th so far still comes, though floats round the distance down. Answers
// are those of one tree, in its order.
static void check_rounding(qd_precision precision, unsigned side, double unit)
{
    enum { EACH = 6, ITEMS = 64 * EACH };
    static scene s;
    uint64_t state = 5;
    s = (scene){ .precision = precision };
    const qd_tree_def def = { .precision = precision };
    qd_tree *own = qd_tree_new(&def), *whole = qd_tree_new(&def);
    for (uint64_t i = 0; i < (uint64_t)ranks * EACH; i++) {
        qd_vec2 at = some_place(&state, side / 2, unit);
        at.x += (double)(i / EACH); // the ranks' bounds differ, so that others than the first are asked first
        const qd_box point = qd_box_at(at);
        qd_tree_add(whole, point, i);
        if (i / EACH == (uint64_t)rank)
            qd_tree_add(own, point, i);
    }
    qd_mpi_index *index = NULL;
    check(qd_mpi_index_adopt(MPI_COMM_WORLD, NULL, own, &index) == QD_OK, &s,
          "trees of rounded points become an index");
    state += (uint64_t)rank;
    for (int question = 0; question < 100; question++) {
        answers all = { NULL, 0, 0 };
        static qd_entry found[ITEMS];
        qd_hit hits[NEAR];
        const qd_vec2 a = some_place(&state, side, unit), b = some_place(&state, side, unit);
        const qd_box window = qd_box_between(a, b);
        const qd_boxes windows = qd_boxes_double(&window), points = qd_points_double(&a);
        const double limit = question % 3 ? INFINITY : b.x;
        const size_t k = 1 + (size_t)question % 4, near = qd_tree_find_nearest(whole, a, limit, hits, k);
        qd_mpi_nearest(index, &points, 1, k, limit, keep, &all, NULL);
        check(all.count == near, &s, "there are as many nearest where distances are rounded");
        for (size_t i = 0; i < near && i < all.count; i++)
            check(all.at[i].user == hits[i].item.user, &s, "nearest come in order where distances are rounded");
        all.count = 0;
        qd_mpi_find(index, &windows, 1, keep, &all, NULL);
        check(all.count == qd_tree_find_box(whole, window, found, ITEMS), &s, "a window that is rounded finds all");
        free(all.at);
    }
    qd_tree_destroy(whole);
    qd_mpi_index_destroy(index);
}

static void check_errors(void)
{
    static scene s = { .kind = 0 };
    qd_box boxes[2] = { { { 0, 0 }, { 1, 1 } }, { { 0, 0 }, { 2, 2 } } };
    const qd_boxes view = qd_boxes_double(boxes);
    qd_mpi_boxes own = { .count = 2, .boxes = view, .first_user = (uint64_t)rank * 2 };
    qd_mpi_index *index = NULL;
    size_t bad = 77;
    boxes[1].min.x = rank == 0 ? NAN : 0;
    check(qd_mpi_index_create(MPI_COMM_WORLD, NULL, &own, &index, &bad) == QD_BAD_VALUE && index == NULL, &s, "a NaN");
    check(bad == (rank == 0 ? 1 : SIZE_MAX), &s, "where it is");
    boxes[1].min.x = 0;
    check(qd_mpi_index_create(MPI_COMM_WORLD, NULL, &own, &index, &bad) == QD_OK, &s, "without it");
    boxes[0].max.y = rank == ranks - 1 ? NAN : 1;
    check(qd_mpi_find(index, &view, 2, keep, NULL, &bad) == QD_BAD_VALUE, &s, "a window that is none");
    check(bad == (rank == ranks - 1 ? 0 : SIZE_MAX), &s, "which one");
    check(qd_mpi_nearest(index, &view, 2, 1, 5, keep, NULL, &bad) == QD_BAD_VALUE, &s, "nearest to what is no box");
    boxes[0].max.y = 1;
    check(qd_mpi_nearest(index, &view, 2, 0, 5, keep, NULL, &bad) == QD_BAD_VALUE && bad == SIZE_MAX, &s, "k is 0");
    check(qd_mpi_nearest(index, &view, 2, 1, -1, keep, NULL, &bad) == QD_BAD_VALUE, &s, "a limit below 0");
    check(qd_mpi_find(index, &view, 2, rank == 0 ? stop : NULL, NULL, &bad) == QD_STOPPED, &s, "one rank stops all");
    check(qd_mpi_find(index, &view, 0, stop, NULL, &bad) == QD_OK, &s, "no questions");
    qd_mpi_index_destroy(index);
    check(qd_mpi_index_adopt(MPI_COMM_WORLD, NULL, NULL, &index) == QD_BAD_VALUE && index == NULL, &s, "no tree");
    const qd_tree_def mixed = { .precision = rank == 0 ? QD_DOUBLE : QD_FLOAT };
    qd_tree *tree = qd_tree_new(&mixed);
    const qd_result adopted = qd_mpi_index_adopt(MPI_COMM_WORLD, NULL, tree, &index);
    check(ranks == 1 ? adopted == QD_OK : adopted == QD_BAD_VALUE && index == NULL, &s, "floats and doubles");
    if (index == NULL)
        qd_tree_destroy(tree);
    qd_mpi_index_destroy(index);
    own.count = 0;
    check(qd_mpi_index_create(MPI_COMM_WORLD, NULL, &own, &index, &bad) == QD_OK, &s, "no boxes");
    check(qd_mpi_nearest(index, &view, 2, 3, INFINITY, stop, NULL, &bad) == QD_OK, &s, "nothing is near");
    qd_mpi_index_destroy(index);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int kind = 0; kind < SCENE_KINDS; kind++)
        for (int precision = 0; precision < 2; precision++)
            for (int edges = 0; edges < 2; edges++)
                run_scene(kind, (qd_precision)precision, (qd_edges)edges, kind % 3 == 2 ? 5 : COUNT);
    for (int precision = 0; precision < 2; precision++) {
        check_rounding((qd_precision)precision, 40, 10);
        check_rounding((qd_precision)precision, 8, 1);
    }
    check_errors();
    MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return failures > 0;
}
