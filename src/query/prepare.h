// A ranked question of the caller's, as a tree takes it.
#ifndef QD_PREPARE_H
#define QD_PREPARE_H

#include "ranking.h"

/// False: it is malformed for this tree and finds nothing.
bool qd__ranking_of(const struct qd_tree *tree, const qd_ranked *ranked, qd__ranking *ranking);

#endif
