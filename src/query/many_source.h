// The questions of one call: each a value of its own, or one value with shapes from arrays.
#ifndef QD_MANY_SOURCE_H
#define QD_MANY_SOURCE_H

#include "asking.h"
#include "entries.h"
#include "questions.h"
#include "shape.h"
#include "view.h"

typedef struct qd__many_source {
    const struct qd_tree *tree;
    const qd_queries *queries;
    qd__view view;
    bool windows; ///< Each box of the view asks for overlaps.
} qd__many_source;

qd__many_source qd__many_source_of(const struct qd_tree *tree, const qd_queries *queries);

/// Can its questions be answered together?
static inline bool qd__many_together(const qd__many_source *source)
{
    const qd_filter filter = source->queries->like.filter;
    return QD__CAN_FEW_SQUARES && source->windows && qd__directory_serves(source->tree) && !filter.layers &&
           !filter.mask && !source->queries->ignore && source->queries->like.ignore == 0;
}

/// How questions are sorted; the source is a qd__many_source.
extern const qd__question_kind qd__many_questions;

/// Number `index` of windows made ready. False: it is malformed.
static inline bool qd__many_window(const qd__many_source *source, size_t index, qd__shape *shape)
{
    if (!qd__is_precise(source->tree))
        return qd__shape_window(source->tree, qd__view_rounded(&source->view, index), shape);
    const qd_box box = qd__view_box(&source->view, index);
    shape->asked.relation = QD_OVERLAPS;
    return qd__exact_window(source->tree, &box, shape);
}

/// Number `index` made ready. False: it is malformed.
bool qd__many_question(const qd__many_source *source, size_t index, qd__shape *shape, qd__query_filter *filter);

#endif
