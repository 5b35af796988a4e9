/// The parts of the quadtree whose items are in every leaf they touch, shared by leaves.c and leaves_ask.c.
#ifndef QUADRILLE_LEAVES_H
#define QUADRILLE_LEAVES_H

#include "quadnodes.h"

typedef struct leaves {
    quadnodes tree;
    fbox *boxes; ///< By item.
    bool *live;  ///< By item.
    size_t count, capacity;
    fbox world; ///< As tuned.
    uint64_t upkeep;
    bool ready, open_edges; ///< ready: there is a root.
} leaves;

contender_cost leaves_pairs(const contender *self, contender_visitor *visitor, void *context);
contender_found leaves_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context);
bool leaves_collides(const contender *self, fbox box);

#endif
