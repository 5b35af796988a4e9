// Refitting: making bounds tight again, bottom up.
//
// Bounds grow when items come and move, and only shrink here. A call that has moved many items refits the whole tree.
// Single changes each pay for a few records: a hand goes round over the quads, from the last made to the first
// (children are made after their parents, so mostly bottom up), and refits the next one when it is paid for. After
// about as many changes as there are items it has been all round.
#ifndef QD_REFIT_H
#define QD_REFIT_H

#include "quad.h"

/// Tightens all bounds and unions, and tries leaves above their capacity once more, since items may have shrunk or
/// spread.
/// `blocks_are_tight`: the bounds of the blocks are so already, and their items need not be looked at.
void qd__refit_all(struct qd_tree *tree, bool blocks_are_tight);

/// One more change: refits as many quads as are paid for.
void qd__refit_some(struct qd_tree *tree);

#endif
