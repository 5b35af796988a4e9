/// The other side of an index: by which method it works, which second one it is compared with, and what both cost. For
/// the runner of scenes; scenes see index.h alone.
#ifndef QUADRILLE_METHODS_H
#define QUADRILLE_METHODS_H

#include "call.h"
#include "index.h"

#include <contenders.h>

typedef struct index_def {
    size_t method; ///< Which one, by its place in contender_names.
    qd_edges edges;
    int leaf_capacity, max_depth; ///< The quadtree's; 0: its defaults.
    fbox world;                   ///< As by index_set_world; all zero: not given.
    qd_executor executor;         ///< Threads for the quadtree; all zero: none.
    double (*clock)(void);        ///< Milliseconds from any moment on; NULL: nothing is timed.
    bool (*leave)(void);          ///< Are questions to be left, this one too? Asked now and then; once true, always.
                                  ///< NULL: never. The index is then as one whose memory ran out, and says so.
} index_def;

/// Leaf capacity 1..4096, depth 1..QD_MAX_DEPTH or 0. NULL: no memory.
scene_index *index_create(const index_def *def);

/// Another index that holds the same items under the same numbers, by any method (`choice`); and the same calls on both
/// give the same numbers from then on. It has no second method, reports nothing, and nothing is asked of it yet. NULL:
/// no memory.
scene_index *index_copy(const scene_index *self, size_t choice);

/// NULL is allowed.
void index_destroy(scene_index *self);

/// Was a question left? index_failed is true as well.
bool index_left(const scene_index *self);

/// Lets another method take over, with everything that the index holds. False: no memory, and the old one stays.
bool index_choose(scene_index *self, size_t method);

/// The same for the shape of the quadtree; 0: its defaults.
bool index_reshape(scene_index *self, int leaf_capacity, int max_depth);

/// Has a second method answer every question as well, and compares what it says; NO_METHOD: ends that. The second
/// method gets all items. Guest and host alternate at being first. False: no memory, and no second method.
#define NO_METHOD SIZE_MAX
bool index_invite(scene_index *self, size_t method);

size_t index_method(const scene_index *self);
size_t index_guest(const scene_index *self);

/// The tree behind the index: to be looked at, not to be changed. NULL: it works by another method.
const qd_tree *index_tree(const scene_index *self);

/// Hands out the nodes of the method's structure for drawing (contender.h): the quadtree has index_tree instead, and
/// others may have none.
void index_nodes(const scene_index *self, contender_node_visitor *visitor, void *context);

/// Bytes of memory that the method holds.
size_t index_bytes(const scene_index *self);

/// What a method did since index_forget_costs. tests: boxes compared with a question, or with one another.
typedef struct index_costs {
    uint64_t nodes, tests, hits; ///< nodes: the quadtree's alone.
    uint64_t pairs, pair_tests;  ///< The hits that were pairs; the tests for all pairs.
    uint64_t upkeep;             ///< Records examined or copied to keep up with what moved: index_count_upkeep.
    uint64_t uncounted;          ///< Questions of whose tests the method says nothing.
    double moving_ms, finding_ms;
} index_costs;

enum index_part { INDEX_HOST, INDEX_GUEST };

/// Upkeep is looked up now: O(cells) for the quadtree if it has changed since.
index_costs index_costs_of(scene_index *self, enum index_part part);
void index_forget_costs(scene_index *self);

/// What was asked since then, and what brute force would have tested for it: n(n-1)/2 for pairs, n for anything else.
typedef struct index_asked {
    uint64_t adds, removes, moves, questions, brute_tests;
} index_asked;

index_asked index_asked_of(const scene_index *self);

/// The first question that host and guest answered differently.
typedef struct index_difference {
    bool differ;
    index_call call;   ///< The question.
    uint64_t found[2]; ///< How much each found.
    uint64_t only[2];  ///< How much of it the other did not find.
    size_t listed;     ///< How many of these follow.
    struct {
        int part;      ///< The part that found it.
        uint32_t a, b; ///< The item, or the pair; b is INDEX_NONE for an item.
    } list[6];
} index_difference;

/// Stays until index_forgive.
const index_difference *index_differs(const scene_index *self);
void index_forgive(scene_index *self);

/// Has every answer mixed into a number, so that two runs can be compared; starts it again.
void index_watch(scene_index *self, bool watch);
uint64_t index_answers(const scene_index *self);

/// A hash of the index's content: every item's number and the bits of its box.
uint64_t index_contents(const scene_index *self);

/// Has every call reported before it is done; NULL: no more.
typedef void index_log(void *context, const index_call *call);
void index_report(scene_index *self, index_log *log, void *context);

/// While it is mute, calls are not reported, and answers not mixed into the number: questions of an onlooker.
void index_mute(scene_index *self, bool mute);

/// Does a call that was reported, with what it says; its answer is only mixed into the number. False: the item does not
/// exist, a box is invalid, or a number is out of range: nothing was done.
bool index_do(scene_index *self, const index_call *call);

#endif
