/// @file join.h
/// Two trees against each other: a level that stands still against what moves in it, units against places.
#ifndef QUADRILLE_JOIN_H
#define QUADRILLE_JOIN_H

#include <quadrille/pairs.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Each item of tree `a` with each item of tree `b` that it overlaps, once, where both items' filters meet: in each
/// pair a is of tree `a`, and b of tree `b`. What only touches counts if both trees have closed edges. The two trees
/// may have different worlds, depths and capacities. Joined with itself a tree gives each of its pairs both ways round,
/// and each item with itself, as far as its filter and its edges let it meet itself.
///
/// The visitor may change neither tree. The order is the same on every machine, and depends on both trees. In the cost,
/// nodes counts pairs of nodes looked into, tests pairs of boxes compared. One walk down both trees: it follows what
/// the two have in common and leaves out the rest of either.
///
/// With an executor in tree `a` its threads search, as in qd_visit_pairs. That of tree `b` is not asked.
QD_API qd_cost qd_visit_join(const qd_tree *a, const qd_tree *b, qd_pair_visitor *visitor, void *context);

#ifdef __cplusplus
}
#endif
#endif
