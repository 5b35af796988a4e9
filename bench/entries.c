// Who takes part. The library's own comes first: all ratios are to it.
#include "plan.h"

#include <contenders.h>
#include <string.h>

// The adapters of other libraries, in peers/; they are there if the library is.
extern const contender_kind contender_boost, contender_nanoflann, contender_box2d_tree, contender_box2d_broad,
    contender_cgal, contender_geos, contender_chipmunk_tree, contender_chipmunk_hash;

// clang-format off
const entry entries[] = {
    { "quadrille", &contender_quadtree, false, NULL, 0, false },
    { "brute", &contender_brute, true, NULL, 0, false },
    { "sweep", &contender_sweep, false, NULL, 0, false },
    { "strips", &contender_strips, false, NULL, 0, false },
    { "grid", &contender_grid, false, NULL, 0, false },
    { "contained", &contender_contained, false, NULL, 0, false },
    { "leaves", &contender_leaves, false, NULL, 0, false },
    { "loop", &contender_loop, false, NULL, 0, false },
    { "first-leaf", &contender_first_leaf, false, NULL, 0, false },
#ifdef QUADRILLE_PEER_BOOST
    { "boost", &contender_boost, false, "Boost.Geometry rtree, quadratic<16>, loaded packed, a query for each box", 0, false },
#endif
#ifdef QUADRILLE_PEER_NANOFLANN
    { "nanoflann", &contender_nanoflann, false, "nanoflann k-d tree, ten points a leaf, points alone", 0, false },
#endif
#ifdef QUADRILLE_PEER_BOX2D
    { "box2d-tree", &contender_box2d_tree, false, "Box2D 2.4 b2DynamicTree, MoveProxy and a query for each box", 0, false },
    { "box2d-broad", &contender_box2d_broad, false, "Box2D 2.4 b2BroadPhase, every proxy touched, UpdatePairs", 0, true },
#endif
#ifdef QUADRILLE_PEER_CGAL
    { "cgal", &contender_cgal, false, "CGAL box_self_intersection_d, cutoff 1000", 0, false },
#endif
#ifdef QUADRILLE_PEER_GEOS
    { "geos", &contender_geos, false, "GEOS TemplateSTRtree, ten entries a node, a query for each box", 0, false },
#endif
#ifdef QUADRILLE_PEER_CHIPMUNK
    { "chipmunk-tree", &contender_chipmunk_tree, false, "Chipmunk cpBBTree, ReindexQuery", 0, true },
    { "chipmunk-hash", &contender_chipmunk_hash, false, "Chipmunk cpSpaceHash, cells of twice the mean side", 0, false },
#endif
    { 0 },
};
// clang-format on

const entry *entry_find(const char *name)
{
    for (const entry *e = entries; e->name; e++)
        if (strcmp(e->name, name) == 0)
            return e;
    return NULL;
}
