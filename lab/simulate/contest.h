/// A scene by one method or by two at once, tick by tick: what each tested, what it found, how long it took, and
/// whether both found the same.
#ifndef QUADRILLE_SIMULATE_CONTEST_H
#define QUADRILLE_SIMULATE_CONTEST_H

#include "command.h"
#include "times.h"

#include <recording.h>
#include <stage.h>

/// What is timed in a tick.
typedef enum part { PART_MOVE, PART_FIND, PART_BOTH, PARTS } part;

/// What one method did. Sums over the ticks in which it took part.
typedef struct entrant {
    size_t method; ///< By its place in contender_names.
    size_t ticks;
    index_costs sums;
    double *ms[PARTS]; ///< One for each of its ticks.
} entrant;

typedef struct contest_def {
    stage_def stage;    ///< Its method is the first one, its guest the second or NO_METHOD.
    recorder *recorder; ///< Gets every call on the index; NULL: none. Not owned.
    size_t ticks;
    size_t second_ticks; ///< In how many of the ticks the second takes part, evenly spread.
} contest_def;

typedef struct contest {
    contest_def def;
    stage stage;
    entrant entrants[2];
    int count;         ///< Entrants: 1 or 2.
    index_asked asked; ///< In all ticks.
    size_t verified;   ///< Ticks in which both answered every question alike.
    size_t differed;   ///< The tick, from 1, in which they did not: the contest ended there. 0: they never differed.
    bool interrupted;  ///< It ended before its last tick, by an interrupt.
    bool torn;         ///< In the middle of a tick, so that the scene is as it is in no tick.
    const char *complaint; ///< Why it did not run.
} contest;

/// Runs to the end, to the first tick that differs, or to the tick in which it is interrupted: that is still done
/// unless it takes long. False: no memory. contest_end afterwards in either case.
bool contest_run(contest *c, const contest_def *def);
void contest_end(contest *c);

/// Sorts the entrant's times of that part.
times entrant_times(entrant *e, part which);

#endif
