/// What a picture is drawn on: SVG, or pixels. Coordinates are those of the picture, x to the right and y down, from
/// its upper left corner.
#ifndef QUADRILLE_DRAW_SURFACE_H
#define QUADRILLE_DRAW_SURFACE_H

#include "output.h"

#include <stdint.h>

typedef struct rect {
    double x0, y0, x1, y1;
} rect;

/// Colours are 0xRRGGBB.
typedef struct look {
    bool filled, stroked;
    uint32_t fill, stroke;
    double fill_opacity, stroke_opacity; ///< 0..1
    double width;                        ///< The stroke's; 0: 1.
    bool dashed;
} look;

typedef enum text_anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END } text_anchor;

typedef struct text_look {
    double size; ///< The font's, in pixels.
    uint32_t color;
    text_anchor anchor;
    bool bold;
} text_look;

typedef struct surface surface;
struct surface {
    /// Between these two is what lies in the plot, and is cut off at its edges.
    void (*begin_plot)(surface *self, rect plot);
    void (*end_plot)(surface *self);
    /// Shapes of one look, between begin and end. Dots are small and may be a million: where many lie, drawing few
    /// looks the same.
    void (*begin)(surface *self, const look *how);
    void (*add)(surface *self, rect r);
    void (*add_dot)(surface *self, double x, double y, double size);
    void (*end)(surface *self);
    /// From the point on which the text stands.
    void (*text)(surface *self, double x, double y, const text_look *how, const char *text);
    /// Has writing failed, so that the rest is in vain?
    bool (*failed)(const surface *self);
};

/// SVG that is written as it comes. `title` may be any bytes.
typedef struct svg_surface {
    surface base;
    output *out;
    unsigned char *seen; ///< A byte for each pixel that has had a dot; NULL: every dot is written.
    size_t columns, rows;
} svg_surface;

void svg_surface_begin(svg_surface *self, output *out, const char *title, double width, double height);
void svg_surface_end(svg_surface *self);

/// Pixels, PIXELS_SCALE for one of the picture's, each way.
typedef struct pixel_surface {
    surface base;
    uint32_t *pixels; ///< 0xAARRGGBB, rows from the top.
    int32_t *dots;    ///< Dots of the shapes that have begun, on each pixel.
    int width, height;
    int left, top, right, bottom; ///< Where may be painted.
    look how;
} pixel_surface;

enum { PIXELS_SCALE = 2 };

/// White. False: no memory. pixel_surface_free in any case.
bool pixel_surface_begin(pixel_surface *self, double width, double height);
void pixel_surface_free(pixel_surface *self);

#endif
