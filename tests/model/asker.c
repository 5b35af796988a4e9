// The calls that ask: the comparing is done by compare.h.
#include "runner.h"

static bool ask_about_many(struct model_runner *runner, const struct model_call *call, qd_query_filter filter)
{
    struct compare *compare = &runner->compare;
    qd_box box = call->item.box;
    float number = call->number;
    size_t limit = call->limit;
    switch (call->op) {
    case OP_FIND_BOX:
        return compare_find_box(compare, box, filter, limit);
    case OP_FIND_POINT:
        return compare_find_point(compare, box.min, filter, limit);
    case OP_FIND_CIRCLE:
        return compare_find_circle(compare, box.min, number, filter, limit);
    case OP_FIND_NEAR:
        return compare_find_near(compare, box.min, number, filter, limit);
    case OP_FIND_RAY:
        return compare_find_ray(compare, (qd_ray){ box.min, box.max, number }, filter, limit);
    case OP_VISIT_BOX:
        return compare_visit_box(compare, box, filter, limit);
    case OP_VISIT_POINT:
        return compare_visit_point(compare, box.min, filter, limit);
    case OP_VISIT_CIRCLE:
        return compare_visit_circle(compare, box.min, number, filter, limit);
    case OP_VISIT_PAIRS:
        return compare_pairs(compare, limit);
    case OP_VISIT_PAIRS_FILTERED:
        return compare_pairs_filtered(compare, filter, limit);
    case OP_VISIT_PAIRS_WITHIN:
        return compare_pairs_within(compare, number, filter, limit);
    case OP_VISIT_JOIN:
        return compare_join(compare, (unsigned)call->item.user, limit);
    case OP_VISIT_DETAIL:
        return compare_detail(compare, box, number, filter, limit);
    case OP_TOTAL_BOX:
        return compare_total(compare, box, filter);
    default:
        return compare_visit_ray(compare, (qd_ray){ box.min, box.max, number }, filter,
                                 (enum ray_answer)(call->item.user % RAY_ANSWERS), limit);
    }
}

// What the printed program should find; where visitors cut or stop, how much they meet is not promised.
static void expect_count(struct model_runner *runner, const struct model_call *call)
{
    size_t right = runner->compare.expected_count;
    if (call->op == OP_VISIT_RAY || call->op == OP_VISIT_JOIN || call->op == OP_VISIT_DETAIL)
        return;
    const bool finds = call->op < OP_VISIT_BOX || call->op >= OP_CAST_BOX;
    if (!finds && call->op != OP_TOTAL_BOX && call->limit != SIZE_MAX)
        return;
    if (finds && right > call->limit)
        right = call->limit;
    model__then(runner, "count == %zu", right);
}

bool model__ask(struct model_runner *runner, const struct model_call *call)
{
    struct compare *compare = &runner->compare;
    const qd_query_filter filter = { call->item.filter.mask, call->item.filter.layers,
                                     model__id(runner, call->ignore) };
    bool same;
    if (call->op == OP_GET) {
        qd_id id = model__id(runner, call->ref);
        same = compare_item(compare, id) && compare_value(compare, id);
        model__then(runner, "%sqd_tree_contains(tree, id)", oracle_contains(&runner->oracle, id) ? "" : "!");
    } else if (call->op == OP_BOUNDS) {
        same = compare_bounds(compare);
    } else if (call->op == OP_STATS) {
        same = compare_stats(compare, model__bytes(runner));
    } else if (model_asks_many(call->op)) {
        same = model__ask_at_once(runner, call, filter);
        model__then(runner, "count == %zu", compare->expected_count);
    } else {
        same = call->op >= OP_CAST_BOX ? model__ask_more(compare, call, filter) : ask_about_many(runner, call, filter);
        expect_count(runner, call);
    }
    return same || model__fails(runner, "%s", compare->why);
}
