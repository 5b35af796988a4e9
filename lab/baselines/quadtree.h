/// The state of the quadtree as a contender, for the files that make it one.
#ifndef QUADRILLE_BASELINE_QUADTREE_H
#define QUADRILLE_BASELINE_QUADTREE_H

#include "contender.h"
#include <quadrille/contacts.h>
#include <quadrille/gravity.h>
#include <quadrille/interest.h>

typedef struct quadtree {
    qd_tree *tree;
    qd_tree_def def;
    qd_id *ids; ///< By item.
    size_t count, capacity;
    bool filtered;         ///< Some item has had a filter, so that all have been set.
    qd_contacts *contacts; ///< Made when changes are first asked for; NULL: not yet.
    qd_id *moved;          ///< A shift's items, with
    fbox *boxes;           ///< their boxes; room for `room`.
    size_t room;
    qd_interest *interest; ///< Made when sightings are first asked for; its observers are `watching`.
    qd_id *watching;
    void *answers; ///< Room for many questions and their results.
    size_t answer_bytes;
    qd_gravity *gravity; ///< Made when forces are first aimed at or asked for.
} quadtree;

/// Items or pairs that pass through the stack at once; also the most that near finds.
#define ITEMS_AT_ONCE 256

/// Forgets what is known of contacts, of a shift, and of observers.
void quadtree_end_contacts(quadtree *own);

/// Room for the ids of so many items. False: no memory.
bool quadtree_reserve(quadtree *own, size_t count);

/// Inserts an item, or some that are numbered from `first` on; there is room for their ids. `boxes` and `filters`,
/// which may be NULL, are theirs.
qd_result quadtree_insert_one(quadtree *own, const qd_item *item);
qd_result quadtree_insert_some(quadtree *own, const fbox *boxes, const qd_filter *filters, size_t first, size_t count);

/// Hands out what a question finds; without a visitor only counts it.
contender_found quadtree_visit(const contender *self, const qd_query *question, contender_item_visitor *visitor,
                               void *context);

/// Hands the numbers of items, or of pairs, to a visitor.
qd_flow quadtree_hand_out(const qd_entry *items, size_t count, contender_item_visitor *visitor, void *context);
qd_flow quadtree_hand_out_pairs(const qd_pair *pairs, size_t count, contender_visitor *visitor, void *context);

qd_result quadtree_shift(contender *self, const fbox *boxes, const uint32_t *moved, size_t count);
qd_result quadtree_changes(contender *self, contender_visitor *began, contender_visitor *ended, void *context);
qd_result quadtree_observe(contender *self, const fvec2 *centers, size_t count, float radius, contender_sighting *came,
                           contender_sighting *left, void *context);
contender_found quadtree_windows(contender *self, const fbox *windows, size_t count, contender_many_visitor *visitor,
                                 void *context);
bool quadtree_near_all(contender *self, const fvec2 *points, size_t count, size_t k, uint32_t *items);
bool quadtree_ray_all(contender *self, const contender_ray *rays, size_t count, uint32_t *items);
qd_result quadtree_add(contender *self, const fbox *boxes, const qd_filter *filters, uint32_t first, size_t count);
void quadtree_move_some(contender *self, const fbox *boxes, uint32_t first, size_t count);
contender_found quadtree_ask(const contender *self, qd_query question, uint32_t except, contender_item_visitor *visitor,
                             void *context);
contender_found quadtree_rank(const contender *self, const qd_ranked *question, contender_rank_visitor *visitor,
                              void *context);
qd_result quadtree_aim(contender *self, contender_opening opening);
qd_result quadtree_pull(contender *self, const contender_bodies *bodies, double *ax, double *ay);

#endif
