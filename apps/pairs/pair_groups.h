/// Groups rows with equal boxes: counting the pairs of two million equal rows then looks at one box, not at 2 * 10^12
/// pairs.
#ifndef QUADRILLE_PAIRS_PAIR_GROUPS_H
#define QUADRILLE_PAIRS_PAIR_GROUPS_H

#include "items.h"

typedef struct box_groups {
    items boxes;     ///< Each box once, without names.
    uint64_t *sizes; ///< Rows of each group; NULL when rows are not grouped.
    size_t room;
} box_groups;

/// Are there equal boxes in a sample of the rows? If not, the list has few pairs of equal boxes.
bool box_groups_pay(const items *list);

/// Groups a list, in the order in which the boxes first occur. False: complained. Call box_groups_free in both cases.
bool box_groups_of(items *list, box_groups *groups);
void box_groups_free(box_groups *groups);

/// Returns the number of pairs of rows that lie in the same group.
uint64_t box_groups_pairs_within(const box_groups *groups, bool open);

#endif
