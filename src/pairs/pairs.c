// Every overlapping pair at once: the walk of this thread alone, or dealt out to workers.
#include "deal.h"
#include "parts.h"

enum { BATCH = 256 };

qd_cost qd_visit_pairs(const qd_tree *tree, qd_pair_visitor *visitor, void *context)
{
    qd_pair batch[BATCH];
    qd__walk walk = {
        .tree = tree, .changes = tree->changes, .visitor = visitor, .context = context, .batch = batch, .room = BATCH
    };
    if (qd__parts_for(tree, tree->count, 1) > 1) {
        qd__deal_walk(&walk);
    } else {
        const qd__piece all = { .kind = QD__PIECE_WITHIN, .quad = qd__quad_at(tree, 0) };
        qd__walk_piece(&walk, &all);
    }
    qd__walk_flush(&walk);
    return walk.cost;
}
