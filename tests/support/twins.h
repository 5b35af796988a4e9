/// Two trees that live through the same calls, one with an executor and one without, and must stay the same: cells,
/// figures, the order of every answer.
#ifndef TESTS_TWINS_H
#define TESTS_TWINS_H

#include "executors.h"
#include "support.h"

enum scene_kind { UNIFORM, CLUSTERS, MIXED_SIZES, FEW_PLACES, OUTSIDE, SCENES };

struct twins {
    enum scene_kind scene;
    struct prng random;
    struct counting_executor executor;
    qd_tree *plain, *shared; ///< `shared` has the executor.
    size_t count;
    qd_box *boxes;
    qd_item *items;
    qd_id *ids; ///< The same in both.
};

/// Both trees are filled by insert_many. Precision and edges are those of `settings`. `filtered`: items of several
/// layers and masks, and totals.
void twins_open(struct twins *self, enum scene_kind scene, enum executor_kind executor, const qd_tree_def *settings,
                bool filtered, size_t count);
/// Clears both trees and fills them again, with the items as they are now.
void twins_refill(struct twins *self);

void twins_close(struct twins *self);

/// Moves all, most of them a little; some ids come twice, some entries are bad.
void twins_tick(struct twins *self);

/// The sequences of pairs, batch by batch, their costs, all cells, the figures, and the order of what a window finds.
void twins_compare(const struct twins *self);

#endif
