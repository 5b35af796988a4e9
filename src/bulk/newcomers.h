// Many items that come to a tree of many: put in by node.
//
//     items    [ a ][ b ][ c ][ d ][ e ]      as the caller has them: each one is somewhere else
//     nodes      7    2    9    2    7        where they belong
//     sorted   [ b ][ d ][ a ][ e ][ c ]      what goes to one node is put in together, and nodes come in the order of
//                2    2    7    7    9        memory
//
// The items of one node come in the order that they have among each other, so each node gets what it would get one by
// one, and divides as it would.
#ifndef QD_NEWCOMERS_H
#define QD_NEWCOMERS_H

#include "quad.h"
#include "source.h"

/// Is it worth while to put so many in by node? It must be so that they are not worth building a tree with.
bool qd__newcomers_are_many(const struct qd_tree *tree, size_t count);

/// Puts in the items with ids; those that have 0 are left out. False: no memory; some are in, those with slots that have
/// a location.
bool qd__newcomers_put(struct qd_tree *tree, const qd__source *source, const qd_id *ids, size_t count);

#endif
