// A library with faults, one at a time: the harness's self-test is compiled against these calls in place of the real
// ones, and must find each fault.
#ifndef TESTS_MODEL_FAULTS_H
#define TESTS_MODEL_FAULTS_H

#include <quadrille/quadrille.h>

enum fault {
    FAULT_NONE,
    FAULT_FIND_LOSES_ONE,       // an answer of three or more lacks its last item
    FAULT_MOVE_IGNORED,         // a move to a box without extent is accepted and forgotten
    FAULT_REMOVE_MANY_FORGIVES, // stale ids are no error
    FAULT_INSERT_DOUBLES,       // every fifth item goes in twice
    FAULT_PAIR_LOST,            // one pair in batches of three or more
    FAULT_REBUILD_CRASHES,      // with more than four items
    FAULT_ROW_LOSES_ONE,        // the first of two or more rows of the nearest lacks its last item
    FAULTS
};

extern enum fault fault;

qd_result faulty_insert(qd_tree *tree, const qd_item *item, qd_id *id);
qd_result faulty_set_box(qd_tree *tree, qd_id id, const qd_box *box);
qd_result faulty_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad);
qd_result faulty_rebuild(qd_tree *tree);
size_t faulty_find(const qd_tree *tree, const qd_query *query, qd_entry *out, size_t capacity, size_t *total);
qd_result faulty_find_many_ranked(const qd_tree *tree, const qd_ranked_queries *queries, const qd_ranked_rows *rows);
void faulty_visit_pairs(const qd_tree *tree, const qd_pair_query *query, qd_pair_visitor *visit, void *context,
                        qd_cost *cost);

#endif
