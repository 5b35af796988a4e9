/// Mapping a tree, where that can be: a machine that stores the high byte of a number first has to load it.
#ifndef TESTS_MAPPING_H
#define TESTS_MAPPING_H

#include <quadrille/snapshot.h>
#include <string.h>

static inline bool can_map(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/// As qd_tree_map. Where no tree can be mapped and that is what it says, the tree is loaded.
static inline qd_result map_or_load(const void *bytes, size_t size, const qd_tree_def *def, qd_tree **tree)
{
    const qd_result result = qd_tree_map(bytes, size, def, tree);
    return result == QD_BYTE_ORDER && !can_map() ? qd_tree_load(bytes, size, def, tree) : result;
}

#endif
