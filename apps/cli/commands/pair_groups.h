/// @file pair_groups.h
/// Rows with equal boxes, taken as one: of two million equal rows no two thousand milliards of pairs are looked at to
/// count them.
#ifndef QUADRILLE_CLI_PAIR_GROUPS_H
#define QUADRILLE_CLI_PAIR_GROUPS_H

#include "items.h"

typedef struct box_groups {
    items boxes;     ///< Each box once, without names.
    uint64_t *sizes; ///< Rows of each group; NULL when rows are not grouped.
    size_t room;
} box_groups;

/// Have many rows of a list equal boxes? By a sample of them: where it has none, pairs of equal boxes are few beside
/// the rows.
bool box_groups_pay(const items *list);

/// The groups of a list, in the order in which their boxes first come. False: complained. box_groups_free afterwards,
/// whatever became of it.
bool box_groups_of(items *list, box_groups *groups);
void box_groups_free(box_groups *groups);

/// How many pairs there are of rows of the same group.
uint64_t box_groups_pairs_within(const box_groups *groups, bool open);

#endif
