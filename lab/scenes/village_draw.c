/// What the village looks like: links to the trees that villagers go to, rings around what towers reach.
#include "village_parts.h"

enum { ICON = 8 }; // pixels: the least side of what is drawn

// The least side in the world; with so many items that icons would hide one another, nothing is enlarged.
static float icon_side(const drawing *out, size_t count)
{
    const float side = ICON * out->pixel;
    const fvec2 seen = box_extent(out->view);
    return (float)count * side * side < 0.25f * seen.x * seen.y ? side : 0;
}

static fbox enlarged(fbox box, float side)
{
    const fvec2 extent = box_extent(box);
    const float least = extent.x < extent.y ? extent.x : extent.y;
    return least < side ? box_grown(box, 0.5f * (side - least)) : box;
}

static void draw_item(const village *own, uint32_t item, float side, drawing *out)
{
    fbox box = enlarged(index_box(own->base.index, item), side);
    uint32_t layer = index_filter(own->base.index, item).layers;
    if (layer == LAYER_VILLAGER) {
        bool loaded = own->villagers[item].errand >= SEEK_HOUSE;
        drawing_triangle(out, loaded ? INK_HERO : INK_ITEM, (fvec2){ box_center(box).x, box.min.y }, box.max,
                         (fvec2){ box.min.x, box.max.y });
    } else if (layer == LAYER_TREE) {
        drawing_disc(out, INK_PLANT, box_center(box), 0.5f * (box.max.x - box.min.x));
    } else if (layer == LAYER_RAIDER) {
        drawing_diamond(out, INK_HIT, box);
    } else {
        drawing_box(out, layer == LAYER_HOUSE ? INK_HOUSE : INK_STONE, box);
    }
}

void village_draw(const scene *self, drawing *out)
{
    const village *own = (const village *)self;
    drawing_box(out, INK_GROUND, self->world);
    index_list seen = index_look(self->index, out->view);
    const float side = icon_side(out, seen.count);
    for (size_t i = 0; i < seen.count; i++)
        draw_item(own, seen.items[i], side, out);
    for (size_t i = 0; i < own->villager_count; i++)
        if (own->villagers[i].errand == GO_TO_TREE)
            drawing_line(out, INK_LINK, own->villagers[i].place, own->villagers[i].goal);
    for (size_t i = 0; i < own->tower_count; i++) {
        drawing_ring(out, INK_QUERY, own->towers[i].place, own->range);
        if (own->towers[i].shoots)
            drawing_line(out, INK_SHOT, own->towers[i].place, own->towers[i].aim);
    }
}
