/// What all ranks do together: agree on how something went, so that one of them says what is wrong and all end alike.
#ifndef QUADRILLE_MPI_RANKS_H
#define QUADRILLE_MPI_RANKS_H

#include "status.h"

#include <stdbool.h>
#include <stdint.h>

int ranks_count(void);
int ranks_own(void);

/// Collective. The worst status of all ranks. If it is STATUS_DONE, rank 0 prints the messages that it has kept
/// (report_hold); otherwise those of the rank with that status of which the first names the lowest line of a file. All
/// go on keeping messages.
status ranks_agree(status own);

/// Collective. A number of rank 0's.
uint64_t ranks_told(uint64_t number);

/// Collective. Sums over the ranks below this one, and over all.
uint64_t ranks_below(uint64_t number);
uint64_t ranks_sum(uint64_t number);

/// Collective. The largest of all ranks.
double ranks_longest(double time);

/// Collective. Does this hold here and on all other ranks?
static inline bool ranks_all(bool good)
{
    const bool others = ranks_sum(!good) == 0;
    return good && others;
}

#endif
