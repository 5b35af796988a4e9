// A tree as something outside it knows it that does not follow its changes: until it is destroyed. Changes cost nothing
// for it.
#ifndef QD_TREE_LINK_H
#define QD_TREE_LINK_H

#include "quad.h"

typedef struct qd__tree_link {
    struct qd__tree_link *next; ///< Another one to the same tree.
    struct qd_tree *tree;       ///< NULL: it was destroyed.
} qd__tree_link;

static inline void qd__tree_link_open(qd__tree_link *link, struct qd_tree *tree)
{
    link->tree = tree;
    link->next = tree->upkeep.links;
    tree->upkeep.links = link;
}

static inline void qd__tree_link_close(qd__tree_link *link)
{
    if (link->tree) {
        qd__tree_link **at = &link->tree->upkeep.links;
        while (*at != link)
            at = &(*at)->next;
        *at = link->next;
    }
}

/// What an object beside a tree allocates with: its own allocator, or the tree's; a tree in a buffer has none to share.
static inline qd__memory qd__tree_link_memory(const struct qd_tree *tree, const qd_allocator *own)
{
    const qd_allocator none = { NULL, NULL };
    const qd_allocator shared = tree->settings.keeping == QD__FIXED ? none : tree->pools.memory.allocator;
    return (qd__memory){ .allocator = qd__memory_choose(own->resize ? *own : shared) };
}

/// The tree is about to be destroyed.
static inline void qd__tree_links_end(struct qd_tree *tree)
{
    for (qd__tree_link *link = tree->upkeep.links; link; link = link->next)
        link->tree = NULL;
}

#endif
