// Things between ranks: see shares.h.
#include "shares.h"

#include "ranks.h"

#include <limits.h>
#include <stdlib.h>

bool shares_open(shares *s)
{
    const size_t count = (size_t)ranks_count();
    *s = (shares){ .to = calloc(4 * count, sizeof *s->to) };
    if (s->to == NULL)
        return false;
    s->to_at = s->to + count;
    s->from = s->to + 2 * count;
    s->from_at = s->to + 3 * count;
    return true;
}

void shares_free(shares *s)
{
    free(s->to);
    s->to = NULL;
}

bool shares_tell(shares *s)
{
    MPI_Alltoall(s->to, 1, MPI_INT, s->from, 1, MPI_INT, MPI_COMM_WORLD);
    s->sent = s->received = 0;
    for (int rank = 0; rank < ranks_count(); rank++) {
        s->to_at[rank] = (int)s->sent;
        s->from_at[rank] = (int)s->received;
        s->sent += (size_t)s->to[rank];
        s->received += (size_t)s->from[rank];
        if (s->sent > INT_MAX || s->received > INT_MAX)
            return false;
    }
    return true;
}

void shares_rewind(shares *s)
{
    for (int rank = 0; rank < ranks_count(); rank++)
        s->to_at[rank] -= s->to[rank];
}

void shares_move(const shares *s, const void *sent, void *received, MPI_Datatype type)
{
    MPI_Alltoallv(sent, s->to, s->to_at, type, received, s->from, s->from_at, type, MPI_COMM_WORLD);
}

void shares_move_bytes(const shares *s, const void *sent, void *received, size_t size)
{
    MPI_Datatype thing;
    MPI_Type_contiguous((int)size, MPI_BYTE, &thing);
    MPI_Type_commit(&thing);
    shares_move(s, sent, received, thing);
    MPI_Type_free(&thing);
}

void *shares_make(size_t count, size_t size)
{
    return calloc(count + 1, size);
}
