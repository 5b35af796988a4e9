// What a checker consists of, and what its files share.
#ifndef QD_ORACLE_CHECKER_H
#define QD_ORACLE_CHECKER_H

#include "pair_set.h"
#include "record.h"

struct qd_checker {
    qd_tree *tree;
    qd_oracle *oracle;
    qd_contacts *contacts; ///< NULL: not asked for yet.
    qd__pair_set known;    ///< Pairs in contact as of the last update.
    qd__record record;
    bool failed;
    bool fixed; ///< The tree lives in a buffer, and may be full.
    char why[320];
};

/// Is there still anything to compare?
static inline bool qd__checker_compares(const qd_checker *checker)
{
    return !checker->failed;
}

/// Remembers what was wrong, if it is the first. Returns false.
bool qd__checker_fails(qd_checker *checker, const char *format, ...);

/// Does the tree take a box?
bool qd__checker_takes(const qd_checker *checker, const qd_box *box);

/// Are they the same, but for -0.0?
bool qd__checker_same_box(qd_box a, qd_box b);

/// Notes that a comparison got no memory.
void qd__checker_gives_up(qd_checker *checker);

/// How many results there can be at most, up to a capacity.
size_t qd__checker_room(const qd_checker *checker, size_t capacity);

/// Compares what a call returned with what is right.
void qd__checker_judge(qd_checker *checker, const char *call, qd_result result, qd_result right);

/// Gives the oracle an item that the tree took, under the tree's id.
void qd__checker_learn(qd_checker *checker, const char *call, const qd_item *item, qd_id id);

#endif
