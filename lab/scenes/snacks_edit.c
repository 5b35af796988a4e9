/// Snacks changed by hand: more of them are laid out; everything can be moved and taken away, within the rules.
#include "snacks_parts.h"

static car *car_of(snacks *own, uint32_t item)
{
    uint32_t i = 0;
    while (own->cars[i].item != item)
        i++;
    return &own->cars[i];
}

// The first car stays: it is the one that is steered.
static void erase(snacks *own, uint32_t item)
{
    if (index_filter(own->base.index, item).layers == CAR) {
        car *c = car_of(own, item);
        if (c == own->cars)
            return;
        *c = own->cars[--own->car_count];
    }
    index_remove(own->base.index, item);
}

// A car does not get into a wall, nor a wall onto a car, nor a snack to where no car can get it.
static uint32_t drag(snacks *own, uint32_t item, fvec2 to)
{
    scene_index *index = own->base.index;
    fbox world = own->base.world, room = room_for_center(world, own->side);
    uint32_t layer = index_filter(index, item).layers;
    fvec2 place = point_within(to, room.min, room.max);
    if (layer == WALL) {
        if (index_touches(index, box_centered(box_extent(index_box(index, item)), to, world), CAR, INDEX_NONE))
            return INDEX_NONE;
        center_item(&own->base, item, to);
        return item;
    }
    if (!snacks_is_free(own, place))
        return INDEX_NONE;
    if (layer == CAR)
        car_of(own, item)->place = place;
    index_move(index, item, layer == CAR ? snacks_car_at(own, place) : box_of_point(place));
    return item;
}

uint32_t snacks_edit(scene *self, const scene_edit *edit)
{
    snacks *own = (snacks *)self;
    fbox room = room_for_center(self->world, own->side);
    fvec2 place = point_within(edit->at, room.min, room.max);
    switch (edit->kind) {
    case EDIT_ADD:
        return snacks_is_free(own, place) ? index_add(self->index, box_of_point(place), snacks_on_layer(SNACK))
                                          : INDEX_NONE;
    case EDIT_ERASE:
        erase(own, edit->item);
        return INDEX_NONE;
    case EDIT_MOVE:
        break;
    }
    return drag(own, edit->item, edit->at);
}
