/// @file rivals.h
/// What else makes pictures small, each asked for the best picture within a size.
#ifndef QUADRILLE_LAB_RIVALS_H
#define QUADRILLE_LAB_RIVALS_H

#include <pixels.h>

/// What became of a picture: a size of 0 says that there is none so small, or that the picture's channels are not
/// taken.
typedef struct outcome {
    size_t size;
    pixels picture; ///< Of the same form; bytes NULL where size is 0.
} outcome;

typedef struct rival {
    const char *name;
    /// Encodes so that it takes at most so many bytes, decodes, and returns both. False: no memory.
    bool (*best_within)(const pixels *picture, size_t bytes, outcome *out);
} rival;

/// Ends with NULL. Ours is the first. What is not installed is left out.
extern const rival *const rivals[];

extern const rival rival_ours, rival_jpeg, rival_webp, rival_pruned, rival_threshold;

#endif
