// The calls that ask many questions at once.
#include "compare_many.h"
#include "runner.h"

enum { QUESTIONS = 16 }; // the decoder makes fewer

// `user`: circles or boxes, of floats or of doubles.
static bool ask_views(struct model_runner *runner, const struct model_call *call)
{
    const struct model_entry *entries = model_entries(runner->script, call);
    const qd_query like = model_query(&call->question, model__id(runner, call->question.ignore));
    const qd_precision precision = call->item.user & 1 ? QD_DOUBLE : QD_FLOAT;
    qd_box boxes[QUESTIONS];
    double radii[QUESTIONS];
    for (size_t i = 0; i < call->count; i++) {
        boxes[i] = entries[i].question.shape.box;
        radii[i] = entries[i].question.shape.radius;
    }
    return compare_find_views(&runner->compare, &like, boxes, call->item.user & 2 ? radii : NULL, call->count,
                              call->repeat, precision);
}

bool model__ask_at_once(struct model_runner *runner, const struct model_call *call)
{
    const struct model_entry *entries = model_entries(runner->script, call);
    qd_query queries[QUESTIONS];
    qd_ranked ranked[QUESTIONS];
    if (call->op == OP_FIND_VIEWS)
        return ask_views(runner, call);
    for (size_t i = 0; i < call->count; i++) {
        const qd_id ignore = model__id(runner, entries[i].question.ignore);
        queries[i] = model_query(&entries[i].question, ignore);
        ranked[i] = model_ranked(&entries[i].question, ignore);
    }
    if (call->op == OP_FIND_MANY)
        return compare_find_many(&runner->compare, queries, call->count, call->repeat);
    return compare_ranked_many(&runner->compare, ranked, call->count, call->repeat, call->limit);
}
