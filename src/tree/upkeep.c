// What follows every change of the tree: see upkeep.h.
//
// When many items have come to lie outside the world, or more than a leaf's worth in nodes that get no smaller, the
// whole tree is rebuilt over a better root. That is looked for again only when their number has doubled, so its cost
// is spread over the changes in between. It may fail for want of memory: then all stays as it is, and right.
#include "upkeep.h"

#include "build.h"

static bool is_due(const struct qd_tree *tree, size_t badly, size_t tried)
{
    return badly > tree->count / QD__UPKEEP_FEW && badly > tree->capacity && badly / 2 >= tried;
}

bool qd__upkeep_root(struct qd_tree *tree)
{
    if (!is_due(tree, tree->rest, tree->rest_tried) && !is_due(tree, tree->sunk, tree->sunk_tried)) {
        return false;
    }
    tree->rest_tried = tree->rest;
    tree->sunk_tried = tree->sunk;
    return qd__build_anew(tree, NULL, NULL, 0, false);
}

void qd__upkeep_many(struct qd_tree *tree)
{
    tree->changes++;
    if (!qd__upkeep_root(tree)) {
        qd__directory_make_if_due(tree);
    }
}
