// Agreements: see ranks.h.
#include "ranks.h"

#include "report.h"

#include <mpi.h>
#include <string.h>

int ranks_count(void)
{
    int count = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

int ranks_own(void)
{
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

/// Rank 0 gets the messages that another rank has kept, and prints them: what several ranks print may come in any
/// order.
static void bring_messages(int from)
{
    enum { MESSAGES = 1 };
    if (from != 0 && ranks_own() == from)
        MPI_Send(report_held(), (int)strlen(report_held()) + 1, MPI_CHAR, 0, MESSAGES, MPI_COMM_WORLD);
    else if (from != 0 && ranks_own() == 0)
        MPI_Recv(report_held(), REPORT_ROOM, MPI_CHAR, from, MESSAGES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

status ranks_agree(status own)
{
    enum { RANK_BITS = 20 };
    int mine = (int)own, worst = mine;
    MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    // Ranks with a better status have nothing to say. Messages without a line come last.
    const uint64_t line = report_held_line() < UINT64_C(1) << 40 ? report_held_line() : UINT64_C(1) << 40;
    const uint64_t key = mine == worst ? line << RANK_BITS | (uint64_t)ranks_own() : UINT64_MAX;
    uint64_t least = key;
    MPI_Allreduce(&key, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    bring_messages(worst == STATUS_DONE ? 0 : (int)(least & ((1 << RANK_BITS) - 1)));
    report_release(ranks_own() == 0);
    report_hold();
    return (status)worst;
}

uint64_t ranks_told(uint64_t number)
{
    MPI_Bcast(&number, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return number;
}

uint64_t ranks_below(uint64_t number)
{
    uint64_t below = 0;
    MPI_Exscan(&number, &below, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return ranks_own() == 0 ? 0 : below;
}

uint64_t ranks_sum(uint64_t number)
{
    uint64_t sum = 0;
    MPI_Allreduce(&number, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

double ranks_longest(double time)
{
    MPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return time;
}
