// Bodies that share one walk: those of the largest nodes that hold few enough.
#include "group.h"

/// So many bodies from `first` on, in groups of at most `most`. False: out of memory.
static bool add_groups(qd__masses *masses, const qd_allocator *allocator, uint32_t first, uint32_t count, uint32_t most)
{
    while (count > 0) {
        const qd__mass_group group = { first, count < most ? count : most };
        if (!qd__allocator_reserve(allocator, &masses->groups, masses->group_count, &masses->group_room,
                                   masses->group_count + 1, sizeof group)) {
            return false;
        }
        masses->groups[masses->group_count++] = group;
        first += group.count;
        count -= group.count;
    }
    return true;
}

bool qd__masses_group(qd__masses *masses, const qd_allocator *allocator, uint32_t most)
{
    for (uint32_t place = 0; place < masses->node_count;) {
        const qd__mass_node *node = &masses->nodes[place];
        const bool small = node->count <= most;
        if (!add_groups(masses, allocator, node->first, small ? node->count : node->own, most)) {
            return false;
        }
        place = small ? node->next : place + 1;
    }
    return true;
}
