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

/// Items on their way to their nodes.
typedef struct qd__newcomers {
    const qd__source *source;
    const qd_id *ids;
    size_t count;
    uint32_t *nodes;       ///< By number of item, where it belongs; anything for those without an id.
    const uint32_t *order; ///< The numbers sorted by node.
} qd__newcomers;

/// Finds their nodes, and sorts them. False: no memory.
bool qd__newcomers_open(qd__newcomers *all, struct qd_tree *tree, const qd__source *source, const qd_id *ids,
                        size_t count);
void qd__newcomers_close(qd__newcomers *all, struct qd_tree *tree);

/// Puts in those that have ids. False: no memory; some are in.
bool qd__newcomers_put(struct qd_tree *tree, const qd__newcomers *all);

#endif
