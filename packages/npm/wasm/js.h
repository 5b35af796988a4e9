// The library as JavaScript calls it: numbers in, numbers out, arrays in linear memory. Nothing here is public; the
// files of src/ are the only callers, and check types before they call.
//
// Every call returns 0, or the number of a qd_result, and leaves what it found in one js_state, which lies still.
// Arrays of the caller are copied to the stage first; results lie in the out buffer until the next call.
#ifndef JS_H
#define JS_H

#include "numbers.h"

#include <quadrille/quadrille.h>

/// How arrays on the stage are laid out.
enum { JS_DOUBLES = 1, JS_POINTS = 2 };

/// A block that is exchanged for a larger one when it has to be.
typedef struct js_buffer {
    void *at;
    size_t room;
} js_buffer;

/// One tree, its numbers, and the contacts of it once there are any.
typedef struct js_tree {
    qd_tree *tree;
    qd_contacts *contacts;
    js_numbers numbers;
    size_t bytes, limit; ///< Held now, and at most.
    bool checked;        ///< Numbers have generations.
    bool doubles;
} js_tree;

/// What a call leaves for JavaScript. Its first five fields are read from there.
typedef struct js_state {
    void *out;      ///< Results: numbers of items first.
    uint32_t count; ///< How many these are.
    uint32_t other; ///< A second count: ended contacts, or where a second array begins.
    uint32_t bad;   ///< Index of the first element that was refused.
    js_tree *made;
    qd_filter filter; ///< For the next calls.
    js_buffer stage, results, ids, rows, more;
} js_state;

extern js_state js;

js_state *js_state_at(void);

/// Memory for arrays of JavaScript; NULL: no memory. Replaces the earlier memory.
void *js_stage(size_t bytes);
void *js_reserve(js_buffer *buffer, size_t bytes);
/// The same, and the first `used` bytes stay.
void *js_grow(js_buffer *buffer, size_t used, size_t bytes);
/// Gives back the memory of all buffers, results included.
void js_trim(void);
/// The allocator of a tree, which keeps to its limit.
qd_allocator js_allocator(js_tree *tree);

void js_filter(uint32_t layers, uint32_t mask);

// Trees (tree.c). `precision`, `edges` as in a qd_tree_def; the world is four doubles on the stage if there is one.
qd_result js_create(int precision, int edges, int has_world, uint32_t reserve, int leaf_capacity, int max_depth,
                    int checked, double limit);
void js_free(js_tree *tree);
qd_result js_clear(js_tree *tree);
uint32_t js_size(const js_tree *tree);
double js_bytes(const js_tree *tree);
qd_result js_insert(js_tree *tree, double min_x, double min_y, double max_x, double max_y);
qd_result js_move(js_tree *tree, double number, double min_x, double min_y, double max_x, double max_y);
qd_result js_remove(js_tree *tree, double number);
bool js_has(const js_tree *tree, double number);
qd_result js_box(const js_tree *tree, double number);
qd_result js_bounds(const js_tree *tree);
qd_result js_set_filter(js_tree *tree, double number);

// Many at once (many.c): all or, where one element is refused, none.
qd_result js_insert_many(js_tree *tree, const void *boxes, uint32_t count, int layout);
qd_result js_move_many(js_tree *tree, const void *numbers, const void *boxes, uint32_t count, int layout);
qd_result js_remove_many(js_tree *tree, const void *numbers, uint32_t count);

// Questions (search.c, nearest.c).
qd_result js_search(const js_tree *tree, double min_x, double min_y, double max_x, double max_y);
qd_result js_within(const js_tree *tree, double x, double y, double radius);
qd_result js_all(const js_tree *tree);
qd_result js_count(const js_tree *tree, double min_x, double min_y, double max_x, double max_y);
qd_result js_collides(const js_tree *tree, double min_x, double min_y, double max_x, double max_y);
qd_result js_search_many(const js_tree *tree, const void *boxes, uint32_t count, int layout);
qd_result js_nearest(const js_tree *tree, double x, double y, uint32_t k, double limit);
qd_result js_ray(const js_tree *tree, double x, double y, double dx, double dy, double limit, uint32_t k);
qd_result js_nearest_many(const js_tree *tree, const void *points, uint32_t count, int layout, uint32_t k,
                          double limit);

// Pairs and contacts (pairs.c, contacts.c); snapshots (snapshot.c).
qd_result js_pairs(const js_tree *tree, double distance);
qd_result js_contacts(js_tree *tree);
qd_result js_save(const js_tree *tree);
qd_result js_load(const void *bytes, size_t size, int checked, int renumber, double limit);

// Shared between files.

/// The view of an array on the stage.
qd_boxes js_view(const void *at, int layout);
/// The item that a number names, or 0.
qd_id js_id_of(const js_tree *tree, double number);
/// Can the tree store the box?
bool js_box_fits(const js_tree *tree, const qd_box *box);
/// Takes a new tree's record; NULL: no memory.
js_tree *js_new_tree(bool checked, double limit);
/// The numbers of results, as JavaScript has them: doubles where they have generations, else 32 bits.
static inline size_t js_number_size(const js_tree *tree)
{
    return tree->checked ? sizeof(double) : sizeof(uint32_t);
}

/// Writes the numbers that stand in every `step`th of some user values to those from `at` on.
void js_put_users(const js_tree *tree, void *out, size_t at, const uint64_t *users, size_t step, size_t count);

/// What a visitor has written to the out buffer.
typedef struct js_found {
    const js_tree *tree;
    size_t count; ///< Numbers: a pair has two.
    bool no_memory;
} js_found;

/// A visitor. Its context is a js_found.
qd_flow js_take_entries(void *context, const qd_entry *entries, size_t count);
/// Makes what was found the answer.
qd_result js_end_found(const js_found *found);

#endif
