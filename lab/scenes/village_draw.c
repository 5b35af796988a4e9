/// What the village looks like: links to the trees that villagers go to, rings around what towers reach.
#include "village_parts.h"

static void draw_item(const village *own, uint32_t item, drawing *out)
{
    fbox box = index_box(own->base.index, item);
    uint32_t layer = index_filter(own->base.index, item).layers;
    if (layer == LAYER_VILLAGER) {
        bool loaded = own->villagers[item].errand >= SEEK_HOUSE;
        drawing_box(out, loaded ? INK_HERO : INK_ITEM, box);
    } else if (layer == LAYER_TREE) {
        drawing_disc(out, INK_PLANT, box_center(box), 0.5f * (box.max.x - box.min.x));
    } else {
        drawing_box(out, layer == LAYER_RAIDER ? INK_HIT : layer == LAYER_HOUSE ? INK_HOUSE : INK_STONE, box);
    }
}

void village_draw(const scene *self, drawing *out)
{
    const village *own = (const village *)self;
    drawing_box(out, INK_GROUND, self->world);
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++)
        draw_item(own, seen.items[i], out);
    for (size_t i = 0; i < own->villager_count; i++)
        if (own->villagers[i].errand == GO_TO_TREE)
            drawing_line(out, INK_LINK, own->villagers[i].place, own->villagers[i].goal);
    for (size_t i = 0; i < own->tower_count; i++) {
        drawing_ring(out, INK_QUERY, own->towers[i].place, own->range);
        if (own->towers[i].shoots)
            drawing_line(out, INK_SHOT, own->towers[i].place, own->towers[i].aim);
    }
}
