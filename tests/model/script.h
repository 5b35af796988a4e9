// A script: a sequence of calls on one tree, as plain data. Items go by handles, numbers that do not depend on what the
// library returns, so that calls can be taken out of a script and the rest still makes sense. Handle 0 is the null id,
// and so is one that nothing was inserted under.
#ifndef TESTS_MODEL_SCRIPT_H
#define TESTS_MODEL_SCRIPT_H

#include <quadrille/quadrille.h>

enum model_op {
    OP_CREATE, // destroys the tree that was there
    OP_CREATE_BAD,
    OP_CLEAR,
    OP_REBUILD,
    OP_INSERT,
    OP_MOVE,
    OP_REMOVE,
    OP_INSERT_MANY,
    OP_MOVE_MANY,
    OP_REMOVE_MANY,
    OP_REMOVE_FOUND,
    OP_SET_USER,
    OP_SET_FILTER,
    OP_SET_VALUE,
    OP_RELOAD,          // goes on with what was saved and loaded
    OP_CONTACTS_CREATE, // `first`: which of them; `limit`: the budget
    OP_CONTACTS_UPDATE,
    OP_CONTACTS_DESTROY,
    OP_INTEREST_OBSERVE, // `first`: which observer; `limit` 0: it goes, 1: it only moves
    OP_INTEREST_UPDATE,
    OP_GET, // from here on questions
    OP_BOUNDS,
    OP_STATS,
    OP_FIND,
    OP_VISIT,
    OP_CURSOR,
    OP_FIND_RANKED,
    OP_VISIT_RANKED,
    OP_RANKED_CURSOR,
    OP_PAIRS,
    OP_TWO_TREES,
    OP_DETAILS,
    OP_TOTAL,
    OP_FIND_MANY, // its entries are the questions, asked `repeat` times over in one call, as those that follow
    OP_FIND_VIEWS,
    OP_RANKED_MANY,
    MODEL_OPS
};

// How an id is spoiled before it is used.
enum model_forgery { NOT_FORGED, NEXT_GENERATION, LAST_GENERATION, NEXT_SLOT, FAR_SLOT, NO_SLOT, MODEL_FORGERIES };

struct model_ref {
    uint32_t handle;
    enum model_forgery forgery;
};

enum { MODEL_CORNERS = 6 };

// Any kind of question: what a qd_query, a qd_ranked and a qd_pair_query have.
struct model_question {
    qd_shape shape; // its corners are those below
    qd_relation relation;
    qd_rank rank;
    qd_vec2 motion;
    double number; // limit, distance, size of what is shown as one
    qd_filter filter;
    struct model_ref ignore;
    qd_vec2 corners[MODEL_CORNERS];
};

struct model_entry { // one item, or one question, of a call about many
    struct model_ref ref;
    qd_item item;
    struct model_question question;
};

struct model_call {
    enum model_op op;
    unsigned starve;      // this demand for memory and all later ones of the call are refused; 0: none
    struct model_ref ref; // the item; for an insert the handle its id is kept under
    qd_item item;         // what an insert inserts, a move's box, a new user value, filter, value. `user` is also how a
                          // ranked visitor cuts, which other tree there is, and what kind of view
    struct model_question question;
    size_t limit;        // capacity of the output, or when the visitor stops; SIZE_MAX: never
    size_t first, count; // entries of a call about many; `first` is the definition of a new tree, and `count`, unless
                         // 0, how many items the buffer is for that it lies in
    size_t repeat;       // or how many an observer sees; `question.number` is its margin then
};

struct model_script {
    qd_tree_def *defs; // without an allocator
    struct model_call *calls;
    struct model_entry *entries;
    size_t def_count, def_room, call_count, call_room, entry_count, entry_room;
    uint32_t handles; // all are below this
    uint32_t workers; // threads that every tree is given, whatever its definition says; 0 or 1: as that says
};

enum { MODEL_CONTACTS = 2 }; // that watch a tree at once, at most

// The entries of a call; NULL where it has none.
static inline const struct model_entry *model_entries(const struct model_script *script, const struct model_call *call)
{
    return call->count > 0 ? script->entries + call->first : NULL;
}

// All zero is an empty script.
void model_script_destroy(struct model_script *script);
void model_script_empty(struct model_script *script);                             // keeps the memory
void model_script_copy(struct model_script *to, const struct model_script *from); // leaves out what no call uses
bool model_is_about_many(enum model_op op);                                       // has entries
bool model_asks_many(enum model_op op);                                           // its entries are questions
bool model_finds_all_pairs(enum model_op op);                                     // which an executor may share out
bool model_is_about_contacts(enum model_op op);
bool model_is_about_interest(enum model_op op);

// Append; the result is valid until the next append to the same list.
qd_tree_def *model_script_def(struct model_script *script);
struct model_call *model_script_call(struct model_script *script, enum model_op op);
struct model_entry *model_script_entry(struct model_script *script);

qd_id model_forged(qd_id id, enum model_forgery forgery);

// The questions that a model_question can be; `ignore` is the id of its ref.
qd_query model_query(const struct model_question *question, qd_id ignore);
qd_ranked model_ranked(const struct model_question *question, qd_id ignore);
qd_pair_query model_pair_query(const struct model_question *question, qd_id ignore);
qd_observer model_observer(const struct model_call *call, qd_id ignore);

const char *model_op_name(enum model_op op);

#endif
