// Answering one of many windows.
#ifndef QD_WINDOWS_H
#define QD_WINDOWS_H

#include "questions.h"
#include "search.h"
#include "window.h"

/// Results of the current window, handed to a visitor in the order of qd_visit_box. Adds to the cost.
static inline void qd__answer_window(const qd__questions *questions, size_t turn, const qd_query_filter *filter,
                                     qd_visitor *visitor, void *context, qd_cost *cost)
{
    const qd_box *boxes = (const qd_box *)(const void *)questions->at;
    qd__shape shape;
    qd__question_ahead(questions, turn);
    qd__questions_prefetch(questions, turn);
    if (!qd__window_shape(questions->tree, boxes[qd__question_at(questions, turn)], &shape)) {
        return;
    }
    const qd_cost own = qd__visit_shape(questions->tree, &shape, *filter, visitor, context);
    cost->nodes += own.nodes;
    cost->tests += own.tests;
    cost->hits += own.hits;
}

#endif
