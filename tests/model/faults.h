// A library with faults, one at a time: the harness's self-test is compiled against these calls in place of the real
// ones, and must find each fault.
#ifndef TESTS_MODEL_FAULTS_H
#define TESTS_MODEL_FAULTS_H

#include <quadrille/quadrille.h>

enum fault {
    FAULT_NONE,
    FAULT_FIND_BOX_LOSES_ONE,   // an answer of three or more lacks its last item
    FAULT_MOVE_IGNORED,         // a move to a box without extent is accepted and forgotten
    FAULT_REMOVE_MANY_FORGIVES, // stale ids are no error
    FAULT_INSERT_DOUBLES,       // every fifth item goes in twice
    FAULT_PAIR_LOST,            // one pair in batches of three or more
    FAULT_REBUILD_CRASHES,      // with more than four items
    FAULT_ROW_LOSES_ONE,        // the first of two or more rows of the nearest lacks its last item
    FAULTS
};

extern enum fault fault;

qd_id faulty_insert(qd_tree *tree, qd_item item);
qd_result faulty_move(qd_tree *tree, qd_id id, qd_box box);
qd_result faulty_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad);
qd_result faulty_rebuild(qd_tree *tree);
size_t faulty_find_box(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity);
qd_result faulty_find_near_many(const qd_tree *tree, const qd_vec2 *points, size_t count, float max_distance,
                                qd_query_filter filter, qd_near *out, size_t k, uint32_t *counts, size_t *bad);
qd_cost faulty_visit_pairs(const qd_tree *tree, qd_pair_visitor *visitor, void *context);

#endif
