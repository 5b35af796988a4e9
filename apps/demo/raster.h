/// Shapes into pixels. All of a scene goes into one array of pixels, which the window shows as one texture: a hundred
/// thousand boxes smaller than a pixel are a hundred thousand stores, which take 2 ms with the texture, where a call of
/// SDL's renderer for each takes 11 ms, and calls by colour lose the order. The same shapes give the same picture on
/// every machine.
#ifndef QUADRILLE_DEMO_RASTER_H
#define QUADRILLE_DEMO_RASTER_H

#include "density.h"
#include "view.h"

#include <drawing.h>

typedef struct raster {
    uint32_t *pixels; ///< Opacity, red, green, blue from the highest byte on; rows from the top.
    int width, height;
    int left, top, right, bottom; ///< Where may be painted: set by raster_clip.
    density density;
} raster;

/// Zeroed before the first time. False: no memory, and it is as it was.
bool raster_resize(raster *self, int width, int height);
void raster_free(raster *self);

/// Paints only within a view from now on.
void raster_clip(raster *self, const view *seen);

void raster_fill(raster *self, ink_color color);

/// Paints shapes in their order. What is smaller than a pixel becomes one. Boxes that hide one another, and 20,000
/// or more, are painted by density.
void raster_shapes(raster *self, const view *seen, const drawn_shape *shapes, size_t count);

/// The same of all of a drawing, its crowd too.
void raster_drawing(raster *self, const view *seen, const drawing *shapes);

#endif
