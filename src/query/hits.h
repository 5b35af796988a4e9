// What rays and casts have in common: keys along a line, and hits.
#ifndef QD_HITS_H
#define QD_HITS_H

#include "ranking.h"

/// The keys of what a line comes to: when it does so.
uint64_t qd__line_node_keys(const qd__ranking *ranking, qd__boxes nodes, double cut, double *keys);
uint64_t qd__line_keys(const qd__ranking *ranking, qd__boxes boxes, double cut, uint32_t wanted, double *keys);

/// Hits in order, and for a visitor that cuts.
size_t qd__find_hits(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter, qd_hit *out,
                     size_t capacity);
qd_cost qd__visit_hits(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       qd_ray_visitor *visitor, void *context);

#endif
