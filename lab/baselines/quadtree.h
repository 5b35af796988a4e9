/// @file quadtree.h
/// The state of the quadtree as a contender, for the files that make it one.
#ifndef QUADRILLE_BASELINE_QUADTREE_H
#define QUADRILLE_BASELINE_QUADTREE_H

#include "contender.h"
#include <quadrille/contacts.h>
#include <quadrille/gravity.h>
#include <quadrille/interest.h>
#include <quadrille/query.h>

typedef struct quadtree {
    qd_tree *tree;
    qd_tree_def def;
    qd_id *ids; ///< By item.
    size_t count, capacity;
    qd_item *items; ///< What is being loaded; kept, as by a caller that loads its scene again and again.
    size_t item_room;
    qd_contacts *contacts; ///< Made when changes are first asked for; NULL: not yet.
    qd_id *moved;          ///< Of a shift, with
    qd_box *boxes;         ///< their boxes; room for `room`.
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

qd_result quadtree_shift(contender *self, const qd_box *boxes, const uint32_t *moved, size_t count);
qd_result quadtree_changes(contender *self, contender_visitor *began, contender_visitor *ended, void *context);
qd_result quadtree_observe(contender *self, const qd_vec2 *centers, size_t count, float radius,
                           contender_sighting *came, contender_sighting *left, void *context);
/// Hands the numbers of items to a visitor. Returns false if it stops.
bool quadtree_hand_out(const qd_found *items, size_t count, contender_item_visitor *visitor, void *context);
contender_found quadtree_windows(const contender *self, const qd_box *windows, size_t count,
                                 contender_many_visitor *visitor, void *context);
bool quadtree_near_all(contender *self, const qd_vec2 *points, size_t count, size_t k, uint32_t *items);
bool quadtree_ray_all(contender *self, const contender_ray *rays, size_t count, uint32_t *items);
qd_result quadtree_aim(contender *self, contender_opening opening);
qd_result quadtree_pull(contender *self, const contender_bodies *bodies, double *ax, double *ay);

#endif
