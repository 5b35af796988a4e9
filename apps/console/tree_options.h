/// The options that give a tree its shape, for the commands that show it.
#ifndef QUADRILLE_CONSOLE_TREE_OPTIONS_H
#define QUADRILLE_CONSOLE_TREE_OPTIONS_H

#include "options.h"

#include <quadrille/tree.h>

typedef struct tree_shape {
    int64_t capacity, depth; ///< 0: the library's default.
} tree_shape;

#define TREE_OPTIONS(settings, member)                                                                                 \
    { OPTION("capacity", 0, settings, member.capacity), TAKES_INT("N", 1, 4096),                                       \
      .help = "items above which a node splits (default: 64)" },                                                       \
    {                                                                                                                  \
        OPTION("depth", 0, settings, member.depth), TAKES_INT("N", 1, QD_MAX_DEPTH),                                   \
            .help = "levels below the root at most (default: 16)"                                                      \
    }

static inline qd_tree_def tree_shape_def(const tree_shape *wanted)
{
    qd_tree_def def = { 0 };
    def.leaf_capacity = (int)wanted->capacity;
    def.max_depth = (int)wanted->depth;
    return def;
}

#endif
