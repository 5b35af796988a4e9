// Every pair at once, overlapping or near, of one tree or between two: what the walk is to look for. It is then taken
// by this thread alone, or shared out to workers.
#include "distance.h"
#include "overlap.h"
#include "parts.h"
#include "schedule.h"
#include "seen.h"
#include "visitor.h"

#include <quadrille/join.h>

/// A walk that looks for overlapping items, of one tree or of two.
static qd__walk walk_of(const qd_tree *a, const qd_tree *b, void *batch)
{
    qd__walk walk = { .home = a,
                      .other = b,
                      .open = a->open || b->open,
                      .filtered = a->filtered || b->filtered,
                      .batch = batch,
                      .room = QD__BATCH };
    walk.changes = qd__walk_changes(&walk);
    return walk;
}

static qd_cost take_pairs(qd__walk *walk, const qd__piece *everything, size_t items)
{
    walk->plain = !walk->filtered && !walk->wanted && !walk->near;
    if (qd__parts_for(walk->home, items, 1) > 1) {
        qd__schedule_walk(walk, everything);
    } else {
        qd__walk_piece(walk, everything);
    }
    qd__overlap_flush(walk);
    return walk->cost;
}

static qd_cost take_within(qd__walk *walk)
{
    const qd__piece all = { .kind = QD__PIECE_WITHIN, .quad = qd__quad_at(walk->home, 0) };
    return take_pairs(walk, &all, walk->home->count);
}

qd_cost qd_visit_pairs(const qd_tree *tree, qd_pair_visitor *visitor, void *context)
{
    qd_pair batch[QD__BATCH];
    qd__walk walk = walk_of(tree, tree, batch);
    walk.visitor = visitor;
    walk.context = context;
    return take_within(&walk);
}

qd_cost qd_visit_pairs_filtered(const qd_tree *tree, qd_query_filter filter, qd_pair_visitor *visitor, void *context)
{
    qd_pair batch[QD__BATCH];
    qd__walk walk = walk_of(tree, tree, batch);
    walk.wanted = qd__filter_is_open(&filter) ? NULL : &filter;
    walk.visitor = visitor;
    walk.context = context;
    return take_within(&walk);
}

qd_cost qd_visit_pairs_within(const qd_tree *tree, float distance, qd_query_filter filter,
                              qd_near_pair_visitor *visitor, void *context)
{
    qd_near_pair batch[QD__BATCH];
    qd__walk walk = walk_of(tree, tree, batch);
    walk.wanted = qd__filter_is_open(&filter) ? NULL : &filter;
    walk.near_visitor = visitor;
    walk.context = context;
    walk.near = true;
    if (distance >= 0) {
        walk.reach = qd__reach_of(distance);
        walk.most = (double)distance * distance;
        take_within(&walk);
    }
    return walk.cost;
}

qd_cost qd_visit_join(const qd_tree *a, const qd_tree *b, qd_pair_visitor *visitor, void *context)
{
    qd_pair batch[QD__BATCH];
    qd__walk walk = walk_of(a, b, batch);
    walk.join = true;
    walk.visitor = visitor;
    walk.context = context;
    const qd__piece all = { .kind = QD__PIECE_QUADS, .home = qd__quad_at(a, 0), .quad = qd__quad_at(b, 0) };
    return take_pairs(&walk, &all, a->count + b->count);
}
