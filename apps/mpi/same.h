/// Ids that more than one item of a file has, on whichever ranks.
#ifndef QUADRILLE_MPI_SAME_H
#define QUADRILLE_MPI_SAME_H

#include "part_of_items.h"

/// Collective: reports them, as same_ids_tell() does for a whole list. False: no memory, on any rank; complained.
bool same_tell(const part_of_items *part, const char *file);

#endif
