/// What else makes pictures small, each asked for the best picture within a size.
#ifndef QUADRILLE_LAB_RIVALS_H
#define QUADRILLE_LAB_RIVALS_H

#include <pixels.h>

/// The result for a picture: a size of 0 means that no file is so small, or that the rival does not take the
/// picture's channels.
typedef struct outcome {
    size_t size;
    pixels picture; ///< The same form; bytes NULL where size is 0.
} outcome;

typedef struct rival {
    const char *name;
    /// Encodes so that it takes at most so many bytes, decodes, and returns both. False: no memory.
    bool (*best_within)(const pixels *picture, size_t bytes, outcome *out);
} rival;

/// Ends with NULL. Quadrille is the first. Missing libraries are left out.
extern const rival *const rivals[];

extern const rival rival_ours, rival_jpeg, rival_webp, rival_pruned, rival_threshold;

#endif
