// An index that the ranks share: a tree for each, and the bounds of all trees.
#ifndef QD_MPI_INDEX_H
#define QD_MPI_INDEX_H

#include "job.h"

struct qd_mpi_index {
    qd__job job; ///< The communicator and the definition. It has no boxes.
    qd_tree *tree;
    qd_box *bounds; ///< By rank; of an empty tree inverted.
};

#endif
