// Every pair at once, overlapping or near, of one tree or between two: the question made ready for its trees, and the
// calls. This thread takes the walk alone, or workers share it.
#include "distance.h"
#include "overlap.h"
#include "parts.h"
#include "schedule.h"

#include <string.h>

enum { PAIR_BATCH = 64 }; ///< So many lie on the stack.

/// Makes a question ready for its trees and begins a walk, its batch apart. False: the question finds nothing. NULL:
/// every overlapping pair.
static bool begin_walk(qd__walk *walk, const qd_tree *tree, const qd_pair_query *query)
{
    const qd_pair_query every = { .other = NULL };
    query = query ? query : &every;
    const qd_tree *other = query->other ? query->other : tree;
    walk->at = (qd__walk_state){ .home = tree, .other = other };
    walk->at.changes = qd__walk_changes(walk);
    walk->found = (qd__walk_result){ .visitor = NULL };
    walk->image.of = NULL;

    qd__walk_question *asked = &walk->asked;
    asked->join = query->other != NULL;
    asked->exact = qd__is_precise(tree) || qd__is_precise(other);
    asked->edges_open = tree->settings.edges_open || other->settings.edges_open;
    asked->open = asked->edges_open && !asked->exact;

    // Filters: those of the items, and what the question's sees. An item to ignore is one of the first tree.
    asked->filtered = tree->filtered || other->filtered;
    asked->seen[0] = qd__query_filter_of(query->filter, query->ignore);
    asked->seen[1] = qd__query_filter_of(query->filter, tree == other ? query->ignore : 0);
    asked->wanted = !qd__filter_is_open(&asked->seen[0]) && !qd__filter_is_open(&asked->seen[1]);

    const double distance = asked->exact ? query->distance : qd__double_of((float)query->distance);
    asked->near = distance != 0;
    asked->reports_distances = query->distance > 0;
    const double shift_x = tree->origin.v[0] - other->origin.v[0], shift_y = tree->origin.v[1] - other->origin.v[1];
    asked->shifted = asked->exact && (shift_x != 0 || shift_y != 0);
    asked->imaged = asked->near || asked->shifted;
    // Floats, and sums with them are finite; so small a shift leaves the outermost float as it is.
    const bool are_short = distance < 0x1p120 && fabs(shift_x) < 0x1p100 && fabs(shift_y) < 0x1p100;
    asked->reframed = asked->exact && !are_short;
    asked->reach = !asked->near      ? 0
                   : asked->reframed ? distance * (1 + 0x1p-40) + DBL_TRUE_MIN // more than rounding could ask for
                                     : (double)qd__reach_of((float)distance);
    asked->most = asked->exact ? distance : distance * distance;

    asked->plain =
        !asked->filtered && !asked->wanted && !asked->imaged && qd__is_precise(tree) == qd__is_precise(other);
    return distance >= 0;
}

/// All of a walk that has its batch.
static void take_pairs(qd__walk *walk)
{
    const qd__quad *root = qd__quad_at(walk->at.home, 0), *other = qd__quad_at(walk->at.other, 0);
    const qd__piece within = { .kind = QD__PIECE_WITHIN, .quad = root },
                    between = { .kind = QD__PIECE_QUADS, .home = root, .quad = other };
    const qd__piece *everything = walk->asked.join ? &between : &within;
    const size_t items = walk->at.home->count + (walk->asked.join ? walk->at.other->count : 0);
    const bool few = !walk->found.visitor && walk->found.room <= QD__BATCH; // it ends soon
    if (!few && qd__parts_for(walk->at.home, items, 1) > 1)
        qd__schedule_walk(walk, everything);
    else
        qd__walk_piece(walk, everything);
    qd__overlap_flush(walk);
}

static void visit_batches(qd__walk *walk, qd_pair_visitor *visitor, void *context)
{
    qd_pair pairs[PAIR_BATCH];
    double distances[PAIR_BATCH];
    if (walk->asked.reports_distances && !walk->asked.near)
        memset(distances, 0, sizeof distances);
    walk->found.pairs = pairs;
    walk->found.distances = walk->asked.reports_distances ? distances : NULL;
    walk->found.room = PAIR_BATCH;
    walk->found.visitor = visitor;
    walk->found.context = context;
    take_pairs(walk);
}

void qd_tree_visit_pairs(const qd_tree *tree, const qd_pair_query *query, qd_pair_visitor *visit, void *context,
                         qd_cost *cost)
{
    qd__walk walk; // too large to be cleared for nothing
    if (begin_walk(&walk, tree, query))
        visit_batches(&walk, visit, context);
    if (cost)
        *cost = walk.found.cost;
}

/// Arrays of the caller that are being filled.
typedef struct pair_arrays {
    qd_pair *pairs;
    double *distances;
    size_t capacity, count;
} pair_arrays;

static qd_flow fill_arrays(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    pair_arrays *arrays = (pair_arrays *)context;
    const size_t room = arrays->capacity - arrays->count, some = count < room ? count : room;
    if (some > 0)
        memcpy(arrays->pairs + arrays->count, pairs, some * sizeof *pairs);
    if (some > 0 && distances && arrays->distances)
        memcpy(arrays->distances + arrays->count, distances, some * sizeof *distances);
    arrays->count += some;
    return QD_CONTINUE;
}

size_t qd_tree_find_pairs(const qd_tree *tree, const qd_pair_query *query, qd_pair *out, double *distances,
                          size_t capacity, size_t *total)
{
    qd__walk walk;
    pair_arrays arrays = { out, distances, capacity, 0 };
    const bool good = begin_walk(&walk, tree, query);
    if (good && total) {
        visit_batches(&walk, fill_arrays, &arrays);
    } else if (good) {
        walk.found.pairs = out;
        walk.found.distances = walk.asked.near ? distances : NULL;
        walk.found.room = capacity;
        if (capacity > 0)
            take_pairs(&walk);
        arrays.count = walk.found.count;
    }
    if (total)
        *total = (size_t)walk.found.cost.hits;
    if (distances && !walk.asked.near && arrays.count > 0)
        memset(distances, 0, arrays.count * sizeof *distances);
    return arrays.count;
}

size_t qd_tree_count_pairs(const qd_tree *tree, const qd_pair_query *query)
{
    size_t total;
    qd_tree_find_pairs(tree, query, NULL, NULL, 0, &total);
    return total;
}
