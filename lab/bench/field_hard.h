/// Scenes that are hard on an index.
#ifndef QUADRILLE_BENCH_FIELD_HARD_H
#define QUADRILLE_BENCH_FIELD_HARD_H

#include "field.h"

extern const field_kind field_same, field_diagonal, field_sorted, field_tiles, field_giant, field_far, field_half,
    field_zipf;

#endif
