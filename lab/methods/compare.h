// Does the guest say what the host says? The first difference is kept.
#ifndef QUADRILLE_INDEX_COMPARE_H
#define QUADRILLE_INDEX_COMPARE_H

#include "parts.h"

void index_compare_items(scene_index *self, const index_call *call, const number_list *host, const number_list *guest);

/// By self->pairs; where sums differ, both are asked once more for the pairs themselves.
void index_compare_pairs(scene_index *self, const index_call *call);

/// What began and what ended, sorted, as either says.
void index_compare_changes(scene_index *self, const index_call *call, const found_pairs host[2],
                           const found_pairs guest[2]);

#endif
