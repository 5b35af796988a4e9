/// Lists of shapes, and the palette.
#include "drawing.h"

#include <stdlib.h>

static void add(drawing *self, drawn_shape s)
{
    if (self->count == self->room) {
        size_t room = self->room ? 2 * self->room : 1024;
        drawn_shape *grown = realloc(self->shapes, room * sizeof *grown);
        if (!grown) {
            self->failed = true;
            return;
        }
        self->shapes = grown;
        self->room = room;
    }
    self->shapes[self->count++] = s;
}

void drawing_box(drawing *self, ink color, fbox box)
{
    add(self, (drawn_shape){ SHAPE_BOX, (uint8_t)color, box.min, box.max, { 0, 0 } });
}

void drawing_frame(drawing *self, ink color, fbox box)
{
    add(self, (drawn_shape){ SHAPE_FRAME, (uint8_t)color, box.min, box.max, { 0, 0 } });
}

void drawing_diamond(drawing *self, ink color, fbox box)
{
    add(self, (drawn_shape){ SHAPE_DIAMOND, (uint8_t)color, box.min, box.max, { 0, 0 } });
}

void drawing_line(drawing *self, ink color, fvec2 from, fvec2 to)
{
    add(self, (drawn_shape){ SHAPE_LINE, (uint8_t)color, from, to, { 0, 0 } });
}

void drawing_triangle(drawing *self, ink color, fvec2 a, fvec2 b, fvec2 c)
{
    add(self, (drawn_shape){ SHAPE_TRIANGLE, (uint8_t)color, a, b, c });
}

void drawing_disc(drawing *self, ink color, fvec2 center, float radius)
{
    add(self, (drawn_shape){ SHAPE_DISC, (uint8_t)color, center, { radius, radius }, { 0, 0 } });
}

void drawing_ring(drawing *self, ink color, fvec2 center, float radius)
{
    add(self, (drawn_shape){ SHAPE_RING, (uint8_t)color, center, { radius, radius }, { 0, 0 } });
}

bool drawing_crowd(drawing *self, const fbox *boxes, const uint32_t *marks, size_t count, fbox world)
{
    const fbox *view = &self->view;
    const bool sees_all = view->min.x <= world.min.x && view->min.y <= world.min.y && view->max.x >= world.max.x &&
                          view->max.y >= world.max.y;
    if (self->crowd_from == 0 || count < self->crowd_from || !sees_all)
        return false;
    self->crowd = (drawn_crowd){ boxes, marks, count, self->count };
    return true;
}

void drawing_clear(drawing *self)
{
    self->count = self->crowd.count = 0;
    self->failed = false;
}

void drawing_free(drawing *self)
{
    free(self->shapes);
    *self = (drawing){ 0 };
}

// A picture's colours: from night blue over dusk to cream, brighter with each.
static ink_color shade_color(int shade)
{
    static const uint8_t ramp[5][3] = {
        { 9, 14, 34 }, { 38, 62, 104 }, { 132, 104, 128 }, { 228, 160, 124 }, { 255, 246, 218 }
    };
    const int at = shade * 4, part = at / (PICTURE_SHADES - 1) < 4 ? at / (PICTURE_SHADES - 1) : 3,
              rest = at - part * (PICTURE_SHADES - 1);
    uint8_t mixed[3];
    for (int k = 0; k < 3; k++)
        mixed[k] = (uint8_t)(ramp[part][k] + rest * (ramp[part + 1][k] - ramp[part][k]) / (PICTURE_SHADES - 1));
    return (ink_color){ mixed[0], mixed[1], mixed[2], 255 };
}

// Blue and orange carry the meaning (free, touching): all common kinds of colour vision distinguish them, and so does
// grey, since they differ in brightness. After Okabe and Ito's palette.
ink_color ink_color_of(ink color)
{
    static const ink_color palette[INK_SHADE] = {
        [INK_GROUND] = { 24, 28, 36, 255 },   [INK_ITEM] = { 86, 180, 233, 255 },
        [INK_HIT] = { 230, 97, 0, 255 },      [INK_STATIC] = { 140, 150, 165, 255 },
        [INK_WALL] = { 190, 196, 205, 255 },  [INK_HERO] = { 240, 228, 66, 255 },
        [INK_FOOD] = { 204, 121, 167, 255 },  [INK_PLANT] = { 0, 158, 115, 255 },
        [INK_HOUSE] = { 213, 150, 94, 255 },  [INK_WATER] = { 0, 114, 178, 255 },
        [INK_SAND] = { 214, 196, 148, 255 },  [INK_STONE] = { 110, 112, 120, 255 },
        [INK_LIGHT] = { 255, 240, 170, 120 }, [INK_SHOT] = { 255, 90, 60, 255 },
        [INK_QUERY] = { 255, 255, 255, 255 }, [INK_CANDIDATE] = { 90, 230, 130, 255 },
        [INK_LINK] = { 80, 220, 230, 200 },   [INK_GLOW] = { 255, 240, 170, 44 },
    };
    if (color >= INK_SHADE && color < INKS)
        return shade_color((int)color - INK_SHADE);
    return palette[color < INK_SHADE ? color : INK_ITEM];
}
