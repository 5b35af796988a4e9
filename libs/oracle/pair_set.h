// All pairs of an oracle, ordered by their slots.
#ifndef QD_ORACLE_PAIR_SET_H
#define QD_ORACLE_PAIR_SET_H

#include <quadrille/oracle.h>

typedef struct qd__pair_set {
    qd_pair *all;
    double *distances;
    size_t count;
} qd__pair_set;

/// False: no memory. To be freed either way.
bool qd__pair_set_gather(const qd_oracle *oracle, const qd_oracle *other, const qd_pair_query *query,
                         qd__pair_set *pairs);
void qd__pair_set_free(qd__pair_set *pairs);

/// The pair with these slots, or NULL.
const qd_pair *qd__pair_set_find(const qd__pair_set *pairs, const qd_pair *pair);

#endif
