// Many windows, their results handed to a visitor.
//
// With workers the questions are shared out in rounds: each question_slot has some questions in the order of their
// turns, a worker answers them into the slot's buffer, and this thread hands the buffers over, question_slot by slot. A
// question with results that do not fit, and what follows it in its slot, is answered by this thread.
#include "parts.h"
#include "visitor.h"
#include "windows.h"

#include <string.h>

enum {
    SLOT_RESULTS = 14336, ///< All buffers together: 224 KiB.
    QUESTION_SLOTS = 32,  ///< At most.
    TURNS = 128,          ///< Of a slot, at most,
    FIRST_TURNS = 16,
    LEAST_TURNS = 4,
    LEAST_COUNT = 64,      ///< Fewer questions are not worth waking threads for.
    QUESTIONS_PAUSE = 128, ///< Questions that this thread answers alone when most of those shared out did not fit.
};

/// What a worker does in a round.
typedef struct question_slot {
    size_t first;         ///< Turn of its first question.
    uint32_t count, done; ///< Questions, and those of them with results that all fitted.
    uint32_t found[TURNS];
    qd_cost cost; ///< Of those done.
} question_slot;

typedef struct asker {
    const qd__questions *questions;
    const qd_query_filter *filter;
    qd_many_visitor *visitor;
    void *context;
    uint64_t changes; ///< Of the tree when the call began: the visitor must not change it.
    size_t query;     ///< Which is being answered.
    bool stopped;
    qd_cost cost;
} asker;

typedef struct scheduler {
    asker *ask;
    uint32_t slots, used;
    uint32_t turns; ///< That a question_slot gets in the next round.
    uint32_t room;  ///< Of a slot's buffer.
    question_slot all[QUESTION_SLOTS];
    qd_found buffers[SLOT_RESULTS];
} scheduler;

static bool pass_on(void *context, const qd_found *items, size_t count)
{
    asker *self = context;
    const bool go_on = self->visitor(self->context, self->query, items, count);
    self->stopped = !qd__unchanged(self->changes, self->questions->tree->changes) || !go_on;
    return !self->stopped;
}

/// Answers questions on this thread, right into the visitor.
static void answer_here(asker *self, size_t turn, size_t end)
{
    for (; turn < end && !self->stopped; turn++) {
        self->query = qd__question_at(self->questions, turn);
        qd__answer_window(self->questions, turn, self->filter, pass_on, self, &self->cost);
    }
}

/// A slot's buffer while a worker fills it.
typedef struct question_filling {
    qd_found *at;
    size_t count, room;
    bool full; ///< Something did not fit.
} question_filling;

static bool collect_results(void *context, const qd_found *items, size_t count)
{
    question_filling *self = context;
    self->full = count > self->room - self->count;
    if (self->full) {
        return false;
    }
    memcpy(self->at + self->count, items, count * sizeof *items);
    self->count += count;
    return true;
}

static void answer_slot(void *context, uint32_t part)
{
    scheduler *self = context;
    question_slot *own = &self->all[part];
    question_filling buffer = { self->buffers + (size_t)part * self->room, 0, self->room, false };
    own->cost = (qd_cost){ 0, 0, 0 };
    for (own->done = 0; own->done < own->count; own->done++) {
        const size_t before = buffer.count;
        qd_cost cost = own->cost;
        qd__answer_window(self->ask->questions, own->first + own->done, self->ask->filter, collect_results, &buffer,
                          &cost);
        if (buffer.full) {
            return;
        }
        own->cost = cost;
        own->found[own->done] = (uint32_t)(buffer.count - before);
    }
}

/// Hands over what a worker found, in batches as this thread would have made them; answers the rest.
static void finish_question_slot(scheduler *self, uint32_t index)
{
    asker *ask = self->ask;
    const question_slot *own = &self->all[index];
    const qd_found *at = self->buffers + (size_t)index * self->room;
    ask->cost.nodes += own->cost.nodes;
    ask->cost.tests += own->cost.tests;
    for (uint32_t i = 0; i < own->done && !ask->stopped; i++) {
        ask->query = qd__question_at(ask->questions, own->first + i);
        for (size_t left = own->found[i]; left > 0 && !ask->stopped;) {
            const size_t some = left < QD__BATCH ? left : QD__BATCH;
            ask->cost.hits += some;
            pass_on(ask, at, some);
            at += some;
            left -= some;
        }
    }
    answer_here(ask, own->first + own->done, own->first + own->count);
}

/// Deals out the questions from a turn on. Returns the turn after the last of them.
static size_t hand_out_questions(scheduler *self, size_t turn)
{
    const size_t count = self->ask->questions->count;
    for (self->used = 0; self->used < self->slots && turn < count; self->used++) {
        question_slot *own = &self->all[self->used];
        own->first = turn;
        own->count = (uint32_t)(count - turn < self->turns ? count - turn : self->turns);
        turn += own->count;
    }
    return turn;
}

/// Learns from a round how many questions fill a buffer well. True: most of them filled it too well.
static bool adapt_rounds(scheduler *self)
{
    uint32_t overflowed = 0;
    size_t most = 0;
    for (uint32_t i = 0; i < self->used; i++) {
        overflowed += self->all[i].done < self->all[i].count;
        most = self->all[i].cost.hits > most ? (size_t)self->all[i].cost.hits : most;
    }
    const bool least = self->turns == LEAST_TURNS;
    if (overflowed > 0) {
        self->turns -= self->turns / 3;
    } else if (most < self->room / 2) {
        self->turns += self->turns / 2;
    }
    self->turns = self->turns < LEAST_TURNS ? LEAST_TURNS : self->turns > TURNS ? TURNS : self->turns;
    return least && overflowed > self->used / 2;
}

static void answer_by_workers(asker *ask)
{
    scheduler self; // too large to be cleared for nothing
    const size_t count = ask->questions->count;
    const uint32_t wanted = ask->questions->tree->executor.workers * QD__PARTS_PER_WORKER;
    self.ask = ask;
    self.slots = wanted < QUESTION_SLOTS ? wanted : QUESTION_SLOTS;
    self.turns = FIRST_TURNS;
    self.room = SLOT_RESULTS / self.slots;
    for (size_t turn = 0; turn < count && !ask->stopped;) {
        turn = hand_out_questions(&self, turn);
        qd__run_parts(ask->questions->tree, answer_slot, &self, self.used);
        for (uint32_t i = 0; i < self.used && !ask->stopped; i++) {
            finish_question_slot(&self, i);
        }
        if (adapt_rounds(&self)) {
            const size_t end = count - turn > QUESTIONS_PAUSE ? turn + QUESTIONS_PAUSE : count;
            answer_here(ask, turn, end);
            turn = end;
        }
    }
}

qd_result qd_visit_box_many(const qd_tree *tree, const qd_box *boxes, size_t count, qd_query_filter filter,
                            qd_many_visitor *visitor, void *context, size_t *bad, qd_cost *cost)
{
    qd__questions questions;
    qd__questions_open(&questions, tree, &qd__windows, boxes, count);
    asker self = { &questions, &filter, visitor, context, tree->changes, 0, false, { 0, 0, 0 } };
    if (qd__has_workers(tree) && count >= LEAST_COUNT) {
        answer_by_workers(&self);
    } else {
        answer_here(&self, 0, count);
    }
    if (cost) {
        *cost = self.cost;
    }
    qd__questions_close(&questions);
    return qd__questions_result(&questions, bad);
}
