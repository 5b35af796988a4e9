// Making and removing quads, and all that must know of it: totals and the directory.
#ifndef QD_DIVIDE_H
#define QD_DIVIDE_H

#include "quad.h"

/// Opens the pools of quads and of buckets.
void qd__nodes_open(struct qd_tree *tree);

/// Makes the root quad, all of it empty, in a pool with none in use. False: no memory.
bool qd__quads_plant(struct qd_tree *tree);

/// Divides a leaf, a square: four empty nodes below it, of which some halves are merged. Its items stay where they are.
/// False: no memory.
bool qd__quad_divide(struct qd_tree *tree, uint32_t node, uint8_t merged);

/// Merges the two nodes of a half, or parts them: 0 the lower, 1 the upper. Items stay where they are.
void qd__quad_set_merged(struct qd_tree *tree, uint32_t index, uint32_t half, bool merged);

/// Takes away the quad below a node; the quad's nodes are empty leaves.
void qd__quad_remove(struct qd_tree *tree, uint32_t node);

#endif
