/// The parts of the quadtree of smallest containing nodes, shared by contained.c and contained_ask.c.
#ifndef QUADRILLE_CONTAINED_H
#define QUADRILLE_CONTAINED_H

#include "quadnodes.h"

typedef struct contained_place {
    uint32_t node; ///< QUADNODES_NONE: removed.
    uint32_t at;
} contained_place;

typedef struct contained {
    quadnodes tree;
    contained_place *places; ///< By item.
    size_t count, capacity;  ///< Items ever, removed ones included.
    fbox world;              ///< As tuned.
    uint64_t upkeep;
    bool ready, open_edges; ///< ready: there is a root.
} contained;

contender_found contained_window(const contender *self, fbox window, contender_item_visitor *visitor, void *context);
bool contained_collides(const contender *self, fbox box);
size_t contained_near(const contender *self, fvec2 point, size_t k, contender_near *out);
contender_hit contained_ray(const contender *self, contender_ray ray);

#endif
