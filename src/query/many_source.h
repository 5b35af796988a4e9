// The questions of one call: each a value of its own, or one value with shapes from arrays.
#ifndef QD_MANY_SOURCE_H
#define QD_MANY_SOURCE_H

#include "questions.h"
#include "seen.h"
#include "shape.h"
#include "view.h"

typedef struct qd__many_source {
    const struct qd_tree *tree;
    const qd_queries *queries;
    qd__view view;
    bool windows; ///< Of a tree of floats: what overlaps each box of the view.
} qd__many_source;

qd__many_source qd__many_source_of(const struct qd_tree *tree, const qd_queries *queries);

/// How questions are sorted; the source is a qd__many_source.
extern const qd__question_kind qd__many_questions;

/// Number `index` made ready. False: it is malformed.
bool qd__many_question(const qd__many_source *source, size_t index, qd__shape *shape, qd__query_filter *filter);

#endif
