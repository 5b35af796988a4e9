/// Cells as a picture of pixels, or as SVG.
#ifndef QUADRILLE_APP_ART_DRAW_H
#define QUADRILLE_APP_ART_DRAW_H

#include "art_cells.h"

struct output;

typedef enum art_shape { ART_SQUARE, ART_CIRCLE, ART_ROUNDED } art_shape;

typedef struct art_look {
    art_shape shape;
    uint32_t scale;    ///< Pixels drawn for one of the picture's, each way.
    uint32_t border;   ///< Pixels between cells, and around all.
    uint8_t ground[3]; ///< The colour behind.
} art_look;

/// The size of what is drawn of a picture, three channels. It may be more than a picture can have: pixels_make says so.
qd_image_size art_drawn_size(const qd_image_size *picture, const art_look *look);

/// Draws all cells that are there when there are so many, over what has been drawn of fewer of the same cells, which
/// has the size above; `from` is how many were drawn, 0 for none.
void art_draw(pixels *on, const art_cells *cells, const art_look *look, uint32_t from, uint32_t count);

/// The last of them, as shapes.
void art_put_svg(struct output *out, const art_cells *cells, const qd_image_size *picture, const art_look *look);

#endif
