/// Items that come and go one by one: with the first of them, all move over to the grid's other form, grid_bag.h.
#include "grid_bag.h"
#include "grid_parts.h"

/// A layout that was tuned stays as it is; one that was learnt from few items would not do for many.
static bool open_bag(grid *own)
{
    if (own->bag)
        return true;
    bool laid = own->starts && own->tuned && grid_cells(&own->layout) > 1;
    grid_bag *bag = grid_bag_create(laid ? &own->layout : NULL, own->scale, (uint32_t)own->count);
    bool done = bag != NULL;
    for (size_t i = 0; i < own->count && done; i++)
        done = grid_bag_insert(bag, own->items[i], boxes_get(&own->boxes, i)) == QD_OK;
    if (done)
        own->bag = bag;
    else
        grid_bag_destroy(bag);
    return done;
}

qd_result grid_insert(contender *self, fbox box)
{
    grid *own = (grid *)self;
    return open_bag(own) ? grid_bag_insert(own->bag, grid_bag_next(own->bag), box) : QD_NO_MEMORY;
}

bool grid_remove(contender *self, uint32_t item)
{
    grid *own = (grid *)self;
    return open_bag(own) && grid_bag_remove(own->bag, item);
}
