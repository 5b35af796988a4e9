// Questions about pairs made ready: see pair_question.h.
#include "pair_question.h"

#include "distance.h"
#include "image.h"

/// What a question's filter sees of each tree: an item to ignore is one of the first.
static void set_filter(qd__walk *walk, const qd_pair_query *query)
{
    walk->seen[0] = qd__query_filter_of(query->filter, query->ignore);
    walk->seen[1] = qd__query_filter_of(query->filter, walk->home == walk->other ? query->ignore : 0);
    walk->wanted = !qd__filter_is_open(&walk->seen[0]) && !qd__filter_is_open(&walk->seen[1]);
}

/// False: there is no such distance.
static bool set_distance(qd__walk *walk, double distance)
{
    const double asked = walk->exact ? distance : qd__double_of((float)distance);
    walk->near = asked != 0;
    walk->told = distance > 0;
    walk->imaged = walk->near || !qd__is_one_frame(walk->home, walk->other);
    walk->reach = !walk->near ? 0 : walk->exact ? qd__wide_reach_of(asked) : qd__reach_of((float)asked);
    walk->most = walk->exact ? asked : asked * asked;
    return asked >= 0;
}

bool qd__walk_begin(qd__walk *walk, const qd_tree *tree, const qd_pair_query *query)
{
    const qd_pair_query every = { .other = NULL };
    query = query ? query : &every;
    walk->home = tree;
    walk->other = query->other ? query->other : tree;
    walk->join = query->other != NULL;
    walk->turned = walk->stopped = false;
    walk->exact = qd__is_precise(tree) || qd__is_precise(walk->other);
    walk->edges_open = tree->edges_open || walk->other->edges_open;
    walk->open = walk->edges_open && !walk->exact;
    walk->filtered = tree->filtered || walk->other->filtered;
    walk->changes = qd__walk_changes(walk);
    walk->visitor = NULL;
    walk->context = NULL;
    walk->scheduler = NULL;
    walk->batch = NULL;
    walk->distances = NULL;
    walk->room = walk->count = 0;
    walk->cost = (qd_cost){ 0, 0, 0 };
    walk->grown_of = NULL;
    set_filter(walk, query);
    const bool good = set_distance(walk, query->distance);
    walk->plain =
        !walk->filtered && !walk->wanted && !walk->imaged && qd__is_precise(tree) == qd__is_precise(walk->other);
    return good;
}
