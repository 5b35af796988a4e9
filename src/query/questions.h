// Many questions at once, in an order in which neighbours follow each other.
//
// The places of the questions, their centres, get keys of 18 bits along a Morton curve over the part of the world where
// they are; two counting passes sort them. Order decides speed alone: no answer depends on it.
#ifndef QD_QUESTIONS_H
#define QD_QUESTIONS_H

#include "quad.h"

#include <quadrille/many.h>

/// What a question is.
typedef struct qd__question_kind {
    size_t size;
    bool (*is_good)(const struct qd_tree *tree, const void *question); ///< False: it is malformed.
    qd_vec2 (*place)(const void *question);                            ///< Any floats; NaN and infinite ones too.
} qd__question_kind;

extern const qd__question_kind qd__windows, qd__points, qd__rays;

typedef struct qd__questions {
    const struct qd_tree *tree;
    const qd__question_kind *kind;
    const char *at;
    size_t count;
    size_t bad;        ///< The first malformed one; `count`: none.
    uint32_t *order;   ///< Their indices, sorted by place; NULL: as given.
    qd__memory memory; ///< The tree's allocator with books of its own, so that the tree is only read.
} qd__questions;

/// Finds the first malformed question, and sorts if it is worth it and there is memory.
void qd__questions_open(qd__questions *questions, const struct qd_tree *tree, const qd__question_kind *kind,
                        const void *at, size_t count);
void qd__questions_close(qd__questions *questions);

/// The result of a call that answered them all.
qd_result qd__questions_result(const qd__questions *questions, size_t *bad);

/// The index of the current question.
static inline size_t qd__question_at(const qd__questions *questions, size_t turn)
{
    return questions->order ? questions->order[turn] : turn;
}

enum { QD__AHEAD = 12 }; ///< Turns between asking the memory for a question and answering it.

/// The index of the question that will be answered some turns later; the last one at the end. Its own bytes are asked
/// for; the caller may do the same with what it will read and write.
static inline size_t qd__question_ahead(const qd__questions *questions, size_t turn)
{
    const size_t later = questions->count - turn > QD__AHEAD ? turn + QD__AHEAD : questions->count - 1;
    const size_t index = qd__question_at(questions, later);
    qd__prefetch(questions->at + index * questions->kind->size, 1);
    return index;
}

/// Asks for what the questions of some later turns, fewer than those, will read of the tree first.
void qd__questions_prefetch(const qd__questions *questions, size_t turn);

/// Into how many parts to cut the answering, with about so many results; at least 1.
uint32_t qd__questions_parts(const qd__questions *questions, size_t results);

#endif
