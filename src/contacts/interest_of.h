// Which observers see an item.
#ifndef QD_INTEREST_OF_H
#define QD_INTEREST_OF_H

#include "interest.h"

/// Lists the observers of each item in the views of now. False: no memory, and the last lists are as they were.
bool qd__by_item_list(qd_interest *interest, const qd_tree *tree);

#endif
