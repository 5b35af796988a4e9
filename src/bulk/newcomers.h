// Many items that come to a tree of many: put in by node.
//
//     items    [ a ][ b ][ c ][ d ][ e ]      as the caller has them: each one is somewhere else
//     nodes      7    2    9    2    7        where they belong
//     sorted   [ b ][ d ][ a ][ e ][ c ]      what goes to one node is put in together, and nodes come in the order of
//                2    2    7    7    9        memory
//
// The items of one node keep the caller's order. So each node gets the same items in the same order as one by one, and
// divides when it would.
#ifndef QD_NEWCOMERS_H
#define QD_NEWCOMERS_H

#include "quad.h"
#include "source.h"

/// Are so many items put in by node? Only where they are too few for the whole tree to be built again with them.
bool qd__newcomers_are_many(const struct qd_tree *tree, size_t count);

/// Puts in those that have ids. False: no memory; some may be in.
bool qd__newcomers_put(struct qd_tree *tree, const qd__source *source, const qd_id *ids, size_t count);

#endif
