/// The sums of the table of errors (gravity_accuracy.h), made by all ranks; rank 0 has the results.
#ifndef QUADRILLE_MPI_ACCURACY_H
#define QUADRILLE_MPI_ACCURACY_H

#include "gravity_accuracy.h"

extern const accuracy_way accuracy_of_ranks;

#endif
