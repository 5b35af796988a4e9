// A tree, its oracle and its allocator's books, with calls that do the same to tree and oracle and check what comes
// back. Memory may be refused at any time: then inserting may fail, but must say so and change nothing; the rest must
// not fail.
#ifndef TESTS_MEMORY_STAGE_H
#define TESTS_MEMORY_STAGE_H

#include "compare.h"
#include "ledger.h"

enum { STAGE_ROOM = 4096 };

struct stage {
    struct ledger memory;
    qd_tree *tree;
    qd_oracle *oracle;
    struct compare compare;
    qd_id ids[STAGE_ROOM]; // of all that were inserted, in order; some may be stale
    size_t id_count;
    uint64_t random;
    bool totals;
    int turn; // of stage_check_in_turns
};

// The tree may be missing afterwards if memory is refused: `stage->memory` is left as it is.
void stage_create(struct stage *stage, const qd_tree_def *def); // the allocator is the stage's
void stage_destroy(struct stage *stage);                        // nothing may be left

qd_box stage_box(struct stage *stage); // somewhere in a world of 1000, nearly always small

void stage_insert(struct stage *stage, qd_box box);
void stage_insert_many(struct stage *stage, size_t count, bool with_ids, bool with_bad);
void stage_move(struct stage *stage, size_t which, qd_box box);
void stage_move_all(struct stage *stage, double step); // a step, or for 0 to anywhere
void stage_remove(struct stage *stage, size_t which);
void stage_remove_many(struct stage *stage, size_t first, size_t count);
void stage_rebuild(struct stage *stage);
void stage_clear(struct stage *stage);

// Every answer, every invariant, the books; with questions at nine places, or at three, the next three each time.
void stage_check(struct stage *stage);
void stage_check_in_turns(struct stage *stage);

#endif
