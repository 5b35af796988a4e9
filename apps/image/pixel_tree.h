/// The quadtree of a picture's own pixels. The root is the smallest square with a power of two as its side that covers
/// the picture, with its upper left corner; a node splits into four unless all its pixels are the same. Nodes beyond
/// the picture do not exist, and those at its edges have only the pixels within it.
///
///        level 0          level 1          level 2       A picture of 7 x 5: a root of 8.
///     +-----------+    +-----+-----+    +--+--+-----+    Two nodes of level 1 are of one
///     |           |    |     |     |    +--+--+     |    colour, so these are leaves.
///     |           |    +-----+-----+    +--+--+--+--+
///     +-----------+    +-----+-----+    +--+--+-----+
#ifndef QUADRILLE_APP_PIXEL_TREE_H
#define QUADRILLE_APP_PIXEL_TREE_H

#include "pixels.h"

enum { PIXEL_TREE_DEEPEST = 24, PIXEL_CHANNELS = 4 };
_Static_assert(QD_IMAGE_LONGEST == 1u << PIXEL_TREE_DEEPEST, "a root covers every picture");

typedef struct pixel_node {
    uint32_t left, top, right, bottom; ///< In pixels; right and bottom are beyond it.
    uint32_t level;                    ///< The root has 0.
    bool flat;                         ///< All its pixels are the same.
    /// The mean of its samples, rounded to the nearest whole number, halves up. Where there is alpha, colours weigh as
    /// much as their alpha; if that is 0 everywhere, all weigh the same.
    uint8_t color[PIXEL_CHANNELS];
} pixel_node;

/// The level at which nodes are single pixels.
uint32_t pixel_tree_deepest(const qd_image_size *size);

/// Calls `visit` for each node down to `level`, which may lie below the deepest one, parents first, then children left
/// to right and top to bottom. A leaf of the tree that keeps so many levels is a node of that level, or a flat one.
/// Cost: each pixel is read once for each node that it is in.
void pixel_tree_walk(const pixels *picture, uint32_t level, void (*visit)(void *context, const pixel_node *node),
                     void *context);

/// What a picture takes and loses when its tree ends at a level.
typedef struct pixel_level {
    uint64_t nodes; ///< At this level.
    uint64_t flat;  ///< Those among them that do not split.
    uint64_t leaves;
    uint64_t bytes; ///< A bit for each node above the level, does it split; and the colour of each leaf.
    uint64_t error; ///< Sum of the differences of all samples.
} pixel_level;

/// Fills levels[0] to levels[level].
void pixel_tree_count(const pixels *picture, uint32_t level, pixel_level *levels);

#endif
