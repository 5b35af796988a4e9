// What follows every change of the tree: see maintain.h.
//
// When many items have come to lie outside the world, or more than a leaf's worth in nodes that get no smaller, the
// whole tree is rebuilt over a better root. That is looked for again only when their number has doubled, so its cost
// is spread over the changes in between. It may fail for want of memory: then all stays as it is, and right.
#include "maintain.h"

#include "rebuild.h"

static bool is_due(const struct qd_tree *tree, size_t badly, size_t failed_at)
{
    return qd__root_is_bad(badly, tree->count) && badly > tree->settings.capacity && badly / 2 >= failed_at;
}

bool qd__maintain_root(struct qd_tree *tree)
{
    if (!is_due(tree, tree->rest, tree->upkeep.rest_judged) &&
        !is_due(tree, tree->upkeep.at_max_depth, tree->upkeep.at_max_depth_judged)) {
        return false;
    }
    tree->upkeep.rest_judged = tree->rest;
    tree->upkeep.at_max_depth_judged = tree->upkeep.at_max_depth;
    return qd__rebuild(tree, NULL, NULL, 0, false);
}

bool qd__maintain_many(struct qd_tree *tree)
{
    tree->upkeep.changes++;
    const bool rebuilt = qd__maintain_root(tree);
    if (!rebuilt) {
        qd__directory_make_if_due(tree);
    }
    return rebuilt;
}
