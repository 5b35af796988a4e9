// The parts of an index: its items, the method that answers, perhaps a second one, and what is reported to the caller.
#ifndef QUADRILLE_INDEX_PARTS_H
#define QUADRILLE_INDEX_PARTS_H

#include "method.h"

/// A method at work.
typedef struct worker {
    method *self; ///< NULL: no method.
    size_t choice;
    index_costs costs;
    uint64_t upkeep_before;  ///< When costs were last forgotten.
    uint64_t upkeep_now;     ///< When it was last counted,
    uint64_t upkeep_changes; ///< so many changes after costs were last forgotten; UINT64_MAX: it was not yet.
    bool remembers;          ///< The contacts as they were when last asked for.
} worker;

/// The question for all pairs that is being answered.
typedef struct pair_question {
    index_pair_visitor *visitor;
    void *context;
    uint64_t sums[2], found[2]; ///< By worker.
} pair_question;

/// Contacts, as they were when last asked for.
typedef struct contact_memory {
    bool asked;        ///< Ever.
    found_pairs now;   ///< Sorted.
    found_pairs spare; ///< For what comes next.
    uint8_t *renewed;  ///< By item: has it been removed since?
    size_t renewed_space;
    found_pairs changes[2][2]; ///< By worker: what began, what ended.
} contact_memory;

struct scene_index {
    index_def def;
    items items;
    uint32_t *free_numbers; ///< Those of removed items, the next one to reuse last.
    size_t free_count;
    worker workers[2]; ///< INDEX_HOST, INDEX_GUEST
    bool guest_first;  ///< In the next question.
    index_asked asked;
    index_difference difference;
    number_list answers[2]; ///< To the last question, by worker.
    pair_question pairs;
    contact_memory contacts;
    number_list seen; ///< What index_look found.
    near_item *near[2];
    size_t near_space;
    bool failed, left;
    bool watched, mute;
    uint64_t sum; ///< A sum of the answers, while watched.
    index_log *log;
    void *log_context;
};

/// Makes a worker that holds what the index holds. False: no memory, and *out is empty.
bool worker_start(worker *out, const scene_index *self, size_t choice);
void worker_end(worker *self);

/// An item is removed: its contacts end. False: no memory.
bool contacts_forget_item(scene_index *self, uint32_t item);
void contacts_free(contact_memory *self);

/// Reports a call, where calls are reported.
static inline void index_tell(const scene_index *self, const index_call *call)
{
    if (self->log && !self->mute)
        self->log(self->log_context, call);
}

static inline double index_clock(const scene_index *self)
{
    return self->def.clock ? self->def.clock() : 0;
}

/// Mixes a number into the sum of the answers.
static inline void index_mix(scene_index *self, uint64_t bits)
{
    self->sum = (self->sum ^ bits) * 0xd6e8feb86659fd93u;
    self->sum ^= self->sum >> 32;
}

/// Catches up before a question, which is moving; then does the question by `ask`, which is finding; host and guest one
/// after the other. Where `ask` returns false memory ran out.
typedef bool asker(scene_index *self, worker *at, int part, const index_call *call);
void index_ask(scene_index *self, const index_call *call, asker *ask);

#endif
