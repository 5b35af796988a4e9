/// The index as a scene sees it: boxes that come, move and go, and questions about them. Behind it stands any method
/// (methods.h): the quadtree, brute force, a sweep, a grid, a classic quadtree. The scene does not know which, and
/// goes on the same with each of them, since every answer is in an order that depends on the boxes alone.
///
/// Items are numbers from 0, dense; those of removed items are given again, the last one first. No call fails: when
/// memory runs out the index remembers it, the runner of the scene ends it, and answers until then are empty.
///
/// Every call is counted, timed if there is a clock, written to the record if there is one, and put to a second
/// method as well if there is one, whose answer is compared.
#ifndef QUADRILLE_METHODS_INDEX_H
#define QUADRILLE_METHODS_INDEX_H

#include <fbox.h>
#include <quadrille/tree.h>

typedef struct scene_index scene_index;

/// No item.
#define INDEX_NONE UINT32_MAX

#define INDEX_FIRST_LAYER 1u
#define INDEX_ALL_LAYERS 0x7fffffffu

/// Says where most items will be, before there is any: a quadtree then lays its root on that world. The root's lower
/// corner is the world's, and its side the least power of two that covers it. A world without extent says nothing.
void index_set_world(scene_index *self, fbox world);

/// Adds a valid box. The filter says what it pairs with, and its layers which questions see it: as in quadrille/tree.h,
/// but that layers 0 mean the first layer. Its number, or INDEX_NONE: no memory.
uint32_t index_add(scene_index *self, fbox box, qd_filter filter);

/// Adds many under consecutive numbers, all with one filter; the first number, or INDEX_NONE.
uint32_t index_add_many(scene_index *self, const fbox *boxes, size_t count, qd_filter filter);

/// Removes an item. Without such an item nothing happens.
void index_remove(scene_index *self, uint32_t item);

/// Gives an existing item a new, valid box.
void index_move(scene_index *self, uint32_t item, fbox box);

/// Gives `count` items with consecutive numbers, all of which there are, new boxes at once. `boxes` may be where
/// index_boxes points to: then nothing is copied.
void index_move_many(scene_index *self, uint32_t first, const fbox *boxes, size_t count);

/// All boxes by number, index_room of them, those of removed items included: until the next item is added. A scene may
/// write new boxes straight into it, valid ones, and must then pass the same place to index_move_many before anything
/// else.
fbox *index_boxes(scene_index *self);
size_t index_room(const scene_index *self);

/// How many items there are, and is this one of them?
size_t index_count(const scene_index *self);
bool index_has(const scene_index *self, uint32_t item);
fbox index_box(const scene_index *self, uint32_t item);
qd_filter index_filter(const scene_index *self, uint32_t item);

/// Has memory run out?
bool index_failed(const scene_index *self);

/// Items in ascending order. They stay until the next call on the index.
typedef struct index_list {
    const uint32_t *items;
    size_t count;
} index_list;

/// The items on the layers of `mask` (0: all) that overlap a box, or come within a radius of a centre. The edges
/// (closed or open) are those of the index.
index_list index_in_box(scene_index *self, fbox box, uint32_t mask);
index_list index_in_circle(scene_index *self, fvec2 center, float radius, uint32_t mask);

/// Does anything on those layers overlap the box, `except` left aside (INDEX_NONE: nothing is)?
bool index_touches(scene_index *self, fbox box, uint32_t mask, uint32_t except);

typedef struct index_near {
    uint32_t item;
    float distance; ///< From the point to the item's box, 0 inside it.
} index_near;

/// The nearest items on those layers, at most k and none farther than `most` (INFINITY: however far), nearest first,
/// equally near ones by number. Returns how many were written.
size_t index_nearest(scene_index *self, fvec2 point, float most, uint32_t mask, index_near *out, size_t k);

/// origin + t * direction for 0 <= t <= t_max; the direction finite and not zero.
typedef struct index_ray {
    fvec2 origin, direction;
    float t_max;
} index_ray;

typedef struct index_hit {
    uint32_t item; ///< INDEX_NONE: nothing is met.
    float t;       ///< Where along the ray; 0 if it starts inside.
} index_hit;

/// The first item on those layers that a ray meets, of those met at the same place the one with the lowest number.
index_hit index_first_on_ray(scene_index *self, index_ray ray, uint32_t mask);

/// Two items that overlap and whose filters let them meet; a < b.
typedef struct index_pair {
    uint32_t a, b;
} index_pair;

typedef void index_pair_visitor(void *context, const index_pair *pairs, size_t count);

/// Every pair once, in batches, in an order that differs from method to method: what is done with them must not depend
/// on it. The visitor makes no call on the index.
void index_pairs(scene_index *self, index_pair_visitor *visitor, void *context);

/// What became of the pairs that index_pairs would find since this was last asked; at first all of them have begun. An
/// item that was removed and one that got its number are two items. In order, by a and then by b; they stay until the
/// next call on the index.
typedef struct index_contacts {
    const index_pair *began, *ended;
    size_t began_count, ended_count;
    size_t count; ///< The number of current pairs.
} index_contacts;

index_contacts index_ask_contacts(scene_index *self);

/// For drawing: the items that overlap a box, in no particular order; not counted, not timed, not
/// recorded. They stay until the next look.
index_list index_look(scene_index *self, fbox box);

#endif
