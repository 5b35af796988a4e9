// Making the cut: see cut.h.
//
// The work of a place is its boxes and its pairs. The sample gives the number of pairs: a box counts those
// of some of the sample that contain its lower corner. That is where most of its pairs belong, and so a box over all
// others does not draw all the work to its own corner.
#include "cut.h"

#include "allocator.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_ASKED = 8192 }; // boxes of the sample that are put into a tree

/// A box of the sample on the curve.
typedef struct sample_place {
    uint64_t key;
    double pairs; ///< Expected work of its pairs, in boxes.
} sample_place;

static int compare_doubles(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static int compare_places(const void *a, const void *b)
{
    const sample_place *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return (left->pairs > right->pairs) - (left->pairs < right->pairs);
}

/// The axis over all numbers but the outermost 2 % at each end, widened by half on both sides; over all of them where
/// the others are one number. Sorts them.
static qd__curve_axis axis_over(double *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, compare_doubles);
    double low = numbers[count / 50] / 2, high = numbers[count - 1 - count / 50] / 2;
    if (!(low < high)) {
        low = numbers[0] / 2;
        high = numbers[count - 1] / 2;
    }
    const double size = high - low; // of halves: it does not overflow
    const double scale = size > 0 ? fmin(ldexp(1, 31) / size, DBL_MAX) : 0;
    return (qd__curve_axis){ low - size / 2, scale };
}

static qd_result make_lattice(const qd_allocator *memory, const qd_box *boxes, size_t count, qd__curve_lattice *lattice)
{
    double *numbers = qd__allocator_get(memory, 2 * count, sizeof *numbers);
    if (!numbers)
        return QD_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        numbers[2 * i] = boxes[i].min.x;
        numbers[2 * i + 1] = boxes[i].max.x;
    }
    lattice->x = axis_over(numbers, 2 * count);
    for (size_t i = 0; i < count; i++) {
        numbers[2 * i] = boxes[i].min.y;
        numbers[2 * i + 1] = boxes[i].max.y;
    }
    lattice->y = axis_over(numbers, 2 * count);
    qd__allocator_give(memory, numbers, 2 * count, sizeof *numbers);
    return QD_OK;
}

/// A tree of every step-th box. NULL: out of memory.
static qd_tree *plant(const qd__job *job, const qd_box *boxes, size_t count, size_t step)
{
    qd_tree_def def = { 0 };
    def.precision = job->def.precision;
    def.allocator = job->def.allocator;
    qd_items items = { 0 };
    items.boxes = qd_boxes_double(boxes);
    items.boxes.stride *= (ptrdiff_t)step;
    qd_tree *tree = NULL;
    if (qd_tree_create(&def, &tree) == QD_OK &&
        qd_tree_insert_many(tree, &items, (count + step - 1) / step, NULL, NULL) != QD_OK) {
        qd_tree_destroy(tree);
        tree = NULL;
    }
    return tree;
}

/// The work of the pairs of `boxes` with those of another part of the sample, or of the same, in which a box finds
/// itself.
static qd_result expect_pairs(const qd__job *job, const qd__sample *sample, int of, int with, sample_place *places)
{
    const qd_box *boxes = sample->boxes + (of > 0 ? sample->count[0] : 0);
    const qd_box *others = sample->boxes + (with > 0 ? sample->count[0] : 0);
    const size_t step = sample->count[with] / MOST_ASKED + 1;
    if (sample->count[of] == 0 || sample->count[with] == 0)
        return QD_OK;
    qd_tree *tree = plant(job, others, sample->count[with], step);
    if (!tree)
        return QD_NO_MEMORY;
    const double each = (double)sample->stride * (double)step / QD__CUT_PAIRS_TO_BOX;
    for (size_t i = 0; i < sample->count[of]; i++) {
        qd_query corner = { 0 };
        corner.shape = qd_shape_point(boxes[i].min);
        const size_t found = qd_tree_count(tree, &corner), itself = of == with && i % step == 0;
        places[i].pairs = each * (double)(found - itself);
    }
    qd_tree_destroy(tree);
    return QD_OK;
}

/// Each region ends where its share of all work does.
static void share_out(const sample_place *places, size_t count, uint64_t stride, uint32_t regions, uint64_t *begins,
                      double *work)
{
    double all = 0, passed = 0;
    for (size_t i = 0; i < count; i++)
        all += 1 + places[i].pairs;
    uint32_t region = 0;
    begins[0] = 0;
    work[0] = 0;
    for (size_t i = 0; i < count; i++) {
        while (region + 1 < regions && passed >= all * (region + 1) / regions) {
            begins[++region] = places[i].key;
            work[region] = 0;
        }
        work[region] += places[i].pairs * (double)stride;
        passed += 1 + places[i].pairs;
    }
    while (region + 1 < regions) {
        begins[++region] = places[count - 1].key;
        work[region] = 0;
    }
}

qd_result qd__cut_make(const qd__job *job, const qd__sample *sample, uint32_t count, qd__curve_lattice *lattice,
                       uint64_t *begins, double *work)
{
    const qd_allocator *memory = &job->memory;
    const size_t size = sample->count[0] + sample->count[1];
    sample_place *places = qd__allocator_get(memory, size, sizeof *places);
    qd_result result = places ? make_lattice(memory, sample->boxes, size, lattice) : QD_NO_MEMORY;
    for (size_t i = 0; result == QD_OK && i < size; i++) {
        const qd_vec2 corner = sample->boxes[i].min;
        places[i].key = qd__curve_key(qd__curve_cell(&lattice->x, corner.x), qd__curve_cell(&lattice->y, corner.y));
        places[i].pairs = 0;
    }
    if (result == QD_OK && !job->no_pairs && job->set_count == 1) {
        result = expect_pairs(job, sample, 0, 0, places);
    } else if (result == QD_OK && !job->no_pairs) {
        result = expect_pairs(job, sample, 0, 1, places);
        result = result == QD_OK ? expect_pairs(job, sample, 1, 0, places + sample->count[0]) : result;
    }
    if (result == QD_OK) {
        qsort(places, size, sizeof *places, compare_places);
        share_out(places, size, sample->stride, count, begins, work);
    }
    qd__allocator_give(memory, places, size, sizeof *places);
    return result;
}
