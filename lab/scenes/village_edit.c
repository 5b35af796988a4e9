/// The village changed by hand: trees are planted; everything can be moved and taken away.
#include "village_parts.h"

/// The last of a kind takes the item's place; its place in the list of its kind.
static size_t remove_from(village *own, uint32_t item, uint32_t first, size_t *count)
{
    uint32_t last = first + (uint32_t)-- * count;
    if (item != last)
        index_move(own->base.index, item, index_box(own->base.index, last));
    index_remove(own->base.index, last);
    return item - first;
}

static void take_away(village *own, uint32_t item)
{
    size_t gone = 0;
    switch (index_filter(own->base.index, item).layers) {
    case LAYER_VILLAGER:
        gone = remove_from(own, item, 0, &own->villager_count);
        own->villagers[gone] = own->villagers[own->villager_count];
        break;
    case LAYER_RAIDER:
        gone = remove_from(own, item, own->raider_first, &own->raider_count);
        own->raiders[gone] = own->raiders[own->raider_count];
        break;
    case LAYER_TOWER:
        gone = remove_from(own, item, own->tower_first, &own->tower_count);
        own->towers[gone] = own->towers[own->tower_count];
        break;
    case LAYER_TREE:
        village_uproot(own, item);
        break;
    default: // houses are nothing but their items
        index_remove(own->base.index, item);
        break;
    }
}

static void put(village *own, uint32_t item, fvec2 at)
{
    fvec2 place = point_within(at, own->base.world.min, own->base.world.max);
    float side = HOUSE_SIDE;
    switch (index_filter(own->base.index, item).layers) {
    case LAYER_VILLAGER:
        own->villagers[item].place = place;
        side = VILLAGER_SIDE;
        break;
    case LAYER_RAIDER:
        own->raiders[item - own->raider_first].place = place;
        side = RAIDER_SIDE;
        break;
    case LAYER_TOWER:
        own->towers[item - own->tower_first].place = place;
        side = TOWER_SIDE;
        break;
    case LAYER_TREE:
        side = TREE_SIDE;
        break;
    default:
        break;
    }
    index_move(own->base.index, item, village_body(own, place, side));
}

uint32_t village_edit(scene *self, const scene_edit *edit)
{
    village *own = (village *)self;
    if (edit->kind == EDIT_ADD)
        return village_add_tree(own, edit->at);
    if (edit->kind == EDIT_ERASE) {
        take_away(own, edit->item);
        return INDEX_NONE;
    }
    put(own, edit->item, edit->at);
    return edit->item;
}
