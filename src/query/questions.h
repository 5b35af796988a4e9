// Many questions at once, in an order in which neighbours follow each other.
//
// The places of the questions, their centres, get keys of 18 bits along a Morton curve over the part of the world where
// they are; two counting passes sort them. Order decides speed alone: no answer depends on it.
#ifndef QD_QUESTIONS_H
#define QD_QUESTIONS_H

#include "quad.h"

/// How to get at the questions of a call, wherever they lie: `source` is the kind's own.
typedef struct qd__question_kind {
    qd_vec2 (*place)(const void *source, size_t index); ///< Any numbers; NaN and infinite ones too.
    void (*prefetch)(const void *source, size_t index); ///< Asks for the question's own bytes.
    size_t least_items;                                 ///< In a smaller tree sorting costs more than it saves.
} qd__question_kind;

/// A block of them.
typedef struct qd__questions {
    const struct qd_tree *tree;
    const qd__question_kind *kind;
    const void *source;
    size_t first, count; ///< In the source; all other indices here count from `first`.
    qd__fvec2 *places;   ///< Where the questions are, in halves of the world's side from its centre; NULL: not kept.
    uint32_t *order;     ///< Indices sorted by place; NULL: as given.
    qd__memory memory;   ///< The tree's allocator with books of its own, so that the tree is only read.
} qd__questions;

/// Sorts if it is worth it and there is memory.
void qd__questions_open(qd__questions *questions, const struct qd_tree *tree, const qd__question_kind *kind,
                        const void *source, size_t first, size_t count);
void qd__questions_close(qd__questions *questions);

/// The index of the current question.
static inline size_t qd__question_at(const qd__questions *questions, size_t turn)
{
    return questions->order ? questions->order[turn] : turn;
}

enum { QD__AHEAD = 12 }; ///< Turns between asking the memory for a question and answering it.

/// The index of the question that will be answered some turns later; the last one at the end. Prefetches its own
/// bytes; the caller may prefetch the memory that it will read and write.
static inline size_t qd__question_ahead(const qd__questions *questions, size_t turn)
{
    const size_t later = questions->count - turn > QD__AHEAD ? turn + QD__AHEAD : questions->count - 1;
    const size_t index = qd__question_at(questions, later);
    questions->kind->prefetch(questions->source, questions->first + index);
    return index;
}

/// Asks for what the questions of some later turns, fewer than those, will read of the tree first.
void qd__questions_prefetch(const qd__questions *questions, size_t turn);

enum { QD__QUESTION_PARTS = 128 }; ///< At most: the costs of each are kept on the stack.

/// Into how many parts to cut the answering, with about so many results; at least 1.
uint32_t qd__questions_parts(const qd__questions *questions, size_t results);

static inline void qd__cost_add(qd_cost *sum, qd_cost cost)
{
    sum->nodes += cost.nodes;
    sum->tests += cost.tests;
    sum->hits += cost.hits;
}

#endif
