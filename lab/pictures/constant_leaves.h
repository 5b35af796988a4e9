/// The plain quadtree that articles describe, as a codec: each leaf is a constant, down to single pixels. It has the
/// range coder, colours and differences between means of quadrille's codec, and neither terms in leaves nor smoothing.
#ifndef QUADRILLE_LAB_CONSTANT_LEAVES_H
#define QUADRILLE_LAB_CONSTANT_LEAVES_H

#include <pixels.h>

typedef struct constant_way {
    bool pruned; ///< The tree that costs least by distortion and bits; otherwise a node splits where its mean square
                 ///< error is above a threshold.
    bool whole;  ///< Chromas have the width and height of luma, and not half of them.
    double step; ///< The quantiser's, of orthonormal coefficients.
    double part; ///< Lambda, or the threshold, as a part of the step's square.
} constant_way;

/// Encodes, and puts what a decoder would see into `seen`, which has the picture's size. Returns the bytes that it
/// takes; 0: no memory.
size_t constant_encode(const pixels *picture, const constant_way *way, pixels *seen);

#endif
