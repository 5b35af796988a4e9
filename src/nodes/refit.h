// Refitting: making bounds tight again, bottom up.
//
// Bounds grow when items come and move, and only shrink here. A call that has moved many items refits the whole tree.
// Moves and removals of single items each pay for a few records: a hand goes round over the quads, from the last made
// to the first (children are made after their parents, so mostly bottom up), and refits the next ones whenever a piece
// has been paid for. After about as many of these changes as there are items it has been all round.
#ifndef QD_REFIT_H
#define QD_REFIT_H

#include "quad.h"

/// Makes all bounds and unions tight. `within`: those of the buckets too; otherwise these are taken as they are.
void qd__refit_all(struct qd_tree *tree, bool within);

/// Splits leaves above their capacity where that gains something, since items may have come, shrunk or spread; and
/// merges leaves with little left in them.
void qd__reshape_all(struct qd_tree *tree);

enum {
    QD__REFIT_CREDIT = 2,  ///< Records that one change pays for: the hand is round before there have been as many
                           ///< changes as items.
    QD__REFIT_PIECE = 256, ///< Records that are saved up for, and then refitted in one go.
};

/// Refits quads that are paid for, until a piece is done.
void qd__refit_some(struct qd_tree *tree);

#endif
