// The pairs of one region: see match.h. Two boxes that both touch other regions as well may be found there too: the
// lower corner of their intersection decides. It is made of numbers of the boxes, and nothing is rounded.
#include "match.h"

#include <string.h>

enum { BATCH = 256 };

static qd_boxes view_received(const qd__job *job, const qd__received *boxes)
{
    const bool narrow = job->def.precision == QD_FLOAT;
    const size_t side = narrow ? sizeof(float) : sizeof(double);
    const char *first = boxes->bytes + (narrow ? offsetof(qd__deal_float, sides) : offsetof(qd__deal_double, sides));
    return (qd_boxes){
        first,     first + side, first + 2 * side, first + 3 * side, (ptrdiff_t)qd__deal_size(job), job->def.precision,
        QD_CORNERS
    };
}

bool qd__match_plant(qd__match *match)
{
    const qd__job *job = match->job;
    qd_tree_def def = { 0 };
    def.precision = job->def.precision;
    def.edges = job->def.edges;
    def.allocator = job->def.allocator;
    def.executor = job->def.executor;
    for (int set = 0; set < job->set_count; set++) {
        const qd__received *boxes = &match->sets[set];
        qd_items items = { 0 };
        items.boxes = view_received(job, boxes);
        if (qd_tree_create(&def, &match->trees[set]) != QD_OK ||
            qd_tree_insert_many(match->trees[set], &items, (size_t)boxes->count, NULL, NULL) != QD_OK)
            return false;
    }
    return true;
}

/// The lower corner of a box, and its user value.
typedef struct corner {
    uint64_t user;
    double x, y;
} corner;

static corner match_corner(const qd__match *match, int set, uint64_t i)
{
    const char *at = match->sets[set].bytes + i * qd__deal_size(match->job);
    if (match->job->def.precision == QD_FLOAT) {
        qd__deal_float box;
        memcpy(&box, at, sizeof box);
        return (corner){ box.user, (double)box.sides[0], (double)box.sides[1] };
    }
    qd__deal_double box;
    memcpy(&box, at, sizeof box);
    return (corner){ box.user, box.sides[0], box.sides[1] };
}

/// Pairs on their way to the visitor.
typedef struct match_batch {
    qd__match *match;
    size_t count;
    qd_mpi_pair pairs[BATCH];
} match_batch;

static void hand_over_batch(match_batch *batch)
{
    qd__match *match = batch->match;
    if (batch->count > 0 && match->visit)
        match->stopped = match->visit(match->context, batch->pairs, batch->count) == QD_STOP;
    batch->count = 0;
}

/// A pair, by places in the sets.
static void take_pair(match_batch *batch, uint64_t i, uint64_t j)
{
    qd__match *match = batch->match;
    const int second = match->job->set_count - 1;
    const corner a = match_corner(match, 0, i), b = match_corner(match, second, j);
    if (!qd__received_inside(&match->sets[0], i) && !qd__received_inside(&match->sets[second], j) &&
        qd__cut_owner(match->cut, a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y) != match->region)
        return;
    const bool turned = second == 0 && b.user < a.user;
    match->job->cost.pairs++;
    batch->pairs[batch->count++] = (qd_mpi_pair){ turned ? b.user : a.user, turned ? a.user : b.user };
    if (batch->count == BATCH)
        hand_over_batch(batch);
}

static qd_flow take_found_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    match_batch *batch = context;
    (void)distances;
    for (size_t i = 0; !batch->match->stopped && i < count; i++)
        take_pair(batch, pairs[i].a.user, pairs[i].b.user);
    return batch->match->stopped ? QD_STOP : QD_CONTINUE;
}

void qd__match_search(qd__match *match)
{
    match_batch batch = { .match = match, .count = 0 };
    qd_pair_query query = { 0 };
    query.other = match->trees[1]; // NULL where there is one set
    qd_cost cost = { 0, 0, 0 }, *all = &match->job->cost.search;
    qd_tree_visit_pairs(match->trees[0], &query, take_found_pairs, &batch, &cost);
    if (!match->stopped)
        hand_over_batch(&batch);
    *all = (qd_cost){ all->nodes + cost.nodes, all->tests + cost.tests, all->hits + cost.hits };
}

void qd__match_free(qd__match *match)
{
    for (int set = 0; set < match->job->set_count; set++) {
        qd_tree_destroy(match->trees[set]);
        qd__received_free(match->job, &match->sets[set]);
        match->trees[set] = NULL;
    }
}
