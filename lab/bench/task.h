/// What a task is: how a contender is put through it once, and which contenders can be.
#ifndef QUADRILLE_BENCH_TASK_H
#define QUADRILLE_BENCH_TASK_H

#include "field.h"
#include "plan.h"

#include <quadrille/threads.h>

/// One contender's go at one task. What was measured and found goes to the row.
typedef struct turn {
    const plan *plan;
    field *field;         ///< At its beginning; the task may step it.
    const void *prepared; ///< What the task's prepare made for all contenders.
    const contender_kind *kind;
    contender *self;  ///< Kept from run to run, so that its memory is warm.
    qd_threads *team; ///< The threads that work for it, or NULL.
    row *row;
    size_t run; ///< From 0.
} turn;

typedef struct task {
    const char *name, *part, *title; ///< part: which of several measurements under one name; or "".
    const char *const *scenes;       ///< Usual ones; end with NULL.
    const size_t *sizes;             ///< Usual ones; end with 0.
    bool pairs;                      ///< All pairs are found: too much for what compares all with all.
    bool (*able)(const contender_kind *kind);

    /// Makes ready what all contenders will be asked, or what they tune themselves with; NULL: nothing is. The result
    /// is freed with free(); NULL: no memory.
    void *(*prepare)(const plan *p, const field *f);

    /// Adjusts a fresh contender. NULL: for finding pairs.
    qd_result (*tune)(turn *t);

    /// Once through. QD_BAD_VALUE: the contender cannot hold these boxes; anything else but QD_OK: no memory.
    qd_result (*run)(turn *t);

    bool sortable; ///< Its questions are all known before the first is asked.
    bool at_once;  ///< They can be asked in one call.

    bool between; ///< Takes the plan's sizes between its own, too.

    bool of_demo; ///< Runs the demo's scenes, and no others.
} task;

/// The parts of a task: what it is called, where it is usually done, and by which functions.
#define TASK(number, which, heading) .name = (number), .part = (which), .title = (heading)
#define TASK_AT(fields, counts) .scenes = (fields), .sizes = (counts)
#define TASK_BY(can, makes_ready, adjusts, does)                                                                       \
    .able = (can), .prepare = (makes_ready), .tune = (adjusts), .run = (does)

/// The plan's clock, in milliseconds.
typedef double task_clock(void);
task_clock *turn_clock_of(const turn *t);

/// Milliseconds on it.
double turn_clock(const turn *t);

/// Empties the contender of its items and its memory; what was tuned stays. Anything but QD_OK: no memory.
qd_result turn_begin_anew(turn *t);

/// Leaves the contender out of this cell if one step of it took that long and it is not the library's own. True: it is
/// out.
bool turn_too_slow(turn *t, double ms);

#endif
