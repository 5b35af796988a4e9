// The one search behind box, point, circle and polygon: down through the nodes with bounds that overlap a shape, bucket
// by bucket.
#ifndef QD_SEARCH_H
#define QD_SEARCH_H

#include "shape.h"

/// The two families of questions.
size_t qd__find_shape(const struct qd_tree *tree, const qd__shape *shape, qd_query_filter filter, qd_found *out,
                      size_t capacity);
qd_cost qd__visit_shape(const struct qd_tree *tree, const qd__shape *shape, qd_query_filter filter, qd_visitor *visitor,
                        void *context);

#endif
