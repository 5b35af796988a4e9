/// The village's trees, which come and go: each is an item, and stands in a list that the villagers choose from.
#include "village_parts.h"

uint32_t village_plant(village *own, size_t which, fvec2 place)
{
    uint32_t item =
        index_add(own->base.index, village_body(own, place, TREE_SIDE), (qd_filter){ LAYER_TREE, QD_NO_LAYER });
    if (item == INDEX_NONE)
        return INDEX_NONE;
    if (item >= own->room) {
        size_t room = 2 * (size_t)item + 64;
        if (!grow_array((void **)&own->tree_of, room, sizeof *own->tree_of))
            return INDEX_NONE;
        own->room = room;
    }
    own->tree_of[item] = (uint32_t)which;
    own->trees[which] = (tree){ item, PIECES, 0 };
    return item;
}

uint32_t village_add_tree(village *own, fvec2 place)
{
    fbox world = own->base.world;
    if (own->tree_count == own->tree_room) {
        size_t room = 2 * own->tree_room + 16;
        if (!grow_array((void **)&own->trees, room, sizeof *own->trees))
            return INDEX_NONE;
        own->tree_room = room;
    }
    uint32_t item = village_plant(own, own->tree_count, point_within(place, world.min, world.max));
    own->tree_count += item != INDEX_NONE;
    return item;
}

void village_uproot(village *own, uint32_t item)
{
    uint32_t which = own->tree_of[item], last = (uint32_t)--own->tree_count;
    index_remove(own->base.index, item);
    own->trees[which] = own->trees[last];
    if (own->trees[which].pieces > 0)
        own->tree_of[own->trees[which].item] = which;
    own->trees[last].pieces = 0;
    for (size_t i = 0; i < own->villager_count; i++) {
        villager *v = &own->villagers[i];
        v->target = v->target == which ? last : v->target == last ? which : v->target;
    }
}
