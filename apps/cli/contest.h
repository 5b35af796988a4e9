/// @file contest.h
/// One or two contenders on the same moving scene, tick by tick: what each tested, what it found, how long it took, and
/// whether both found the same.
#ifndef QUADRILLE_CLI_CONTEST_H
#define QUADRILLE_CLI_CONTEST_H

#include "command.h"

#include <contenders.h>
#include <scene.h>

/// What is timed in a tick.
typedef enum part { PART_MOVE, PART_FIND, PART_BOTH, PARTS } part;

/// What one contender did. Sums over the ticks in which it took part.
typedef struct entrant {
    const contender_kind *kind;
    contender *self;
    size_t ticks;
    uint64_t tests, pairs;
    uint64_t set_upkeep, upkeep; ///< Records examined or copied when it was first set, and by all its moves.
    double *ms[PARTS];           ///< Of each of its ticks.
    uint64_t found, checksum;    ///< The last tick's.
} entrant;

/// Pairs that only one of two found, the first few of them.
typedef struct difference {
    size_t tick; ///< From 1.
    uint64_t found[2], only[2];
    size_t listed;
    struct {
        int finder; ///< Which entrant.
        contender_pair pair;
    } list[6];
} difference;

typedef struct contest_def {
    const scene_kind *scene;
    scene_def scene_def;
    size_t ticks;
    bool open_edges, verify;
    qd_executor executor;           ///< Threads for the quadtree; all zero: none.
    const contender_kind *kinds[2]; ///< The second may be NULL.
    size_t second_ticks;            ///< In how many of the ticks the second takes part, evenly spread. All, to verify.
} contest_def;

typedef struct contest {
    contest_def def;
    scene *scene;
    entrant entrants[2];
    int count;       ///< Entrants: 1 or 2.
    size_t verified; ///< Ticks in which both were seen to find the same.
    bool differ;     ///< In the tick after those they did not: the contest ended there.
    difference difference;
} contest;

/// Runs to the end, or to the first tick that differs. False: no memory. contest_end afterwards in either case.
bool contest_run(contest *c, const contest_def *def);
void contest_end(contest *c);

/// Middle and mean of some times; both 0 where there are none.
typedef struct times {
    double p50, mean;
} times;

/// Sorts the entrant's times of that part.
times entrant_times(entrant *e, part which);

#endif
