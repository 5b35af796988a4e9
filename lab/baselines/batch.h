/// Collects pairs as they are found and hands them to the visitor in batches.
#ifndef QUADRILLE_BATCH_H
#define QUADRILLE_BATCH_H

#include "lanes.h"

#define BATCH_PAIRS 512 ///< And up to LANES - 1 more.

typedef struct batch {
    contender_visitor *visitor; ///< NULL: pairs are only counted.
    void *context;
    contender_cost cost;
    bool stopped; ///< The visitor wants no more.
    size_t count;
    contender_pair pairs[BATCH_PAIRS + LANES];
} batch;

/// The array of pairs is left as it is: clearing it would cost more than many a search.
static inline void batch_begin(batch *out, contender_visitor *visitor, void *context)
{
    out->visitor = visitor;
    out->context = context;
    out->cost = (contender_cost){ 0 };
    out->stopped = false;
    out->count = 0;
}

static inline void batch_flush(batch *out)
{
    if (!out->stopped) {
        out->cost.pairs += out->count;
        out->stopped = out->visitor && !out->visitor(out->context, out->pairs, out->count);
    }
    out->count = 0;
}

static inline void batch_add(batch *out, uint32_t a, uint32_t b)
{
    out->pairs[out->count++] = a < b ? (contender_pair){ a, b } : (contender_pair){ b, a };
    if (out->count >= BATCH_PAIRS)
        batch_flush(out);
}

/// Adds the pairs of `one` and the items from `at` whose bit is set.
static inline void batch_add_lanes(batch *out, uint32_t one, const uint32_t *items, size_t at, unsigned mask)
{
    lanes_write_pairs(out->pairs + out->count, one, items, at, mask);
    out->count += lanes_count(mask);
    if (out->count >= BATCH_PAIRS)
        batch_flush(out);
}

/// Hands out the last pairs and returns what it all cost.
static inline contender_cost batch_end(batch *out)
{
    if (out->count > 0)
        batch_flush(out);
    return out->cost;
}

#endif
