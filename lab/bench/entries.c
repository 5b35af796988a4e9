// The contenders. The library's own comes first: all ratios are to it.
#include "plan.h"

#include <contenders.h>
#include <string.h>

// The adapters of other libraries, in peers/; they are there if the library is.
extern const contender_kind contender_boost, contender_nanoflann, contender_box2d_tree, contender_box2d_broad,
    contender_cgal, contender_geos, contender_chipmunk_tree, contender_chipmunk_hash, contender_rstar, contender_kiddo;

const entry entries[] = {
    { .name = "quadrille", .kind = &contender_quadtree },
    { .name = "brute", .kind = &contender_brute, .quadratic = true },
    { .name = "sweep", .kind = &contender_sweep },
    { .name = "strips", .kind = &contender_strips },
    { .name = "grid", .kind = &contender_grid },
    { .name = "contained", .kind = &contender_contained },
    { .name = "leaves", .kind = &contender_leaves },
    { .name = "loop", .kind = &contender_loop },
    { .name = "first-leaf", .kind = &contender_first_leaf },
    { .name = "plain-walk", .kind = &contender_plain_walk },
    { .name = "direct", .kind = &contender_direct },
    { .name = "quadrille-many", .kind = &contender_quadtree, .asks = ASK_AT_ONCE },
    { .name = "grid-sorted", .kind = &contender_grid, .asks = ASK_SORTED },
#ifdef QUADRILLE_PEER_BOOST
    { .name = "boost",
      .kind = &contender_boost,
      .library = "Boost.Geometry rtree, quadratic<16>, loaded packed, a query for each box" },
#endif
#ifdef QUADRILLE_PEER_NANOFLANN
    { .name = "nanoflann",
      .kind = &contender_nanoflann,
      .library = "nanoflann k-d tree, ten points a leaf, points alone" },
#endif
#ifdef QUADRILLE_PEER_BOX2D
    { .name = "box2d-tree",
      .kind = &contender_box2d_tree,
      .library = "Box2D 2.4 (Debian's libbox2d-dev, not Box2D 3) b2DynamicTree, MoveProxy and a query for each box" },
    { .name = "box2d-broad",
      .kind = &contender_box2d_broad,
      .library = "Box2D 2.4 (Debian's libbox2d-dev, not Box2D 3) b2BroadPhase, every proxy touched, UpdatePairs",
      .keeps_pairs = true },
#endif
#ifdef QUADRILLE_PEER_CGAL
    { .name = "cgal", .kind = &contender_cgal, .library = "CGAL box_self_intersection_d, cutoff 1000" },
#endif
#ifdef QUADRILLE_PEER_GEOS
    { .name = "geos",
      .kind = &contender_geos,
      .library = "GEOS TemplateSTRtree, ten entries a node, a query for each box" },
#endif
#ifdef QUADRILLE_PEER_CHIPMUNK
    { .name = "chipmunk-tree",
      .kind = &contender_chipmunk_tree,
      .library = "Chipmunk cpBBTree, ReindexQuery",
      .keeps_pairs = true },
    { .name = "chipmunk-hash",
      .kind = &contender_chipmunk_hash,
      .library = "Chipmunk cpSpaceHash, cells of twice the mean side" },
#endif
#ifdef QUADRILLE_PEER_CRATES
    { .name = "rstar",
      .kind = &contender_rstar,
      .library = "rstar 0.14 (Rust) R*-tree, loaded at once, a query for each box" },
    { .name = "kiddo", .kind = &contender_kiddo, .library = "kiddo 6.3 (Rust) k-d tree of doubles, points alone" },
#endif
    { 0 },
};

bool entry_is_own(const contender_kind *kind)
{
    return kind == entries[0].kind;
}

const entry *entry_find(const char *name)
{
    for (const entry *e = entries; e->name; e++)
        if (strcmp(e->name, name) == 0)
            return e;
    return NULL;
}
