// The calls that ask: the comparing is done by compare.h.
#include "runner.h"

static bool ask_about_pairs(struct model_runner *runner, const struct model_call *call)
{
    const qd_pair_query query = model_pair_query(&call->question, model__id(runner, call->question.ignore));
    struct compare *compare = &runner->compare;
    if (call->op == OP_PAIRS)
        return compare_pairs(compare, &query, NULL, call->limit);
    return compare_two_trees(compare, (unsigned)call->item.user, query.distance, call->limit);
}

static bool ask_what(struct model_runner *runner, const struct model_call *call)
{
    const qd_id ignore = model__id(runner, call->question.ignore);
    const qd_query query = model_query(&call->question, ignore);
    const qd_ranked ranked = model_ranked(&call->question, ignore);
    struct compare *compare = &runner->compare;
    switch (call->op) {
    case OP_FIND:
        return compare_find(compare, &query, call->limit);
    case OP_VISIT:
        return compare_visit(compare, &query, call->limit);
    case OP_CURSOR:
        return compare_cursor(compare, &query, call->limit);
    case OP_FIND_RANKED:
        return compare_find_ranked(compare, &ranked, call->limit);
    case OP_VISIT_RANKED:
        return compare_visit_ranked(compare, &ranked, (enum cut)(call->item.user % CUTS), call->limit);
    case OP_RANKED_CURSOR:
        return compare_ranked_cursor(compare, &ranked, call->limit);
    case OP_DETAILS:
        return compare_details(compare, &query, call->question.number, call->limit);
    case OP_TOTAL:
        return compare_total(compare, &query);
    default:
        return ask_about_pairs(runner, call);
    }
}

// What the printed program should find; where visitors cut or stop, how much they meet is not promised.
static void expect_count(struct model_runner *runner, const struct model_call *call)
{
    size_t right = runner->compare.expected_count;
    if (call->op == OP_VISIT_RANKED || call->op == OP_TWO_TREES || call->op == OP_DETAILS)
        return;
    const bool stops = call->op == OP_VISIT || call->op == OP_PAIRS;
    if (stops && call->limit != SIZE_MAX)
        return;
    if (!stops && call->op != OP_TOTAL && right > call->limit)
        right = call->limit;
    model__then(runner, "count == %zu", right);
}

bool model__ask(struct model_runner *runner, const struct model_call *call)
{
    struct compare *compare = &runner->compare;
    bool same;
    if (call->op == OP_GET) {
        const qd_id id = model__id(runner, call->ref);
        same = compare_item(compare, id);
        model__then(runner, "%sqd_tree_has(tree, id)", qd_oracle_get(runner->oracle, id, NULL) == QD_OK ? "" : "!");
    } else if (call->op == OP_BOUNDS) {
        same = compare_bounds(compare);
    } else if (call->op == OP_STATS) {
        same = compare_stats(compare, model__bytes(runner));
    } else if (model_asks_many(call->op)) {
        same = model__ask_at_once(runner, call);
        model__then(runner, "count == %zu", compare->expected_count);
    } else {
        same = ask_what(runner, call);
        expect_count(runner, call);
    }
    return same || model__fails(runner, "%s", compare->why);
}
