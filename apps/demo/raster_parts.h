// What shapes are made of, in pixels of the picture; nothing is painted outside of where may be painted.
#ifndef QUADRILLE_DEMO_RASTER_PARTS_H
#define QUADRILLE_DEMO_RASTER_PARTS_H

#include "raster.h"

typedef struct spot {
    double x, y;
} spot;

/// Is all of that outside of where may be painted?
bool raster_misses(const raster *self, double x0, double y0, double x1, double y1);

/// At least a pixel.
void raster_box(raster *self, double x0, double y0, double x1, double y1, ink_color color);

/// The outline of that, a pixel wide.
void raster_frame(raster *self, double x0, double y0, double x1, double y1, ink_color color);

/// Pixels from x0 to before x1 of a row, all of which may be painted.
void raster_row(raster *self, int y, int x0, int x1, ink_color color);

/// A smooth circle, filled, or its outline.
void raster_disc(raster *self, double x, double y, double radius, ink_color color);
void raster_ring(raster *self, double x, double y, double radius, double width, ink_color color);

/// A smooth line of any width.
void raster_stroke(raster *self, spot a, spot b, double width, ink_color color);

/// Anything convex, its corners in order.
void raster_convex(raster *self, const spot *corners, int count, ink_color color);

#endif
